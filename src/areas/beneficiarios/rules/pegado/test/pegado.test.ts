import { describe, expect, test } from 'vitest'
import { ENTIDADES, METODOS } from '../../../../../../test/support/areas/pegado.ts'
import { processorTime } from '../../../../../../test/support/procesador.ts'
import { repartirPegado } from '../reparto.ts'

const reparte = (text: string, elegido: number | null = null) =>
  repartirPegado(text, METODOS, ENTIDADES, elegido).valores

const casos: [string, string, ReturnType<typeof reparte>][] = [
  [
    'one line of Pago Móvil',
    'Banesco 0134 V-12345678 0414-1234567 María Pérez',
    {
      tipo_pago_id: 1,
      pais: 've',
      entidad_id: 4,
      tipo_doc: 'CVE',
      num_doc: 'V12345678',
      nombre: 'María Pérez',
      campos: { telefono: '04141234567' },
    },
  ],
  [
    'labelled lines',
    'Pago Móvil\nBanco: Mercantil (0105)\nTeléfono: 0412 555 12 34\nC.I.: 9.876.543\nTitular: JOSÉ GREGORIO RANGEL',
    {
      tipo_pago_id: 1,
      pais: 've',
      entidad_id: 2,
      tipo_doc: 'CVE',
      num_doc: 'V9876543',
      nombre: 'José Gregorio Rangel',
      campos: { telefono: '04125551234' },
    },
  ],
  [
    'a WhatsApp message with bold and a country code',
    '*Datos pago movil*\n*Banco de Venezuela*\n+58 424 765 43 21\nE-84.123.456\n*luisa márquez*',
    {
      tipo_pago_id: 1,
      pais: 've',
      entidad_id: 1,
      tipo_doc: 'CVE',
      num_doc: 'E84123456',
      nombre: 'Luisa Márquez',
      campos: { telefono: '04247654321' },
    },
  ],
  [
    'the alias of a bank',
    'bdv 04261112233 v15222333',
    {
      tipo_pago_id: 1,
      pais: 've',
      entidad_id: 1,
      tipo_doc: 'CVE',
      num_doc: 'V15222333',
      campos: { telefono: '04261112233' },
    },
  ],
  [
    'an account in groups, the bank by its digits',
    'Cuenta corriente 0134-0032-61-0000010011 María Pérez CI 12345678',
    {
      tipo_pago_id: 2,
      pais: 've',
      entidad_id: 4,
      tipo_doc: 'CVE',
      num_doc: 'V12345678',
      nombre: 'María Pérez',
      campos: { cuenta: '01340032610000010011' },
    },
  ],
  [
    'an account in groups of four, and a phone',
    '0102 0223 0600 0001 0012\nPedro Páez\nV-8.111.222\n0414 1234567',
    {
      tipo_pago_id: 2,
      pais: 've',
      entidad_id: 1,
      tipo_doc: 'CVE',
      num_doc: 'V8111222',
      nombre: 'Pedro Páez',
      campos: { cuenta: '01020223060000010012' },
    },
  ],
  [
    'a company',
    'Inversiones El Sol CA\nRif J-12345678-9\nBanco Provincial 01080013720000010014',
    {
      tipo_pago_id: 2,
      pais: 've',
      entidad_id: 3,
      tipo_doc: 'RIF',
      num_doc: 'J123456789',
      nombre: 'Inversiones El Sol CA',
      campos: { cuenta: '01080013720000010014' },
    },
  ],
  [
    'Nequi',
    'Nequi 300 123 45 67 a nombre de Óscar Restrepo cc 1.020.304.050',
    {
      tipo_pago_id: 3,
      pais: 'co',
      tipo_doc: 'CCO',
      num_doc: '1020304050',
      nombre: 'Óscar Restrepo',
      campos: { telefono: '3001234567' },
    },
  ],
  [
    'Daviplata',
    'daviplata +57 3109876543',
    { tipo_pago_id: 4, pais: 'co', campos: { telefono: '3109876543' } },
  ],
  [
    'a Bre-B key',
    'Bre-B llave @maria22',
    { tipo_pago_id: 5, pais: 'co', campos: { llave: '@maria22' } },
  ],
  [
    'Bancolombia',
    'Bancolombia ahorros 123-456789-01 Óscar Iván Restrepo',
    {
      tipo_pago_id: 6,
      pais: 'co',
      entidad_id: 6,
      nombre: 'Óscar Iván Restrepo',
      campos: { cuenta: '12345678901' },
    },
  ],
  [
    'Zelle by mail',
    'Zelle: Maria.Perez@Example.com\nMaria Perez',
    {
      tipo_pago_id: 7,
      pais: 'us',
      nombre: 'Maria Perez',
      campos: { contacto: 'maria.perez@example.com' },
    },
  ],
  [
    'Zelle by phone',
    'zelle (305) 555-0101 John Smith',
    { tipo_pago_id: 7, pais: 'us', nombre: 'John Smith', campos: { contacto: '3055550101' } },
  ],
  [
    'a CCI',
    'CCI 002 191 170000011001 59 BCP Rosa Núñez DNI 41000003',
    {
      tipo_pago_id: 8,
      pais: 'pe',
      entidad_id: 8,
      tipo_doc: 'DNI',
      num_doc: '41000003',
      nombre: 'Rosa Núñez',
      campos: { cuenta: '00219117000001100159' },
    },
  ],
  ['Yape', 'yape 987 654 321', { tipo_pago_id: 9, pais: 'pe', campos: { telefono: '987654321' } }],
  [
    'Plin with the country',
    'Plin +51 987654321',
    { tipo_pago_id: 10, pais: 'pe', campos: { telefono: '987654321' } },
  ],
]

