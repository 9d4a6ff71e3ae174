import { Button, TextInput } from '@mantine/core'
import { type FormEvent, Suspense, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { campoCodigo, contratoPerfil } from '../contract/perfil.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import classes from '../usuarios.module.css'
import { Codigos } from './codigos.tsx'

const Qr = parte(() =>
  import('../../../web/crud/papel/qr.tsx').then((module) => ({ default: module.Qr })),
)

interface Inicio {
  secreto: string
  uri: string
}

/** Enrols the user's own second factor: password, QR, first code, recovery codes. */
export function ActivarFactor({ alActivar }: { alActivar?: () => void }) {
  const [preguntando, setPreguntando] = useState(false)
  const [inicio, setInicio] = useState<Inicio | null>(null)
  const [codigos, setCodigos] = useState<readonly string[] | null>(null)
  const empezar = useSave(contratoPerfil.empezarFactor)
  async function begin(prueba: Prueba) {
    const answer = await empezar.save({ body: prueba })
    if (!answer) return
    setPreguntando(false)
    setInicio(answer)
  }
  if (codigos) return <Codigos codigos={codigos} cerrar={() => alActivar?.()} />
  if (inicio) return <PrimerCodigo {...inicio} alConfirmar={setCodigos} />
  return (
    <section className={classes.bloque}>
      <h2>Segundo factor</h2>
      <p>
        Además de su contraseña, al ingresar se pide un código que cambia cada 30 segundos en su
        teléfono. Quien sepa su contraseña no entra sin él. Necesita una aplicación de
        autenticación: Google Authenticator, Microsoft Authenticator, Aegis u otra.
      </p>
      <Button onClick={() => setPreguntando(true)}>Activar</Button>
      <ConPassword
        abierto={preguntando}
        titulo="Activar el segundo factor"
        accion="Continuar"
        ocupado={empezar.saving}
        error={empezar.error}
        alConfirmar={(prueba) => void begin(prueba)}
        alCancelar={() => setPreguntando(false)}
      />
    </section>
  )
}

function PrimerCodigo(props: Inicio & { alConfirmar: (codigos: readonly string[]) => void }) {
  const { secreto, uri, alConfirmar } = props
  // Queries are marked stale only after the codes were read: a reload would remove them from the page.
  const { save, saving, error } = useSave(contratoPerfil.confirmarFactor)
  const [codigo, setCodigo] = useState('')
  async function confirm(event: FormEvent) {
    event.preventDefault()
    const answer = await save({ body: { codigo } })
    if (answer) alConfirmar(answer.codigos)
  }
  return (
    <section className={classes.bloque}>
      <h2>Escanee y confirme</h2>
      <div className={classes.escanear}>
        <Suspense>
          <Qr
            className={classes.qr}
            texto={uri}
            titulo="Código QR para la aplicación de autenticación"
          />
        </Suspense>
        <form noValidate onSubmit={(event) => void confirm(event)}>
          <p>Escanee el código con su aplicación. Si no puede, escriba esta clave en ella:</p>
          <p className={classes.secreto}>{secreto.replace(/(.{4})/g, '$1 ').trim()}</p>
          <TextInput
            label={campoCodigo.etiqueta}
            withAsterisk
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={campoCodigo.control.maximo}
            value={codigo}
            error={error?.body.errors?.[0]?.msg ?? error?.message}
            onChange={(event) => setCodigo(event.currentTarget.value)}
          />
          <div className={classes.pie}>
            <Button type="submit" loading={saving}>
              Confirmar
            </Button>
          </div>
        </form>
      </div>
    </section>
  )
}
