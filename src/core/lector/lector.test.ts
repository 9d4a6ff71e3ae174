import { expect, test } from 'vitest'
import { cuentaContada, leerContado } from './contadora.ts'
import { leerDocumento } from './documento.ts'
import { conTecla, lineasDe, SIN_RAFAGA } from './rafaga.ts'

const HOY = '2026-11-25'
const leer = (...lines: string[]) => leerDocumento(lines, HOY)

/** Writes a text with so many milliseconds between two keys. */
const escribir = (text: string, ms: number) =>
  [...text].reduce(
    (burst, key, i) => conTecla(burst, key === '\n' ? 'Enter' : key, i * ms),
    SIN_RAFAGA,
  )

test('what comes at a device’s speed is one burst, what a person types is none', () => {
  expect(lineasDe(escribir('45678912\n', 8))).toEqual(['45678912'])
  expect(lineasDe(escribir('45678912\n', 50))).toEqual(['45678912'])
  // The fastest of people: nothing but the last key is left.
  expect(lineasDe(escribir('45678912\n', 51))).toEqual([])
  // A pause begins anew, whatever was typed before.
  const typed = escribir('150', 120)
  const scan = [...'45678912'].reduce((b, key, i) => conTecla(b, key, 10_000 + i * 10), typed)
  expect(lineasDe(conTecla(scan, 'Enter', 10_080))).toEqual(['45678912'])
  // Between two lines a device may rest.
  const second = conTecla(escribir('AB\n', 10), 'C', 220)
  expect(lineasDe(conTecla(second, 'Enter', 230))).toEqual(['AB', 'C'])
  expect(lineasDe(conTecla(conTecla(escribir('AB\n', 10), 'C', 221), 'Enter', 231))).toEqual(['C'])
})

test('the linear code of a DNI is its number, with or without its check sign', () => {
  const dni = { tipo_doc: 'DNI', num_doc: '45678912' }
  for (const code of ['45678912', '45678912-7', '456789127', '45678912K']) {
    expect(leer(code)).toMatchObject(dni)
  }
  for (const other of ['4567891', '45678912Z', '4567891200', 'CV-2026-000123', '']) {
    expect(leer(other)).toBeNull()
  }
})

const DNI = [
  'I<PER12345678<8<<<<<<<<<<<<<<<',
  '9005215F3001019PER<<<<<<<<<<<8',
  'QUISPE<MAMANI<<ROSA<ELENA<<<<<',
] as const

test('the zone of an electronic DNI: three lines, read once they are all there', () => {
  expect(leer(DNI[0])).toBe('sigue')
  expect(leer(DNI[0], DNI[1])).toBe('sigue')
  const rosa = {
    ...{ tipo_doc: 'DNI', num_doc: '12345678', nombres: 'Rosa Elena' },
    ...{ apellidos: 'Quispe Mamani', fecha_nac: '1990-05-21' },
  }
  expect(leer(...DNI)).toEqual(rosa)
  // A reader set to an English keyboard.
  expect(leer(...DNI.map((line) => line.replaceAll('<', ';')))).toEqual(rosa)
  expect(leer(...DNI.map((line) => line.toLowerCase()))).toEqual(rosa)
})

test('the specimens of ICAO 9303: a card and a passport', () => {
  expect(
    leer(
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ),
  ).toEqual({
    ...{ tipo_doc: null, num_doc: 'D23145890', nombres: 'Anna Maria', apellidos: 'Eriksson' },
    fecha_nac: '1974-08-12',
  })
  expect(
    leer(
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ),
  ).toEqual({
    ...{ tipo_doc: 'PAS', num_doc: 'L898902C3', nombres: 'Anna Maria', apellidos: 'Eriksson' },
    fecha_nac: '1974-08-12',
  })
})

test('a foreigner’s card of Peru is no DNI; who was born this century is', () => {
  const [first, second, third] = DNI
  expect(leer(first, second.replace('PER', 'VEN'), third)).toMatchObject({ tipo_doc: 'CE' })
  expect(leer(first, second.replace('9005215', '0503154'), third)).toMatchObject({
    fecha_nac: '2005-03-15',
  })
})

test('what was read badly is not guessed', () => {
  const [first, second, third] = DNI
  expect(leer(first.replace('12345678', '12345679'), second, third)).toBe('mal')
  expect(leer(first, second.replace('9005215', '9105215'), third)).toBe('mal')
  expect(leer(first, second.slice(1))).toBe('mal')
  expect(leer(first, second, third, third)).toBe('mal')
  // Letters that begin like one, and are none.
  expect(leer('IMPORTANTE: CLIENTE DE SIEMPRE')).toBeNull()
})

test('a line of a bill counter', () => {
  const cien = { valor: '100', cantidad: 25, iso: null }
  for (const line of ['100 x 25', '100X25', '100,25', '100:25', '100=25', '100 x 25 PCS']) {
    expect(leerContado(line)).toEqual(cien)
  }
  expect(leerContado('PEN 100 x 25 PCS')).toEqual({ ...cien, iso: 'PEN' })
  expect(leerContado('0.50 x 12')).toEqual({ valor: '0.50', cantidad: 12, iso: null })
  // Its total is no note: left to the field, it would be 2500 of them.
  for (const line of ['TOTAL 2500', 'total: 2500', 'TOTAL=2500']) {
    expect(leerContado(line)).toEqual({ total: '2500', iso: null })
  }
  for (const line of ['USD TOTAL 99.50', 'TOTAL 99.50 usd']) {
    expect(leerContado(line)).toEqual({ total: '99.50', iso: 'USD' })
  }
  for (const line of ['100', '100.25', 'x 25', '100 x', '', 'TOTAL', 'TOTALIZADO 20']) {
    expect(leerContado(line)).toBeNull()
  }
})

test('a device counts for the account in which somebody stands, unless it names another currency', () => {
  const [soles, dolares, otros] = [{ iso: 'PEN' }, { iso: 'USD' }, { iso: 'USD' }]
  const two = [soles, dolares]
  expect(cuentaContada(two, null, dolares)).toBe(dolares)
  expect(cuentaContada(two, 'USD', dolares)).toBe(dolares)
  expect(cuentaContada(two, 'PEN', dolares)).toBe(soles)
  expect(cuentaContada(two, 'USD', undefined)).toBe(dolares)
  // Two tills in dollars: only the one in which he stands.
  expect(cuentaContada([...two, otros], 'USD', otros)).toBe(otros)
  expect(cuentaContada([...two, otros], 'USD', soles)).toBeNull()
  expect(cuentaContada(two, null, undefined)).toBeNull()
  expect(cuentaContada(two, 'EUR', dolares)).toBeNull()
  expect(cuentaContada([soles], null, undefined)).toBe(soles)
})
