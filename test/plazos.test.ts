import { expect, test, vi } from 'vitest'
import { aTiempo, PLAZO } from './support/plazos.ts'

test('an answer that never comes fails by its name, one that comes is passed on', async () => {
  vi.useFakeTimers()
  try {
    const late = aTiempo('GET /api/nunca', new Promise(() => {}))
    const seen = expect(late).rejects.toThrow('never answered: GET /api/nunca')
    await vi.advanceTimersByTimeAsync(PLAZO)
    await seen
    expect(await aTiempo('GET /api/si', Promise.resolve(1))).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
