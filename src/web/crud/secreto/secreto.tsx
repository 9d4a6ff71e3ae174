import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { copiar } from '../../navegador.ts'
import { Modal } from '../modal.tsx'
import classes from './secreto.module.css'

interface Props {
  titulo: string
  /** Null: the dialog is closed. */
  secreto: string | null
  /** What a press on «Copiar» says: the secret may be a she. */
  copiado: 'Copiado.' | 'Copiada.'
  /** How whoever kept it says so, which closes the dialog. */
  guardado: string
  /** Short enough to be read to somebody: in large letters. */
  dictado?: boolean
  cerrar: () => void
  /** Where it goes, and that it is not shown again. */
  children: ReactNode
}

/** Shows a secret, the only time it can be read: neither a press beside it nor Escape closes it. */
export function Secreto({ titulo, secreto, copiado, guardado, dictado, cerrar, children }: Props) {
  return (
    <Modal
      opened={secreto !== null}
      onClose={cerrar}
      title={titulo}
      size={dictado ? 'sm' : 'md'}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 120 }}
    >
      <p>{children}</p>
      <p className={dictado ? `${classes.secreto} ${classes.dictado}` : classes.secreto}>
        {secreto}
      </p>
      <div className="seguidos">
        <Button data-autofocus onClick={() => void copiar(secreto ?? '', copiado)}>
          Copiar
        </Button>
        <Button variant="default" onClick={cerrar}>
          {guardado}
        </Button>
      </div>
    </Modal>
  )
}
