import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calcular, calcularEnTramos, type Escalon } from './cotizador.ts'
import { decimal, texto } from './decimal.ts'
import { tramoDe } from './tramos.ts'

const VES = { tasa: '52.412', metodo_calculo: 'm' } as const
const both = { envia: 2, recibe: 2 }

describe('calcular', () => {
  test('converts 500 soles to Bs 26,206.00 and back', () => {
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

  test('divides by the rate when the method is not m', () => {
    const tasa = { tasa: '21.00', metodo_calculo: 'd' } as const
    expect(calcular({ lado: 'envia', valor: '100000' }, tasa, both).recibe).toBe('4761.90')
  })

  test('calculates nothing without a rate or an amount', () => {
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
    const tasas = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(cents, tasas, fc.constantFrom('m', 'd'), (n, r, metodo) => {
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

describe('calcularEnTramos', () => {
  const PEN = { iso: 'PEN', simbolo: 'S/', decimales: 2 }
  const BS = { iso: 'VES', simbolo: 'Bs', decimales: 2 }
  const step = { metodo_calculo: 'm', tope: null } as const
  const publico: Escalon = {
    ...{ ...step, tasa: '52.412', segmento: 'publico', desde: '0', hasta: '5000' },
  }
  const mayorista: Escalon = {
    ...{ ...step, tasa: '53.528', segmento: 'mayorista', desde: '5000', hasta: null },
  }
  const of = (lado: 'envia' | 'recibe', valor: string | null, tramos = [publico, mayorista]) =>
    calcularEnTramos({ lado, valor }, tramos, { de: PEN, a: BS })

  test('the amount to receive has the digits in which its currency pays, on either side (R-175)', () => {
    const a = { ...BS, decimales_pago: 0 }
    const said = (lado: 'envia' | 'recibe', valor: string) =>
      calcularEnTramos({ lado, valor }, [publico], { de: PEN, a })
    expect(said('envia', '500.01')).toMatchObject({ recibe: '26206', error: null })
    expect(said('recibe', '26206.5').error).toBe('No admite decimales.')
  })

  test('selects the rate by the typed amount, on either side', () => {
    expect(of('envia', '4999.99')).toMatchObject({ recibe: '262059.47', tramo: publico })
    expect(of('envia', '5000')).toMatchObject({ recibe: '267640.00', tramo: mayorista })
    expect(of('recibe', '26206')).toMatchObject({ envia: '500.00', tramo: publico })
    expect(of('recibe', '267640')).toMatchObject({ envia: '5000.00', tramo: mayorista })
  })

  test('shows the public rate while the field is empty or its text is not a number', () => {
    expect(of('envia', null)).toEqual({ envia: null, recibe: null, error: null, tramo: publico })
    expect(of('envia', '1,5')).toMatchObject({ recibe: null, tramo: publico })
    expect(of('envia', '5', [])).toMatchObject({ recibe: null, tramo: null })
  })

  test('says what the next step yields when no amount yields the one wanted', () => {
    expect(of('recibe', '265000')).toEqual({
      envia: null,
      recibe: '265000',
      tramo: mayorista,
      error: 'Con S/ 5,000.00 rige la tasa mayorista y recibe Bs 267,640.00.',
    })
  })

  test('says which amounts are quoted when the typed one is not', () => {
    const bounded = [{ ...publico, desde: '10', hasta: null, tope: '1000' }]
    expect(of('envia', '9', bounded).error).toBe('Se cotiza desde S/ 10.00 hasta S/ 1,000.00.')
    expect(of('recibe', '60000', bounded).error).toMatch(/^Se cotiza desde/)
    expect(of('envia', '4', [{ ...publico, desde: '10', hasta: null }]).error).toBe(
      'Se cotiza desde S/ 10.00.',
    )
  })

  test('always shows the rate of the step that contains the amount to send', () => {
    const cents = fc.integer({ min: 1, max: 2_000_000_00 })
    fc.assert(
      fc.property(cents, fc.constantFrom('envia', 'recibe'), (n, lado) => {
        const q = of(lado as 'envia', texto(decimal(String(n)).div(100), 2))
        if (q.error || q.envia === null) return
        expect(tramoDe([publico, mayorista], q.envia)).toBe(q.tramo)
      }),
    )
  })
})