test.each(casos)('%s', (_, text, expected) => {
  const { moneda_id: __, ...found } = reparte(text)
  expect(found).toEqual(expected)
})

describe('what is read', () => {
  test('a wallet of Tron', () => {
    const wallet = 'TDemoAndino11111111111111111111111'
    expect(reparte(`usdt trc-20 ${wallet}`)).toEqual({
      tipo_pago_id: 11,
      campos: { cuenta: wallet },
    })
  })
  test('an account with invalid check digits is filled in, and the form reports it', () => {
    expect(reparte('Banesco 01340032610000010012 V-12345678').campos).toEqual({
      cuenta: '01340032610000010012',
    })
  })
  test('adjacent digits of a phone and a document are not an account', () => {
    expect(reparte('0134 04141234567 V12345678').campos).toEqual({ telefono: '04141234567' })
  })
  test('a greeting is not a name', () => {
    const { valores, hallado, dudas } = repartirPegado(
      'hola buenas tardes por favor',
      METODOS,
      ENTIDADES,
    )
    expect({ valores, hallado, dudas }).toEqual({ valores: { campos: {} }, hallado: [], dudas: [] })
  })
  test('an empty result for a text without data', () => {
    expect(reparte('')).toEqual({ campos: {} })
    expect(repartirPegado('Banesco', [], []).valores).toEqual({ campos: {} })
  })
  test('the way of paying that the user chose stays when the text fits it equally well', () => {
    expect(reparte('300 123 4567', 4).tipo_pago_id).toBe(4)
    expect(reparte('nequi 300 123 4567', 4).tipo_pago_id).toBe(3)
  })
  test('a wallet of another country is his where it serves this one too (R-238)', () => {
    const andina = { id: 99, nombre: 'Andina', alias: null, codigo: 'ANDINA', pais: 'pe' }
    const text = 'Andina pago movil V-12345678 0414-1234567 María Pérez'
    const reads = (...paises: string[]) =>
      repartirPegado(text, METODOS, [...ENTIDADES, { ...andina, paises }]).valores.entidad_id
    expect([reads(), reads('ve')]).toEqual([undefined, 99])
  })
  test('the recognised data are listed', () => {
    const { hallado } = repartirPegado(
      'Banesco V-12345678 0414-1234567 María Pérez',
      METODOS,
      ENTIDADES,
    )
    expect(hallado).toEqual(['Pago Móvil', 'documento', 'titular', 'Banesco', 'telefono'])
  })
  test('the time to read a text of 10,000 letters grows less than cubically', () => {
    /** Time to read a text of so many letters. */
    const cost = (letters: number) =>
      processorTime(() => {
        for (const part of ['1 ', 'V-', 'a@', '0414 ', 'Banesco ', '12.345.', 'nombre '])
          reparte(part.repeat(letters / part.length))
      })
    cost(2_500)
    // Four times the text takes 4 times the work if each position is read once, 16 times if each is compared with all
    // others, 64 times if each is compared with all pairs.
    expect(cost(10_000) / cost(2_500)).toBeLessThan(40)
  })
})
