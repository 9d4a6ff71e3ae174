import type { Cuenta, Usuario } from './datos.ts'

/** What only the whole demo has: a second counter in Lima and the branch of Arequipa. */

const AREQUIPA = 2

export const USUARIOS_PLENA: readonly Usuario[] = [
  ['cajero', 'Marco Antonio', 'Quiroz Peña', 'caj', '1'],
  ['arequipa', 'Teresa Ximena', 'Valdivia Rojas', 'caj', '1', AREQUIPA],
]

export const CUENTAS_PLENA: readonly Cuenta[] = [
  ['Caja Lima 2 USD', 'caja', 3, 'pe', null, null, '2500.00', '3.510', 'cajero'],
  ['Caja Arequipa PEN', 'caja', 2, 'pe', null, null, '12400.00', null, 'arequipa', AREQUIPA],
  ['Caja Arequipa USD', 'caja', 3, 'pe', null, null, '3200.00', '3.510', 'arequipa', AREQUIPA],
  ['Bóveda Arequipa PEN', 'boveda', 2, 'pe', null, null, '15000.00', null, null, AREQUIPA],
]
