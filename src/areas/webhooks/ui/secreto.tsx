import { Button } from '@mantine/core'
import { Modal } from '../../../web/crud/modal.tsx'
import { copiar } from '../../../web/navegador.ts'
import classes from '../webhooks.module.css'

/** Shows a secret, the only time it can be read. */
export function Secreto({ secreto, cerrar }: { secreto: string | null; cerrar: () => void }) {
  return (
    <Modal
      opened={secreto !== null}
      onClose={cerrar}
      title="Secreto del webhook"
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 120 }}
    >
      <p>
        Póngalo en el programa que recibe: con él comprueba que cada mensaje es de esta casa. No se
        vuelve a mostrar; si se pierde, se genera otro.
      </p>
      <p className={classes.secreto}>{secreto}</p>
      <div className="seguidos">
        <Button data-autofocus onClick={() => void copiar(secreto ?? '', 'Copiado.')}>
          Copiar
        </Button>
        <Button variant="default" onClick={cerrar}>
          Ya lo guardé
        </Button>
      </div>
    </Modal>
  )
}
