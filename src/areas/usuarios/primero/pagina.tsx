import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { ESTRENA } from '../../../web/estreno.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { Portada } from '../../../web/sesion/portada.tsx'
import { login } from '../../../web/sesion/sesion.ts'
import { camposPrimero, contratoPrimero } from '../contract/primero.ts'
import { dosVeces } from '../contract/repetida.ts'
import classes from '../usuarios.module.css'

const { campo, repetida, distinta } = dosVeces('Contraseña')
const CAMPOS = { ...camposPrimero, password: campo, repetida }

/** The repetition is checked here only; it is not sent. */
const schema = z
  .object(Object.fromEntries(Object.entries(CAMPOS).map(([clave, campo]) => [clave, campo.schema])))
  .refine(({ password, repetida }) => password === repetida, distinta)

type Valores = z.output<typeof contratoPrimero.crear.body> & { repetida: string }

/** The page that begins a house: it makes the first administrator and signs him in. */
export default function PrimerUso() {
  const { data, error, refetch } = useAnswer(contratoPrimero.ver)
  // What he creates here closes the house to others, not to him: his form stays until he is signed in.
  const [empezada, setEmpezada] = useState(false)
  if (error) return <Fallo error={error} reintentar={() => void refetch()} />
  if (data?.espera === false && !empezada) {
    return (
      <Portada titulo="Esta casa ya tiene usuarios">
        <p>
          <Enlace a="login">Ingrese con su cuenta</Enlace>, o pida una a su administrador.
        </p>
      </Portada>
    )
  }
  return (
    <Portada titulo="Bienvenido a Cambista">
      <p className={classes.bienvenida}>
        Esta casa es nueva. Cree su cuenta: será su primer administrador, y después la pondremos en
        marcha paso a paso.
      </p>
      <Cuenta alEmpezar={() => setEmpezada(true)} />
    </Portada>
  )
}

function Cuenta({ alEmpezar }: { alEmpezar: () => void }) {
  const { save, saving, error } = useSave(contratoPrimero.crear)
  const router = useRouter()
  // The program writes a link with its code after #, which browsers do not send.
  const inicial = useMemo(() => ({ codigo: codigoDelEnlace() }), [])
  async function crear({ repetida: _, ...body }: Valores) {
    alEmpezar()
    const made = await save({ body })
    if (!made) return null
    const { ok } = await login({ usuario: body.usuario, password: body.password })
    return { ok }
  }
  return (
    <Formulario
      campos={CAMPOS}
      schema={schema}
      inicial={inicial}
      guardar={crear}
      alGuardar={({ ok }: { ok: boolean }) => {
        localStorage.setItem(ESTRENA, 'sí')
        router.history.replace(ok ? '/puesta-en-marcha' : '/')
      }}
      guardando={saving}
      error={error}
      accion="Crear mi cuenta"
      conForm={(form) => (
        <>
          <Empieza enfocar={() => form.setFocus(inicial.codigo ? 'nombres' : 'codigo')} />
          <OtroEnlace usar={(codigo) => form.setValue('codigo', codigo)} />
        </>
      )}
    />
  )
}

/** Empty when what stands there is no code at all, such as half of a percent sign. */
function codigoDelEnlace(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** The link that is pasted where this page is open already changes nothing of the address but what stands after #. */
function OtroEnlace({ usar }: { usar: (codigo: string) => void }) {
  useEffect(() => {
    const leer = () => {
      if (codigoDelEnlace()) usar(codigoDelEnlace())
    }
    addEventListener('hashchange', leer)
    return () => removeEventListener('hashchange', leer)
  })
  return null
}

/** Writing begins at once, in the first field that is empty. */
function Empieza({ enfocar }: { enfocar: () => void }) {
  const first = useRef(enfocar)
  useEffect(() => first.current(), [])
  return null
}
