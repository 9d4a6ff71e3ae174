import { describe, expect, test } from 'vitest'
import { ponerMoneda, SOL } from '../dinero/moneda.ts'
import {
  avisoDocumento,
  esCci,
  esCuentaVe20,
  esRuc,
  faltaCuenta,
  faltaDocumento,
  limpiarCelular,
  limpiarDocumento,
  type TipoDocumento,
} from './documentos.ts'
import { fiscalDe, nombreFiscal, registroDe } from './fiscal.ts'

/** The number with each other digit in that place: all must be refused, else the check digit is not checked. */
function otherDigits(numero: string, place: number): string[] {
  return Array.from(
    '0123456789',
    (digit) => numero.slice(0, place) + digit + numero.slice(place + 1),
  ).filter((other) => other !== numero)
}

const RUCS = ['20131312955', '20999000011', '20999000020', '20999000038', '10700000112']

test.each(RUCS)('RUC %s is accepted only with its own check digit', (ruc) => {
  expect(esRuc(ruc)).toBe(true)
  expect(otherDigits(ruc, 10).filter(esRuc)).toEqual([])
})

test.each(['30131312955', '2013131295', '201313129550', '2013131295X', ''])(
  'RUC %s is refused',
  (ruc) => {
    expect(esRuc(ruc)).toBe(false)
  },
)

const CCIS = [
  '00219310000000010115',
  '00320030000000010339',
  '00219310000000010213',
  '00219117000001100159',
  '00389801300002200245',
]

test.each(CCIS)('CCI %s is accepted only with its own check digits', (cci) => {
  expect(esCci(cci)).toBe(true)
  expect([...otherDigits(cci, 18), ...otherDigits(cci, 19)].filter(esCci)).toEqual([])
})

const CUENTAS_VE = [
  '01340001600000000101',
  '01020001680000000102',
  '01050001060000000103',
  '01340032610000010011',
  '01020223060000010012',
  '01050114870000010013',
  '01080013720000010014',
]

test.each(CUENTAS_VE)('Venezuelan account %s needs both of its check digits', (cuenta) => {
  expect(esCuentaVe20(cuenta)).toBe(true)
  expect(otherDigits(cuenta, 8).filter(esCuentaVe20)).toEqual([])
  expect(otherDigits(cuenta, 9).filter(esCuentaVe20)).toEqual([])
})

test('account numbers are checked by the algorithm of their bank', () => {
  expect(faltaCuenta('cci', '00219310000000010115')).toBeNull()
  expect(faltaCuenta('cci', '00219310000000010114')).toContain('CCI')
  expect(faltaCuenta('ve20', '01340001600000000101')).toBeNull()
  expect(faltaCuenta('ve20', '0134000160000000010')).toContain('20 dígitos')
  expect(faltaCuenta('ninguno', 'quien@sea.com')).toBeNull()
})

const documentos: [TipoDocumento, string, boolean][] = [
  ['DNI', '70000011', true],
  ['DNI', '7000001', false],
  ['DNI', '7000001A', false],
  ['CE', '001234567', true],
  ['CE', 'AB12345678', true],
  ['CE', '1234567', false],
  ['CE', '1234567890123', false],
  ['PAS', 'AB123', true],
  ['PAS', 'AB12', false],
  ['PTP', '001234567', true],
  ['CPP', '001234567', true],
  ['CPP', '12', false],
  ['CVE', 'V12345678', true],
  ['CVE', 'E123456', true],
  ['CVE', '12345678', false],
  ['CVE', 'J12345678', false],
  ['CCO', '1020304050', true],
  ['CCO', '12345', false],
  ['RUC', '20131312955', true],
  ['RUC', '20131312954', false],
]

describe.each(documentos)('%s %s', (tipo, numero, vale) => {
  test(vale ? 'is accepted' : 'is refused with a sentence', () => {
    const falta = faltaDocumento(tipo, numero)
    if (vale) expect(falta).toBeNull()
    else expect(falta).toMatch(/\.$/)
  })
})

test('a CE that is not 9 characters long is accepted with a warning', () => {
  expect(avisoDocumento('CE', '001234567')).toBeNull()
  expect(avisoDocumento('CE', '00123456')).toContain('9 dígitos')
  expect(avisoDocumento('DNI', '70000011')).toBeNull()
})

test('documents are stored without dots, dashes and spaces', () => {
  expect(limpiarDocumento(' v-12.345.678 ')).toBe('V12345678')
  expect(limpiarDocumento('1.020.304.050')).toBe('1020304050')
})

test.each([
  ['987654321', '+51987654321'],
  ['987 654 321', '+51987654321'],
  ['+51 987-654-321', '+51987654321'],
  ['51987654321', '+51987654321'],
  ['0051 987654321', '+51987654321'],
  ['+58 412 1234567', '+584121234567'],
  ['+57 (300) 123 4567', '+573001234567'],
  ['887654321', null],
  ['+5112345678', null],
  ['+51887654321', null],
  ['98765432', null],
  ['04121234567', null],
  ['+0123456789', null],
  ['+1234567890123456', null],
  ['hola', null],
  ['', null],
])('phone %s → %s', (typed, kept) => {
  expect(limpiarCelular(typed)).toBe(kept)
})

test('to a house abroad nine digits are no mobile of Peru, and its own number has its own name', () => {
  expect(fiscalDe('20131312955')).toBe('RUC 20131312955')
  expect([nombreFiscal(), registroDe('77')]).toEqual(['RUC', 'Registro SBS 77'])
  ponerMoneda({ ...SOL, pais: 'co' })
  try {
    expect(limpiarCelular('987654321')).toBeNull()
    expect(limpiarCelular('+51987654321')).toBe('+51987654321')
    expect(fiscalDe('900123456-7')).toBe('NIT 900123456-7')
    expect(fiscalDe('')).toBeNull()
    expect([nombreFiscal(), registroDe('77'), registroDe('')]).toEqual(['NIT', 'Registro 77', null])
    ponerMoneda({ ...SOL, pais: 'xx' })
    expect(fiscalDe('1')).toBe('N.º tributario 1')
  } finally {
    ponerMoneda(SOL)
  }
})
