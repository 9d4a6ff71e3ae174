import { useSesion } from '../sesion/sesion.ts'
import { columnaTexto } from './lista/columna.tsx'
import { type Filtro, filtroDe } from './lista/filtros.tsx'
import type { Columna } from './lista/tabla.tsx'

interface DeSucursal {
  sucursal?: string | null | undefined
}

const COLUMNA = columnaTexto<DeSucursal>('sucursal', 'Sucursal', ({ sucursal }) => sucursal, {
  tarjeta: 'oculta',
})

/**
 * The filter and the column by branch, of a list that has them; none for whoever has no branches to tell apart: in a
 * house with one, or where he may not see all. `oculta`: the column is there to be chosen and to be exported.
 */
export function useSucursales<T>(tiene: boolean | 'oculta' = true): {
  filtros: Filtro<'sucursal_id'>[]
  columnas: Columna<T>[]
} {
  const { sucursales = [] } = useSesion().usuario ?? {}
  if (!tiene || sucursales.length < 2) return { filtros: [], columnas: [] }
  const words = sucursales.map(({ id, nombre }) => [String(id), nombre] as const)
  return {
    filtros: [filtroDe('sucursal_id', 'Sucursal', words)],
    columnas: [{ ...COLUMNA, oculta: tiene === 'oculta' } as unknown as Columna<T>],
  }
}
