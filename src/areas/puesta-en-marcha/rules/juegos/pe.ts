import { BANCO, dato, entidadesDe, forma, type Juego, soportan } from '../juego.ts'

const CELULAR = dato('telefono', 'telefono', 'Celular', null, '987 654 321')
const PE = { pais: 'pe' } as const
const SOLES = { ...PE, moneda_id: 2 } as const

/** Peru: codes of banks as in the interbank account code (CCI). */
export const PERU: Juego = {
  pais: 'pe',
  nombre: 'Perú',
  entidades: [
    ...soportan(
      entidadesDe(
        'pe',
        'banco',
        [
          ['002', 'BCP'],
          ['003', 'Interbank'],
          ['009', 'Scotiabank'],
          ['011', 'BBVA'],
          ['018', 'Banco de la Nación'],
          ['023', 'Banco de Comercio'],
          ['035', 'Pichincha'],
          ['038', 'BanBif'],
          ['049', 'Mibanco'],
          ['053', 'Banco GNB'],
          ['054', 'Banco Falabella'],
          ['055', 'Banco Ripley'],
        ],
        'cci',
      ),
      ['TRANSFERENCIA', 'CCI', 'DEPOSITO_AGENTE', 'YAPE', 'PLIN'],
    ),
    ...soportan(
      entidadesDe('pe', 'billetera', [
        ['YAPE', 'Yape', '^9\\d{8}$'],
        ['PLIN', 'Plin', '^9\\d{8}$'],
      ]),
      ['YAPE', 'PLIN'],
      [2],
    ),
    ...soportan(entidadesDe('usd', 'cripto', [['BINANCE', 'Binance']]), ['USDT_TRC20'], [7]),
  ],
  pagos: [
    forma('EFECTIVO', 'Efectivo', 'ambos', { efectivo: true }),
    forma('TRANSFERENCIA', 'Transferencia mismo banco', 'ambos', {
      ...PE,
      pide_referencia: true,
      campos: [BANCO, dato('digitos', 'cuenta', 'Cuenta', '\\d{10,20}')],
    }),
    forma('CCI', 'CCI interbancaria', 'ambos', {
      ...PE,
      pide_referencia: true,
      requiere_verificacion: true,
      campos: [
        BANCO,
        dato('cuenta', 'cci', 'CCI', null, '002 191 170000011001 59'),
        dato('documento', 'documento', 'Documento'),
      ],
    }),
    forma('YAPE', 'Yape', 'ambos', {
      ...SOLES,
      requiere_verificacion: true,
      tope_op: '500',
      tope_dia: '2000',
      campos: [CELULAR],
    }),
    forma('PLIN', 'Plin', 'ambos', {
      ...SOLES,
      pide_comprobante: true,
      requiere_verificacion: true,
      tope_op: '500',
      campos: [CELULAR],
    }),
    forma('DEPOSITO_AGENTE', 'Depósito en agente', 'entra', {
      ...PE,
      pide_referencia: true,
      pide_comprobante: true,
      requiere_verificacion: true,
    }),
    forma('USDT_TRC20', 'USDT TRC-20', 'ambos', {
      moneda_id: 7,
      pide_referencia: true,
      campos: [dato('cuenta', 'billetera', 'Billetera TRC-20', 'T[1-9A-HJ-NP-Za-km-z]{33}')],
    }),
  ],
  piezas: [
    {
      moneda_id: 2,
      nombre: 'Sol',
      billetes: '200 100 50 20 10',
      metalicas: '5 2 1 0.50 0.20 0.10',
    },
    { moneda_id: 3, nombre: 'Dólar', billetes: '100 50 20 10 5 2 1', metalicas: null },
    {
      moneda_id: 6,
      nombre: 'Euro',
      billetes: '500 200 100 50 20 10 5',
      metalicas: '2 1 0.50 0.20 0.10 0.05 0.02 0.01',
    },
  ],
}
