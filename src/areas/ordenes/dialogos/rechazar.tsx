import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import type { Cobro, PagoHecho } from '../contract/partes.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { DialogoOrden, faltaMotivo } from './orden.tsx'

interface Props {
  orden: DetalleOrden
  cerrar: () => void
}

/** Refuses a payment of the client that did not arrive. */
export function RechazarCobro({ orden, cobro, cerrar }: Props & { cobro: Cobro }) {
  const envio = useSave(contrato.rechazar, { stale: MUEVE })
  return (
    <ConMotivo
      titulo="El cobro no llegó"
      accion="Rechazar cobro"
      texto={`${formatMonto(cobro.monto, orden.envia_moneda)} por ${cobro.tipo_pago} dejan de contar para ${orden.numero}. No se mueve dinero.`}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={(motivo) =>
        envio.save({ params: { id: orden.id }, body: { cobro_id: cobro.id, motivo } })
      }
    />
  )
}

/** Registers that the bank returned a payout. */
export function Rebotar({ orden, pago, cerrar }: Props & { pago: PagoHecho }) {
  const envio = useSave(contrato.rebotar, { stale: MUEVE })
  return (
    <ConMotivo
      titulo="Pago rebotado"
      accion="Registrar rebote"
      texto={`${formatMonto(pago.monto, orden.recibe_moneda)} vuelven a ${pago.cuenta} y ${orden.numero} queda otra vez en proceso.`}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={(motivo) =>
        envio.save({ params: { id: orden.id }, body: { pago_id: pago.id, motivo } })
      }
    />
  )
}

/** An action on an order that asks for a reason. */
export function ConMotivo(
  props: Props & {
    titulo: string
    accion: string
    texto: string
    envio: Parameters<typeof DialogoOrden>[0]['envio']
    enviar: (motivo: string) => Promise<unknown>
  },
) {
  const { titulo, accion, texto, orden, envio, cerrar, enviar } = props
  const [motivo, setMotivo] = useState('')
  async function send() {
    if (await enviar(motivo.trim())) cerrar()
  }
  return (
    <DialogoOrden
      titulo={titulo}
      accion={accion}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void send()}
      peligro
      falta={faltaMotivo(motivo)}
    >
      <p>{sinCortar(texto)}</p>
      <Textarea
        data-autofocus
        label="Motivo"
        withAsterisk
        rows={2}
        maxLength={camposAccion.motivo.control.maximo}
        value={motivo}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
    </DialogoOrden>
  )
}
