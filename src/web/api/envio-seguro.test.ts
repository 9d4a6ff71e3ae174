import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type Clave, useClave } from './clave.ts'
import { sendSurely } from './envio-seguro.ts'
import { ApiError, SinRespuesta } from './http.ts'

const lost = () => new SinRespuesta(new Error('cut'))
const refusal = (status: number, codigo?: string) =>
  new ApiError(status, { message: 'no', ...(codigo && { codigo }) })

let keys: string[]
let clave: Clave & { renewed: number; sent: number; open: boolean }

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  keys = []
  clave = {
    renewed: 0,
    sent: 0,
    open: false,
    pendiente: false,
    uuid: () => `k${clave.renewed}`,
    abierta: () => clave.open,
    enviada: () => {
      clave.sent += 1
      clave.open = true
    },
    renovar: () => {
      clave.renewed += 1
      clave.open = false
    },
  }
})
afterAll(() => void vi.unstubAllGlobals())

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

const full = () => refusal(503, 'NO_ESCRIBE')

test('where nothing is written that is said at once, and no answer is outstanding', async () => {
  const unknown = vi.fn()
  await expect(sendSurely(sender(full()), clave, unknown, [1])).rejects.toThrow('no')
  expect([keys.length, unknown.mock.calls.length]).toEqual([1, 0])
  expect([clave.open, clave.renewed]).toEqual([false, 1])
})

test('where nothing is written, an earlier attempt without an answer stays unknown', async () => {
  const send = sender(lost(), full())
  await expect(sendSurely(send, clave, vi.fn(), [1])).rejects.toThrow(/^No sabemos/)
  expect([clave.open, clave.renewed]).toEqual([true, 0])
})

test('where nothing is written, what an earlier press sent without an answer stays unknown', async () => {
  await expect(sendSurely(sender(lost(), lost()), clave, vi.fn(), [1])).rejects.toThrow(
    /^No sabemos/,
  )
  const again = sendSurely(sender(full(), full()), clave, vi.fn(), [1])
  await expect(again).rejects.toThrow(/^No sabemos/)
  expect([clave.open, clave.renewed]).toEqual([true, 0])
  expect(await sendSurely(sender(full(), { id: 7 }), clave, vi.fn(), [1])).toEqual({ id: 7 })
  expect(keys).toEqual(Array(6).fill('k0'))
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

function Formulario({ ruta, toma }: { ruta: string; toma: (clave: Clave) => void }) {
  toma(useClave(ruta))
  return null
}

/** A visit to the form of a route: its key after its first render. */
function visita(ruta = '/compras'): Clave {
  const seen: Clave[] = []
  const toma = (clave: Clave) => void seen.push(clave)
  renderToStaticMarkup(createElement(Formulario, { ruta, toma }))
  return seen[0] as Clave
}

test('a key is open from its sending until a definite answer, over a reload too (R-106)', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, value: string) => kept.set(place, value),
    removeItem: (place: string) => kept.delete(place),
  })
  const first = visita()
  expect([first.abierta(), first.pendiente]).toEqual([false, false])
  first.enviada()
  expect([first.abierta(), first.pendiente]).toEqual([true, false])
  const again = visita()
  expect([again.uuid(), again.abierta(), again.pendiente]).toEqual([first.uuid(), true, true])
  expect(visita('/ventas').abierta()).toBe(false)
  again.renovar()
  expect([again.uuid() === first.uuid(), again.abierta()]).toEqual([false, false])
  // What another visit ended is not open here either.
  expect([first.abierta(), visita().pendiente]).toEqual([false, false])
})
