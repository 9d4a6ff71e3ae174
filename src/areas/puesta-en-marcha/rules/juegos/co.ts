import { BANCO, dato, entidadesDe, forma, type Juego, soportan, TIPO_CUENTA } from '../juego.ts'

const CELULAR = dato('telefono', 'telefono', 'Celular', null, '300 123 4567')
const CEDULA = dato('documento', 'cedula', 'Cédula')
/** Banks and wallets send to one another. */
const FORMAS = ['TRANSFERENCIA_CO', 'BRE_B', 'NEQUI', 'DAVIPLATA']
const PESOS = { pais: 'co', moneda_id: 4, pide_referencia: true } as const

/** Colombia: codes of banks as in its clearing house (ACH). */
export const COLOMBIA: Juego = {
  pais: 'co',
  nombre: 'Colombia',
  entidades: soportan(
    [
      ...entidadesDe('co', 'banco', [
        ['007', 'Bancolombia', '^\\d{6,11}$'],
        ['051', 'Davivienda', '^\\d{6,12}$'],
        ['001', 'Banco de Bogotá'],
        ['002', 'Banco Popular'],
        ['013', 'BBVA Colombia'],
        ['023', 'Banco de Occidente'],
        ['032', 'Banco Caja Social'],
        ['052', 'AV Villas'],
      ]),
      ...entidadesDe('co', 'billetera', [
        ['507', 'Nequi', '^3\\d{9}$'],
        ['DAVIPLATA', 'Daviplata', '^3\\d{9}$'],
      ]),
    ],
    FORMAS,
    [4],
  ),
  pagos: [
    forma('NEQUI', 'Nequi', 'sale', { ...PESOS, campos: [CELULAR] }),
    forma('DAVIPLATA', 'Daviplata', 'sale', { ...PESOS, campos: [CELULAR, CEDULA] }),
    forma('BRE_B', 'Bre-B', 'sale', {
      ...PESOS,
      campos: [dato('llave', 'llave', 'Llave', null, '@maria22')],
    }),
    forma('TRANSFERENCIA_CO', 'Transferencia Colombia', 'sale', {
      ...PESOS,
      campos: [
        BANCO,
        TIPO_CUENTA,
        dato('cuenta', 'cuenta', 'Cuenta'),
        dato('documento', 'cedula', 'Cédula'),
      ],
    }),
  ],
  piezas: [
    {
      moneda_id: 4,
      nombre: 'Peso colombiano',
      billetes: '100000 50000 20000 10000 5000 2000',
      metalicas: '1000 500 200 100 50',
    },
  ],
}
