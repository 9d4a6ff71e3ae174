import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { formatDecimal, formatFecha, formatMonto, type Simbolo } from '../../core/formato.ts'
import { diaDe } from '../../core/zona.ts'
import { BASES, type Regla, ROLES, TIPOS } from './contract/reglas.ts'

/** The currencies by id. */
export type Monedas = ReadonlyMap<number, Simbolo & { iso: string }>

/** The business day by the browser's clock, for a default; the server's day decides. */
export function hoy(): string {
  return diaDe(Date.now())
}

const iso = (monedas: Monedas, id: number | null) => (id && monedas.get(id)?.iso) || '—'

/** `PEN → USD`, on one line. */
export function par(monedas: Monedas, de_id: number, a_id: number): string {
  return `${iso(monedas, de_id)}\u00a0→\u00a0${iso(monedas, a_id)}`
}

type Alcance = Pick<Regla, 'tipo' | 'de_id' | 'a_id' | 'divisa_id'>

/** The scope of a rule in words: `Ventas, PEN → USD`; `Toda operación`. */
export function alcance(monedas: Monedas, { tipo, de_id, a_id, divisa_id }: Alcance): string {
  const kind = tipo ? TIPOS[tipo] : 'Toda operación'
  if (de_id && a_id) return `${kind}, ${par(monedas, de_id, a_id)}`
  return divisa_id ? `${kind} en ${iso(monedas, divisa_id)}` : kind
}

type Calculo = Pick<Regla, 'base' | 'valor' | 'minimo' | 'maximo'>

/** The calculation of a rule in words: `10 % del margen, hasta S/ 50.00`; `S/ 2.50 por operación`. */
export function calculo({ base, valor, minimo, maximo }: Calculo): string {
  if (base === 'fijo') return `${formatMonto(valor, monedaFuncional())} por operación`
  const bounds = [
    minimo && `desde ${formatMonto(minimo, monedaFuncional())}`,
    maximo && `hasta ${formatMonto(maximo, monedaFuncional())}`,
  ].filter(Boolean)
  const of = base === 'ganancia' ? 'de la ganancia neta' : `del ${BASES[base].toLowerCase()}`
  return [`${porcentaje(valor)} ${of}`, ...bounds].join(', ')
}

/** `0.5 %`. */
export function porcentaje(valor: string): string {
  const decimales = valor.split('.')[1]?.length ?? 0
  return `${formatDecimal(valor, decimales)}\u00a0%`
}

/** The beneficiary of a rule in words. */
export function deQuien({ nombre, rol }: Pick<Regla, 'nombre' | 'rol'>): string {
  return nombre ?? (rol === 'agente' ? 'Todos los agentes' : 'Todos los usuarios')
}

export const rolDe = ({ rol }: Pick<Regla, 'rol'>) => ROLES[rol]

export function vigencia({ desde, hasta }: Pick<Regla, 'desde' | 'hasta'>): string {
  return hasta ? `${formatFecha(desde)} al ${formatFecha(hasta)}` : `Desde el ${formatFecha(desde)}`
}
