import { expect, test } from 'vitest'
import { duracion, relojDe } from './reloj-orden.ts'

const AHORA = Date.parse('2025-11-20T15:00:00Z')
const at = (minutes: number) => new Date(AHORA + minutes * 60_000).toISOString()

test.each([
  [0, '<1 min'],
  [59, '59 min'],
  [60, '1 h 00'],
  [125, '2 h 05'],
  [1439, '23 h 59'],
  [1440, '1 d'],
  [-5, '<1 min'],
])('%i minutes are %s', (minutes, words) => {
  expect(duracion(minutes * 60_000)).toBe(words)
})

const orden = (more: object) =>
  relojDe(
    {
      ...{ estado: 'pagada', estado_desde: at(-20), observada_desde: null },
      ...{ plazo_en: at(30), vence_en: at(5) },
      ...more,
    } as Parameters<typeof relojDe>[0],
    AHORA,
  )

test('one that expired unpaid says when it goes', () => {
  const vencida = { estado: 'vencida', estado_desde: at(-60), plazo_en: null, vence_en: at(-60) }
  expect(orden({ ...vencida, anula_en: at(60) })).toEqual({
    texto: '1 h 00',
    urgencia: 'pausa',
    detalle: expect.stringMatching(/Sin pago, se anula sola el/),
  })
})

test('an order that waits to be paid out is judged by its term', () => {
  expect(orden({})).toMatchObject({ texto: '20 min', urgencia: 'bien' })
  expect(orden({ plazo_en: at(9) })).toMatchObject({ texto: '20 min', urgencia: 'pronto' })
  const late = orden({ plazo_en: at(-7) })
  expect(late).toMatchObject({ texto: '20 min', urgencia: 'tarde' })
  expect(late.detalle).toMatch(/Fuera de plazo por 7 min/)
})

test('an order that waits for the client is judged by its quote', () => {
  expect(orden({ estado: 'pendiente' })).toMatchObject({
    texto: '5 min',
    resta: true,
    urgencia: 'pronto',
  })
  expect(orden({ estado: 'pendiente', vence_en: at(40) }).urgencia).toBe('bien')
  expect(orden({ estado: 'pendiente', vence_en: at(-1) })).toMatchObject({
    texto: 'por vencer',
    urgencia: 'tarde',
  })
})

test('an observed order and one that is over hurry nobody', () => {
  const observed = orden({ observada_desde: at(-3), plazo_en: null })
  expect(observed).toMatchObject({ texto: '3 min', urgencia: 'pausa' })
  const done = orden({ estado: 'completada', plazo_en: null })
  expect(done).toMatchObject({ texto: '20 min', urgencia: 'pausa' })
})
