import type { USUARIOS_DEMO } from '../../../src/server/proceso/demo.ts'

/** Data of the demo business: the people are fictitious and the rates are not market rates. */

export const EMPRESA = {
  razon_social: 'Cambios Andino Demo S.A.C.',
  ruc: '20999000011',
  registro_sbs: 'Demo',
  web: '',
  direccion: 'Jr. Ocoña 100, Lima',
}

export const SUCURSALES = ['Lima Centro', 'Arequipa']

/** A manager's role of the house: the `mgr` of the original brief holds nothing until an administrator grants it. */
export const SUPERVISION = { slug: 'sup', nombre: 'Supervisión' } as const

/**
 * user, names, surnames, role, maximum deviation from the published rate in percent, branch (Lima, unless given), the
 * most that one operation of his may be worth in US$ (any, unless given).
 */
export type Usuario = readonly [
  usuario: (typeof USUARIOS_DEMO)[number],
  nombres: string,
  apellidos: string,
  rol_slug: string,
  desvio_pct: string,
  sucursal_id?: number,
  limite_usd?: string,
]

export const USUARIOS: readonly Usuario[] = [
  ['admin', 'Ada Lucía', 'Ramos Vega', 'adm', '5'],
  ['gerente', 'Germán Raúl', 'Salas Ortiz', 'mgr', '2'],
  ['cajera', 'Carla Rosa', 'Huamán Díaz', 'caj', '1'],
  ['pagador', 'Pablo Andrés', 'Rojas Mora', 'pag', '0'],
  ['cumplimiento', 'Oriana Isabel', 'Castro León', 'cum', '0'],
  ['contadora', 'Consuelo María', 'Torres Silva', 'con', '0'],
  ['supervisora', 'Silvia Elena', 'Paz Guerrero', SUPERVISION.slug, '3'],
]

/** Entities of the demo, by their names in the starter sets. */
export const ENTIDADES = [
  'BCP',
  'Interbank',
  'Scotiabank',
  'BBVA',
  'Banco de la Nación',
  'Yape',
  'Plin',
  'Banco de Venezuela',
  'Mercantil',
  'Provincial',
  'Banesco',
  'BNC',
  'Bancolombia',
  'Davivienda',
  'Nequi',
  'Daviplata',
  'Zelle',
  'Binance',
] as const

/** Ways to pay of the demo, by their codes in the starter sets; the last one is switched off. */
export const TIPOS_PAGO = [
  'EFECTIVO',
  'TRANSFERENCIA',
  'CCI',
  'YAPE',
  'PLIN',
  'DEPOSITO_AGENTE',
  'PAGO_MOVIL',
  'TRANSFERENCIA_VE',
  'NEQUI',
  'DAVIPLATA',
  'BRE_B',
  'TRANSFERENCIA_CO',
  'ZELLE',
  'USDT_TRC20',
  'EFECTIVO_VE',
] as const

export const SIN_USO = 'EFECTIVO_VE'

/** A line of `CUENTAS`; its branch is Lima, unless it says another. */
export type Cuenta = readonly [
  nombre: string,
  tipo: 'caja' | 'boveda' | 'banco' | 'billetera' | 'cripto',
  moneda_id: number,
  pais: string,
  entidad: string | null,
  numero: string | null,
  saldo_inicial: string | null,
  tasa_costo: string | null,
  suya: string | null,
  sucursal_id?: number,
]

/** name, type, currency, country, entity, number, opening balance, cost rate, whose till it is. */
export const CUENTAS: readonly Cuenta[] = [
  ['Caja Lima 1 PEN', 'caja', 2, 'pe', null, null, '18500.00', null, 'cajera'],
  ['Caja Lima 2 PEN', 'caja', 2, 'pe', null, null, '9200.00', null, 'cajero'],
  ['Bóveda Lima PEN', 'boveda', 2, 'pe', null, null, '45000.00', null, null],
  ['BCP Soles', 'banco', 2, 'pe', 'BCP', '00219310000000010115', '62340.50', null, null],
  [
    'Interbank Soles',
    'banco',
    2,
    'pe',
    'Interbank',
    '00320030000000010339',
    '21780.00',
    null,
    null,
  ],
  ['Yape Negocio', 'billetera', 2, 'pe', 'Yape', '987000001', '3415.00', null, null],
  ['Caja Lima 1 USD', 'caja', 3, 'pe', null, null, '6000.00', '3.510', 'cajera'],
  ['BCP Dólares', 'banco', 3, 'pe', 'BCP', '00219310000000010213', '4000.00', '3.510', null],
  ['Caja EUR', 'caja', 6, 'pe', null, null, '1850.00', '4.040', 'cajera'],
  [
    'Binance USDT',
    'cripto',
    7,
    'usd',
    'Binance',
    'TDemoAndino11111111111111111111111',
    '12500.00',
    '3.550',
    null,
  ],
  ['Banesco VES', 'banco', 1, 've', 'Banesco', '01340001600000000101', '500000.00', '0.018', null],
  [
    'BDV VES',
    'banco',
    1,
    've',
    'Banco de Venezuela',
    '01020001680000000102',
    '300000.00',
    '0.018',
    null,
  ],
  ['Mercantil VES', 'banco', 1, 've', 'Mercantil', '01050001060000000103', null, null, null],
  [
    'Bancolombia COP',
    'banco',
    4,
    'co',
    'Bancolombia',
    '12345678901',
    '18000000.00',
    '0.00090',
    null,
  ],
  ['Nequi COP', 'billetera', 4, 'co', 'Nequi', '3001234567', '2400000.00', '0.00090', null],
  ['Zelle ZEL', 'billetera', 12, 'us', 'Zelle', 'pagos@andino.example', '2300.00', '3.500', null],
]

