import { expect, test } from 'vitest'
import type { Estado } from '../rules.ts'
import { caminoDe, sigue } from './camino.ts'

const pasos = (...estados: (Estado | null)[]) =>
  estados.slice(1).map((a, n) => ({ de: estados[n] ?? null, a: a as Estado, fecha: `t${n}` }))

test('each state stands once, when it was reached; a step within a state is none', () => {
  expect(
    caminoDe(pasos(null, 'pendiente', 'pagada', 'pagada', 'en_proceso', 'completada')),
  ).toEqual([
    { paso: 'Pendiente de pago', en: 't0' },
    { paso: 'Recibida, por entregar', en: 't1' },
    { paso: 'En proceso', en: 't3' },
    { paso: 'Completada', en: 't4' },
  ])
})

test('what was undone is gone: a payer releases, a bank bounces', () => {
  const bounced = pasos(
    null,
    'pagada',
    'en_proceso',
    'pagada',
    'en_proceso',
    'completada',
    'pagada',
  )
  expect(caminoDe(bounced)).toEqual([{ paso: 'Recibida, por entregar', en: 't0' }])
})

test('an order that was quoted again waits for its payment since then, and may expire again', () => {
  const again = pasos(null, 'pendiente', 'vencida', 'pendiente')
  expect(caminoDe(again)).toEqual([{ paso: 'Pendiente de pago', en: 't2' }])
  expect(caminoDe([...again, { de: 'pendiente', a: 'vencida', fecha: 't3' }])).toEqual([
    { paso: 'Pendiente de pago', en: 't2' },
    { paso: 'Venció sin pagarse', en: 't3' },
  ])
})

test('an order that expired may still be paid: whoever follows it waits for more', () => {
  const open = ['pendiente', 'vencida', 'pagada', 'en_proceso'] as const
  expect(open.map(sigue)).toEqual([true, true, true, true])
  expect((['completada', 'anulada'] as const).map(sigue)).toEqual([false, false])
})
