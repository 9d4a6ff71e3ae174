import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { TIPOS_DOCUMENTO } from '../../../core/documento/documentos.ts'
import type { Campo } from '../../../core/fields.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { CampoForm } from '../../../web/crud/formulario/campo.tsx'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Datos, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Vacio } from '../../../web/crud/valores.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { camposPassword, camposPerfil, contratoPerfil, type Perfil } from '../contract/perfil.ts'
import { campoPrueba } from '../contract.ts'
import { MiFactor } from '../factor/mi-factor.tsx'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import { CambiarPassword } from './cambiar-password.tsx'
import { MisCambios } from './cambios.tsx'
import { MiTelegram } from './mi-telegram.tsx'
import { TablaSesiones } from './tabla-sesiones.tsx'

const USD = { simbolo: 'US$', decimales: 2 }

const PASSWORD: Campo = {
  ...camposPassword.actual,
  etiqueta: 'Su contraseña',
  ayuda: 'Para cambiar el correo: con él se ingresa.',
}

/** The user's own page: data, password, sessions. */
export default function MiPerfil() {
  const { data, error, refetch } = useAnswer(contratoPerfil.ver)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Detalle
      titulo="Mi perfil"
      nota={`${data.nombres} ${data.apellidos} · ${data.rol}`}
      pestanas={[
        { clave: 'datos', titulo: 'Datos', contenido: () => <MisDatos perfil={data} /> },
        { clave: 'password', titulo: 'Contraseña', contenido: () => <CambiarPassword /> },
        { clave: 'factor', titulo: 'Segundo factor', contenido: () => <MiFactor /> },
        { clave: 'sesiones', titulo: 'Sesiones', contenido: () => <MisSesiones /> },
        { clave: 'telegram', titulo: 'Telegram', contenido: () => <MiTelegram /> },
        { clave: 'cambios', titulo: 'Cambios', contenido: () => <MisCambios /> },
      ]}
    />
  )
}

function documento({ tipo_doc, num_doc }: Perfil) {
  if (!tipo_doc || !num_doc) return <Vacio />
  const words: Record<string, string> = TIPOS_DOCUMENTO
  return `${words[tipo_doc] ?? tipo_doc} ${num_doc}`
}

function MisDatos({ perfil }: { perfil: Perfil }) {
  const { save, saving, error } = useSave(contratoPerfil.editar)
  const inicial = useMemo(() => {
    const { correo, celular, version } = perfil
    return { correo, celular, version }
  }, [perfil])
  return (
    <div className="pila hueco-16">
      <Datos
        pares={[
          ['Usuario', perfil.usuario],
          ['Documento', documento(perfil)],
          ['Sucursal', perfil.sucursal ?? <Vacio />],
          ['Cuentas a su cargo', perfil.cajas.join(', ') || <Vacio />],
          [
            'Límite por operación',
            perfil.limite_usd ? formatMonto(perfil.limite_usd, USD) : 'Sin límite propio',
          ],
          ['Desvío de tasa permitido', `${perfil.desvio_pct} %`],
        ]}
      />
      <Formulario
        campos={camposPerfil}
        schema={contratoPerfil.editar.body}
        inicial={inicial}
        secciones={[{ titulo: 'Contacto', campos: ['correo', 'celular'] }]}
        guardar={(body) => save({ body })}
        guardando={saving}
        error={error}
        actual={perfil}
        conForm={(form) => form.watch('correo') !== perfil.correo && <ConfirmarCorreo />}
      />
    </div>
  )
}

/** The proof that another e-mail asks for. */
function ConfirmarCorreo() {
  const conCodigo = useSesion().usuario?.segundo_factor
  return (
    <>
      <CampoForm nombre="password" campo={PASSWORD} />
      {conCodigo && <CampoForm nombre="codigo" campo={campoPrueba} />}
    </>
  )
}

function MisSesiones() {
  const { data, error, refetch } = useAnswer(contratoPerfil.sesiones)
  const terminar = useSave(contratoPerfil.terminar)
  // The session to end, null for all others; undefined while nothing is asked.
  const [cual, setCual] = useState<number | null>()
  function leave() {
    terminar.clear()
    setCual(undefined)
  }
  async function end(prueba: Prueba) {
    if (cual === undefined) return
    if (await terminar.save({ body: { sesion_id: cual, ...prueba } })) leave()
  }
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <div className="pila hueco-16">
      <div className="fila extremos">
        <p>
          «Salir» olvida la sesión en este equipo. Las que dejó en otros puede terminarlas aquí.
        </p>
        {data && data.length > 1 && (
          <Button variant="default" onClick={() => setCual(null)}>
            Terminar las demás
          </Button>
        )}
      </div>
      <TablaSesiones filas={data} ocupado={terminar.saving} terminar={setCual} />
      <ConPassword
        abierto={cual !== undefined}
        titulo={cual === null ? 'Terminar las demás sesiones' : 'Terminar la sesión'}
        accion="Terminar"
        ocupado={terminar.saving}
        error={terminar.error}
        alConfirmar={(prueba) => void end(prueba)}
        alCancelar={leave}
      >
        <p>Quien la esté usando deberá ingresar de nuevo.</p>
      </ConPassword>
    </div>
  )
}
