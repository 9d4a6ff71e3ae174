import { beforeEach, expect, test, vi } from 'vitest'
import type { Clave } from './clave.ts'
import { sendSurely } from './envio-seguro.ts'
import { ApiError, SinRespuesta } from './http.ts'

const lost = () => new SinRespuesta(new Error('cut'))
const refusal = (status: number, codigo?: string) =>
  new ApiError(status, { message: 'no', ...(codigo && { codigo }) })

let keys: string[]
let clave: Clave & { renewed: number; sent: number }

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  keys = []
  clave = {
    renewed: 0,
    sent: 0,
    pendiente: false,
    uuid: () => `k${clave.renewed}`,
    enviada: () => {
      clave.sent += 1
    },
    renovar: () => {
      clave.renewed += 1
    },
  }
})

/** Answers with each of `outcomes` in turn. */
function sender(...outcomes: unknown[]) {
  return async (uuid: string) => {
    keys.push(uuid)
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  }
}

test('a call with a lost answer is retried with the same key, which is renewed once the answer arrives', async () => {
  const unknown = vi.fn()
  const answer = await sendSurely(sender(lost(), refusal(503), { id: 7 }), clave, unknown, [1, 1])
  expect(answer).toEqual({ id: 7 })
  expect(keys).toEqual(['k0', 'k0', 'k0'])
  expect(unknown).toHaveBeenCalledTimes(2)
  expect([clave.sent, clave.renewed]).toEqual([1, 1])
})

test('a key that another call renewed meanwhile changes nothing: the same key is sent, and the new one stays', async () => {
  const send = sender(lost(), { id: 7 })
  const answer = await sendSurely(send, clave, () => clave.renovar(), [1])
  expect([answer, keys, clave.renewed]).toEqual([{ id: 7 }, ['k0', 'k0'], 1])
})

test('a refusal is thrown at once and renews the key', async () => {
  await expect(sendSurely(sender(refusal(409)), clave, vi.fn(), [1])).rejects.toThrow('no')
  expect(keys).toHaveLength(1)
  expect(clave.renewed).toBe(1)
})

test('where nothing is written that is said at once, unless an earlier attempt had no answer', async () => {
  const full = () => refusal(503, 'NO_ESCRIBE')
  const unknown = vi.fn()
  await expect(sendSurely(sender(full()), clave, unknown, [1])).rejects.toThrow('no')
  expect([keys.length, clave.renewed, unknown.mock.calls.length]).toEqual([1, 0, 0])
  await expect(sendSurely(sender(lost(), full()), clave, unknown, [1])).rejects.toThrow(
    /^No sabemos/,
  )
  expect(clave.renewed).toBe(0)
})

test('an expired session keeps the key', async () => {
  await expect(sendSurely(sender(refusal(401)), clave, vi.fn(), [1])).rejects.toThrow()
  expect(clave.renewed).toBe(0)
})

test('a key used with other data means that the earlier operation exists', async () => {
  const sent = sendSurely(sender(refusal(409, 'CLAVE_REUTILIZADA')), clave, vi.fn(), [1])
  await expect(sent).rejects.toThrow(/sí se registró/)
})

test('without any answer the outcome is reported as unknown, never as failed, and the key is kept', async () => {
  const sent = sendSurely(sender(lost(), lost(), lost()), clave, vi.fn(), [1, 1])
  await expect(sent).rejects.toThrow(/^No sabemos si la operación se registró\./)
  expect(keys).toEqual(['k0', 'k0', 'k0'])
  expect(clave.renewed).toBe(0)
})
