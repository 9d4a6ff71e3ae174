import { afterEach, expect, test, vi } from 'vitest'
import { fieldError, sentence } from '../errors.ts'
import {
  cabeceraDe,
  DE_LOS_LIBROS,
  enPlural,
  monedaFuncional,
  ponerMoneda,
  SOL,
  tomarCabecera,
  unidadDicha,
} from './moneda.ts'

//
const DOLAR = {
  ...{ id: 3, iso: 'USD', nombre: 'Dólar', simbolo: 'US$', decimales: 2 },
  ...{ pais: 'ec', pais_nombre: 'Ecuador' },
}
afterEach(() => ponerMoneda(SOL))

test('a write names no currency until an answer said one (R-305)', async () => {
  vi.resetModules()
  const { monedaSupuesta, tomarCabecera } = await import('./moneda.ts')
  expect(monedaSupuesta()).toBeNull()
  tomarCabecera(null)
  expect(monedaSupuesta()).toBe('2')
  tomarCabecera(cabeceraDe(DOLAR))
  expect(monedaSupuesta()).toBe('3')
  tomarCabecera(null)
})

test('the header says the currency of the books, and nothing for the sol', () => {
  expect(cabeceraDe(SOL)).toBeNull()
  const said = cabeceraDe(DOLAR) as string
  expect(said).toMatch(/^[\x20-\x7e]+$/)
  tomarCabecera(said)
  const before = monedaFuncional()
  expect(before).toEqual(DOLAR)
  // The same object for the same header: what is drawn with it is not drawn again.
  tomarCabecera(said)
  expect(monedaFuncional()).toBe(before)
  tomarCabecera(cabeceraDe({ ...SOL, simbolo: 'S/.' }))
  expect(monedaFuncional()).toEqual({ ...SOL, simbolo: 'S/.' })
  tomarCabecera(null)
  expect(monedaFuncional()).toBe(SOL)
})

test('units and sentences are in the currency of the books', () => {
  const said = () => [
    unidadDicha(DE_LOS_LIBROS),
    unidadDicha('%'),
    sentence('SIN_PRECIO', { moneda: 'EUR' }).slice(0, 34),
    fieldError({ msg: 'COMISIONES_EN_MONEDA', datos: {} }).msg,
  ]
  expect(said()).toEqual([
    ...['S/', '%', 'No hay un precio de EUR en soles. '],
    'Las comisiones se pagan de una cuenta en soles.',
  ])
  ponerMoneda(DOLAR)
  expect(said()).toEqual([
    ...['US$', '%', 'No hay un precio de EUR en dólares'],
    'Las comisiones se pagan de una cuenta en dólares.',
  ])
})

test.each([
  ['Sol', 'soles'],
  ['Dólar', 'dólares'],
  ['Peso colombiano', 'pesos colombianos'],
  ['Bolívar', 'bolívares'],
  ['Real', 'reales'],
  ['Guaraní', 'guaranís'],
  ['Colón', 'colones'],
])('%s is said %s', (nombre, plural) => {
  expect(enPlural(nombre)).toBe(plural)
})
