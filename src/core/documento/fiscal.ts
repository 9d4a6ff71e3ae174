import { monedaFuncional } from '../dinero/moneda.ts'

/** What a country calls the number of whoever pays taxes there. */
const NOMBRES: Readonly<Record<string, string>> = {
  ar: 'CUIT',
  bo: 'NIT',
  br: 'CNPJ',
  cl: 'RUT',
  co: 'NIT',
  do: 'RNC',
  ec: 'RUC',
  es: 'NIF',
  mx: 'RFC',
  pa: 'RUC',
  pe: 'RUC',
  py: 'RUC',
  us: 'EIN',
  uy: 'RUT',
  ve: 'RIF',
}

/** The house's tax number as its papers say it, `RUC 20512345678`; null of a house that has written none. */
export function fiscalDe(numero: string): string | null {
  if (numero === '') return null
  return `${NOMBRES[monedaFuncional().pais] ?? 'N.º tributario'} ${numero}`
}
