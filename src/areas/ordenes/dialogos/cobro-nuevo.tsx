import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { tarifaMas } from '../../tipos-pagos/rules/tarifa-mas.ts'
import { usePagoNuevo } from '../../tipos-pagos/ui/pago-nuevo.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import { DialogoOrden } from './orden.tsx'

const vivos = (cobros: DetalleOrden['cobros']) =>
  cobros.filter(({ estado }) => estado === 'por_verificar' || estado === 'verificado')

/** The payments that the order has by that way and account, as the fee of another one counts them. */
const cobradas = ({ cobros }: DetalleOrden, pago: { tipo_pago_id: number; cuenta_id: number }) =>
  cobros
    .filter((c) => c.tipo_pago_id === pago.tipo_pago_id && c.cuenta_id === pago.cuenta_id)
    .map(({ monto, a_favor, tarifa, estado }) => ({
      monto: decimal(monto).plus(decimal(a_favor)),
      tarifa: decimal(tarifa),
      rechazado: estado === 'rechazado',
    }))

/** The amount still to be paid by the client; refused payments do not count. */
export function restoDe({ cobros, envia, envia_moneda }: DetalleOrden): string {
  const paid = vivos(cobros).reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0'))
  return texto(decimal(envia).minus(paid), envia_moneda.decimales)
}

/** Registers a payment of the client: way of paying, account, amount and voucher. */
export function CobroNuevo({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const { data } = useAnswer(contrato.opciones)
  const envio = useSave(contrato.registrarCobro, { stale: MUEVE })
  /** The surplus that was said to stay the client's; another amount is asked about anew. */
  const [queda, setQueda] = useState<string | null>(null)
  const vencida = orden.estado === 'vencida'
  const { campos, pago, falta, inicial } = usePagoNuevo({
    opciones: data,
    moneda: orden.envia_moneda,
    lado: 'recibimos',
    resto: restoDe(orden),
    subir: contrato.subirComprobante,
    // An expired order accepts only payments that are verified later.
    admite: ({ requiere_verificacion }) => !vencida || requiere_verificacion,
    sinForma: vencida
      ? 'La cotización venció: recotice la orden antes de cobrarla.'
      : 'No hay una forma de cobrar en esa moneda a su alcance.',
  })
  const way = data?.tipos_pago.find(({ id }) => id === pago?.tipo_pago_id)
  const { envia_moneda } = orden
  const amount = decimal(pago?.monto ?? '0')
  const tarifa = pago
    ? tarifaMas(way?.tarifa ?? null, amount, cobradas(orden, pago), envia_moneda.decimales)
    : '0'
  const total = texto(amount.plus(decimal(tarifa)), envia_moneda.decimales)
  const resto = decimal(restoDe(orden))
  const sobra = amount.gt(resto) ? texto(amount.minus(resto), envia_moneda.decimales) : null
  const vuelto = sobra !== null && (way?.efectivo ?? false)
  const dudoso =
    sobra !== null &&
    !vuelto &&
    queda !== sobra &&
    'Marque que lo que sobra queda a su favor, o corrija el monto.'
  async function enviar() {
    if (!pago) return
    const partes = vuelto
      ? { monto: inicial, recibido: pago.monto }
      : sobra && { monto: restoDe(orden), a_favor: sobra }
    const body = { ...pago, ...partes, tarifa }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Cobro de ${orden.numero}`}
      accion="Registrar cobro"
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={falta ?? (dudoso || null)}
      ancho="lg"
    >
      {campos}
      {!decimal(tarifa).eq(0) && (
        <p className="banda" role="status">
          Más {formatMonto(tarifa, envia_moneda)} de tarifa: se cobran{' '}
          <strong>{formatMonto(total, envia_moneda)}</strong>.
        </p>
      )}
      {vuelto && (
        <p className="banda" role="status">
          Sobran{' '}
          <strong>{formatMonto(texto(amount.minus(decimal(inicial)), 2), envia_moneda)}</strong>: en
          efectivo dé el vuelto. Entran {formatMonto(inicial, envia_moneda)}.
        </p>
      )}
      {sobra && !vuelto && (
        <Checkbox
          checked={queda === sobra}
          onChange={({ currentTarget }) => setQueda(currentTarget.checked ? sobra : null)}
          label={`Sobran ${formatMonto(sobra, envia_moneda)}: quedan a favor de ${orden.cliente}`}
          description="Se le devuelve después, desde la orden."
        />
      )}
    </DialogoOrden>
  )
}
