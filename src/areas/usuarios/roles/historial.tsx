import { useAnswer } from '../../../web/api/query.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { contratoRoles } from '../contract/roles.ts'
import { ACCIONES } from '../palabras.ts'
import { palabrasDe } from './nombres.ts'
import classes from './roles.module.css'

const lista = (signo: string, permisos: readonly string[]) =>
  permisos.map((permiso) => `${signo} ${palabrasDe(permiso)}`)

/** Who changed a role, and which permissions were granted or removed. */
export function HistorialRol({ slug }: { slug: string }) {
  const { data } = useAnswer(contratoRoles.historial, { params: { slug } })
  if (!data || data.length === 0) return null
  return (
    <details className={classes.historial}>
      <summary>Historial ({data.length})</summary>
      <Tabla
        titulo="Historial del rol"
        id={({ fecha }) => fecha}
        filas={data}
        columnas={[
          { clave: 'fecha', titulo: 'Fecha', celda: ({ fecha }) => <Fecha valor={fecha} hora /> },
          { clave: 'usuario', titulo: 'Usuario', celda: ({ usuario }) => usuario },
          { clave: 'accion', titulo: 'Acción', celda: ({ accion }) => ACCIONES[accion] ?? accion },
          {
            clave: 'cambios',
            titulo: 'Permisos',
            celda: ({ ganan, pierden }) =>
              [...lista('+', ganan), ...lista('−', pierden)].join(', ') || '—',
          },
        ]}
      />
    </details>
  )
}
