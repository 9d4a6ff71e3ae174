import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../core/contract.ts'
import {
  cabeceraDe,
  MONEDA_CABECERA,
  MONEDA_SUPUESTA,
  monedaFuncional,
  ponerMoneda,
  SOL,
  tomarCabecera,
} from '../../core/dinero/moneda.ts'
import { adelantada } from './adelanto.ts'
import { subir } from './archivos.ts'
import { ApiError, request } from './http.ts'

/* an answer that the page asked for is handed over once, and only for the token of the call. */

const page = globalThis as { adelanto?: unknown }
afterEach(() => {
  delete page.adelanto
  vi.unstubAllGlobals()
  ponerMoneda(SOL)
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
  expect(named).toEqual([undefined, '2', '2'])
})

const DOLAR = { ...SOL, id: 3, iso: 'USD', nombre: 'Dólar', simbolo: 'US$', pais: 'ec' }

/** Every upload is answered with the next of these statuses by a server whose books are in dollars. */
function servidor(...statuses: number[]) {
  const named: (string | undefined)[] = []
  class Call {
    status = statuses.shift() ?? 200
    responseText = '{}'
    upload = {}
    onload = () => {}
    onloadend = () => {}
    headers: Record<string, string> = {}
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getAllResponseHeaders() {
      return `x-solicitud: a\r\n${MONEDA_CABECERA}: ${cabeceraDe(DOLAR)}\r\n`
    }
    send() {
      named.push(this.headers[MONEDA_SUPUESTA])
      this.onload()
      this.onloadend()
    }
  }
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('XMLHttpRequest', Call)
  return named
}

const archivo = endpoint({
  method: 'POST',
  path: '/archivos',
  acceso: 'sesion',
  resumen: 'Guarda un archivo',
  sube: { tipos: ['text/csv'], maximo: 10 },
  response: z.object({}),
})
const sube = () =>
  subir(archivo, {}, new Blob(['a'], { type: 'text/csv' }), {
    signal: new AbortController().signal,
    alAvanzar: () => {},
  })

test('an upload names the currency of the books of its page, at each attempt, and learns the present one (R-305)', async () => {
  tomarCabecera(null)
  const named = servidor(502, 409)
  await expect(sube()).rejects.toThrow(ApiError)
  expect(named).toEqual(['2', '2'])
  expect(monedaFuncional().iso).toBe('USD')
  const later = servidor()
  await sube()
  expect(later).toEqual(['3'])
})
