import { Suspense } from 'react'
import { Cargando } from '../crud/pagina/cargando.tsx'
import { parte } from '../sin-linea/parte.tsx'

const Dice = parte(() => import('./sin-tasas-dice.tsx'))

export interface SinTasasProps {
  titulo: string
  /** What is missing may be a till of the currency too. */
  caja?: boolean
}

/** Instead of a form that needs a rate, where there is none; its code comes only then. */
export const SinTasas = (props: SinTasasProps) => (
  <Suspense fallback={<Cargando />}>
    <Dice {...props} />
  </Suspense>
)
