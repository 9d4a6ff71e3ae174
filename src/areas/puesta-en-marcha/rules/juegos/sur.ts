import { BANCO, dato, entidadesDe, forma, type Juego } from '../juego.ts'

/** Chile: codes of banks as its banks' association gives them. */
export const CHILE: Juego = {
  pais: 'cl',
  nombre: 'Chile',
  entidades: entidadesDe('cl', 'banco', [
    ['001', 'Banco de Chile'],
    ['012', 'BancoEstado'],
    ['014', 'Scotiabank Chile'],
    ['016', 'BCI'],
    ['037', 'Santander Chile'],
    ['039', 'Itaú Chile'],
    ['051', 'Banco Falabella Chile'],
  ]),
  pagos: [
    forma('TRANSFERENCIA_CL', 'Transferencia Chile', 'sale', {
      pais: 'cl',
      moneda_id: 5,
      pide_referencia: true,
      campos: [
        BANCO,
        dato('texto', 'tipo_cuenta', 'Tipo de cuenta', 'Vista|RUT|Ahorro|Corriente', 'Vista'),
        dato('digitos', 'cuenta', 'Cuenta', '\\d{5,20}'),
        dato('texto', 'rut', 'RUT', '\\d{7,8}-[\\dkK]', '12345678-5'),
      ],
    }),
  ],
  piezas: [
    {
      moneda_id: 5,
      nombre: 'Peso chileno',
      billetes: '20000 10000 5000 2000 1000',
      metalicas: '500 100 50 10',
    },
  ],
}

/** Bolivia. */
export const BOLIVIA: Juego = {
  pais: 'bo',
  nombre: 'Bolivia',
  entidades: entidadesDe('bo', 'banco', [
    ['UNION', 'Banco Unión'],
    ['BNB', 'Banco Nacional de Bolivia'],
    ['BMSC', 'Mercantil Santa Cruz'],
    ['BISA', 'Banco BISA'],
    ['FIE', 'Banco FIE'],
  ]),
  pagos: [
    forma('TRANSFERENCIA_BO', 'Transferencia Bolivia', 'sale', {
      pais: 'bo',
      moneda_id: 11,
      pide_referencia: true,
      campos: [
        BANCO,
        dato('digitos', 'cuenta', 'Cuenta', '\\d{6,20}'),
        dato('documento', 'cedula', 'Cédula de identidad'),
      ],
    }),
  ],
  piezas: [
    {
      moneda_id: 11,
      nombre: 'Boliviano',
      billetes: '200 100 50 20 10',
      metalicas: '5 2 1 0.50 0.20 0.10',
    },
  ],
}

/** Argentina: an account of a bank (CBU) or of a wallet (CVU) has 22 digits; an alias stands for either. */
export const ARGENTINA: Juego = {
  pais: 'ar',
  nombre: 'Argentina',
  entidades: [
    ...entidadesDe('ar', 'banco', [
      ['007', 'Banco Galicia', '^\\d{22}$'],
      ['011', 'Banco Nación', '^\\d{22}$'],
      ['017', 'BBVA Argentina', '^\\d{22}$'],
      ['072', 'Santander Argentina', '^\\d{22}$'],
      ['285', 'Banco Macro', '^\\d{22}$'],
    ]),
    ...entidadesDe('ar', 'billetera', [['MERCADO_PAGO', 'Mercado Pago', '^\\d{22}$']]),
  ],
  pagos: [
    forma('CBU_CVU', 'Transferencia Argentina (CBU o CVU)', 'sale', {
      pais: 'ar',
      moneda_id: 9,
      pide_referencia: true,
      campos: [BANCO, dato('cuenta', 'cbu', 'CBU o CVU', '\\d{22}', '0110599520000001234567')],
    }),
    forma('ALIAS_AR', 'Alias (Argentina)', 'sale', {
      pais: 'ar',
      moneda_id: 9,
      pide_referencia: true,
      campos: [dato('texto', 'alias', 'Alias', '[A-Za-z0-9.-]{6,20}', 'casa.rio.sol')],
    }),
  ],
  piezas: [
    {
      moneda_id: 9,
      nombre: 'Peso argentino',
      billetes: '20000 10000 2000 1000 500 200 100',
      metalicas: null,
    },
  ],
}

/** Brazil: codes of banks as in its clearing house (COMPE); a Pix key is a document, a telephone, an e-mail or a code. */
export const BRASIL: Juego = {
  pais: 'br',
  nombre: 'Brasil',
  entidades: [
    ...entidadesDe('br', 'banco', [
      ['001', 'Banco do Brasil'],
      ['033', 'Santander Brasil'],
      ['104', 'Caixa'],
      ['237', 'Bradesco'],
      ['260', 'Nubank'],
      ['341', 'Itaú'],
    ]),
    ...entidadesDe('br', 'billetera', [['323', 'Mercado Pago Brasil']]),
  ],
  pagos: [
    forma('PIX', 'Pix', 'sale', {
      pais: 'br',
      moneda_id: 8,
      pide_referencia: true,
      campos: [
        dato('texto', 'clave_pix', 'Clave Pix', '[A-Za-z0-9@.+-]{5,77}', 'maria@example.com'),
      ],
    }),
    forma('TED_BR', 'TED Brasil', 'sale', {
      pais: 'br',
      moneda_id: 8,
      pide_referencia: true,
      campos: [
        BANCO,
        dato('digitos', 'agencia', 'Agencia', '\\d{4,5}', '0001'),
        dato('texto', 'cuenta', 'Cuenta', '\\d{4,12}-?[\\dxX]', '12345678-9'),
        dato('texto', 'cpf', 'CPF o CNPJ', '\\d{11}|\\d{14}', '12345678909'),
      ],
    }),
  ],
  piezas: [
    {
      moneda_id: 8,
      nombre: 'Real',
      billetes: '200 100 50 20 10 5 2',
      metalicas: '1 0.50 0.25 0.10 0.05',
    },
  ],
}
