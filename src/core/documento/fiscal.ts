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

/** What a country, the house's own by default, calls the number of whoever pays taxes there: `RUC`, `NIF`; `N.º tributario` elsewhere. */
export const nombreFiscal = (pais: string = monedaFuncional().pais): string =>
  NOMBRES[pais] ?? 'N.º tributario'

/** The house's tax number as its papers say it, `RUC 20512345678`; null of a house that has written none. */
export const fiscalDe = (numero: string): string | null =>
  numero === '' ? null : `${nombreFiscal()} ${numero}`

/** The house's number in its supervisor's register, as papers say it: of Peru the SBS's; null of a house without one. */
export function registroDe(numero: string | null): string | null {
  if (!numero) return null
  return monedaFuncional().pais === 'pe' ? `Registro SBS ${numero}` : `Registro ${numero}`
}
