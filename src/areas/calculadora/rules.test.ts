import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, texto } from '../../core/decimal.ts'
import { calcular, enDivisa } from './rules.ts'

const VES = { tasa: '52.412', metodo_calculo: 'm' } as const
const both = { envia: 2, recibe: 2 }

describe('calcular', () => {
  test('500 soles are Bs 26,206.00, and back', () => {
    expect(calcular({ lado: 'envia', valor: '500' }, VES, both)).toEqual({
      envia: '500',
      recibe: '26206.00',
      error: null,
    })
    expect(calcular({ lado: 'recibe', valor: '26206' }, VES, both)).toEqual({
      envia: '500.00',
      recibe: '26206',
      error: null,
    })
  })

  test('a method that is not m divides', () => {
    const tasa = { tasa: '21.00', metodo_calculo: 'd' } as const
    expect(calcular({ lado: 'envia', valor: '100000' }, tasa, both).recibe).toBe('4761.90')
  })

  test('without a rate or an amount nothing is calculated', () => {
    expect(calcular({ lado: 'envia', valor: '500' }, null, both).recibe).toBeNull()
    expect(calcular({ lado: 'envia', valor: null }, VES, both)).toEqual({
      envia: null,
      recibe: null,
      error: null,
    })
  })

  test.each([
    ['1,5', 2, 'Escriba un número válido.'],
    ['-1', 2, 'Debe ser mayor que cero.'],
    ['1.234', 2, 'Admite hasta 2 decimales.'],
    ['1.5', 0, 'No admite decimales.'],
    ['9999999999999999999', 2, 'El monto es demasiado grande.'],
  ])('%s with %i decimals: %s', (valor, decimales, error) => {
    const result = calcular({ lado: 'envia', valor }, VES, { envia: decimales, recibe: 2 })
    expect(result).toEqual({ envia: valor, recibe: null, error })
  })

  test('the amount to send for a total never yields less than that total', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 })
    const rate = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(cents, rate, fc.constantFrom('m', 'd'), (n, r, metodo) => {
        const tasa = {
          tasa: texto(decimal(String(r)).div(1000), 3),
          metodo_calculo: metodo,
        } as const
        const recibe = texto(decimal(String(n)).div(100), 2)
        const { envia } = calcular({ lado: 'recibe', valor: recibe }, tasa, both)
        const again = calcular({ lado: 'envia', valor: envia }, tasa, both)
        expect(decimal(again.recibe ?? '0').gte(decimal(recibe))).toBe(true)
      }),
    )
  })
})

test('the cards divide by the price, with 2 decimals', () => {
  expect(enDivisa('26206.00', '198.50')).toBe('132.02')
  expect(enDivisa('26206.00', '205.10')).toBe('127.77')
  expect(enDivisa('26206.00', '229.00')).toBe('114.44')
})
