import { Checkbox } from '@mantine/core'
import { PERMISOS, type Permiso } from '../../../core/permisos.ts'
import { pantallaLlamada } from '../../../web/marco/screens.ts'
import { TODOS } from '../contract/roles.ts'
import { alternar, porArea } from '../rules.ts'
import classes from './roles.module.css'

const AREAS = [...porArea(TODOS)]
/** The actions that nearly every area has, each with a column of its own. */
const COLUMNAS = ['ver', 'crear', 'editar']

/** Areas without a screen of their own, and those whose word is written with an accent. */
const NOMBRES: Readonly<Record<string, string>> = {
  paises: 'Países',
  ganancia: 'Costos y ganancias',
  auditoria: 'Auditoría',
}

/** An area in the words of its screen; what has none, in its own. */
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

/** What a role may do: a row per area, seeing and writing in columns, the rest beside them in words. */
export function Matriz({ elegidos, soloLectura, cambiar }: Props) {
  const casilla = (permiso: string, palabras: boolean) => (
    <Checkbox
      key={permiso}
      label={palabras ? PERMISOS[permiso as Permiso] : undefined}
      aria-label={palabras ? undefined : PERMISOS[permiso as Permiso]}
      title={PERMISOS[permiso as Permiso]}
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
