import type { Palabras } from '../../core/base.ts'
import { CERO, decimal, decimalesDe, redondear, texto } from '../../core/dinero/decimal.ts'

/** What a commission is computed of. */
export type Base = Palabras['comisiones_reglas.base']
/** What somebody was to an operation. */
export type Rol = Palabras['comisiones_reglas.rol']
export type TipoOperacion = Palabras['comisiones_reglas.tipo']

/** Whose a rule is and what it applies to; null: whatever it be. */
export interface Alcance {
  rol: Rol
  /** `u12`, a user; `a7`, a client who brings others; null: all of that role. */
  beneficiario: string | null
  tipo: TipoOperacion | null
  /** The corridor: from what the client hands over to what he receives. Both or neither. */
  de_id: number | null
  a_id: number | null
  divisa_id: number | null
  /** Business days, both included; no end: null. */
  desde: string
  hasta: string | null
}

/** What of an operation a rule is chosen by. */
export interface Operacion {
  tipo: TipoOperacion
  de_id: number
  a_id: number
  /** The foreign currency that it is about. */
  divisa_id: number
  /** The business day of its completion. */
  dia: string
}

function aplica(r: Alcance, rol: Rol, beneficiario: string, o: Operacion): boolean {
  return (
    r.rol === rol &&
    (r.beneficiario === null || r.beneficiario === beneficiario) &&
    (r.tipo === null || r.tipo === o.tipo) &&
    (r.divisa_id === null || r.divisa_id === o.divisa_id) &&
    (r.de_id === null || (r.de_id === o.de_id && r.a_id === o.a_id)) &&
    r.desde <= o.dia &&
    (r.hasta === null || o.dia <= r.hasta)
  )
}

/**
 * How specific a rule is, the first that differs decides: whose it is, then where (a corridor over a currency over
 * any), then which kind of operation. Larger is more specific.
 */
export const ESPECIFICIDAD: readonly ((r: Alcance) => number)[] = [
  ({ beneficiario }) => (beneficiario === null ? 0 : 1),
  ({ de_id, divisa_id }) => (de_id !== null ? 2 : divisa_id !== null ? 1 : 0),
  ({ tipo }) => (tipo === null ? 0 : 1),
]

/** The one rule by which `beneficiario` earns of an operation in a role: the most specific. Twin of comisiones_elegir. */
export function elegir<R extends Alcance>(
  reglas: readonly R[],
  rol: Rol,
  beneficiario: string,
  operacion: Operacion,
): R | null {
  let best: R | null = null
  for (const regla of reglas) {
    if (!aplica(regla, rol, beneficiario, operacion)) continue
    if (best === null || compare(regla, best) > 0) best = regla
  }
  return best
}

function compare(a: Alcance, b: Alcance): number {
  for (const level of ESPECIFICIDAD) {
    const difference = level(a) - level(b)
    if (difference !== 0) return difference
  }
  return 0
}

export interface Calculo {
  base: Base
  /** A percentage, or the amount where the base is `fijo`. */
  valor: string
  minimo: string | null
  maximo: string | null
}

/**
 * The commission on a base, in the functional currency: half up to two decimals, then its bounds; of nothing or less,
 * nothing. Decimal texts. Twin of comisiones_importe.
 */
export function importe({ base, valor, minimo, maximo }: Calculo, sobre: string | null): string {
  if (base === 'fijo') return texto(redondear(decimal(valor), 2, 'medio'), 2)
  if (sobre === null || decimal(sobre).lte(0)) return texto(CERO, 2)
  let made = redondear(decimal(sobre).times(decimal(valor)).div(100), 2, 'medio')
  if (minimo !== null && made.lt(decimal(minimo))) made = decimal(minimo)
  if (maximo !== null && made.gt(decimal(maximo))) made = decimal(maximo)
  return texto(made, 2)
}

interface Problema {
  campo: string
  mensaje: string
}

/** What of a rule cannot be together, for the form and the server alike. */
export function problemas(r: Omit<Alcance, 'beneficiario'> & Calculo): Problema[] {
  const found: Problema[] = []
  const add = (campo: string, mensaje: string) => found.push({ campo, mensaje })
  const amount = (text: string | null) => {
    try {
      return text === null ? null : decimal(text)
    } catch {
      return null
    }
  }
  const [valor, minimo, maximo] = [amount(r.valor), amount(r.minimo), amount(r.maximo)]
  if (r.rol === 'pagador' && r.tipo !== null && r.tipo !== 'orden') {
    add('tipo', 'Solo las órdenes tienen quien las paga.')
  }
  if ((r.de_id === null) !== (r.a_id === null)) {
    add(r.de_id === null ? 'de_id' : 'a_id', 'Un corredor lleva las dos monedas.')
  }
  if (r.de_id !== null && r.de_id === r.a_id) add('a_id', 'Elija otra moneda que la que entrega.')
  if (r.divisa_id !== null && r.de_id !== null) {
    add('divisa_id', 'Elija un corredor o una divisa, no ambos.')
  }
  if (r.base !== 'fijo' && valor?.gt(100)) add('valor', 'Un porcentaje es como máximo 100.')
  if (r.base === 'fijo') {
    if (decimalesDe(r.valor) > 2) add('valor', 'Un importe admite hasta 2 decimales.')
    if (minimo) add('minimo', 'Un importe fijo no lleva mínimo.')
    if (maximo) add('maximo', 'Un importe fijo no lleva máximo.')
  }
  if (minimo && maximo && minimo.gt(maximo)) add('maximo', 'Debe ser igual o mayor que el mínimo.')
  if (r.hasta !== null && r.hasta < r.desde) add('hasta', 'Debe ser igual o posterior al inicio.')
  return found
}
