import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The library's dialog. It opens after it is there, so that it learns which element the focus returns to. */
export default function ModalBase({ opened, ...props }: ModalProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return <Modal {...props} opened={opened && ready} closeOnEscape={false} />
}
