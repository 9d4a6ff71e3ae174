import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Conteo, conteoTexto } from '../../../core/dinero/conteo.ts'
import { decimal, isDecimal, texto } from '../../../core/dinero/decimal.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { CampoComprobante, useComprobante } from '../../../web/comprobantes/campo.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { BotonConteo } from '../../tipos-pagos/ui/conteo.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import type { OpcionesOrden } from '../contract/opciones.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { Elegir } from './elegir.tsx'
import { DialogoOrden } from './orden.tsx'

/** The amount still to be paid by the client; refused payments do not count. */
function restoDe({ cobros, envia, envia_moneda }: DetalleOrden): string {
  const alive = cobros.filter(({ estado }) => estado === 'por_verificar' || estado === 'verificado')
  const paid = alive.reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0'))
  return texto(decimal(envia).minus(paid), envia_moneda.decimales)
}

const cuentasDe = ({ cuentas }: OpcionesOrden, moneda_id: number, efectivo: boolean) =>
  cuentas.filter(
    (c) => c.moneda_id === moneda_id && (c.tipo === 'caja' || c.tipo === 'boveda') === efectivo,
  )

interface Borrador {
  tipo?: number
  cuenta?: number
  monto?: string | null
  /** The cash count; null once the amount is typed by hand. */
  denominaciones?: Conteo[] | null
}

/** Registers a payment of the client: way of paying, account, amount and voucher. */
export function CobroNuevo({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const { data } = useAnswer(contrato.opciones)
  const moneda = orden.envia_moneda
  const [borrador, setBorrador] = useState<Borrador>({})
  const [referencia, setReferencia] = useState('')
  const comprobante = useComprobante(contrato.subirComprobante)
  const envio = useSave(contrato.registrarCobro, { stale: MUEVE })
  const ways = (data?.tipos_pago ?? []).filter(
    (t) =>
      (t.moneda_id === null || t.moneda_id === moneda.id) &&
      // An expired order accepts only payments that are verified later.
      (orden.estado !== 'vencida' || t.requiere_verificacion) &&
      data &&
      cuentasDe(data, moneda.id, t.efectivo).length > 0,
  )
  const way = ways.find(({ id }) => id === borrador.tipo) ?? ways[0]
  const accounts = data && way ? cuentasDe(data, moneda.id, way.efectivo) : []
  const cuenta = accounts.find(({ id }) => id === borrador.cuenta) ?? accounts[0]
  const monto = borrador.monto === undefined ? restoDe(orden) : borrador.monto
  const voucher = comprobante.subida
  const contado = way?.efectivo ? borrador.denominaciones : null
  const piezas = (data?.denominaciones ?? []).filter((d) => d.moneda_id === moneda.id)
  const falta = !way
    ? orden.estado === 'vencida'
      ? 'La cotización venció: recotice la orden antes de cobrarla.'
      : 'No hay una forma de cobrar en esa moneda a su alcance.'
    : !monto || !isDecimal(monto) || !decimal(monto).gt(0)
      ? 'Escriba el monto.'
      : way.pide_referencia && referencia.trim() === ''
        ? 'Escriba la referencia.'
        : way.pide_comprobante && !voucher
          ? 'Adjunte el comprobante.'
          : voucher && voucher.id === null
            ? (voucher.error ?? 'El comprobante se está subiendo.')
            : null
  async function enviar() {
    if (!way || !cuenta || !monto) return
    const body = {
      tipo_pago_id: way.id,
      cuenta_id: cuenta.id,
      monto,
      referencia: referencia.trim() || null,
      comprobante_id: voucher?.id ?? null,
      denominaciones: contado ?? null,
    }
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
      falta={data ? falta : 'Cargando…'}
      ancho="lg"
    >
      <div className="casillas">
        <Elegir
          etiqueta="Tipo de pago"
          opciones={ways}
          valor={way?.id}
          alElegir={(tipo) => setBorrador({ ...borrador, tipo })}
        />
        <Elegir
          etiqueta="Cuenta a la que entra"
          opciones={accounts}
          valor={cuenta?.id}
          alElegir={(id) => setBorrador({ ...borrador, cuenta: id })}
        />
        <DecimalInput
          data-autofocus
          label={`Monto ${moneda.simbolo}`}
          withAsterisk
          decimales={moneda.decimales}
          value={monto}
          onChange={(value) => setBorrador({ ...borrador, monto: value, denominaciones: null })}
          {...(way?.efectivo &&
            piezas.length > 0 && {
              rightSectionWidth: 42,
              rightSection: (
                <BotonConteo
                  linea={{ denominaciones: contado ?? null, resuelto: monto ?? '' }}
                  lado="recibimos"
                  moneda={moneda}
                  piezas={piezas}
                  contar={(denominaciones, sum) =>
                    setBorrador({ ...borrador, denominaciones, monto: sum })
                  }
                />
              ),
            })}
        />
        <TextInput
          label="Referencia"
          withAsterisk={way?.pide_referencia ?? false}
          maxLength={camposAccion.referencia.control.maximo}
          value={referencia}
          onChange={({ currentTarget }) => setReferencia(currentTarget.value)}
        />
      </div>
      {contado && <p className="tenue">{`Contado: ${conteoTexto(contado)}`}</p>}
      {way && !way.efectivo && (
        <CampoComprobante comprobante={comprobante} pide={way.pide_comprobante} />
      )}
      {way?.requiere_verificacion && (
        <p className="tenue">Quedará por verificar hasta que se vea en la cuenta.</p>
      )}
    </DialogoOrden>
  )
}
