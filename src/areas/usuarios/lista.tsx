import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { columnaTexto } from '../../web/crud/lista/columna.tsx'
import { FILTRO_ESTATUS, type FiltroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Hace, Vacio } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { camposRol, contrato, type UsuarioFila } from './contract.ts'
import { EstadoUsuario } from './fichas.tsx'
import { Restaurada } from './restauracion/restaurada.tsx'

const FILTROS: FiltroDe<typeof contrato.listar>[] = [
  { tipo: 'campo', clave: 'rol_slug', campo: camposRol.rol_slug },
  FILTRO_ESTATUS,
]

const COLUMNAS: Columna<UsuarioFila>[] = [
  columnaTexto('nombre', 'Nombre para mostrar', ({ nombre }) => nombre, {
    principal: true,
  }),
  columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario),
  columnaTexto('correo', 'Correo', ({ correo }) => correo, { oculta: true }),
  columnaTexto('rol', 'Rol', ({ rol }) => rol),
  columnaTexto('sucursal', 'Sucursal', ({ sucursal }) => sucursal),
  columnaTexto('cajas', 'Caja asignada', ({ cajas }) => cajas.join(', '), {
    celda: ({ cajas }) => (cajas.length > 0 ? cajas.join(', ') : <Vacio />),
  }),
  columnaTexto('ultimo_ingreso', 'Último ingreso', ({ ultimo_ingreso }) => ultimo_ingreso, {
    celda: ({ ultimo_ingreso }) => (ultimo_ingreso ? <Hace momento={ultimo_ingreso} /> : 'Nunca'),
  }),
  columnaTexto('estatus', 'Estatus', ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'), {
    celda: (fila) => <EstadoUsuario {...fila} />,
  }),
]

export const empieza: Empieza = { lista: 'usuarios', de: contrato.listar }

/** All users, sorted by name. */
export default function ListaUsuarios() {
  const edita = usePuede('usuarios:editar')
  const roles = usePuede('roles:ver')
  const ir = useIr()
  const crear = edita && <BotonEnlace a="nuevo-usuario">Nuevo usuario</BotonEnlace>
  const acciones = (
    <>
      {roles && (
        <BotonEnlace a="roles" variant="default">
          Roles y permisos
        </BotonEnlace>
      )}
      {crear}
    </>
  )
  return (
    <Pagina titulo="Usuarios" acciones={acciones}>
      {edita && <Restaurada />}
      <ListaPaginada
        lista="usuarios"
        titulo="Lista de usuarios"
        endpoint={contrato.listar}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-usuario', { id })}
        ficha="detalle-usuario"
        nombreFila={({ nombre }) => nombre}
        filtros={FILTROS}
        buscar="Nombre, usuario, correo o documento"
        vacio={
          <>
            <p>Todavía no hay usuarios.</p>
            {crear}
          </>
        }
      />
    </Pagina>
  )
}
