import { z } from 'zod'
import type { AnswerOf } from '../../core/contract.ts'
import { decimal, isDecimal, redondear, texto } from '../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { booleano, type Campo, type Campos, entero, monto } from '../../core/fields.ts'
import { formatMonto } from '../../core/formato.ts'
import { cuentaEnPalabras } from '../tipos-pagos/rules/formas.ts'
import { campos, contrato, type Detalle } from './contract.ts'

export type Opciones = AnswerOf<typeof contrato.opciones>
type CuentaOpcion = Opciones['cuentas'][number]
/** A select field over the server's options; its value is text while it is in the form. */
function eleccion(
  etiqueta: string,
  opciones: readonly { valor: string; etiqueta: string }[],
): Campo {
  return {
    schema: z.string(),
    etiqueta,
    control: { tipo: 'seleccion', opciones },
    requerido: true,
  }
}

/** The fields of an expense; the monthly repetition only for a new one. */
export function camposDe(
  o: Opciones,
  de: { cuenta: CuentaOpcion | undefined; nueva: boolean; repite: boolean },
): Campos {
  const { fecha, descripcion, proveedor, ruc, comprobante, serie_numero } = campos
  const unidad = de.cuenta?.moneda.simbolo
  return {
    fecha,
    categoria_id: eleccion(
      'Categoría',
      o.categorias.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre })),
    ),
    descripcion,
    cuenta_id: eleccion(
      'Cuenta',
      o.cuentas.map(({ id, nombre, de: otro, saldo, moneda }) => ({
        valor: String(id),
        etiqueta: cuentaEnPalabras({ nombre, de: otro, disponible: saldo }, moneda),
      })),
    ),
    monto: monto('Monto', { decimales: 8, ...(unidad && { unidad }) }),
    proveedor,
    ruc,
    comprobante,
    serie_numero,
    ...(de.nueva && { repite: booleano('Se repite cada mes') }),
    ...(de.nueva &&
      de.repite && {
        recurrente_dia: entero('Día del mes', {
          min: 1,
          max: 31,
          ayuda: 'Se propone ese día; nada se paga solo.',
        }),
      }),
  }
}

const number = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
const blank = (value: unknown) => (value === '' ? null : value)

/** Schema of the request body: numbers as numbers, an empty voucher number as null. */
export function schemaDe(rest: { adjunto_id: number | null; propuesta_id: number | null }) {
  return z.preprocess((typed) => {
    const { repite, recurrente_dia, ...values } = typed as Record<string, unknown>
    return {
      ...values,
      categoria_id: number(values.categoria_id),
      cuenta_id: number(values.cuenta_id),
      proveedor: blank(values.proveedor),
      ruc: blank(values.ruc),
      serie_numero: blank(values.serie_numero),
      recurrente_dia: repite ? recurrente_dia : null,
      ...rest,
    }
  }, contrato.crear.body)
}

/** Initial values of the form; those of a proposal, if there is one. */
export function inicialDe(o: Opciones, propuesta: Detalle | null): Record<string, unknown> {
  if (!propuesta) return { fecha: o.hoy, comprobante: 'sin' }
  const {
    categoria_id,
    cuenta_id,
    descripcion,
    proveedor,
    ruc,
    monto: amount,
    comprobante,
  } = propuesta
  return {
    fecha: o.hoy,
    categoria_id: String(categoria_id),
    cuenta_id: String(cuenta_id),
    ...{ descripcion, proveedor, ruc, monto: amount, comprobante, serie_numero: null },
  }
}

/** Preview of what will happen, in words; null while it cannot be computed. `libre`: what needs no approval today. */
export function previa(
  cuenta: CuentaOpcion | undefined,
  amount: unknown,
  libre: string,
): { frase: string; dia: string | null; espera: boolean } | null {
  if (!cuenta || typeof amount !== 'string' || !isDecimal(amount) || decimal(amount).lte(0)) {
    return null
  }
  const { moneda, promedio, precio } = cuenta
  const at = (price: string | null) =>
    price === null ? null : redondear(decimal(amount).times(decimal(price)), 2, 'medio')
  const cost = moneda.funcional ? decimal(amount) : at(promedio)
  const market = moneda.funcional ? null : at(precio)
  const rest = texto(decimal(cuenta.saldo).minus(decimal(amount)), moneda.decimales)
  const soles = (value: NonNullable<typeof cost>) => formatMonto(texto(value, 2), monedaFuncional())
  const worth = !moneda.funcional && cost ? `, que costaron ${soles(cost)}` : ''
  const judged = [cost, market].filter((v) => v !== null)
  return {
    frase: `Salen ${formatMonto(amount, moneda)} de ${cuenta.nombre}${worth}; queda con ${formatMonto(rest, moneda)}.`,
    dia: market
      ? `Al precio de hoy son ${soles(market)}: la diferencia se muestra, no se registra.`
      : null,
    espera: judged.some((v) => v.gt(decimal(libre))),
  }
}
