import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '../../../core/contract.ts'
import { type Conteo, conteoTexto } from '../../../core/dinero/conteo.ts'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { type pago, referencia as referenciaPago } from '../../../core/dinero/pagos.ts'
import type { Simbolo } from '../../../core/formato.ts'
import { CampoComprobante, useComprobante } from '../../../web/comprobantes/campo.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { type CuentaDePago, cuentasDe, type FormaDePago, formasDe } from '../rules/formas.ts'
import { enEfectivo, type Lado } from '../rules/linea-pago.ts'
import { BotonConteo } from './conteo.tsx'

export type Pago = ReturnType<typeof pago.parse>

interface Opciones {
  cuentas: readonly CuentaDePago[]
  tipos_pago: readonly FormaDePago[]
  denominaciones: readonly (Omit<Conteo, 'cantidad'> & { moneda_id: number })[]
}

const elegibles = (all: readonly { id: number; nombre: string }[]) =>
  all.map(({ id, nombre }) => ({ value: String(id), label: nombre }))

interface Borrador {
  tipo?: number
  cuenta?: number
  monto?: string | null
  /** The cash count; null once the amount is typed by hand. */
  denominaciones?: Conteo[] | null
}

/**
 * One payment of a dialog: way of paying, account, amount, reference and voucher. Answers its fields, the payment once it
 * is complete, and what lacks until then. `resto` is what it starts with: in cash what coins can pay of it (`inicial`).
 */
export function usePagoNuevo(o: {
  opciones: Opciones | undefined
  moneda: Simbolo & { id: number }
  lado: Lado
  resto: string
  /** The call that takes its voucher. */
  subir: Endpoint
  admite?: (forma: FormaDePago) => boolean
  /** What is said where no way of paying may be used. */
  sinForma: string
}): { campos: ReactNode; pago: Pago | null; falta: string | null; inicial: string } {
  const { opciones, moneda, lado, resto } = o
  const [borrador, setBorrador] = useState<Borrador>({})
  const [referencia, setReferencia] = useState('')
  const comprobante = useComprobante(o.subir)
  const ways = opciones ? formasDe(opciones, lado, moneda.id).filter(o.admite ?? (() => true)) : []
  const way = ways.find(({ id }) => id === borrador.tipo) ?? ways[0]
  const accounts = opciones && way ? cuentasDe(opciones, moneda.id, way) : []
  const cuenta = accounts.find(({ id }) => id === borrador.cuenta) ?? accounts[0]
  // Never more than what lacks: in cash, what its smallest coin makes of it.
  const inicial = enEfectivo(resto, 'recibimos', cuenta?.pieza ?? null)
  const monto = borrador.monto === undefined ? inicial : borrador.monto
  const voucher = comprobante.subida
  const contado = way?.efectivo ? (borrador.denominaciones ?? null) : null
  const piezas = (opciones?.denominaciones ?? []).filter((d) => d.moneda_id === moneda.id)
  const lacks = () => {
    if (!opciones) return 'Cargando…'
    if (!way) return o.sinForma
    if (!monto || !isDecimal(monto) || !decimal(monto).gt(0)) return 'Escriba el monto.'
    if (way.pide_referencia && referencia.trim() === '') return 'Escriba la referencia.'
    if (way.pide_comprobante && !voucher) return 'Adjunte el comprobante.'
    if (voucher && voucher.id === null) return voucher.error ?? 'El comprobante se está subiendo.'
    return null
  }
  const falta = lacks()
  const pago =
    falta === null && way && cuenta && monto
      ? {
          tipo_pago_id: way.id,
          cuenta_id: cuenta.id,
          monto,
          referencia: referencia.trim() || null,
          comprobante_id: voucher?.id ?? null,
          recibido: null,
          denominaciones: contado,
        }
      : null
  const count = way?.efectivo && piezas.length > 0 && (
    <BotonConteo
      linea={{ cuenta_id: cuenta?.id ?? 0, denominaciones: contado, resuelto: monto ?? '' }}
      lado={lado}
      moneda={moneda}
      piezas={piezas}
      contar={(denominaciones, sum) => setBorrador({ ...borrador, denominaciones, monto: sum })}
    />
  )
  const campos = (
    <>
      <div className="casillas">
        <NativeSelect
          label="Tipo de pago"
          data={elegibles(ways)}
          value={way?.id}
          onChange={({ currentTarget }) =>
            setBorrador({ ...borrador, tipo: Number(currentTarget.value) })
          }
        />
        <NativeSelect
          label={lado === 'recibimos' ? 'Cuenta a la que entra' : 'Cuenta de la que sale'}
          data={elegibles(accounts)}
          value={cuenta?.id}
          onChange={({ currentTarget }) =>
            setBorrador({ ...borrador, cuenta: Number(currentTarget.value) })
          }
        />
        <DecimalInput
          data-autofocus
          label={`Monto ${moneda.simbolo}`}
          withAsterisk
          decimales={moneda.decimales}
          value={monto}
          onChange={(value) => setBorrador({ ...borrador, monto: value, denominaciones: null })}
          {...(count && { rightSectionWidth: 42, rightSection: count })}
        />
        <TextInput
          label="Referencia"
          withAsterisk={way?.pide_referencia ?? false}
          maxLength={referenciaPago.control.maximo}
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
    </>
  )
  return { campos, pago, falta, inicial }
}
