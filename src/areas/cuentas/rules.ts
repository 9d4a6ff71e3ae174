import type { z } from 'zod'
import {
  decimal,
  decimalesDe,
  dividir,
  leerDecimal,
  suma,
  texto,
} from '../../core/dinero/decimal.ts'
import { DECIMALES_FUNCIONAL } from '../../core/dinero/posicion.ts'
import { convertir } from '../../core/dinero/tasa.ts'

export type TipoCuenta = 'caja' | 'boveda' | 'banco' | 'billetera' | 'cripto' | 'corresponsal'

/** True for cash in the house, which has neither an entity nor a number. */
export function esEfectivo(tipo: TipoCuenta): boolean {
  return tipo === 'caja' || tipo === 'boveda'
}

interface Revisable {
  tipo: TipoCuenta
  entidad_id: number | null
  numero: string | null
  saldo_min: string | null
  saldo_max: string | null
  limite_op: string | null
  limite_dia: string | null
  limite_mes: string | null
}

/** Checks across fields: entity and number by type, order of the limits. */
export function revisarCuenta(cuenta: Revisable, ctx: z.core.$RefinementCtx): void {
  const falla = (campo: keyof Revisable, message: string) =>
    ctx.addIssue({ code: 'custom', message, path: [campo], input: cuenta[campo] })
  for (const campo of ['entidad_id', 'numero'] as const) {
    const vacio = cuenta[campo] === null
    if (esEfectivo(cuenta.tipo) && !vacio) falla(campo, 'El efectivo no lleva entidad ni número.')
    if (!esEfectivo(cuenta.tipo) && vacio) falla(campo, 'Este dato es obligatorio.')
  }
  const ordenados = [
    ['saldo_min', 'saldo_max', 'El saldo máximo debe ser mayor o igual al mínimo.'],
    ['limite_op', 'limite_dia', 'El límite diario debe ser mayor o igual al de una operación.'],
    ['limite_dia', 'limite_mes', 'El límite mensual debe ser mayor o igual al diario.'],
    ['limite_op', 'limite_mes', 'El límite mensual debe ser mayor o igual al de una operación.'],
  ] as const
  // Amounts that their own schemas refused are not compared.
  for (const [menor, mayor, message] of ordenados) {
    const [low, high] = [leerDecimal(cuenta[menor] ?? ''), leerDecimal(cuenta[mayor] ?? '')]
    if (low && high?.lt(low)) falla(mayor, message)
  }
}

interface MonedaCuenta {
  decimales: number
  funcional: boolean
}

/** Amounts of a body with more decimals than the account's currency: field → error. */
export function sobranDecimales(
  montos: Readonly<Record<string, string | null | undefined>>,
  { decimales }: Pick<MonedaCuenta, 'decimales'>,
): { campo: string; msg: string }[] {
  const words =
    decimales === 0 ? 'La moneda no admite decimales.' : `Admite hasta ${decimales} decimales.`
  return Object.entries(montos)
    .filter(([, monto]) => typeof monto === 'string' && decimalesDe(monto) > decimales)
    .map(([campo]) => ({ campo, msg: words }))
}

export type Inicial =
  | { saldo: string; valor: string }
  | { campo: 'tasa_costo' | 'saldo_inicial'; msg: string }
  | null

/**
 * The opening balance and its cost in the functional currency, rounded half away from zero to its decimals; null
 * without a balance, otherwise the errors. `tasa_costo` is in functional units per unit.
 */
export function saldoInicial(
  saldo_inicial: string | null,
  tasa_costo: string | null,
  moneda: MonedaCuenta,
): Inicial {
  if (moneda.funcional && tasa_costo !== null) {
    return { campo: 'tasa_costo', msg: 'La tasa de costo es solo de una moneda extranjera.' }
  }
  if (saldo_inicial === null || decimal(saldo_inicial).eq(0)) return null
  const saldo = texto(decimal(saldo_inicial), moneda.decimales)
  if (moneda.funcional) return { saldo, valor: saldo }
  if (tasa_costo === null) {
    return { campo: 'tasa_costo', msg: 'Escriba a cuánto se compró: sin eso no hay costo.' }
  }
  const metodo = { tasa: tasa_costo, metodo_calculo: 'm' } as const
  const valor = convertir(decimal(saldo), metodo, DECIMALES_FUNCIONAL, 'medio')
  if (valor.eq(0)) {
    return { campo: 'tasa_costo', msg: 'Con esa tasa el saldo no costaría ni un céntimo.' }
  }
  return { saldo, valor: texto(valor, DECIMALES_FUNCIONAL) }
}

export interface ConSaldo<M> {
  moneda: M
  saldo: string
  comprometido: string
  disponible: string
  valor?: string | undefined
}

export interface TotalMoneda<M> extends ConSaldo<M> {
  cuentas: number
}

/** Totals of accounts by currency, in order of appearance; amounts of two currencies are never added. */
export function totalesPorMoneda<M extends { id: number; decimales: number }>(
  cuentas: readonly ConSaldo<M>[],
): TotalMoneda<M>[] {
  const groups = Map.groupBy(cuentas, ({ moneda }) => moneda.id)
  return [...groups.values()].flatMap((group): TotalMoneda<M>[] => {
    const moneda = group[0]?.moneda
    if (!moneda) return []
    const add = (campo: 'saldo' | 'comprometido' | 'disponible') =>
      texto(suma(group.map((each) => decimal(each[campo]))), moneda.decimales)
    const valor = valorTotal(group)
    return [
      {
        moneda,
        cuentas: group.length,
        saldo: add('saldo'),
        comprometido: add('comprometido'),
        disponible: add('disponible'),
        ...(valor !== undefined && { valor }),
      },
    ]
  })
}

/** Sum of the values at cost, in the functional currency; undefined for users who may not see them. */
export function valorTotal(filas: readonly { valor?: string | undefined }[]): string | undefined {
  const valores = filas.flatMap(({ valor }) => (valor === undefined ? [] : [decimal(valor)]))
  return valores.length === filas.length && filas.length > 0
    ? texto(suma(valores), DECIMALES_FUNCIONAL)
    : undefined
}

/** How much of a limit is used, in whole percent, by what came in or what went out, whichever is more. */
export function usoDeLimite(
  { entra, sale }: { entra: string; sale: string },
  limite: string | null,
): number | null {
  if (limite === null || decimal(limite).eq(0)) return null
  const used = decimal(entra).gt(decimal(sale)) ? decimal(entra) : decimal(sale)
  return Number(texto(dividir(used.times(100), decimal(limite), 0, 'arriba'), 0))
}
