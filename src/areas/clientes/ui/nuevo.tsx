import { Suspense } from 'react'
import { Modal } from '../../../web/crud/modal.tsx'
import { parte } from '../../../web/sin-linea/parte.tsx'
import type { NuevoProps } from './nuevo-form.tsx'

// Brings forms and their rules, which most operations do without.
const NuevoForm = parte(() => import('./nuevo-form.tsx'))

function enfocarDocumento(): void {
  document.getElementById('campo-num_doc')?.focus()
}

/** Creates a client without leaving the operation. */
export function ClienteNuevo({ abierto, ...props }: NuevoProps & { abierto: boolean }) {
  return (
    <Modal
      opened={abierto}
      onClose={props.cerrar}
      title="Cliente nuevo"
      size="md"
      onEnterTransitionEnd={enfocarDocumento}
    >
      <Suspense>
        <NuevoForm {...props} enfocar={enfocarDocumento} />
      </Suspense>
    </Modal>
  )
}
