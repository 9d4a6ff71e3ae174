import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, texto, UNO } from '../../../core/dinero/decimal.ts'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'
import type { Costo } from '../rules.ts'
import {
  accionDe,
  aDeshacer,
  debido,
  diferencia,
  type Fila,
  type Operada,
  restaurar,
} from './rules.ts'

const fila = (id: number, more: Partial<Fila> = {}): Fila => ({
  ...{ id, tasa: '52.412', precision: 3, metodo_calculo: 'm', origen: 'automatico', margen: '6' },
  ...{ deshecha: false, restaura: false },
  ...more,
})

describe('the row to undo', () => {
  test('is the newest, and the one before it is restored', () => {
    const [b, a] = [fila(2), fila(1)]
    expect(aDeshacer([b, a])).toEqual({ erronea: b, previa: a })
    expect(aDeshacer([a])).toBeNull()
    expect(aDeshacer([])).toBeNull()
  })

  test('is not a restored row, since that would bring back the mistake', () => {
    expect(
      aDeshacer([fila(3, { restaura: true }), fila(2, { deshecha: true }), fila(1)]),
    ).toBeNull()
  })

  test('after an undo, is a new mistake, and the restored row comes back, never the wrong one', () => {
    const filas = [fila(4), fila(3, { restaura: true }), fila(2, { deshecha: true }), fila(1)]
    expect(aDeshacer(filas)?.previa.id).toBe(3)
    expect(aDeshacer([fila(3), fila(2, { deshecha: true }), fila(1)])?.previa.id).toBe(1)
  })

  test('in any order of publishing and undoing: the last row not marked wrong is restored', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('publica', 'deshace'), { maxLength: 40 }), (steps) => {
        let filas: Fila[] = [fila(1, { tasa: '1', origen: 'manual' })]
        /** Model: the rates never marked wrong, the last one in force. */
        let good = ['1']
        let canUndo = false
        for (const step of steps) {
          const id = filas.length + 1
          const pick = aDeshacer(filas)
          expect(pick !== null).toBe(canUndo)
          if (step === 'publica') {
            filas = [fila(id, { tasa: String(id), origen: 'manual' }), ...filas]
            good = [...good, String(id)]
            canUndo = true
          } else if (pick) {
            const old = JSON.stringify(filas.map(({ deshecha: _, ...rest }) => rest))
            const back = restaurar(pick.previa, null)
            good = good.slice(0, -1)
            expect(back?.tasa).toBe(good.at(-1))
            const made = fila(id, { tasa: back?.tasa ?? '', origen: 'manual', restaura: true })
            const marked = filas.map((f) =>
              f.id === pick.erronea.id ? { ...f, deshecha: true } : f,
            )
            // No stored row is rewritten.
            expect(JSON.stringify(marked.map(({ deshecha: _, ...rest }) => rest))).toBe(old)
            filas = [made, ...marked]
            canUndo = false
          }
        }
        expect(filas[0]?.tasa).toBe(good.at(-1))
      }),
    )
  })
})

describe('the restored rate', () => {
  const cost = (num: string): Costo => ({
    ...{ num: decimal(num), den: UNO, precio_origen: null, precio_destino: null, puente_id: null },
  })

  test('of a manual row is equal to the digit, and manual', () => {
    const back = restaurar(fila(1, { origen: 'manual', tasa: '50.000', margen: '10.3' }), null)
    expect(back).toMatchObject({ tasa: '50.000', tasa_manual: true, exacta: true })
  })

  test('of an automatic row follows its rule: the same number while its pairs are unchanged', () => {
    const tasa = { tasa: '94.000', margen: '6' }
    expect(restaurar(fila(1, tasa), cost('100'))).toMatchObject({
      ...{ tasa: '94.000', tasa_manual: false, exacta: true, margen: '6' },
    })
    expect(restaurar(fila(1, tasa), cost('101'))).toMatchObject({ tasa: '94.940', exacta: false })
    expect(restaurar(fila(1, { ...tasa, precision: 0, margen: '30' }), cost('1'))).toBeNull()
    expect(restaurar(fila(1, tasa), null)).toBeNull()
  })
})

