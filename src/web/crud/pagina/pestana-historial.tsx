import { type ComponentProps, Suspense } from 'react'
import { parte } from '../../sin-linea/parte.tsx'
import { Cargando } from './cargando.tsx'
import type { Pestana } from './detalle.tsx'

const HistorialDe = parte(() => import('./historial-de.tsx'))

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
