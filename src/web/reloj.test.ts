import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alLlegar, alPasarElTiempo, horaActual } from './reloj.ts'

const AHORA = Date.parse('2026-11-27T18:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: AHORA })
  vi.stubGlobal('document', new EventTarget())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As a machine that slept: its clock went on, its timers did not. */
const dormir = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('R-387: with nobody subscribed the time is the present one, not that of the load', () => {
  horaActual()
  vi.advanceTimersByTime(120_000)
  expect(horaActual()).toBe(AHORA + 120_000)
})

test('R-387: it is one time while a page is drawn, and never more than a second old', () => {
  const first = horaActual()
  vi.advanceTimersByTime(999)
  expect(horaActual()).toBe(first)
  vi.advanceTimersByTime(1)
  expect(horaActual()).toBe(first + 1_000)
})

test('R-387: a clock that was set back is followed', () => {
  horaActual()
  dormir(-3_600_000)
  expect(horaActual()).toBe(AHORA - 3_600_000)
})

test('R-387: who subscribes is told every ten seconds, and at once when the page is looked at again', () => {
  const told: number[] = []
  const leave = alPasarElTiempo(() => told.push(horaActual() - AHORA))
  vi.advanceTimersByTime(20_000)
  expect(told).toEqual([10_000, 20_000])
  dormir(600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told).toEqual([10_000, 20_000, 620_000])
  leave()
  expect(vi.getTimerCount()).toBe(0)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told).toHaveLength(3)
})

test('R-387: the end of a quote is told at its very instant, and not when nobody waits for it', () => {
  const told: number[] = []
  const leave = alPasarElTiempo(() => told.push(horaActual() - AHORA))
  const forget = alLlegar(AHORA + 3_000)
  alLlegar(AHORA + 12_345)
  alLlegar(AHORA - 1)
  forget()
  vi.advanceTimersByTime(15_000)
  expect(told).toEqual([10_000, 12_345])
  leave()
})
