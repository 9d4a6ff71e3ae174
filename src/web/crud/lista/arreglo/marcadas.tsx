import { Suspense } from 'react'
import { parte } from '../../../sin-linea/parte.tsx'
import { tarde } from '../../../tarde.ts'
import type { Columna } from '../tabla.tsx'
import type { Lote, Marcas } from './marcas.tsx'

/** What the bar of marked rows needs of its list. */
export interface MarcadasProps<T> {
  /** Name of the file without its ending. */
  nombre: string
  columnas: readonly Columna<T>[]
  marcas: Marcas<T>
  lote: Lote<T>
  nombreFila?: ((fila: T) => string) | undefined
}

const Barra = parte(tarde(() => import('../despues/barra-marcas.tsx')))

/** How many rows are marked, their sums, and what is done with them. */
export function BarraMarcas<T>(props: MarcadasProps<T>) {
  return (
    <Suspense fallback={null}>
      <Barra {...(props as unknown as MarcadasProps<unknown>)} />
    </Suspense>
  )
}