/** market, base, quote, buy, sell, precision. */
export const PARES = [
  ['pe', 3, 2, '3.520', '3.560', 3],
  ['pe', 6, 2, '4.050', '4.160', 3],
  ['pe', 7, 2, '3.540', '3.590', 3],
  ['usd', 3, 1, '198.50', '202.00', 2],
  ['usd', 12, 1, '198.50', '202.00', 2],
  ['usd', 7, 1, '205.10', '207.40', 2],
  ['usd', 6, 1, '229.00', '234.00', 2],
  ['usd', 3, 4, '3880.00', '3960.00', 2],
  ['co', 3, 4, '3880.00', '3960.00', 2],
  ['usd', 3, 5, '938', '956', 0],
  ['usd', 3, 8, '5.360', '5.500', 3],
  ['usd', 3, 9, '1425.00', '1470.00', 2],
  ['usd', 3, 10, '18.20', '18.75', 2],
  ['usd', 3, 11, '9.60', '9.95', 2],
  ['usd', 6, 4, '4470.00', '4600.00', 2],
] as const

/**
 * country, from, to, method, precision, margin, pair of the origin and pair of the destination (as market, base,
 * quote), manual rate. Tests assert the rates that are derived from these; the last two are for the counter.
 */
export const TIPOS_CAMBIO = [
  ['pe', 2, 1, 'm', 3, '6', 'pe 3 2', 'usd 3 1', null],
  ['pe', 2, 4, 'm', 2, '4', 'pe 3 2', 'usd 3 4', null],
  ['pe', 2, 5, 'm', 2, '5', 'pe 3 2', 'usd 3 5', null],
  ['pe', 2, 8, 'm', 4, '5', 'pe 3 2', 'usd 3 8', null],
  ['pe', 2, 9, 'm', 2, '5', 'pe 3 2', 'usd 3 9', null],
  ['pe', 2, 10, 'm', 4, '5', 'pe 3 2', 'usd 3 10', null],
  ['pe', 2, 11, 'm', 4, '5', 'pe 3 2', 'usd 3 11', null],
  ['pe', 2, 3, 'd', 3, '0', 'pe 3 2', null, null],
  ['pe', 3, 2, 'm', 3, '0', null, 'pe 3 2', null],
  ['pe', 3, 1, 'm', 2, '5', null, 'usd 3 1', null],
  ['us', 12, 1, 'm', 2, '3', null, 'usd 12 1', null],
  ['co', 4, 1, 'd', 2, '5', 'co 3 4', 'usd 3 1', null],
  ['co', 4, 2, 'd', 2, '4', 'co 3 4', 'pe 3 2', null],
  ['ve', 1, 2, 'd', 3, '6', 'usd 3 1', 'pe 3 2', null],
  ['pe', 6, 2, 'm', 3, '0', null, 'pe 6 2', '4.040'],
  ['pe', 2, 7, 'd', 3, '0', 'pe 7 2', null, '3.600'],
  ['pe', 2, 6, 'd', 3, '0', 'pe 6 2', null, null],
  ['pe', 3, 6, 'm', 4, '1', 'pe 3 2', 'pe 6 2', null],
] as const

/** Rates for larger amounts: as above, then the segment and its first amount, in the client's currency. */
export const TIPOS_POR_MONTO = [
  ['pe', 2, 1, 'm', 3, '4', 'pe 3 2', 'usd 3 1', 'mayorista', '5000'],
] as const
