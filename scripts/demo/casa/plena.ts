import type { Fila } from './beneficiarios.ts'
import { completa } from './clientes.ts'
import type { Cuenta, Usuario } from './datos.ts'

/** What only the whole demo has: a second counter in Lima and the branch of Arequipa. */

const LIMA = 1
const AREQUIPA = 2
/** What an operation of the smaller counters may be worth; the first one of Lima registers the larger ones. */
const TOPE = '3000'

export const USUARIOS_PLENA: readonly Usuario[] = [
  ['cajero', 'Marco Antonio', 'Quiroz Peña', 'caj', '1', LIMA, TOPE],
  ['arequipa', 'Teresa Ximena', 'Valdivia Rojas', 'caj', '1', AREQUIPA, TOPE],
]

export const CUENTAS_PLENA: readonly Cuenta[] = [
  ['Caja Lima 2 USD', 'caja', 3, 'pe', null, null, '2500.00', '3.510', 'cajero'],
  ['Caja Arequipa PEN', 'caja', 2, 'pe', null, null, '12400.00', null, 'arequipa', AREQUIPA],
  ['Caja Arequipa USD', 'caja', 3, 'pe', null, null, '3200.00', '3.510', 'arequipa', AREQUIPA],
  ['Bóveda Arequipa PEN', 'boveda', 2, 'pe', null, null, '15000.00', null, null, AREQUIPA],
  [
    'Banco de Chile CLP',
    'banco',
    5,
    'cl',
    'Banco de Chile',
    '10090080070',
    '16500000',
    '0.0037',
    null,
  ],
  ['Banco Unión BOB', 'banco', 11, 'bo', 'Banco Unión', '10000098765', '24000.00', '0.36', null],
  [
    'Banco do Brasil BRL',
    'banco',
    8,
    'br',
    'Banco do Brasil',
    '000123456789',
    '9000.00',
    '0.65',
    null,
  ],
  [
    'Mercado Pago ARS',
    'billetera',
    9,
    'ar',
    'Mercado Pago',
    '0000003100012345678901',
    '9000000.00',
    '0.0024',
    null,
  ],
  [
    'BBVA México MXN',
    'banco',
    10,
    'mx',
    'BBVA México',
    '012180001112223334',
    '75000.00',
    '0.19',
    null,
  ],
]

/** Banks and ways to pay of the further corridors, by their names and codes in the starter sets. */
export const ENTIDADES_PLENA = [
  'Banco de Chile',
  'Banco do Brasil',
  'Banco Unión',
  'Mercado Pago',
  'BBVA México',
] as const
export const TIPOS_PAGO_PLENA = [
  'TRANSFERENCIA_CL',
  'TRANSFERENCIA_BO',
  'ALIAS_AR',
  'SPEI',
  'PIX',
] as const

/** Ways to pay out abroad by which the whole demo takes money too. */
export const ENTRAN_PLENA = ['TRANSFERENCIA_CO', 'TRANSFERENCIA_VE'] as const

/** Beneficiaries of the further corridors. */
export const BENEFICIARIOS_PLENA: readonly Fila[] = [
  [
    0,
    'TRANSFERENCIA_CL',
    'Banco de Chile',
    'Ignacio García',
    'OTR 17234567',
    'Vista; 10020030; 17234567-1',
    'hijo',
  ],
  [
    3,
    'TRANSFERENCIA_CL',
    'Banco de Chile',
    'Paz Flores Soto',
    'OTR 18345678',
    'RUT; 18345678; 18345678-2',
    'familiar',
  ],
  [
    9,
    'TRANSFERENCIA_CL',
    'Banco de Chile',
    'Javiera Arias',
    'OTR 16456789',
    'Corriente; 30040050; 16456789-3',
    'amigo',
  ],
  [1, 'TRANSFERENCIA_BO', 'Banco Unión', 'Wilma Mamani', 'OTR 4567890', '10000012345', 'padre'],
  [
    6,
    'TRANSFERENCIA_BO',
    'Banco Unión',
    'Freddy Espinoza',
    'OTR 5678901',
    '10000023456',
    'hermano',
  ],
  [5, 'ALIAS_AR', null, 'Martina Rojas', 'OTR 30123456', 'martina.rojas.mp', 'hijo'],
  [13, 'ALIAS_AR', null, 'Julián Díaz', 'OTR 31234567', 'julian.diaz.sol', 'familiar'],
  [2, 'SPEI', 'BBVA México', 'Guadalupe Núñez', 'OTR 8765432', '012180001234567897', 'familiar'],
  [4, 'PIX', null, 'Beatriz Paredes', 'OTR 39053344705', 'beatriz.paredes@example.com', 'hermano'],
  [7, 'PIX', null, 'Rafael Zegarra', 'OTR 52998224725', '+5511987650001', 'hijo'],
  [14, 'SPEI', 'BBVA México', 'Diego Suárez', 'OTR 9876543', '012180009876543210', 'hermano'],
]

/** Balances below which the bell rings; today that of this account is lower. */
export const MINIMOS: Readonly<Record<string, string>> = { 'Binance USDT': '10000.00' }

/** For how many minutes a rate is kept for who pays from another country: his bank may take the day. */
export const VIGENCIA_FUERA = 600

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
