import { type ComponentProps, lazy, Suspense } from 'react'
import { Cargando } from './cargando.tsx'
import type { Pestana } from './detalle.tsx'

const HistorialDe = lazy(() => import('./historial-de.tsx'))

/** The tab `Historial` of a row: who created and changed it. */
export const pestanaHistorial = (props: ComponentProps<typeof HistorialDe>): Pestana => ({
  clave: 'historial',
  titulo: 'Historial',
  contenido: () => (
    <Suspense fallback={<Cargando />}>
      <HistorialDe {...props} />
    </Suspense>
  ),
})
