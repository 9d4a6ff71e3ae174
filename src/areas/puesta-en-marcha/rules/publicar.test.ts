import { expect, test } from 'vitest'
import { SOL } from '../../../core/dinero/moneda.ts'
import { type Escrito, NADA } from './mayorista.ts'
import { faltanDe, porCrear, porEscribir } from './publicar.ts'

/* What the prices of a new house make, and what stays unmade because nobody typed it. R-337. */

const precio = (compra: string, venta: string): Escrito => ({ ...NADA, compra, venta })
const DOLAR = 'pe 3 2'
const BOLIVAR = 'usd 3 1'
const nueva = faltanDe(SOL, ['pe', 've'], 'ambos', [], [])
const titulos = (...given: Parameters<typeof porCrear>) => porCrear(...given).map((p) => p.titulo)

test('R-337: what is priced makes its pair and what follows it; nothing else is made', () => {
  expect(nueva.faltan.map(({ clave }) => clave)).toEqual([DOLAR, 'pe 6 2', BOLIVAR])
  expect(titulos(nueva, {}, {})).toEqual([])
  expect(titulos(nueva, { [DOLAR]: precio('3.50', '3.60') }, {})).toEqual([
    'Dólar en soles',
    'Venta de dólares',
    'Compra de dólares',
  ])
  // A remittance goes through both pairs: one of them alone makes none.
  expect(titulos(nueva, { [BOLIVAR]: precio('198.50', '202') }, {})).toEqual(['Dólar en bolívares'])
  const both = { [DOLAR]: precio('3.50', '3.60'), [BOLIVAR]: precio('198.50', '202') }
  expect(titulos(nueva, both, {})).toContain('Remesas a Venezuela')
  expect(titulos(nueva, both, {})).not.toContain('Compra de euros')
})

test('a pair that the house has is followed, and asked for again no more than a rate that it has', () => {
  const par = { id: 7, pais: 'pe', base_id: 3, cotizacion_id: 2 }
  const compra = { pais: 'pe', base_id: 3, cotizacion_id: 2 }
  const other = { ...par, id: 8, pais: 'ec' }
  const started = faltanDe(SOL, ['pe', 've'], 'ambos', [par, other], [compra])
  expect(started.faltan.map(({ clave }) => clave)).toEqual(['pe 6 2', BOLIVAR])
  expect(titulos(started, {}, {})).toEqual(['Venta de dólares'])
  expect(titulos(started, { [BOLIVAR]: precio('198.50', '202') }, {})).toEqual([
    'Dólar en bolívares',
    'Venta de dólares',
    'Remesas a Venezuela',
  ])
})

test('two countries that pay in one currency ask for its price once', () => {
  const { faltan } = faltanDe(SOL, ['pe', 'ec', 'pa'], 'ambos', [], [])
  expect(faltan.map(({ clave }) => clave)).toEqual([DOLAR, 'pe 6 2'])
})

test('R-337: a margin that was taken away is asked for; what was written is what is sent, else what is proposed', () => {
  const both = { [DOLAR]: precio('3.50', '3.60'), [BOLIVAR]: precio('198.50', '202') }
  const remesas = (margenes: Record<string, string | null>) => {
    const paso = porCrear(nueva, both, margenes).find((p) => p.titulo === 'Remesas a Venezuela')
    return [porEscribir(nueva, both, margenes), paso?.que === 'tasa' && paso.cuerpo.margen]
  }
  expect(remesas({})).toEqual([false, '6'])
  expect(remesas({ 'Remesas a Venezuela': '5.5' })).toEqual([false, '5.5'])
  expect(remesas({ 'Remesas a Venezuela': null })[0]).toBe(true)
  // The spread of its pair is the margin of a rate of the counter: nobody types one.
  expect(porEscribir(faltanDe(SOL, ['pe'], 'ambos', [], []), {}, {})).toBe(false)
})

test('a price alone is asked for the other, and none is needed', () => {
  expect(porEscribir(nueva, { [DOLAR]: { ...NADA, compra: '3.50' } }, {})).toBe(true)
  expect(porEscribir(nueva, {}, {})).toBe(false)
})
