import { expect, test } from 'vitest'
import { identificacionDe } from './mostrador-problema.ts'
import type { Borrador } from './mostrador-tipos.ts'

const cliente = { id: 7 } as NonNullable<Borrador['cliente']>
const of = (dolares: string | null, more: Pick<Borrador, 'cliente'> = { cliente: null }) =>
  identificacionDe({ umbral_usd: 1200 }, more, dolares)

test('from the threshold on, a client is asked for where he is chosen', () => {
  expect(of('1199.99')).toBeNull()
  expect(of('1200.00')).toEqual({
    problema: 'Desde US$ 1,200 se necesita identificar al cliente.',
    campo: 'campo-cliente',
  })
  expect(of('1200.00', { cliente })).toBeNull()
})

test('an amount whose dollars nobody knows is left to the server', () => {
  expect(of(null)).toBeNull()
})
