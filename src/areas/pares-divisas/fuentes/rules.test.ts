import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enRuta, leerJson, numeroDe, preciosDe, RUTA } from './rules.ts'

const LECTURA = {
  ruta_compra: 'usd.compra',
  ruta_venta: 'usd.venta',
  factor_compra: '1',
  factor_venta: '1',
  precision: 3,
}

test('a number is read as it was written, never as a float', () => {
  const json = leerJson(
    '{"a":[{"b":3.5200000000000000001}],"c":1e3,"d":"3.52","e":123456789.123456789123}',
  )
  expect(enRuta(json, 'a[0].b')).toBe('3.5200000000000000001')
  expect(numeroDe(enRuta(json, 'a[0].b'), 'a')).toBe('3.5200000000')
  expect(numeroDe(enRuta(json, 'd'), 'd')).toBe('3.52')
  expect(numeroDe(enRuta(json, 'e'), 'e')).toBe('123456789.1234567891')
  expect(() => numeroDe(enRuta(json, 'c'), 'c')).toThrow(/«1e3», que no es un precio/)
})

test('every decimal comes through digit for digit', () => {
  const digits = fc.integer({ min: 1, max: 999_999_999 })
  const fraction = fc.stringMatching(/^\d{1,10}$/)
  fc.assert(
    fc.property(digits, fraction, (whole, rest) => {
      const text = `${whole}.${rest}`
      expect(numeroDe(enRuta(leerJson(`{"x":${text}}`), 'x'), 'x')).toBe(text)
    }),
  )
})

test.each([
  ['not JSON', 'hola', /no es JSON/],
  ['a page', '<html>', /no es JSON/],
  ['nothing', '', /no es JSON/],
  ['another shape', '{"eur":1}', /no tiene «usd.compra»/],
  ['a list', '[1,2]', /no tiene/],
  ['null', '{"usd":{"compra":null,"venta":1}}', /no hay un número/],
  ['a truth', '{"usd":{"compra":true,"venta":1}}', /no hay un número/],
  ['an object', '{"usd":{"compra":{},"venta":1}}', /no hay un número/],
  ['text', '{"usd":{"compra":"caro","venta":1}}', /«caro», que no es un precio/],
  ['NaN', '{"usd":{"compra":NaN,"venta":1}}', /no es JSON/],
  ['NaN as text', '{"usd":{"compra":"NaN","venta":1}}', /no es un precio/],
  ['zero', '{"usd":{"compra":0,"venta":1}}', /mayor que cero/],
  ['zeros', '{"usd":{"compra":"0.000","venta":1}}', /mayor que cero/],
  ['negative', '{"usd":{"compra":-3.5,"venta":3.6}}', /no es un precio/],
  ['huge', '{"usd":{"compra":12345678901,"venta":1}}', /no es un precio/],
  ['beyond', '{"usd":{"compra":1e400,"venta":1}}', /no es un precio/],
  ['a comma', '{"usd":{"compra":"3,520","venta":"3,560"}}', /no es un precio/],
  ['a prototype', '{"__proto__":{"usd":{"compra":1,"venta":1}}}', /no tiene/],
  ['too small for the pair', '{"usd":{"compra":0.0004,"venta":1}}', /fuera de rango/],
  ['the wrong way round', '{"usd":{"compra":3.6,"venta":3.5}}', /mayor que la venta/],
])('%s is no price', (_, respuesta, message) => {
  expect(() => preciosDe(respuesta, LECTURA)).toThrow(message)
})

test('what we buy at is cut down and what we sell at is cut up', () => {
  const prices = preciosDe('{"usd":{"compra":3.5209,"venta":3.5601}}', LECTURA)
  expect(prices).toEqual({ compra: '3.520', venta: '3.561' })
  const one = {
    ...LECTURA,
    ruta_compra: 'm',
    ruta_venta: 'm',
    factor_compra: '0.995',
    factor_venta: '1.005',
  }
  expect(preciosDe('{"m":"3.54"}', one)).toEqual({ compra: '3.522', venta: '3.558' })
})

test('a path is names and places, nothing else', () => {
  for (const good of ['a', 'a.b', '[0]', 'a[0].b-c.$d', '[1][2].x']) expect(good).toMatch(RUTA)
  for (const bad of ['', '.a', 'a.', 'a[b]', 'a..b', 'a[0', 'a b', '$..*', 'a[?(1)]']) {
    expect(bad).not.toMatch(RUTA)
  }
})
