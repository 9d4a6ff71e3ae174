import { ActionIcon, Modal } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEscape } from '../../web/crud/abiertos.ts'
import classes from './calculadora.module.css'
import { Conversion } from './conversion.tsx'

/**
 * The calculator's window. Its content is mounted only while it is open, so it always starts with the same
 * choices and requests nothing while closed.
 */
export default function Calculadora({ abierta, cerrar }: { abierta: boolean; cerrar: () => void }) {
  useEscape(abierta, cerrar)
  return (
    <Modal.Root
      opened={abierta}
      onClose={cerrar}
      closeOnEscape={false}
      centered
      size="34rem"
      lockScroll={false}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className={classes.cabecera}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Volver"
            title="Volver"
            onClick={cerrar}
          >
            <IconArrowLeft size={20} aria-hidden="true" />
          </ActionIcon>
          <Modal.Title className={classes.titulo}>Calculadora</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Conversion cerrar={cerrar} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
