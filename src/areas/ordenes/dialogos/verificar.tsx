import { Modal } from '../../../web/crud/modal.tsx'
import type { DetalleOrden } from '../contract.ts'
import { Cobros } from '../detalle/cobros.tsx'
import classes from './dialogos.module.css'

/** The payments to verify, each with its voucher, to be found on our account or refused. */
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
