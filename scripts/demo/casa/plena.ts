import { completa } from './clientes.ts'
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

/** Balances below which the bell rings; today those of these accounts are lower. */
export const MINIMOS: Readonly<Record<string, string>> = {
  'Mercantil VES': '50000.00',
  'Binance USDT': '10000.00',
}

const NOMBRES = ['Beatriz', 'Rodrigo', 'Milagros', 'Ernesto', 'Fabiola', 'Hernán']
const APELLIDOS = [
  'Cáceres Luna',
  'Montoya Vera',
  'Del Águila Ruiz',
  'Palomino Ccori',
  'Yupanqui Sosa',
]

/** Somebody with a public office who comes for the first time on the n-th working day: compliance looks at him first. */
export const candidata = (n: number) =>
  completa(
    'DNI',
    String(42_000_001 + n),
    NOMBRES[n % NOMBRES.length] ?? '',
    APELLIDOS[n % APELLIDOS.length] ?? '',
    { pep: true, pep_cargo: 'Consejero regional', pep_entidad: 'Gobierno Regional' },
  )
