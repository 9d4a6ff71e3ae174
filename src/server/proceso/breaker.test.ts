import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Breaker, breakerOf, isLost, isUnavailable, motivoDelDisco } from './breaker.ts'

let answering: boolean
let asked: number
let breaker: Breaker

beforeEach(() => {
  vi.useFakeTimers()
  answering = true
  asked = 0
  breaker = breakerOf(async () => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, answering ? 1 : 1_500))
    return answering
  })
})

afterEach(() => {
  breaker.stop()
  vi.useRealTimers()
})

/** A fake connection: each query stays pending until the test settles it or the connection is dropped. */
function conexion() {
  const wire = new EventEmitter().setMaxListeners(0)
  const destroy = vi.fn(() => wire.emit('close'))
  const client = { connection: { stream: { destroy } } } as unknown as pg.PoolClient
  breaker.add(client)
  const query = ({ patient = false } = {}) => {
    let answer = () => {}
    const sent = new Promise<string>((resolve, reject) => {
      answer = () => resolve('answer')
      wire.once('close', () => reject(new Error('Connection terminated unexpectedly')))
    })
    const seen = breaker.watch(client, patient, sent).catch((error: Error) => error.message)
    return { seen, answer: () => answer() }
  }
  return { client, destroy, query }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const get = () => breaker.acquire(async () => 'connection' as unknown as pg.PoolClient)

test('an unanswered probe drops all connections and refuses new callers until one is answered', async () => {
  const [busy, idle] = [conexion(), conexion()]
  const { seen } = busy.query()
  await wait(900)
  expect([asked, await get()]).toEqual([0, 'connection'])
  answering = false
  await wait(5_000)
  expect(await seen).toBe('Connection terminated unexpectedly')
  expect([busy.destroy, idle.destroy].map((drop) => drop.mock.calls.length)).toEqual([1, 1])
  await expect(get()).rejects.toThrow('Servicio no disponible temporalmente.')
  await wait(60_000)
  await expect(get()).rejects.toThrow('Servicio no disponible temporalmente.')
  answering = true
  await wait(4_000)
  expect(await get()).toBe('connection')
})

test('a slow statement drops nothing while the probe is answered', async () => {
  const { destroy, query } = conexion()
  const { seen, answer } = query()
  await wait(9_000)
  expect(asked).toBeGreaterThan(3)
  expect(destroy).not.toHaveBeenCalled()
  answer()
  expect([await seen, await get()]).toEqual(['answer', 'connection'])
})

test('no probe is sent while other queries are answered, nor while none is pending', async () => {
  const [slow, quick] = [conexion(), conexion()]
  slow.query()
  for (let n = 0; n < 20; n += 1) {
    const { seen, answer } = quick.query()
    await wait(400)
    answer()
    await seen
  }
  expect(asked).toBe(0)
})

test('a query answered while the probe is not counts as an answer', async () => {
  answering = false
  const [slow, quick] = [conexion(), conexion()]
  slow.query()
  await wait(2_000)
  const { seen, answer } = quick.query()
  answer()
  await seen
  await wait(1_900)
  expect(slow.destroy).not.toHaveBeenCalled()
  expect(await get()).toBe('connection')
})

test('a connection silent beyond every limit is dropped alone, unless it asked for more time', async () => {
  const [deaf, other, patient] = [conexion(), conexion(), conexion()]
  deaf.query()
  patient.query({ patient: true })
  await wait(13_000)
  expect([deaf, other, patient].map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0])
})

test('failing to get a connection sends a probe at once', async () => {
  answering = false
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const fail = (error: Error) => breaker.acquire(() => Promise.reject(error))
  await expect(fail(refused)).rejects.toThrow('Servicio no disponible temporalmente.')
  expect(asked).toBe(1)
  await expect(fail(new Error('a bug'))).rejects.toThrow('a bug')
})

test('a lost connection is told apart from a database that cannot work', () => {
  const of = (code: string, message = '') => [
    isLost({ code, message }),
    isUnavailable({ code, message }),
  ]
  for (const code of ['08006', '57P01', '57P03', 'ECONNRESET'])
    expect(of(code)).toEqual([true, true])
  expect(of('', 'Connection terminated unexpectedly')).toEqual([true, true])
  // Cancelled by its own limit, out of space, failing disk, read only: PostgreSQL answered, so nothing is stored.
  for (const code of ['57014', '53100', '58030', '25006']) expect(of(code)).toEqual([false, true])
  for (const code of ['23505', 'CB001', '']) expect(of(code)).toEqual([false, false])
})

test('a disk that takes nothing is told by its reason, and what ended PostgreSQL says nothing of a commit', () => {
  const of = (code: string, severity: string, file: string) => {
    const error = { code, severity, file, message: '' }
    return [isLost(error), isUnavailable(error), motivoDelDisco(error)]
  }
  const lleno = expect.stringMatching(/está lleno; hay que liberar espacio/)
  const falla = expect.stringMatching(/no se puede escribir; hay que revisarlo/)
  expect(of('53100', 'ERROR', 'md.c')).toEqual([false, true, lleno])
  expect(of('53100', 'PANIC', 'xlog.c')).toEqual([true, true, lleno])
  expect(of('42501', 'ERROR', 'md.c')).toEqual([false, true, falla])
  expect(of('42501', 'PÁNICO', 'xlog.c')).toEqual([true, true, falla])
  expect(of('XX000', 'ERROR', 'fd.c')).toEqual([false, true, falla])
  // A right that somebody lacks, a bug, and what another language calls ERROR.
  expect(of('42501', 'ERROR', 'aclchk.c')).toEqual([false, false, null])
  expect(of('XX000', 'ERROR', 'nodeAgg.c')).toEqual([false, false, null])
  expect(of('23505', 'FEHLER', 'nbtinsert.c')).toEqual([false, false, null])
})

test('an error of the disk is told from the end of PostgreSQL in every language of its messages', () => {
  const of = (severity: string) => {
    const full = { code: '53100', severity, file: 'md.c', message: '' }
    return [isLost(full), isUnavailable(full), isLost({ ...full, code: '42501' })]
  }
  // de, fr, it, pt_BR, sv, tr, pl, ru, uk, ka, ko, zh_CN, zh_TW.
  const errors = ['FEHLER', 'ERREUR', 'ERRORE', 'ERRO', 'FEL', 'HATA', 'BŁĄD', 'ОШИБКА', 'ПОМИЛКА']
  for (const word of [...errors, 'შეცდომა', '오류', '错误', '錯誤'])
    expect([word, of(word)]).toEqual([word, [false, true, false]])
  const ends = ['FATAL', 'PANIC', 'PANIK', 'PANICO', 'PÁNICO', 'ВАЖНО', 'ПАНИКА', '치명적오류']
  // A language that is not known is taken for the worse.
  for (const word of [...ends, '致命错误', 'ERRARE'])
    expect([word, of(word)]).toEqual([word, [true, true, true]])
})
