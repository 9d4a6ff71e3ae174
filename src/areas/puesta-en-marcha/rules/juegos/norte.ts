import { BANCO, dato, entidadesDe, forma, type Juego, soportan } from '../juego.ts'

/** The United States: dollars are sent to an e-mail or a telephone. */
export const ESTADOS_UNIDOS: Juego = {
  pais: 'us',
  nombre: 'Estados Unidos',
  entidades: soportan(entidadesDe('us', 'billetera', [['ZELLE', 'Zelle']]), ['ZELLE'], [3, 12]),
  pagos: [
    forma('ZELLE', 'Zelle', 'ambos', {
      pais: 'us',
      moneda_id: 12,
      pide_referencia: true,
      requiere_verificacion: true,
      campos: [dato('contacto', 'contacto', 'Correo o teléfono', null, 'maria@example.com')],
    }),
  ],
  piezas: [],
}

/** Mexico: the first three digits of a CLABE are its bank's. */
export const MEXICO: Juego = {
  pais: 'mx',
  nombre: 'México',
  entidades: entidadesDe('mx', 'banco', [
    ['002', 'Banamex', '^\\d{18}$'],
    ['012', 'BBVA México', '^\\d{18}$'],
    ['014', 'Santander México', '^\\d{18}$'],
    ['021', 'HSBC México', '^\\d{18}$'],
    ['072', 'Banorte', '^\\d{18}$'],
    ['127', 'Banco Azteca', '^\\d{18}$'],
    ['137', 'BanCoppel', '^\\d{18}$'],
  ]),
  pagos: [
    forma('SPEI', 'SPEI (CLABE)', 'sale', {
      pais: 'mx',
      moneda_id: 10,
      pide_referencia: true,
      campos: [BANCO, dato('cuenta', 'clabe', 'CLABE', '\\d{18}', '002010077777777771')],
    }),
  ],
  piezas: [
    {
      moneda_id: 10,
      nombre: 'Peso mexicano',
      billetes: '1000 500 200 100 50 20',
      metalicas: '10 5 2 1 0.50',
    },
  ],
}

/** Spain: accounts are IBANs, and telephones of Bizum. */
export const ESPANA: Juego = {
  pais: 'es',
  nombre: 'España',
  entidades: entidadesDe('es', 'banco', [
    ['0049', 'Santander España', '^ES\\d{22}$'],
    ['0081', 'Sabadell', '^ES\\d{22}$'],
    ['0182', 'BBVA España', '^ES\\d{22}$'],
    ['2100', 'CaixaBank', '^ES\\d{22}$'],
  ]),
  pagos: [
    forma('SEPA', 'Transferencia SEPA (IBAN)', 'sale', {
      pais: 'es',
      moneda_id: 6,
      pide_referencia: true,
      campos: [BANCO, dato('cuenta', 'iban', 'IBAN', 'ES\\d{22}', 'ES9121000418450200051332')],
    }),
    forma('BIZUM', 'Bizum', 'sale', {
      pais: 'es',
      moneda_id: 6,
      pide_referencia: true,
      campos: [dato('telefono', 'telefono', 'Teléfono', '[67]\\d{8}', '612345678')],
    }),
  ],
  piezas: [],
}
