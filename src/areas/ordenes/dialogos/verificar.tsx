import { Modal } from '../../../web/crud/modal.tsx'
import type { DetalleOrden } from '../contract.ts'
import { Cobros } from '../detalle/cobros.tsx'
import classes from './dialogos.module.css'

/** The payments that a client says he made, each with its voucher, to be found on our account or not. */
export function VerificarCobros({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  return (
    <Modal
      opened
      onClose={cerrar}
      title={`Verificar los cobros de ${orden.numero}`}
      size="xl"
      transitionProps={{ duration: 120 }}
    >
      <div className={classes.dialogo}>
        <Cobros orden={orden} alTerminar={cerrar} />
      </div>
    </Modal>
  )
}
