import type { Clase } from './rules/diario.ts'

/** Classes of ledger accounts, as people read them. */
export const CLASES = {
  activo: 'Activo',
  pasivo: 'Pasivo',
  patrimonio: 'Patrimonio',
  ingreso: 'Ingresos',
  gasto: 'Gastos',
  posicion: 'Posición',
  contravalor: 'Contravalor',
} as const satisfies Record<Clase, string>
