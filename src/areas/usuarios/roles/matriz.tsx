import { Checkbox } from '@mantine/core'
import type { Permiso } from '../../../core/permisos.ts'
import { pantallaLlamada } from '../../../web/marco/screens.ts'
import { TODOS } from '../contract/roles.ts'
import { alternar, porArea } from '../rules.ts'
import { NOMBRES_PERMISOS } from './nombres.ts'
import classes from './roles.module.css'

const AREAS = [...porArea(TODOS)]
/** The actions that nearly every area has, each in a column of its own. */
const COLUMNAS = ['ver', 'crear', 'editar']

/** Names of areas without a screen of their own or with an accent. */
const NOMBRES: Readonly<Record<string, string>> = {
  paises: 'Países',
  ganancia: 'Costos y ganancias',
  auditoria: 'Auditoría',
}

/** The title of the area's screen; without a screen, its name. */
export function nombreArea(area: string): string {
  const words = area.replaceAll('-', ' ')
  const titulo = pantallaLlamada(area)?.titulo
  return titulo ?? NOMBRES[area] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const accionDe = (permiso: string) => permiso.split(':')[1] ?? ''

interface Props {
  elegidos: readonly string[]
  soloLectura: boolean
  cambiar: (elegidos: string[]) => void
}

/** The permissions of a role: a row per area, `ver`, `crear` and `editar` in columns, the others named beside them. */
export function Matriz({ elegidos, soloLectura, cambiar }: Props) {
  const casilla = (permiso: string, palabras: boolean) => (
    <Checkbox
      key={permiso}
      label={palabras ? NOMBRES_PERMISOS[permiso as Permiso] : undefined}
      aria-label={palabras ? undefined : NOMBRES_PERMISOS[permiso as Permiso]}
      title={NOMBRES_PERMISOS[permiso as Permiso]}
      checked={elegidos.includes(permiso)}
      disabled={soloLectura}
      onChange={() => cambiar(alternar(elegidos, permiso, TODOS))}
    />
  )
  return (
    <section className={classes.marco} aria-label="Permisos por área">
      <table className={classes.matriz}>
        <thead>
          <tr>
            <th scope="col">Área</th>
            <th scope="col">Ver</th>
            <th scope="col">Crear</th>
            <th scope="col">Editar</th>
            <th scope="col">Además</th>
          </tr>
        </thead>
        <tbody>
          {AREAS.map(([area, permisos]) => (
            <tr key={area}>
              <th scope="row">{nombreArea(area)}</th>
              {COLUMNAS.map((accion) => {
                const permiso = permisos.find((each) => accionDe(each) === accion)
                return (
                  <td key={accion} data-columna={accion} data-vacia={!permiso || undefined}>
                    {permiso && casilla(permiso, false)}
                  </td>
                )
              })}
              <td className={classes.otras}>
                {permisos
                  .filter((each) => !COLUMNAS.includes(accionDe(each)))
                  .map((permiso) => casilla(permiso, true))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
