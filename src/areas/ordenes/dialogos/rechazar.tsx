import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import type { Cobro, PagoHecho } from '../contract/partes.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { DialogoOrden } from './orden.tsx'

interface Props {
  orden: DetalleOrden
  cerrar: () => void
}

/** A payment of the client that never reached us. */
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

/** A payout that the bank gave back. */
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

function ConMotivo(
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
      falta={motivo.trim().length < 5 ? 'Escriba el motivo, en 5 letras o más.' : null}
    >
      <p>{sinCortar(texto)}</p>
      <Textarea
        data-autofocus
        label="Motivo"
        withAsterisk
        rows={2}
        maxLength={200}
        value={motivo}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
    </DialogoOrden>
  )
}
