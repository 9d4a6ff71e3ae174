import { expect, test } from 'vitest'
import { type Caja, lugarLibre } from './lugar.ts'

const AREA: Caja = { left: 600, top: 56, right: 1350, bottom: 760 }
const box = (left: number, top: number, right: number, bottom: number): Caja => ({
  left,
  top,
  right,
  bottom,
})

test('a notice stands in the corner where nothing is in the way', () => {
  expect(lugarLibre(288, 60, AREA, [])).toEqual({ left: 1062, top: 56 })
})

test('beside a button of the corner, as high', () => {
  const { left, top } = lugarLibre(288, 60, AREA, [box(1200, 64, 1350, 100)])
  expect(top).toBe(56)
  expect(left + 288).toBeLessThanOrEqual(1200 - 6)
})

test('below what takes the whole width', () => {
  const { left, top } = lugarLibre(288, 60, AREA, [box(600, 56, 1350, 150)])
  expect(left).toBe(1062)
  expect(top).toBeGreaterThanOrEqual(150 + 6)
})

test('where there is no room, over the least', () => {
  const busy = [box(0, 0, 1366, 400), box(0, 410, 1366, 768)]
  const { top } = lugarLibre(288, 60, AREA, busy)
  expect(top).toBeLessThan(410)
  expect(top + 60).toBeGreaterThan(400)
})
