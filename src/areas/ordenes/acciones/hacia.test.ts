import { expect, test } from 'vitest'
import { hacia } from './hacia.ts'

const orden = {
  estado: 'pagada' as const,
  observada: null,
  pagador: null,
  pagado: '0.00',
  cobros_por_verificar: 0,
}

test('a card goes where an offered action leads', () => {
  expect(hacia(orden, 'en_proceso', ['tomar', 'observar'])).toEqual({ accion: 'tomar' })
  const mine = { ...orden, estado: 'en_proceso' as const, pagador: 'Pablo Rojas' }
  expect(hacia(mine, 'completada', ['pagar', 'soltar', 'anular'])).toEqual({ accion: 'pagar' })
  expect(hacia(mine, 'pagada', ['pagar', 'soltar'])).toEqual({ accion: 'soltar' })
  expect(hacia(mine, 'anulada', ['pagar', 'anular'])).toEqual({ accion: 'anular' })
  const due = { ...orden, estado: 'pendiente' as const, cobros_por_verificar: 1 }
  expect(hacia(due, 'pagada', ['verificar'])).toEqual({ accion: 'verificar' })
  expect(hacia({ ...due, estado: 'vencida' }, 'pendiente', ['recotizar'])).toEqual({
    accion: 'recotizar',
  })
})

test('any other column says why not', () => {
  const why = (o: object, a: Parameters<typeof hacia>[1]) => {
    const found = hacia({ ...orden, ...o }, a, [])
    return 'porque' in found && found.porque
  }
  expect(why({}, 'completada')).toBe('De «Por pagar» no pasa a «Completada».')
  expect(why({}, 'vencida')).toMatch(/Vence sola/)
  expect(why({ observada: 'otro' }, 'en_proceso')).toMatch(/observada/)
  expect(why({ estado: 'pendiente' }, 'pagada')).toMatch(/no pagó todavía/)
  expect(why({ estado: 'pendiente', cobros_por_verificar: 2 }, 'pagada')).toMatch(/verifica/)
  expect(why({ estado: 'en_proceso', pagador: 'Ana Q' }, 'completada')).toBe('La tiene Ana Q.')
  expect(why({ estado: 'en_proceso', pagado: '5.00' }, 'pagada')).toMatch(/Ya tiene pagos/)
  expect(why({}, 'en_proceso')).toMatch(/Su rol/)
})
