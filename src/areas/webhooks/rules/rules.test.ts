import { expect, test } from 'vitest'
import { ESPERAS, juzgar, MAX_INTENTOS } from './entrega.ts'
import { cuerpoDe, EVENTOS, type Evento } from './eventos.ts'

/* what a receiver is told, and when it is tried again. */

const FECHA = '2026-11-28T15:00:00.000Z'

test('a message has what its type names and nothing else of what the house knows', () => {
  const secreto = 'Ana Quispe 87654321'
  const dicho = {
    ...{ id: '7', numero: 'CV-2026-000123', usuario_id: 3, motivo: secreto, diferencias: secreto },
    ...{
      costo: '3.4',
      saldo: '100.00',
      minimo: '200.00',
      tasa: '3.530',
      ganancia: '9',
      nombre: secreto,
    },
    ...{ dia: '2026-11-28', pos: 5, hash: 'ab', desde: '2026-11-23', hasta: '2026-11-29' },
    despues: { tasa_costo: '3.4', cliente: secreto, estatus: false },
  }
  const types = new Set<string>()
  for (const evento of Object.keys(EVENTOS) as Evento[]) {
    const text = cuerpoDe(evento, [dicho], FECHA)
    expect(text, evento).not.toMatch(/Quispe|87654321|"3\.4"|100\.00|200\.00|usuario_id|ganancia/)
    const { type, timestamp, data } = JSON.parse(text)
    expect(type).toMatch(/^[a-z]+(\.[a-z_]+)?$/)
    expect(timestamp).toBe(FECHA)
    const { lista, datos } = EVENTOS[evento]
    expect(Object.keys(lista ? data[lista][0] : data)).toEqual([...datos])
    types.add(type)
  }
  expect(types.size).toBe(Object.keys(EVENTOS).length)
  expect(JSON.parse(cuerpoDe('operacion', [dicho], FECHA)).data).toEqual({
    id: 7,
    numero: 'CV-2026-000123',
  })
  const { data } = JSON.parse(
    cuerpoDe('tasas_publicadas', [dicho, { id: 8, despues: { tasa: '4.1' } }], FECHA),
  )
  expect(data.tasas).toEqual([
    { id: 7, tasa: '3.530' },
    { id: 8, tasa: '4.1' },
  ])
})

const ahora = new Date('2026-11-28T15:00:00Z')
const juicio = (codigo: number, intento = 1, retryAfter?: string, azar = 0) =>
  juzgar({ codigo, retryAfter }, { intento, ahora, azar })

test('2xx is delivered; 410 is the end; anything else comes again, and after the last attempt has failed', () => {
  for (const codigo of [200, 201, 204, 299])
    expect(juicio(codigo)).toEqual({ motivo: null, espera: null, adios: false })
  expect(juicio(410)).toMatchObject({ adios: true, espera: null })
  expect(juicio(302)).toMatchObject({ espera: 5, motivo: expect.stringMatching(/Redirige/) })
  for (const codigo of [400, 401, 404, 500, 502])
    expect(juicio(codigo)).toMatchObject({ espera: 5, adios: false })
  expect(ESPERAS.map((_, n) => juicio(500, n + 1).espera)).toEqual(ESPERAS)
  expect(juicio(500, MAX_INTENTOS)).toMatchObject({ espera: null })
  expect(juzgar({ codigo: null, motivo: 'No.' }, { intento: 2, ahora, azar: 1 })).toEqual({
    motivo: 'No.',
    espera: 360,
    adios: false,
  })
})

test('Retry-After of 429 and 503 is waited for, in seconds or as a date, never less than otherwise nor over a day', () => {
  expect(juicio(429, 1, '120').espera).toBe(120)
  expect(juicio(503, 1, 'Sat, 28 Nov 2026 15:10:00 GMT').espera).toBe(600)
  expect(juicio(429, 2, '1').espera).toBe(300)
  expect(juicio(429, 1, '999999999').espera).toBe(86_400)
  expect(juicio(503, 1, 'mañana').espera).toBe(5)
  expect(juicio(503, 1, 'Sat, 28 Nov 2020 15:10:00 GMT').espera).toBe(5)
  expect(juicio(500, 1, '120').espera).toBe(5)
  expect(juicio(429, MAX_INTENTOS, '120').espera).toBeNull()
})

test('repetitions are spread over a fifth of their wait', () => {
  expect([0, 0.5, 1].map((azar) => juicio(500, 2, undefined, azar).espera)).toEqual([300, 330, 360])
})
