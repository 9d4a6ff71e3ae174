import { describe, expect, test } from 'vitest'
import { contrato } from './contract.ts'
import { documentoInicial, faltaEdad, soloDeSuPersona } from './rules.ts'

const natural = {
  tipo_persona: 'natural',
  tipo_doc: 'DNI',
  num_doc: '70000011',
  nombres: 'Ana',
  apellidos: 'García Peña',
  celular: '987 654 321',
  segmento: 'publico',
}
const juridica = {
  tipo_persona: 'juridica',
  tipo_doc: 'RUC',
  num_doc: '20999000020',
  razon_social: 'Importaciones Demo S.A.C.',
  celular: '987654321',
  segmento: 'publico',
}

const read = (value: object) => contrato.crear.body.safeParse(value)

function wrong(value: object): Record<string, string> {
  const issues = read(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('a natural person and a company are accepted; document and phone are normalized', () => {
  expect(read(natural).data).toMatchObject({
    celular: '+51987654321',
    pep: false,
    cuenta_propia: true,
  })
  expect(read(juridica).success).toBe(true)
  const cedula = {
    ...natural,
    tipo_doc: 'CVE',
    num_doc: ' v-12.345.678',
    celular: '+58 412 1234567',
  }
  expect(read(cedula).data).toMatchObject({ num_doc: 'V12345678', celular: '+584121234567' })
})

describe('is refused, with the error on its field', () => {
  test.each([
    ['a short DNI', { ...natural, num_doc: '7000001' }, 'num_doc', /8 dígitos/],
    ['a RUC with a wrong check digit', { ...juridica, num_doc: '20999000021' }, 'num_doc', /RUC/],
    [
      'a company with DNI',
      { ...juridica, tipo_doc: 'DNI', num_doc: '70000011' },
      'tipo_doc',
      /RUC/,
    ],
    [
      'a company with the RUC of a person',
      { ...juridica, num_doc: '10700000112' },
      'num_doc',
      /20/,
    ],
    [
      'a person with the RUC of a company',
      { ...natural, tipo_doc: 'RUC', num_doc: '20999000020' },
      'num_doc',
      /20/,
    ],
    ['a company without name', { ...juridica, razon_social: null }, 'razon_social', /obligatorio/],
    ['a person without apellidos', { ...natural, apellidos: null }, 'apellidos', /obligatorio/],
    [
      'a person with razón social',
      { ...natural, razon_social: 'X S.A.' },
      'razon_social',
      /jurídica/,
    ],
    ['a company with ocupación', { ...juridica, ocupacion: 'Comerciante' }, 'ocupacion', /natural/],
    ['a company that is PEP', { ...juridica, pep: true }, 'pep', /natural/],
    ['a PEP without cargo', { ...natural, pep: true, pep_entidad: 'MEF' }, 'pep_cargo', /expuesta/],
    [
      'a PEP without entidad',
      { ...natural, pep: true, pep_cargo: 'Asesor' },
      'pep_entidad',
      /expuesta/,
    ],
    ['digits in a name', { ...natural, nombres: 'Ana 2' }, 'nombres', /letras/],
    ['an invalid phone', { ...natural, celular: '12345' }, 'celular', /celular/],
    ['an invalid e-mail address', { ...natural, correo: 'ana@' }, 'correo', /correo/],
  ])('%s', (_, value, campo, message) => {
    expect(wrong(value)[campo]).toMatch(message)
  })

  test('a natural person may have a RUC of a person', () => {
    expect(read({ ...natural, tipo_doc: 'RUC', num_doc: '10700000112' }).success).toBe(true)
  })
})

test('a change of the type of person drops the fields of the other type', () => {
  const mixed = { ...natural, ...juridica, nombres: 'Ana', apellidos: 'García', pep: true }
  const company = soloDeSuPersona(mixed)
  expect(company).not.toHaveProperty('nombres')
  expect(company).not.toHaveProperty('pep')
  expect(company.razon_social).toBe(juridica.razon_social)
  expect(soloDeSuPersona({ ...mixed, tipo_persona: 'natural' })).not.toHaveProperty('razon_social')
})

test.each([
  ['2007-11-20', null],
  ['2007-11-21', /18/],
  ['1915-11-20', null],
  ['1914-11-20', /110/],
  ['2030-01-01', /18/],
  [null, null],
])('born %s, on 2025-11-20', (nacido, falta) => {
  const found = faltaEdad(nacido, '2025-11-20')
  if (falta) expect(found).toMatch(falta)
  else expect(found).toBeNull()
})

test('R-386: a new client begins with the document of the house’s country, or a passport', () => {
  expect(['pe', 'cl', 've', 'es', 'us', 'pa'].map(documentoInicial)).toEqual([
    ...['DNI', 'RUT', 'CVE', 'DNE', 'OTR', 'PAS'],
  ])
})
