import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Breaker, breakerOf, isLost, isUnavailable } from './breaker.ts'

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

/** A connection whose queries wait until it is told what came of them, or it is dropped. */
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

test('silence, and a question that nobody answers: all are dropped, newcomers refused, until one is answered', async () => {
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

test('a slow statement drops nothing while the question is answered', async () => {
  const { destroy, query } = conexion()
  const { seen, answer } = query()
  await wait(9_000)
  expect(asked).toBeGreaterThan(3)
  expect(destroy).not.toHaveBeenCalled()
  answer()
  expect([await seen, await get()]).toEqual(['answer', 'connection'])
})

test('nothing is asked while others are answered, nor while nobody waits', async () => {
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

test('what is answered while the question is not counts as well', async () => {
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

test('one connection that is silent beyond every limit is dropped alone; who asked for time has it', async () => {
  const [deaf, other, patient] = [conexion(), conexion(), conexion()]
  deaf.query()
  patient.query({ patient: true })
  await wait(13_000)
  expect([deaf, other, patient].map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0])
})

test('a connection that cannot be had is asked about at once', async () => {
  answering = false
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const fail = (error: Error) => breaker.acquire(() => Promise.reject(error))
  await expect(fail(refused)).rejects.toThrow('Servicio no disponible temporalmente.')
  expect(asked).toBe(1)
  await expect(fail(new Error('a bug'))).rejects.toThrow('a bug')
})

test('lost is not the same as unable', () => {
  const of = (code: string, message = '') => [
    isLost({ code, message }),
    isUnavailable({ code, message }),
  ]
  for (const code of ['08006', '57P01', '57P03', 'ECONNRESET'])
    expect(of(code)).toEqual([true, true])
  expect(of('', 'Connection terminated unexpectedly')).toEqual([true, true])
  // Cancelled by its own limit, out of space, a failing disk, read only: PostgreSQL said so, and nothing is stored.
  for (const code of ['57014', '53100', '58030', '25006']) expect(of(code)).toEqual([false, true])
  for (const code of ['23505', 'CB001', '']) expect(of(code)).toEqual([false, false])
})
