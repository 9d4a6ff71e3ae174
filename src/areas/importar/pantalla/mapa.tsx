import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Tabla } from '../../../core/texto/csv.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import type { Que } from '../contract/columnas.ts'
import { conColumna, type Eleccion, faltan } from '../rules/archivo.ts'
import { type Columna, MOTIVO } from '../rules/columnas.ts'
import type { Decimales } from '../rules.ts'
import classes from './importar.module.css'
import { Muestra } from './muestra.tsx'

interface Props {
  que: Que
  tabla: Tabla
  columnas: readonly Columna[]
  eleccion: Eleccion
  decimales: Decimales | undefined
  alCambiar: (eleccion: Eleccion) => void
}

/** The column that each column of the file stands for; open when something must be chosen. */
export function Mapa(props: Props) {
  const { tabla, columnas, eleccion } = props
  const missing = faltan(eleccion, columnas)
  const extra = tabla.encabezado.filter((t, n) => t !== '' && t !== MOTIVO && !eleccion.claves[n])
  const read = eleccion.claves.filter(Boolean).length
  const [abierto, setAbierto] = useState(missing.length > 0)
  return (
    <details
      className={classes.mapa}
      open={abierto}
      onToggle={({ currentTarget }) => setAbierto(currentTarget.open)}
    >
      <summary>
        <strong>Columnas</strong>
        <span>
          {`${read} de ${tabla.encabezado.length} se leen`}
          {extra.length > 0 && `; no se leen: ${extra.join(', ')}`}
        </span>
      </summary>
      <ul className={classes.columnas}>
        {tabla.encabezado.map((titulo, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same title.
          <li key={n}>
            <span className="fuerte cortado">{titulo || `Columna ${n + 1}`}</span>
            <span className="nota cortado">{tabla.filas[0]?.celdas[n] || '—'}</span>
            <Seleccion
              etiqueta={`Qué es «${titulo || `columna ${n + 1}`}»`}
              vacia="No se lee"
              className={classes.eleccion}
              opciones={columnas.map((c) => ({ valor: c.clave, etiqueta: c.titulo }))}
              valor={eleccion.claves[n] ?? undefined}
              alElegir={(clave) => props.alCambiar(conColumna(eleccion, n, clave ?? null))}
            />
          </li>
        ))}
      </ul>
      <Fijos {...props} />
      {abierto && <Muestra {...props} />}
    </details>
  )
}

/** Required data without a column in the file: one value for all rows. */
function Fijos({ columnas, eleccion, alCambiar }: Props) {
  const sin = columnas.filter(
    ({ clave, requerida }) => requerida && !eleccion.claves.includes(clave),
  )
  if (sin.length === 0) return null
  const put = (clave: string, valor: string) =>
    alCambiar({ ...eleccion, fijos: { ...eleccion.fijos, [clave]: valor } })
  return (
    <fieldset className={classes.fijos}>
      <legend>El archivo no los trae: elija su columna arriba, o el mismo valor para todas</legend>
      {sin.map(({ clave, titulo, opciones, ejemplo }) => (
        <div key={clave} className="pila hueco-4 fuerte">
          <span>{titulo}</span>
          {opciones.length > 0 ? (
            <Seleccion
              etiqueta={titulo}
              vacia="Elija"
              className={classes.eleccion}
              opciones={opciones.map((valor) => ({ valor, etiqueta: valor }))}
              valor={eleccion.fijos[clave]}
              alElegir={(valor) => put(clave, valor ?? '')}
            />
          ) : (
            <TextInput
              aria-label={titulo}
              placeholder={ejemplo}
              value={eleccion.fijos[clave] ?? ''}
              onChange={(event) => put(clave, event.currentTarget.value)}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}
