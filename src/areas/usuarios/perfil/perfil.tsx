import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { TIPOS_DOCUMENTO } from '../../../core/documento/documentos.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Datos, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Vacio } from '../../../web/crud/valores.tsx'
import { camposPerfil, contratoPerfil, type Perfil } from '../contract/perfil.ts'
import { MiFactor } from '../factor/mi-factor.tsx'
import { CambiarPassword } from './cambiar-password.tsx'
import { TablaSesiones } from './tabla-sesiones.tsx'

const USD = { simbolo: 'US$', decimales: 2 }

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
      />
    </div>
  )
}

function MisSesiones() {
  const { data, error, refetch } = useAnswer(contratoPerfil.sesiones)
  const { save, saving } = useSave(contratoPerfil.terminar)
  const end = (sesion_id: number | null) => void save({ body: { sesion_id } })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <div className="pila hueco-16">
      <div className="fila extremos">
        <p>
          «Salir» olvida la sesión en este equipo. Las que dejó en otros puede terminarlas aquí.
        </p>
        {data && data.length > 1 && (
          <Button variant="default" disabled={saving} onClick={() => end(null)}>
            Terminar las demás
          </Button>
        )}
      </div>
      <TablaSesiones filas={data} ocupado={saving} terminar={end} />
    </div>
  )
}
