import { useAnswer } from '../../../web/api/query.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import { DatosPago } from '../detalle/datos-pago.tsx'
import classes from './dialogos.module.css'
import { FormularioPago } from './formulario-pago.tsx'

/** Pays an order out: what the bank asks for on one side, what was done there on the other. */
export function Pagar({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const { data } = useAnswer(contrato.propuesta, { params: { id: orden.id } })
  return (
    <Modal
      opened
      onClose={cerrar}
      title={`Pagar ${orden.numero} a ${orden.beneficiario}`}
      size="xl"
      transitionProps={{ duration: 120 }}
    >
      {data ? (
        <div className={classes.pagar}>
          <div className={classes.dialogo}>
            <p className={classes.faltante}>
              Falta pagar{' '}
              <strong>
                <Monto valor={data.por_pagar} moneda={orden.recibe_moneda} />
              </strong>
            </p>
            <DatosPago orden={orden} monto={data.por_pagar} />
          </div>
          <FormularioPago key={data.por_pagar} orden={orden} propuesta={data} cerrar={cerrar} />
        </div>
      ) : (
        <Cargando />
      )}
    </Modal>
  )
}
