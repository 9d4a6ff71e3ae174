import { expect, test, vi } from 'vitest'
import { guardadasDe } from './guardadas.ts'

/* What is kept is never older than the last change that was heard, nor used while none would be heard. */

const ana = { usuario_id: 1 }
const de = (fila: { usuario_id: number }, resta_ms = 60_000) =>
  vi.fn(async () => ({ fila, resta_ms }))
const oyente = (reloj?: () => string | null) => {
  const kept = guardadasDe<{ usuario_id: number }>(reloj)
  kept.oyendo(true)
  return kept
}

test('a session is read once, and again after it was forgotten', async () => {
  const [kept, read] = [oyente(), de(ana)]
  for (let n = 0; n < 3; n += 1) expect(await kept.leer('a', read)).toBe(ana)
  expect(read).toHaveBeenCalledTimes(1)
  kept.olvidar(2)
  await kept.leer('a', read)
  expect(read).toHaveBeenCalledTimes(1)
  for (const id of [1, null, undefined]) {
    kept.olvidar(id)
    await kept.leer('a', read)
  }
  expect(read).toHaveBeenCalledTimes(4)
})

test('nothing is kept while changes are not heard of', async () => {
  const [kept, read] = [guardadasDe(), de(ana)]
  const twice = async () => {
    await kept.leer('a', read)
    await kept.leer('a', read)
    return read.mock.calls.length
  }
  expect(await twice()).toBe(2)
  kept.oyendo(true)
  expect(await twice()).toBe(3)
  kept.oyendo(false)
  expect(await twice()).toBe(5)
})

test('a reading that began before a change, or before changes were heard of, is not kept', async () => {
  for (const [before, change] of [
    [true, (k: ReturnType<typeof oyente>) => k.olvidar(7)],
    [false, (k: ReturnType<typeof oyente>) => k.oyendo(true)],
  ] as const) {
    const kept = guardadasDe()
    kept.oyendo(before)
    const read = vi.fn(async () => {
      if (read.mock.calls.length === 1) change(kept)
      return { fila: ana, resta_ms: 60_000 }
    })
    await kept.leer('a', read)
    await kept.leer('a', read)
    expect(read).toHaveBeenCalledTimes(2)
  }
})

test('a session whose time is over is read again; one that is not there is never kept', async () => {
  const kept = oyente()
  const [over, none] = [de(ana, 0), vi.fn(async () => null)]
  for (let n = 0; n < 2; n += 1) {
    await kept.leer('a', over)
    expect(await kept.leer('b', none)).toBeNull()
  }
  expect([over.mock.calls.length, none.mock.calls.length]).toEqual([2, 2])
})

test('a session is asked for again after ten seconds, however long it lasts, and when the clock was set', async () => {
  // A whole number: with a fraction, ten seconds later minus then can be a hair under ten seconds.
  let passed = 1_000
  const now = vi.spyOn(performance, 'now').mockImplementation(() => passed)
  let reloj: string | null = null
  const [kept, read] = [oyente(() => reloj), de(ana)]
  await kept.leer('a', read)
  passed += 9_999
  await kept.leer('a', read)
  expect(read).toHaveBeenCalledTimes(1)
  passed += 1
  await kept.leer('a', read)
  expect(read).toHaveBeenCalledTimes(2)
  reloj = '2026-01-01T00:00:00Z'
  await kept.leer('a', read)
  expect(read).toHaveBeenCalledTimes(3)
  now.mockRestore()
})

test('no more than a house needs are kept: the oldest goes', async () => {
  const kept = oyente()
  for (let n = 0; n <= 2_000; n += 1) await kept.leer(String(n), de(ana))
  const [first, last] = [de(ana), de(ana)]
  await kept.leer('2000', last)
  await kept.leer('0', first)
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 0])
})
