import { useMemo } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Datos, DatosDe, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Vacio } from '../../../web/crud/valores.tsx'
import { useVolver } from '../../../web/marco/navegacion.tsx'
import { usePestanas } from '../../../web/marco/pestanas.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede, useSesion } from '../../../web/sesion/sesion.ts'
import { campos, contrato, type UsuarioDetalle } from '../contract.ts'
import { EstadoUsuario } from '../fichas.tsx'
import { ACCIONES } from '../palabras.ts'
import { AccionesUsuario } from './acciones.tsx'
import { CuentasCampo } from './cuentas-campo.tsx'
import { SECCIONES } from './secciones.ts'
import { SesionesUsuario } from './sesiones-usuario.tsx'

export const empieza: Empieza = { fila: contrato.obtener }

/** One user: data, sessions and history. */
export default function DetalleUsuario() {
  return <UnaFila endpoint={contrato.obtener}>{(usuario) => <Usuario usuario={usuario} />}</UnaFila>
}

function Usuario({ usuario: data }: { usuario: UsuarioDetalle }) {
  const { id } = data
  const edita = usePuede('usuarios:editar')
  const operaciones = usePuede('compras-ventas:ver')
  const ajenas = usePestanas('detalle-usuario', id)
  const propio = useSesion().usuario?.id === id
  return (
    <Detalle
      titulo={data.nombre}
      migas={[{ texto: 'Usuarios', ruta: 'usuarios' }, { texto: data.rol }]}
      estado={<EstadoUsuario {...data} />}
      nota={propio ? 'Es usted: su contraseña y sus sesiones están en su perfil.' : undefined}
      acciones={
        <>
          {operaciones && (
            <BotonEnlace a="compras-ventas" search={{ usuario_id: String(id) }} variant="default">
              Ver sus operaciones
            </BotonEnlace>
          )}
          {edita && !propio && <AccionesUsuario usuario={data} />}
        </>
      }
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => (edita ? <Edicion usuario={data} /> : <Lectura usuario={data} />),
        },
        {
          clave: 'sesiones',
          titulo: 'Sesiones',
          contenido: () => <SesionesUsuario id={id} edita={edita} />,
        },
        ...ajenas,
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

function Lectura({ usuario }: { usuario: UsuarioDetalle }) {
  return (
    <div className="pila hueco-16">
      <DatosDe campos={campos} fila={usuario} />
      <Datos
        pares={[
          ['Rol', usuario.rol],
          ['Cuentas a su cargo', usuario.cajas.join(', ') || <Vacio />],
          ['Último ingreso', <Fecha key="u" valor={usuario.ultimo_ingreso} hora />],
        ]}
      />
    </div>
  )
}

function Edicion({ usuario }: { usuario: UsuarioDetalle }) {
  const { save, saving, error } = useSave(contrato.editar, { stale: ['cuentas'] })
  const volver = useVolver('usuarios')
  const inicial = useMemo(() => {
    const row: Record<string, unknown> = usuario
    const own = Object.keys(campos).map((nombre) => [nombre, row[nombre]])
    return { ...Object.fromEntries(own), cuentas: usuario.cuentas, version: usuario.version }
  }, [usuario])
  return (
    <Formulario
      campos={campos}
      schema={contrato.editar.body}
      inicial={inicial}
      secciones={[SECCIONES.persona, SECCIONES.trabajo]}
      guardar={(body) => save({ params: { id: usuario.id }, body })}
      guardando={saving}
      error={error}
      actual={usuario}
      cancelar={volver}
    >
      <CuentasCampo nombre={usuario.nombre} />
    </Formulario>
  )
}
