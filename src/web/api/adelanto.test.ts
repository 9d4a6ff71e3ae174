import { afterEach, expect, test, vi } from 'vitest'
import { MONEDA_SUPUESTA } from '../../core/dinero/moneda.ts'
import { adelantada } from './adelanto.ts'
import { request } from './http.ts'

/* an answer that the page asked for is handed over once, and only for the token of the call. */

const page = globalThis as { adelanto?: unknown }
afterEach(() => {
  delete page.adelanto
})

function asked(desde = performance.now()) {
  const sesion = Promise.resolve(new Response())
  const lista = Promise.resolve(new Response())
  page.adelanto = {
    token: 'old',
    desde,
    sesion,
    fresco: 'new',
    respuestas: { '/a?limite=50': lista },
  }
  return { sesion, lista }
}

test('the session is handed over once, for the token that asked', () => {
  const { sesion } = asked()
  expect(adelantada('POST', '/auth/refresh-token', 'other')).toBeUndefined()
  expect(adelantada('POST', '/auth/refresh-token', null)).toBeUndefined()
  expect(adelantada('POST', '/auth/refresh-token', 'old')).toBe(sesion)
  expect(adelantada('POST', '/auth/refresh-token', 'old')).toBeUndefined()
})

test('a first answer is handed over once, for the token of the session and the very address', () => {
  const { lista } = asked()
  for (const token of ['old', 'other', null]) {
    expect(adelantada('GET', '/a?limite=50', token)).toBeUndefined()
  }
  expect(adelantada('GET', '/a?limite=20', 'new')).toBeUndefined()
  expect(adelantada('POST', '/a?limite=50', 'new')).toBeUndefined()
  expect(adelantada('GET', '/a?limite=50', 'new')).toBe(lista)
  expect(adelantada('GET', '/a?limite=50', 'new')).toBeUndefined()
})

test('nothing old is handed over, and nothing without the page’s script', () => {
  asked(performance.now() - 10_001)
  expect(adelantada('GET', '/a?limite=50', 'new')).toBeUndefined()
  delete page.adelanto
  expect(adelantada('GET', '/a?limite=50', 'new')).toBeUndefined()
})

test('a write names the currency of the books that the last answer said; a question names none (R-305)', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  const named: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    named.push(headers[MONEDA_SUPUESTA])
    return new Response('{}', { headers: { 'x-solicitud': 'a' } })
  })
  for (const method of ['GET', 'POST', 'PUT']) await request(method, '/cuentas')
  vi.unstubAllGlobals()
  expect(named).toEqual([undefined, '2', '2'])
})
