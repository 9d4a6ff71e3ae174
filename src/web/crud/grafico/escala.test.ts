import { expect, test } from 'vitest'
import { formatDecimal } from '../../../core/formato.ts'
import { camino, escalaDe, instantes, type Punto, puntoEn } from './escala.ts'

const MARCO = { ancho: 600, alto: 200, izquierda: 50, derecha: 10, arriba: 10, abajo: 20 }
const puntos: Punto[] = [
  { desde: '2025-11-20T13:00:00Z', valores: ['3.520', '3.560'] },
  { desde: '2025-11-20T15:00:00Z', valores: ['3.525', '3.570'] },
  { desde: '2025-11-20T16:00:00Z', valores: [null, '3.550'] },
]
const HASTA = Date.parse('2025-11-20T17:00:00Z')

test('every value and instant lies inside the frame; later is further right, more is higher', () => {
  const { x, y, min, max } = escalaDe(puntos, HASTA, MARCO)
  expect(x(Date.parse('2025-11-20T13:00:00Z'))).toBe(50)
  expect(x(HASTA)).toBe(590)
  expect(x(Date.parse('2025-11-20T15:00:00Z'))).toBe(320)
  expect(y(3.57)).toBeLessThan(y(3.52))
  expect(y(max)).toBe(10)
  expect(y(min)).toBe(180)
  expect(min).toBeLessThan(3.52)
  expect(max).toBeGreaterThan(3.57)
})

test('the lines are at round values, with enough decimals to differ', () => {
  const { lineas, decimales } = escalaDe(puntos, HASTA, MARCO)
  expect(lineas.map((valor) => formatDecimal(String(valor), decimales))).toEqual([
    '3.50',
    '3.52',
    '3.54',
    '3.56',
    '3.58',
  ])
  const big = escalaDe([{ desde: '2025-11-20T13:00:00Z', valores: ['3900', '4100'] }], HASTA, MARCO)
  expect(big.decimales).toBe(0)
  expect(new Set(big.lineas.map((valor) => formatDecimal(String(valor), 0))).size).toBe(
    big.lineas.length,
  )
})

test('amounts begin at zero, and no axis goes below it where no value does', () => {
  const dias = (...valores: string[]): Punto[] =>
    valores.map((valor, day) => ({ desde: `2025-11-1${day}T05:00:00Z`, valores: [valor] }))
  const amounts = escalaDe(dias('6500', '7030'), HASTA, MARCO, true)
  expect(amounts.min).toBe(0)
  expect(amounts.max).toBeGreaterThan(7030)
  expect(escalaDe(dias('0', '900'), HASTA, MARCO).min).toBe(0)
  expect(escalaDe(dias('-30', '900'), HASTA, MARCO, true).min).toBeLessThan(-30)
  const losses = escalaDe(dias('-30', '-10'), HASTA, MARCO, true)
  expect(losses.max).toBeGreaterThanOrEqual(0)
})

test('a constant price and an empty series still have a scale', () => {
  const still = escalaDe([{ desde: '2025-11-20T13:00:00Z', valores: ['1'] }], HASTA, MARCO)
  expect(still.min).toBeLessThan(1)
  expect(still.max).toBeGreaterThan(1)
  const none = escalaDe([], HASTA, MARCO)
  expect(none.lineas.every(Number.isFinite)).toBe(true)
  const now = escalaDe([{ desde: '2025-11-20T17:00:00Z', valores: ['1'] }], HASTA, MARCO)
  expect(now.x(HASTA)).toBe(50)
})

test('a line goes level until the next change, and breaks where nothing is known', () => {
  const escala = {
    x: (ms: number) => (ms - Date.parse('2025-11-20T13:00:00Z')) / 3.6e6,
    y: (v: number) => v,
    hasta: HASTA,
  }
  expect(camino(puntos, 1, escala)).toBe('M0 3.6H2V3.6H3V3.6H4')
  expect(camino(puntos, 0, { ...escala, y: (v) => v * 100 })).toBe('M0 352H2V352.5H3')
  expect(camino([], 0, escala)).toBe('')
})

test('the point at an instant is the one in force then', () => {
  const at = (hora: string) => puntoEn(puntos, Date.parse(`2025-11-20T${hora}Z`))
  expect([at('12:00:00'), at('13:00:00'), at('14:59:59'), at('15:00:00'), at('23:00:00')]).toEqual([
    0, 0, 0, 1, 2,
  ])
})

test('ticks of time are few, round and on midnights of Lima', () => {
  const days = instantes(Date.parse('2025-11-01T12:00:00Z'), Date.parse('2025-11-20T12:00:00Z'), 6)
  expect(days.length).toBeLessThanOrEqual(6)
  for (const at of days) expect(new Date(at).toISOString()).toMatch(/T05:00:00/)
  const hours = instantes(Date.parse('2025-11-20T13:10:00Z'), HASTA, 6)
  expect(hours.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    '14:00',
    '15:00',
    '16:00',
    '17:00',
  ])
})
