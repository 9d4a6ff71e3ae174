import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Monto, TasaTexto } from '../../../web/crud/valores.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import classes from './dialogos.module.css'
import { DialogoOrden } from './orden.tsx'

type Lado = 'envia' | 'recibe'

/** Requotes an order at the rate in force: old and new amounts side by side. */
export function Recotizar({ orden: o, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  // With payments, the amount sent is fixed to what the client has paid.
  const paid = decimal(o.cobrado).gt(0)
  const [lado, setLado] = useState<Lado>('envia')
  const { data: now, error } = useAnswer(contrato.cotizar, {
    query: {
      pais: o.pais,
      base_id: String(o.envia_moneda_id),
      cotizacion_id: String(o.recibe_moneda_id),
      cliente_id: String(o.cliente_id),
      ...(lado === 'envia' ? { envia: o.envia } : { recibe: o.recibe }),
    },
  })
  const envio = useSave(contrato.recotizar, { stale: ['dashboard'] })
  async function enviar() {
    if (!now) return
    const body = { historico_id: now.historico_id, [lado]: o[lado] }
    if (await envio.save({ params: { id: o.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Recotizar ${o.numero}`}
      accion="El cliente acepta"
      orden={o}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={now ? null : (error?.message ?? 'Cotizando…')}
      ancho="lg"
    >
      {!paid && (
        <SegmentedControl
          aria-label="Qué se mantiene"
          value={lado}
          onChange={(value) => setLado(value as Lado)}
          data={[
            { value: 'envia', label: 'Mantener lo que envía' },
            { value: 'recibe', label: 'Mantener lo que recibe' },
          ]}
        />
      )}
      <table className={classes.comparacion}>
        <thead>
          <tr>
            <td />
            <th scope="col">Antes</th>
            <th scope="col">Ahora</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Tasa</th>
            <td>
              <TasaTexto tasa={o.tasa} precision={o.precision} />
            </td>
            <td>{now && <TasaTexto tasa={now.tasa} precision={now.precision} />}</td>
          </tr>
          <tr data-cambia={(now && now.envia !== o.envia) || undefined}>
            <th scope="row">El cliente envía</th>
            <td>
              <Monto valor={o.envia} moneda={o.envia_moneda} />
            </td>
            <td>{now && <Monto valor={now.envia} moneda={o.envia_moneda} />}</td>
          </tr>
          <tr data-cambia={(now && now.recibe !== o.recibe) || undefined}>
            <th scope="row">El beneficiario recibe</th>
            <td>
              <Monto valor={o.recibe} moneda={o.recibe_moneda} />
            </td>
            <td>{now && <Monto valor={now.recibe} moneda={o.recibe_moneda} />}</td>
          </tr>
          <tr>
            <th scope="row">Vale hasta</th>
            <td>{formatHora(o.vence_en)}</td>
            <td>{now && formatHora(now.vence_en)}</td>
          </tr>
        </tbody>
      </table>
      {now && decimal(now.falta).gt(0) && (
        <p className="banda">
          Para pagarla faltan <Monto valor={now.falta} moneda={o.recibe_moneda} /> en las cuentas.
        </p>
      )}
    </DialogoOrden>
  )
}
