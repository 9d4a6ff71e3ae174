import { BANCO, dato, entidadesDe, forma, type Juego, TIPO_CUENTA } from '../juego.ts'

const DOLARES = { moneda_id: 3, pide_referencia: true } as const

/** Ecuador pays in dollars. */
export const ECUADOR: Juego = {
  pais: 'ec',
  nombre: 'Ecuador',
  entidades: entidadesDe('ec', 'banco', [
    ['PICHINCHA', 'Banco Pichincha'],
    ['GUAYAQUIL', 'Banco Guayaquil'],
    ['PACIFICO', 'Banco del Pacífico'],
    ['PRODUBANCO', 'Produbanco'],
  ]),
  pagos: [
    forma('TRANSFERENCIA_EC', 'Transferencia Ecuador', 'sale', {
      ...DOLARES,
      pais: 'ec',
      campos: [
        BANCO,
        TIPO_CUENTA,
        dato('digitos', 'cuenta', 'Cuenta', '\\d{8,20}'),
        dato('documento', 'cedula', 'Cédula'),
      ],
    }),
  ],
  piezas: [],
}

/** Panama pays in dollars. It is not among the countries that every house begins with, so its set adds it. */
export const PANAMA: Juego = {
  pais: 'pa',
  nombre: 'Panamá',
  nuevo: { moneda_id: 3, prefijo: '+507', documentos: [{ tipo: 'OTR' }, { tipo: 'PAS' }] },
  entidades: [
    ...entidadesDe('pa', 'banco', [
      ['GENERAL', 'Banco General'],
      ['BANISTMO', 'Banistmo'],
      ['BAC', 'BAC Panamá'],
      ['BNP', 'Banco Nacional de Panamá'],
      ['CAJA', 'Caja de Ahorros'],
      ['GLOBAL', 'Global Bank'],
    ]),
    ...entidadesDe('pa', 'billetera', [['YAPPY', 'Yappy', '^6\\d{7}$']]),
  ],
  pagos: [
    forma('ACH_PA', 'ACH Panamá', 'sale', {
      ...DOLARES,
      pais: 'pa',
      campos: [BANCO, TIPO_CUENTA, dato('digitos', 'cuenta', 'Cuenta', '\\d{8,20}')],
    }),
    forma('YAPPY', 'Yappy', 'sale', {
      ...DOLARES,
      pais: 'pa',
      campos: [dato('telefono', 'telefono', 'Celular', '6\\d{7}', '61234567')],
    }),
  ],
  piezas: [],
}
