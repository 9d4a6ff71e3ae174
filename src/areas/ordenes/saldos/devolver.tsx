import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { CampoComprobante, useComprobante } from '../../../web/comprobantes/campo.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposDevolucion, type Devolucion, type SaldoFavor } from '../contract/saldos.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { DialogoOrden } from '../dialogos/orden.tsx'
import { ConMotivo } from '../dialogos/rechazar.tsx'

interface Props {
  orden: DetalleOrden
  cerrar: () => void
}

/** Pays a client what he paid too much, or a part of it. */
export function Devolver({ orden, saldo, cerrar }: Props & { saldo: SaldoFavor }) {
  const { envia_moneda } = orden
  const { data } = useAnswer(contrato.opciones)
  const [monto, setMonto] = useState<string | null>(saldo.saldo)
  const [chosen, setChosen] = useState<number>()
  const [referencia, setReferencia] = useState('')
  const comprobante = useComprobante(contrato.subirDevolucion)
  const envio = useSave(contrato.devolver, { stale: MUEVE })
  const accounts = (data?.cuentas ?? []).filter(({ moneda_id }) => moneda_id === envia_moneda.id)
  const cuenta = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const cash = cuenta?.tipo === 'caja' || cuenta?.tipo === 'boveda'
  const voucher = comprobante.subida
  const lacks = () => {
    if (!cuenta) return 'No hay una cuenta de la que devolver.'
    if (!monto || !isDecimal(monto) || !decimal(monto).gt(0)) return 'Escriba el monto.'
    if (decimal(monto).gt(decimal(saldo.saldo))) return 'Es más de lo que tiene a su favor.'
    if (!cash && referencia.trim() === '') return 'Escriba la referencia.'
    if (!cash && !voucher) return 'Adjunte el comprobante.'
    if (voucher && voucher.id === null) return voucher.error ?? 'El comprobante se está subiendo.'
    return null
  }
  async function enviar() {
    if (!cuenta || !monto) return
    const body = {
      ...{ cobro_id: saldo.cobro_id, cuenta_id: cuenta.id, monto },
      referencia: referencia.trim() || null,
      comprobante_id: voucher?.id ?? null,
    }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Devolver a ${orden.cliente}`}
      accion={monto ? `Devolver ${formatMonto(monto, envia_moneda)}` : 'Devolver'}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={lacks()}
      ancho="lg"
    >
      <p>
        {sinCortar(
          `Tiene ${formatMonto(saldo.saldo, envia_moneda)} a su favor. Compruebe que quien recibe es el cliente.`,
        )}
      </p>
      <div className="casillas">
        <NativeSelect
          label="Cuenta de la que sale"
          data={accounts.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          value={cuenta?.id}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
        <DecimalInput
          data-autofocus
          label={`Monto ${envia_moneda.simbolo}`}
          withAsterisk
          decimales={envia_moneda.decimales}
          value={monto}
          onChange={setMonto}
        />
        <TextInput
          label="Referencia"
          withAsterisk={!cash}
          maxLength={camposDevolucion.referencia.control.maximo}
          value={referencia}
          onChange={({ currentTarget }) => setReferencia(currentTarget.value)}
        />
      </div>
      <CampoComprobante comprobante={comprobante} pide={!cash} />
    </DialogoOrden>
  )
}

/** Takes a payback back: it did not happen, or from another account. */
export function AnularDevolucion({
  orden,
  devolucion,
  cerrar,
}: Props & { devolucion: Devolucion }) {
  const envio = useSave(contrato.anularDevolucion, { stale: MUEVE })
  const much = formatMonto(devolucion.monto, orden.envia_moneda)
  return (
    <ConMotivo
      titulo="Anular la devolución"
      accion="Anular devolución"
      texto={`${much} vuelven a ${devolucion.cuenta}, y ${orden.cliente} los tiene otra vez a su favor.`}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={(motivo) =>
        envio.save({ params: { id: orden.id }, body: { devolucion_id: devolucion.id, motivo } })
      }
    />
  )
}
