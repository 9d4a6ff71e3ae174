import { expect, test } from 'vitest'
import type { CorredorPizarra, Pizarra } from './contract.ts'
import { claveDe, direccionDe } from './rules/enlace.ts'
import {
  banderaEmoji,
  desdeEnPalabras,
  ejemplo,
  fechaEnPalabras,
  horasEntre,
  textoDelDia,
} from './rules.ts'

const sol = { id: 2, nombre: 'Sol', iso: 'PEN', simbolo: 'S/', decimales: 2, imagen: 'pe' }
const dolar = { id: 3, nombre: 'Dólar', iso: 'USD', simbolo: 'US$', decimales: 2, imagen: 'us' }
const usdt = { id: 7, nombre: 'Tether', iso: 'USDT', simbolo: '₮', decimales: 2, imagen: 'tether' }
const bolivar = { id: 1, nombre: 'Bolívar', iso: 'VES', simbolo: 'Bs', decimales: 2, imagen: 've' }
const peso = {
  id: 4,
  nombre: 'Peso colombiano',
  iso: 'COP',
  simbolo: '$',
  decimales: 2,
  imagen: 'co',
}
const ahora = '2025-11-20T20:04:00Z'

const corredor: CorredorPizarra = {
  id: 1,
  base: sol,
  cotizacion: bolivar,
  desde: null,
  tasa: '52.412',
  precision: 3,
  metodo_calculo: 'm',
  vigente_desde: ahora,
}

const pizarra: Pizarra = {
  casa: 'Cambios Andino',
  mercado: 'Perú',
  tema: 'sistema',
  mensaje: null,
  divisas: [
    {
      id: 1,
      base: dolar,
      cotizacion: sol,
      compra: '3.520',
      venta: '3.560',
      precision: 3,
      actualizado_en: ahora,
    },
    {
      id: 2,
      base: usdt,
      cotizacion: sol,
      compra: null,
      venta: null,
      precision: 3,
      actualizado_en: ahora,
    },
  ],
  corredores: [corredor, { ...corredor, id: 2, tasa: null }],
  ahora,
}

test('a rate of large amounts says from where on, and its example is one of them', () => {
  const mayorista = { ...corredor, desde: '5000', tasa: '53.528' }
  expect(desdeEnPalabras(corredor)).toBe('')
  expect(desdeEnPalabras(mayorista)).toBe(' desde S/ 5,000')
  expect(ejemplo(mayorista)).toBe('S/ 5,000 = Bs 267,640.00')
  expect(ejemplo({ ...mayorista, desde: '0.5' })).toBe('S/ 0.50 = Bs 26.76')
  expect(textoDelDia({ ...pizarra, corredores: [mayorista] }, 'hoy')).toContain(
    'PEN a Bolívar (VES) desde S/ 5,000: 53.528 · S/ 5,000 = Bs 267,640.00',
  )
})

test('the example is what the client gets, never more', () => {
  expect(ejemplo(corredor)).toBe('S/ 100 = Bs 5,241.20')
  const divides: CorredorPizarra = {
    ...corredor,
    base: peso,
    tasa: '21.00',
    precision: 2,
    metodo_calculo: 'd',
  }
  expect(ejemplo(divides)).toBe('$ 100 = Bs 4.76')
  expect(ejemplo({ ...divides, cotizacion: dolar, tasa: '3880' })).toBe('$ 10,000 = US$ 2.57')
  expect(ejemplo({ ...corredor, tasa: null })).toBeNull()
})

test('the text for a chat holds what is quoted and leaves out what is not', () => {
  expect(textoDelDia(pizarra, 'Jueves, 20 de noviembre de 2025, 15:04')).toBe(
    [
      '*Cambios Andino*',
      'Tasas del día · Jueves, 20 de noviembre de 2025, 15:04',
      '',
      '*Cambio de divisas*',
      '🇺🇸 Dólar (USD): compra S/ 3.520 · venta S/ 3.560',
      '',
      '*Envíos desde Perú*',
      '🇻🇪 PEN a Bolívar (VES): 52.412 · S/ 100 = Bs 5,241.20',
      '',
      'Tasas referenciales: se confirman al momento de la operación.',
    ].join('\n'),
  )
})

test('flags are of countries only', () => {
  expect([banderaEmoji('pe'), banderaEmoji('tether'), banderaEmoji(null)]).toEqual(['🇵🇪', '', ''])
})

test('the day is said in words, in Lima', () => {
  expect(fechaEnPalabras(Date.parse('2025-11-21T03:00:00Z'))).toBe(
    'Jueves, 20 de noviembre de 2025',
  )
  expect(horasEntre('2025-11-20T10:00:00Z', '2025-11-20T11:30:00Z')).toBe(1.5)
})

test('a key is read from what follows the #, whole or not at all', () => {
  const clave = 'Ab_-'.repeat(10).padEnd(43, 'x')
  expect(claveDe(new URL(direccionDe('https://casa.example', clave)).hash)).toBe(clave)
  expect(claveDe(`clave=${clave}`)).toBe(clave)
  for (const bad of ['', '#', `clave=${clave}x`, `#otra=${clave}`, `#clave=${clave.slice(1)}`]) {
    expect(claveDe(bad)).toBeNull()
  }
})
