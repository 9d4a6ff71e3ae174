import { Button } from '@mantine/core'
import { Modal } from '../../../web/crud/modal.tsx'
import { copiar } from '../../../web/navegador.ts'
import classes from '../usuarios.module.css'

/** A temporary password, the only time it is shown. */
export function ClaveTemporal(props: { clave: string | null; nombre: string; cerrar: () => void }) {
  const { clave, nombre, cerrar } = props
  return (
    <Modal
      opened={clave !== null}
      onClose={cerrar}
      title="Contraseña temporal"
      size="sm"
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 120 }}
    >
      <p>
        Désela a {nombre} en persona. No se vuelve a mostrar; al ingresar deberá cambiarla por la
        suya.
      </p>
      <p className={classes.temporal}>{clave}</p>
      <div className={classes.pie}>
        <Button data-autofocus onClick={() => void copiar(clave ?? '', 'Copiada.')}>
          Copiar
        </Button>
        <Button variant="default" onClick={cerrar}>
          Ya la anoté
        </Button>
      </div>
    </Modal>
  )
}
