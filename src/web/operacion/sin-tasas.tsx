import { lazy, Suspense } from 'react'
import { Cargando } from '../crud/pagina/cargando.tsx'

const Dice = lazy(() => import('./sin-tasas-dice.tsx'))

/** Instead of a form that needs a rate, where there is none; its code comes only then. */
export const SinTasas = ({ titulo }: { titulo: string }) => (
  <Suspense fallback={<Cargando />}>
    <Dice titulo={titulo} />
  </Suspense>
)