describe('the profit or loss of an operation', () => {
  const compra: Operada = {
    ...{ tipo: 'compra', monto: '1000.00', contravalor: '3620.00', costo: null, decimales: 2 },
  }
  const m = (tasa: string) => ({ tasa, metodo_calculo: 'm' as const })
  const d = (tasa: string) => ({ tasa, metodo_calculo: 'd' as const })

  test('dollars bought at 3.620 for 3.520: S/ 100.00 paid too much', () => {
    expect([debido(compra, m('3.520')), diferencia(compra, m('3.520'))]).toEqual([
      '3520.00',
      '-100.00',
    ])
  })

  test('dollars sold at 3.460 for 3.560: S/ 100.00 charged too little; sold dear, earned', () => {
    const venta: Operada = { ...compra, tipo: 'venta', contravalor: '3460.00', costo: '3510.91' }
    expect(diferencia(venta, d('3.560'))).toBe('-100.00')
    expect(diferencia({ ...venta, contravalor: '3660.00' }, d('3.560'))).toBe('100.00')
  })

  test('a canje is valued at the cost of what left, and has no value without it', () => {
    // EUR 90.00 handed over, at a cost of S/ 363.60, where EUR 84.60 were due: 5.40 × 4.04.
    const canje: Operada = {
      ...{ tipo: 'canje', monto: '100.00', contravalor: '90.00', costo: '363.60', decimales: 2 },
    }
    expect(diferencia(canje, m('0.8460'))).toBe('-21.82')
    expect(diferencia({ ...canje, costo: null }, m('0.8460'))).toBeNull()
  })

  test('is zero at the operation’s own rate, in every kind and method', () => {
    const amount = fc
      .integer({ min: 1, max: 10_000_000 })
      .map((n) => texto(decimal(String(n)).div(100), 2))
    const tasas = fc
      .integer({ min: 1, max: 9_999_999 })
      .map((n) => texto(decimal(String(n)).div(1000), 3))
    const kind = fc.constantFrom('compra', 'venta', 'canje')
    fc.assert(
      fc.property(kind, amount, tasas, fc.constantFrom('m', 'd'), (tipo, monto, tasa, metodo) => {
        const t = { tasa, metodo_calculo: metodo as MetodoCalculo }
        const op = { tipo, monto, contravalor: '1.00', costo: '5.00', decimales: 2 } as Operada
        const contravalor = debido(op, t)
        fc.pre(decimal(contravalor).gt(0))
        expect(diferencia({ ...op, contravalor }, t)).toBe('0.00')
      }),
    )
  })

  test('buying dearer or selling cheaper is a loss for the house', () => {
    expect(diferencia(compra, m('3.620'))).toBe('0.00')
    expect(diferencia(compra, m('3.621'))).toBe('1.00')
    expect(diferencia({ ...compra, tipo: 'venta' }, d('3.619'))).toBe('1.00')
  })
})

describe('the suggested action', () => {
  const op = { estado: 'completada', de_hoy: true, con_cliente: true } as const
  test.each([
    [{ ...op, estado: 'anulada' as const }, '-500.00', 'nada'],
    [op, '0.99', 'nada'],
    [op, '-0.99', 'nada'],
    [op, '1.00', 'llamar'],
    [op, '-1.00', 'llamar'],
    [{ ...op, con_cliente: false }, '-80.00', 'registrar'],
    [{ ...op, estado: 'pendiente' as const }, '-80.00', 'anular'],
    [{ ...op, estado: 'pendiente' as const, de_hoy: false }, '-80.00', 'llamar'],
    [op, null, 'llamar'],
    [{ ...op, con_cliente: false }, null, 'registrar'],
  ])('for %j with %s is %s', (situation, dif, action) => {
    expect(accionDe(situation, dif)).toBe(action)
  })
})
