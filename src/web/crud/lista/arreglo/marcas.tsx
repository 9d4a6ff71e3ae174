import { useState } from 'react'
import type { ConCodigo } from '../../../../core/formato.ts'
import classes from './filas.module.css'

/** An amount with its currency; null and none are not summed. */
export type Importe = readonly [valor: string | null | undefined, moneda: ConCodigo | undefined]

/** Something that is done with several rows, one after another, each as if it had been done alone. */
export interface AccionLote<T> {
  clave: string
  texto: string
  /** Asks for these words once and gives them to each. */
  nota?: string
  /** Whether it makes sense for this row; the server judges it again. */
  puede: (fila: T) => boolean
  /** Does it; answers the server's sentence. @throws what the server refused. */
  hacer: (fila: T, nota: string) => Promise<string>
}

/** What may be done with marked rows of a list, besides exporting them. */
export interface Lote<T> {
  /** The amounts of a row that are summed by currency. */
  importes?: (fila: T) => readonly Importe[]
  acciones?: readonly AccionLote<T>[]
  /** Areas whose answers are stale afterwards. */
  mueve?: readonly string[]
}

/** Rows that are marked, also those of other pages. */
export interface Marcas<T> {
  filas: readonly T[]
  tiene: (fila: T) => boolean
  alternar: (fila: T) => void
  poner: (filas: readonly T[]) => void
  quitar: (filas: readonly T[]) => void
  limpiar: () => void
}

/** `de`: what the rows are of; when it changes nothing stays marked. */
export function useMarcas<T>(id: (fila: T) => string | number, de: string): Marcas<T> {
  const [kept, setKept] = useState<{ de: string; filas: ReadonlyMap<string | number, T> }>()
  const now = kept?.de === de ? kept.filas : new Map<string | number, T>()
  const put = (filas: ReadonlyMap<string | number, T>) => setKept({ de, filas })
  const pairs = (filas: readonly T[]) => filas.map((fila) => [id(fila), fila] as const)
  const without = (filas: readonly T[]) => {
    const ids = new Set(filas.map(id))
    return new Map([...now].filter(([key]) => !ids.has(key)))
  }
  return {
    filas: [...now.values()],
    tiene: (fila) => now.has(id(fila)),
    alternar: (fila) =>
      put(now.has(id(fila)) ? without([fila]) : new Map([...now, ...pairs([fila])])),
    poner: (filas) => put(new Map([...now, ...pairs(filas)])),
    quitar: (filas) => put(without(filas)),
    limpiar: () => put(new Map()),
  }
}

/** Marks or unmarks all rows of the page. */
export function MarcaTodas<T>({
  marcas,
  filas = [],
}: {
  marcas: Marcas<T>
  filas: readonly T[] | undefined
}) {
  const some = filas.filter(marcas.tiene).length
  const all = some > 0 && some === filas.length
  return (
    <th scope="col" className={classes.marca}>
      <input
        type="checkbox"
        aria-label="Marcar todas las filas de la página"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some > 0 && !all
        }}
        onChange={() => (all ? marcas.quitar(filas) : marcas.poner(filas))}
      />
    </th>
  )
}

/** The box of one row; a click beside it marks too, and does not open the row. */
export function CeldaMarca<T>(props: { marcas: Marcas<T>; fila: T; nombre: string | undefined }) {
  const { marcas, fila, nombre } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside has the keys; what is beside it is only larger.
    <td
      className={classes.marca}
      data-marca
      onClick={(event) => {
        event.stopPropagation()
        if (event.target === event.currentTarget) marcas.alternar(fila)
      }}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Marcar ${nombre ?? 'la fila'}`}
        checked={marcas.tiene(fila)}
        onChange={() => marcas.alternar(fila)}
      />
    </td>
  )
}
