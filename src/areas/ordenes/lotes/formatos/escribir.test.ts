import { describe, expect, test } from 'vitest'
import {
  destinoDe,
  escribirArchivo,
  type LineaDeLote,
  type LoteEscrito,
  plano,
} from './escribir.ts'
import { FORMATOS, formatoDe } from './formatos.ts'

const linea: LineaDeLote = {
  orden: 'OR-2025-000001',
  n: 1,
  monto: '1234.50',
  nombre: 'Rosa Elvira Núñez',
  tipo_doc: 'DNI',
  num_doc: '41000003',
  pais: 'pe',
  entidad: '003',
  cuenta: '00389801300002200245',
}
const lote: LoteEscrito = {
  numero: 'LT-2025-000001',
  fecha: '2025-11-20',
  moneda: 'PEN',
  total: '1234.50',
  cuenta: '191-1234567-0-11',
  titular: 'Casa de Cambio S.A.C.',
  titular_doc: '20123456789',
  lineas: [linea],
}
const lines = (clave: keyof typeof FORMATOS, more: Partial<LoteEscrito> = {}) => {
  const { finDeLinea } = FORMATOS[clave]
  return escribirArchivo(FORMATOS[clave], { ...lote, ...more })
    .toString('latin1')
    .split(finDeLinea)
}

describe('a file has the columns that its description says', () => {
  test('of BCP: fixed widths, the total in cents, the sum of the accounts', () => {
    const [head = '', row = '', end] = lines('bcp-telecredito')
    expect(head.slice(0, -15)).toBe(
      `100000120251120C0001${'1911234567011'.padEnd(20)}${'123450'.padStart(17, '0')}${'LT-2025-000001'.padEnd(40)}N`,
    )
    expect(head.slice(-15)).toBe(
      String((BigInt('1911234567011') + BigInt('801300002200245')) % 10n ** 15n).padStart(15, '0'),
    )
    expect(row).toBe(
      `2B00389801300002200245141000003       ${'ROSA ELVIRA NUNEZ'.padEnd(75)}${'OR-2025-000001'.padEnd(40)}${'LT-2025-000001'.padEnd(20)}0001${'123450'.padStart(17, '0')}S`,
    )
    expect([head.length, row.length]).toEqual([113, 195])
    expect(end).toBe('')
  })
  test('of Interbank: its own codes, Ñ as it is, the total at the end', () => {
    const [row = '', close = ''] = lines('interbank')
    expect(row).toContain('ROSA ELVIRA NUÑEZ')
    expect(row.startsWith('020141000003')).toBe(true)
    expect(row.endsWith('9900389801300002200245')).toBe(true)
    expect(close).toBe(
      `03000001000000000123450${'1911234567011'.padStart(20, '0')}${'LT-2025-000001'.padEnd(20)}`,
    )
  })
  test('of Banesco: bars, header, debit, credit and totals', () => {
    const ve = { ...linea, pais: 've', entidad: '0105', tipo_doc: 'CVE', num_doc: 'V7555888' }
    const got = lines('banesco', {
      moneda: 'VES',
      cuenta: '01340032610000010011',
      lineas: [{ ...ve, cuenta: '01050114870000010013' }],
    })
    expect(got).toEqual([
      'HDR|BANESCO|20251120|LT-2025-000001|PROVEEDORES',
      '02|LT-2025-000001|20123456789|CASA DE CAMBIO S.A.C.|000000000123450|VES|01340032610000010011|20251120',
      '03|OR-2025-000001|000000000123450|VES|01050114870000010013|0105|V7555888|ROSA ELVIRA NUNEZ|CTA',
      '06|1|000001|000000000123450',
      '',
    ])
  })
})

describe('nothing of a name or an account makes another file', () => {
  test('a name cannot end a line, part a column or begin a formula', () => {
    for (const nombre of ['=1+1|X\r\n03|OTRO', '+51', '@SUM(A1)', '-2', '\u2028Ana;Paz\t"x"']) {
      const text = plano(nombre, 'ascii')
      expect(text).toMatch(/^[A-Z0-9][A-Z0-9 .-]*$/)
      const got = lines('bcp-telecredito', { lineas: [{ ...linea, nombre }] })
      expect(got.map((each) => each.length)).toEqual([113, 195, 0])
    }
  })
  test('an account is never cut, and an amount keeps every digit', () => {
    const ve = { ...linea, pais: 've', cuenta: '01050114870000010013' }
    const wrong =
      (own: Partial<LoteEscrito>, more: Partial<LineaDeLote> = {}) =>
      () =>
        escribirArchivo(FORMATOS.banesco, {
          ...{ ...lote, moneda: 'VES', cuenta: '01340032610000010011', ...own },
          lineas: [{ ...ve, ...more }],
        })
    expect(wrong({ cuenta: '123456789012345678901' })).toThrow(/más de 20 dígitos/)
    expect(wrong({ cuenta: '0134A' })).toThrow(/no son solo dígitos/)
    expect(wrong({}, { cuenta: '010501148700000100133' })).toThrow(/no es de los que paga/)
    expect(wrong({}, { monto: '1.005' })).toThrow(/más decimales/)
    expect(wrong({}, { monto: '99999999999999.99' })).toThrow(/más de 15 dígitos/)
  })
  test('a document that the bank has no code for is refused', () => {
    expect(() => lines('bcp-telecredito', { lineas: [{ ...linea, tipo_doc: 'CVE' }] })).toThrow(
      /no tiene código para CVE/,
    )
  })
})

test('a file pays accounts of its country: its own, and interbank ones of others', () => {
  const kind = (more: Partial<LineaDeLote>) =>
    destinoDe(FORMATOS['bcp-telecredito'], { ...linea, ...more })
  expect(kind({})).toMatchObject({ codigo: 'B' })
  expect(kind({ entidad: '002', cuenta: '1911234567011' })).toMatchObject({ codigo: 'C' })
  expect(kind({ cuenta: '1911234567011' })).toMatch(/otro banco/)
  expect(kind({ cuenta: '123' })).toMatch(/no es de los que paga/)
  expect(kind({ cuenta: null })).toMatch(/no se paga a una cuenta/)
  expect(kind({ pais: 've' })).toMatch(/otro país/)
  // Where the file says the bank's code, an order without one stays out.
  const ve = { ...linea, pais: 've', cuenta: '01050114870000010013' }
  expect(destinoDe(FORMATOS.banesco, { ...ve, entidad: null })).toMatch(/el código de su banco/)
  expect(destinoDe(FORMATOS.banesco, { ...ve, entidad: '0105' })).toMatchObject({ codigo: 'CTA' })
  expect(kind({ entidad: null })).toMatchObject({ codigo: 'B' })
  expect([formatoDe('pe', '003'), formatoDe('pe', '011'), formatoDe('ve', '003')]).toEqual([
    'interbank',
    null,
    null,
  ])
})
