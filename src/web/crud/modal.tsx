import type { ModalProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { parte } from '../sin-linea/parte.tsx'
import { tarde } from '../tarde.ts'
import { useEscape } from './abiertos.ts'

const Base = parte(tarde(() => import('./modal-base.tsx')))

/** A dialog over the page. Its code comes with the first one that opens. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose())
  const [used, setUsed] = useState(props.opened)
  if (props.opened && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense>
      <Base {...props} />
    </Suspense>
  )
}
