import { Button } from '@mantine/core'
import { Modal } from '../../web/crud/modal.tsx'
import { copiar } from '../../web/navegador.ts'
import classes from './claves-api.module.css'

/** Shows a new key, the only time it can be read. */
export function ClaveCreada({ clave, cerrar }: { clave: string | null; cerrar: () => void }) {
  return (
    <Modal
      opened={clave !== null}
      onClose={cerrar}
      title="Clave de API"
      size="md"
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 120 }}
    >
      <p>
        Guárdela donde el otro programa lee sus secretos. No se vuelve a mostrar: quien la tenga
        puede lo que ella puede.
      </p>
      <p className={classes.clave}>{clave}</p>
      <div className={classes.pie}>
        <Button data-autofocus onClick={() => void copiar(clave ?? '', 'Copiada.')}>
          Copiar
        </Button>
        <Button variant="default" onClick={cerrar}>
          Ya la guardé
        </Button>
      </div>
    </Modal>
  )
}
