import { describe, expect, test } from 'vitest'
import {
  type CampoPago,
  datosDePago,
  faltaDato,
  huellaDePago,
  limpiarDato,
  reparosDePago,
  type TipoCampo,
} from './datos-pago.ts'

const campo = (tipo: TipoCampo, more: Partial<CampoPago> = {}): CampoPago => ({
  clave: tipo,
  etiqueta: tipo,
  tipo,
  obligatorio: true,
  patron: null,
  ejemplo: null,
  ...more,
})
const banesco = {
  id: 7,
  nombre: 'Banesco',
  codigo: '0134',
  algoritmo: 've20',
  patron: null,
  pais: 've',
} as const
const bcp = {
  ...({ id: 8, nombre: 'BCP', codigo: '002', algoritmo: 'cci', patron: null } as const),
  pais: 'pe',
}
const nequi = {
  id: 9,
  nombre: 'Nequi',
  codigo: '507',
  algoritmo: 'ninguno',
  patron: '^3\\d{9}$',
  pais: 'co',
} as const

const limpios: [TipoCampo, string, string, string][] = [
  ['telefono', 've', '0414-123.45.67', '04141234567'],
  ['telefono', 've', '+58 414 1234567', '04141234567'],
  ['telefono', 've', '58 (0414) 1234567', '04141234567'],
  ['telefono', 've', '4141234567', '04141234567'],
  ['telefono', 'co', '+57 300 123 4567', '3001234567'],
  ['telefono', 'co', '300 123 4567', '3001234567'],
  ['telefono', 'pe', '0051 987 654 321', '987654321'],
  ['telefono', 'us', '+1 (305) 555-0101', '3055550101'],
  ['telefono', 'cl', '+56 9 1234 5678', '56912345678'],
  ['cuenta', 've', '0134-0032-61-0000010011', '01340032610000010011'],
  ['digitos', 'pe', '193 - 1234', '1931234'],
  ['correo', 'us', '  Maria@Example.COM ', 'maria@example.com'],
  ['contacto', 'us', 'Maria@Example.com', 'maria@example.com'],
  ['contacto', 'us', '305-555-0101', '3055550101'],
  ['llave', 'co', '@Maria22', '@Maria22'],
  ['llave', 'co', 'M@X.co', 'm@x.co'],
  ['llave', 'co', '1.020.304.050', '1020304050'],
  ['texto', 'pe', '  Av.   Sucre 12 ', 'Av. Sucre 12'],
]
test.each(limpios)('%s of %s: %s is stored as %s', (tipo, pais, typed, kept) => {
  expect(limpiarDato(tipo, pais, typed)).toBe(kept)
})

const buenos: [TipoCampo, string, string, Parameters<typeof faltaDato>[3]][] = [
  ['telefono', 've', '04141234567', null],
  ['telefono', 'co', '3001234567', null],
  ['telefono', 'cl', '912345678', null],
  ['cuenta', 've', '01340032610000010011', banesco],
  ['cuenta', 'pe', '00219117000001100159', bcp],
  ['cuenta', 'co', '3001234567', nequi],
  ['correo', 'us', 'a@b.co', null],
  ['contacto', 'us', '3055550101', null],
  ['llave', 'co', '@maria22', null],
  ['llave', 'co', '3001234567', null],
  ['llave', 'co', '79123456', null],
  ['llave', 'co', 'a@b.co', null],
  ['digitos', 'pe', '1234', null],
  ['texto', 'pe', 'Lo que sea', null],
  // In another country that the entity serves its own country's digits and format mean nothing.
  ['cuenta', 'co', '01340032610000010012', banesco],
  ['cuenta', 've', '00389801300002200245', bcp],
  ['cuenta', 'pe', '2001234567', nequi],
]
test.each(buenos)('%s of %s: %s is valid', (tipo, pais, valor, entidad) => {
  expect(faltaDato(campo(tipo), valor, pais, entidad)).toBeNull()
})

const malos: [TipoCampo, string, string, Parameters<typeof faltaDato>[3], RegExp][] = [
  ['telefono', 've', '0414123456', null, /11 dígitos/],
  ['telefono', 'co', '2001234567', null, /empieza con 3/],
  ['telefono', 'pe', '887654321', null, /empieza con 9/],
  ['telefono', 'us', '1055550101', null, /10 dígitos/],
  ['telefono', 'cl', '12345', null, /6 a 15/],
  ['cuenta', 've', '01340032610000010012', banesco, /no es válida/],
  ['cuenta', 've', '01020223060000010012', banesco, /empiezan con 0134/],
  ['cuenta', 'pe', '00389801300002200245', bcp, /empiezan con 002/],
  ['cuenta', 'co', '2001234567', nequi, /formato de Nequi/],
  ['cuenta', 'pe', '12-34', null, /sin signos/],
  ['correo', 'us', 'a@b', null, /correo/],
  ['contacto', 'us', 'a@b', null, /correo/],
  ['contacto', 'us', '12', null, /10 dígitos/],
  ['llave', 'co', '@ab', null, /llave/],
  ['llave', 'co', 'a@b', null, /correo/],
  ['digitos', 'pe', '12a', null, /dígitos/],
  ['texto', 'pe', 'x'.repeat(121), null, /120/],
]
test.each(malos)('%s of %s: %s is refused', (tipo, pais, valor, entidad, message) => {
  expect(faltaDato(campo(tipo), valor, pais, entidad)).toMatch(message)
})

