import { expect, test } from 'vitest'
import type { Estado } from '../rules.ts'
import { caminoDe } from './camino.ts'

const pasos = (...estados: (Estado | null)[]) =>
  estados.slice(1).map((a, n) => ({ de: estados[n] ?? null, a: a as Estado, fecha: `t${n}` }))

test('each state stands once, when it was reached; a step within a state is none', () => {
  expect(
    caminoDe(pasos(null, 'pendiente', 'pagada', 'pagada', 'en_proceso', 'completada')),
  ).toEqual([
    { paso: 'Pendiente', en: 't0' },
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
