import { BANCO, dato, entidadesDe, forma, type Juego, soportan } from '../juego.ts'

const CEDULA = dato('documento', 'cedula', 'Cédula', '[VEJGP]\\d{6,9}', 'V12345678')
const BOLIVARES = { pais: 've', moneda_id: 1 } as const

/** Venezuela: codes of banks as the first four digits of their accounts. */
export const VENEZUELA: Juego = {
  pais: 've',
  nombre: 'Venezuela',
  entidades: soportan(
    entidadesDe(
      've',
      'banco',
      [
        ['0102', 'Banco de Venezuela'],
        ['0104', 'Venezolano de Crédito'],
        ['0105', 'Mercantil'],
        ['0108', 'Provincial'],
        ['0114', 'Bancaribe'],
        ['0115', 'Banco Exterior'],
        ['0128', 'Banco Caroní'],
        ['0134', 'Banesco'],
        ['0137', 'Sofitasa'],
        ['0138', 'Banco Plaza'],
        ['0151', 'BFC'],
        ['0156', '100% Banco'],
        ['0157', 'DelSur'],
        ['0163', 'Banco del Tesoro'],
        ['0168', 'Bancrecer'],
        ['0171', 'Banco Activo'],
        ['0172', 'Bancamiga'],
        ['0174', 'Banplus'],
        ['0177', 'Banfanb'],
        ['0191', 'BNC'],
      ],
      've20',
    ),
    ['PAGO_MOVIL', 'TRANSFERENCIA_VE'],
  ),
  pagos: [
    forma('PAGO_MOVIL', 'Pago Móvil', 'sale', {
      ...BOLIVARES,
      pide_referencia: true,
      campos: [
        BANCO,
        dato('telefono', 'telefono', 'Teléfono', '04(?:12|14|16|22|24|26)\\d{7}', '0414 1234567'),
        CEDULA,
      ],
    }),
    forma('TRANSFERENCIA_VE', 'Transferencia Venezuela', 'sale', {
      ...BOLIVARES,
      pide_referencia: true,
      campos: [BANCO, dato('cuenta', 'cuenta', 'Cuenta', null, '0134 0032 61 0000010011'), CEDULA],
    }),
    forma('EFECTIVO_VE', 'Efectivo Venezuela a domicilio', 'sale', {
      ...BOLIVARES,
      efectivo: true,
      campos: [
        dato('texto', 'direccion', 'Dirección'),
        dato('telefono', 'telefono', 'Teléfono'),
        CEDULA,
      ],
    }),
  ],
  piezas: [
    { moneda_id: 1, nombre: 'Bolívar', billetes: '500 200 100 50 20 10 5', metalicas: null },
  ],
}