test('a field’s own pattern applies besides its type, and the message has an example', () => {
  const own = campo('telefono', {
    etiqueta: 'Teléfono',
    patron: '04(?:14|24)\\d{7}',
    ejemplo: '0414 1234567',
  })
  expect(faltaDato(own, '04141234567', 've', null)).toBeNull()
  expect(faltaDato(own, '04991234567', 've', null)).toBe(
    'Teléfono: no tiene el formato esperado, por ejemplo 0414 1234567.',
  )
})

const pagoMovil = [
  campo('entidad', { clave: 'banco', etiqueta: 'Banco' }),
  campo('telefono', { etiqueta: 'Teléfono' }),
  campo('documento', { clave: 'cedula', etiqueta: 'Cédula', patron: '[VEJ]\\d{6,9}' }),
]
const maria = {
  nombre: 'María Pérez',
  tipo_doc: 'CVE',
  num_doc: 'V12345678',
  pais: 've',
  campos: { telefono: '04141234567' },
}

describe('a way of paying', () => {
  test('accepts the data that it asks for', () => {
    expect(reparosDePago(pagoMovil, maria, banesco)).toEqual([])
  })
  test('names the missing data, in its order', () => {
    const none = { ...maria, num_doc: 'DNI1', campos: {} }
    expect(reparosDePago(pagoMovil, none, null).map(({ campo: at }) => at)).toEqual([
      'entidad_id',
      'campos.telefono',
      'num_doc',
    ])
  })
  test('accepts data without the optional ones', () => {
    const pide = [
      campo('telefono', { obligatorio: false }),
      campo('entidad', { obligatorio: false }),
    ]
    expect(reparosDePago(pide, { ...maria, campos: {} }, null)).toEqual([])
  })
  test('refuses data that it does not ask for', () => {
    const more = { ...maria, campos: { ...maria.campos, correo: 'a@b.co' } }
    expect(reparosDePago(pagoMovil, more, banesco)).toEqual([
      { campo: 'campos.correo', msg: 'Este tipo de pago no pide ese dato.' },
    ])
    expect(reparosDePago([campo('telefono')], maria, banesco)[0]?.campo).toBe('entidad_id')
    // The value of a column must not be repeated among the data.
    expect(
      reparosDePago(pagoMovil, { ...maria, campos: { ...maria.campos, cedula: 'V1' } }, banesco)[0]
        ?.campo,
    ).toBe('campos.cedula')
  })
})

test('the data are copied in the bank’s order', () => {
  expect(datosDePago(pagoMovil, maria, banesco)).toEqual([
    { etiqueta: 'Banco', valor: 'Banesco (0134)' },
    { etiqueta: 'Teléfono', valor: '04141234567' },
    { etiqueta: 'Cédula', valor: 'V12345678' },
    { etiqueta: 'Titular', valor: 'María Pérez' },
  ])
  expect(
    datosDePago([campo('correo')], { ...maria, campos: { correo: 'a@b.co' } }, null).at(-1),
  ).toEqual({
    etiqueta: 'Documento',
    valor: 'CVE V12345678',
  })
})

test('the same account has the same huella in every agenda', () => {
  const mark = (
    pide: CampoPago[],
    campos: Record<string, string>,
    way: number,
    e: typeof banesco | null,
  ) => huellaDePago(pide, { campos }, way, e)
  const cuenta = [campo('entidad'), campo('cuenta')]
  const account = { cuenta: '01340032610000010011' }
  expect(mark(cuenta, account, 1, banesco)).toBe(mark(cuenta, account, 2, banesco))
  expect(mark(pagoMovil, maria.campos, 1, banesco)).not.toBe(mark(pagoMovil, maria.campos, 1, null))
  expect(mark(pagoMovil, maria.campos, 1, banesco)).not.toBe(
    mark(pagoMovil, maria.campos, 2, banesco),
  )
  expect(mark([campo('texto')], { texto: 'Av. Sucre' }, 1, null)).toBeNull()
})
