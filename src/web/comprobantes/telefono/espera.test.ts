import { expect, test } from 'vitest'
import { otraVez } from './espera.ts'

test('the window asks for a link as long as it waits, and never after', () => {
  expect(otraVez({ status: 'pending' })).toBe(1500)
  expect(otraVez({ status: 'success', data: { estado: 'espera' } })).toBe(1500)
  expect(otraVez({ status: 'success', data: { estado: 'llego' } })).toBe(false)
  expect(otraVez({ status: 'success', data: { estado: 'cerrado' } })).toBe(false)
  expect(otraVez({ status: 'error' })).toBe(false)
  expect(otraVez({ status: 'error', data: { estado: 'espera' } })).toBe(false)
})
