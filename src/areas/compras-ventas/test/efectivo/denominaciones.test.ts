import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Conteo, conteoTexto, cuadra, sumaConteo } from '../../../../core/dinero/conteo.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { enDolares } from '../../rules.ts'

const b = (valor: string, cantidad: number): Conteo => ({ clase: 'billete', valor, cantidad })

test('a count is the sum of its notes and coins, and valid for exactly that amount', () => {
  const conteo = [b('100', 3), b('0.50', 3), b('0.10', 2)]
  expect(sumaConteo(conteo, 2)).toBe('301.70')
  expect(cuadra(conteo, '301.7')).toBe(true)
  for (const other of ['301.71', '301.69', '', 'x']) expect(cuadra(conteo, other)).toBe(false)
  expect(sumaConteo([], 2)).toBe('0.00')
  expect(conteoTexto(conteo)).toBe('3 × 100 · 3 × 0.50 · 2 × 0.10')
})

test('no count is ever off by a cent', () => {
  const cents = fc.integer({ min: 1, max: 100_000 })
  const line = fc.tuple(cents, fc.integer({ min: 1, max: 99_999 }))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const conteo = lines.map(([c, n]) => b(texto(decimal(String(c)).times('0.01'), 2), n))
      const exact = lines.reduce((sum, [c, n]) => sum + BigInt(c) * BigInt(n), 0n)
      const text = String(exact).padStart(3, '0')
      return sumaConteo(conteo, 2) === `${text.slice(0, -2)}.${text.slice(-2)}`
    }),
  )
})

test('the value of an operation in dollars, or null where only the server can tell', () => {
  const montos = { monto: '100.00', contravalor: '406.40' }
  expect(enDolares('compra', montos, 'USD', null)?.eq('100')).toBe(true)
  expect(enDolares('venta', montos, 'EUR', '3.520')?.eq('115.45')).toBe(true)
  expect(enDolares('venta', montos, 'EUR', null)).toBeNull()
  expect(enDolares('canje', montos, 'EUR', '3.520')).toBeNull()
})
