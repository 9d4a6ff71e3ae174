import type { ReactNode } from 'react'

/** How many lines a summary shows of a tab; the tab has the rest. */
const CUANTAS = 3

interface Props<T> {
  filas: readonly T[]
  vacio: string
  children: (fila: T) => ReactNode
}

/** The first lines of a tab, for a record's summary; words where there are none. */
export function Corto<T extends { id: number }>({ filas, vacio, children }: Props<T>) {
  if (filas.length === 0) return <p>{vacio}</p>
  return (
    <ul>
      {filas.slice(0, CUANTAS).map((fila) => (
        <li key={fila.id}>{children(fila)}</li>
      ))}
    </ul>
  )
}
