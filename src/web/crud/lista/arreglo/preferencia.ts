import { useState } from 'react'
import { useEstrecha } from '../fila/angosta.ts'
import type { Columna } from '../tabla.tsx'
import type { Preferencia } from './panel-vistas.ts'

/** The columns of a list as this browser keeps them, and how to change that. */
export interface Arreglo<T> {
  /** All columns, in their order. */
  ordenadas: readonly Columna<T>[]
  visibles: readonly Columna<T>[]
  ocultas: ReadonlySet<string>
  pref: Preferencia
  poner: (next: Preferencia) => void
}

export function useColumnas<T>(lista: string, columnas: readonly Columna<T>[]): Arreglo<T> {
  const place = `columnas:${lista}`
  const [pref, setPref] = useState(() => leer(place))
  function poner(next: Preferencia) {
    if (Object.keys(next).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(next))
    setPref(next)
  }
  const narrow = useEstrecha()
  const ordenadas = enOrden(columnas, pref.orden)
  const begins = ({ oculta }: Columna<T>) => (oculta === 'estrecha' ? narrow : oculta)
  const ocultas = new Set(pref.ocultas ?? columnas.filter(begins).map(({ clave }) => clave))
  const visibles = ordenadas.filter(({ clave }) => !ocultas.has(clave))
  return { ordenadas, visibles, ocultas, pref, poner }
}

/** Columns that the kept order does not know stand after the one that they follow as delivered. */
function enOrden<T>(
  columnas: readonly Columna<T>[],
  orden: readonly string[] | undefined,
): readonly Columna<T>[] {
  if (!orden) return columnas
  const kept = orden.flatMap((clave) => columnas.filter((one) => one.clave === clave))
  columnas.forEach((columna, at) => {
    if (orden.includes(columna.clave)) return
    const before = columnas[at - 1]
    kept.splice(before ? kept.indexOf(before) + 1 : 0, 0, columna)
  })
  return kept
}

function leer(place: string): Preferencia {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    // An earlier version kept the hidden columns alone.
    if (Array.isArray(kept)) return { ocultas: kept.map(String) }
    if (kept && typeof kept === 'object') return kept
  } catch {
    // The stored value is not ours: use the defaults.
  }
  return {}
}
