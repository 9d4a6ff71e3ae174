import { type ReactNode, Suspense } from 'react'
import { parte } from '../../../web/sin-linea/parte.tsx'

// Comes with the first client who is chosen: most operations are of nobody known.
const ConocidoFicha = parte(() => import('./conocido-ficha.tsx'))

export interface ConocidoProps {
  id: number
  /** The amount so far, in US$. */
  dolares: string | null
  children?: ReactNode
}

/** What an operation should know of its client, beside his name. */
export function ClienteConocido(props: ConocidoProps) {
  return (
    <Suspense fallback={null}>
      <ConocidoFicha {...props} />
    </Suspense>
  )
}
