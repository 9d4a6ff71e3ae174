import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { enSql } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { tarifaDe, tarifasDe } from './tarifa.ts'
import { type PagoCobrado, tarifaMas } from './tarifa-mas.ts'

/* the fee on screen is what SQL charges, digit for digit. */

const app = await startTestApp()
const pago = (monto: string, tarifa: string, rechazado: boolean): PagoCobrado => ({
  ...{ monto: decimal(monto), tarifa: decimal(tarifa), rechazado },
})

test(`the fee of a way of paying, rounded up and between its bounds (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 7)
  const some = (max: number, scale: number) => texto(decimal(String(azar.entero(1, max))), scale)
  const casos = Array.from({ length: 600 }, () => {
    const [a, b] = [azar.entero(1, 900), azar.entero(901, 90_000)]
    const pct = azar.de([null, texto(decimal(String(azar.entero(1, 20_000))).div(1000), 3)])
    return {
      ...{ pct, fija: pct && azar.entero(0, 1) ? null : some(50, 2) },
      min: pct && azar.de([null, texto(decimal(String(a)).div(100), 2)]),
      max: pct && azar.de([null, texto(decimal(String(b)).div(100), 2)]),
      monto: texto(decimal(String(azar.entero(1, 9_999_999))).div(100), 2),
    }
  })
  const rows = await enSql<{ t: string }>(
    app.db,
    casos,
    'pct numeric, fija numeric, min numeric, max numeric, monto numeric',
    `tipos_pagos_tarifa(jsonb_populate_record(NULL::tipos_pagos, jsonb_build_object('tarifa_pct', x.pct,
      'tarifa_fija', x.fija, 'tarifa_min', x.min, 'tarifa_max', x.max)), x.monto, 2)::numeric(30,2)::text AS t`,
  )
  const here = casos.map(({ monto, ...way }) => tarifaDe(way, decimal(monto), 2))
  expect(rows.map(({ t }) => t)).toEqual(here)
  expect(new Set(here).size).toBeGreaterThan(100)

  // Of one that comes after others: of this document's request, and of it before, some of which were refused.
  const mas = casos.map((caso, n) => {
    const otro = casos[(n + 1) % casos.length]?.monto ?? '1.00'
    const share = (of: number) => texto(decimal(otro).div(of), 2)
    const cobrada = azar.de(['0.00', share(20), share(90)])
    const antes = azar.de([null, { monto: otro, tarifa: cobrada }])
    const montos = Array.from({ length: azar.entero(0, 2) }, () => share(azar.entero(1, 9)))
    return {
      ...{ ...caso, antes: antes?.monto ?? '0', cobrada: antes?.tarifa ?? '0' },
      ...{ previo: azar.de([null, share(3)]), montos },
      tarifas: montos.map(() => azar.de(['0', share(20), share(40)])),
    }
  })
  const before = `jsonb_populate_record(NULL::tipos_pagos, jsonb_build_object('tarifa_pct', x.pct,
      'tarifa_fija', x.fija, 'tarifa_min', x.min, 'tarifa_max', x.max)), x.antes, x.cobrada, x.montos, x.tarifas`
  const added = await enSql<{ t: string }>(
    app.db,
    mas,
    'pct numeric, fija numeric, min numeric, max numeric, monto numeric, previo numeric, antes numeric, cobrada numeric, montos numeric[], tarifas numeric[]',
    `(tipos_pagos_tarifa_mas(${before}, coalesce(x.previo, 0) + x.monto, 2)
      - tipos_pagos_tarifa_mas(${before}, coalesce(x.previo, 0), 2))::numeric(30,2)::text AS t`,
  )
  const sums = mas.map(({ monto, previo, antes, cobrada, montos, tarifas, ...way }) => {
    const refused = montos.map((each, n) => pago(each, tarifas[n] ?? '0', true))
    const standing = pago(antes, cobrada, false)
    const mas = (of: string[], ...earlier: PagoCobrado[]) =>
      decimal(tarifaMas(way, suma(of.map(decimal)), [standing, ...earlier], 2))
    const fee = (...of: string[]) => decimal(tarifaDe(way, suma(of.map(decimal)), 2))
    const now = [previo ?? '0', monto]
    const total = mas(now, ...refused)
    // Nothing pays for what came before: it adds no more than its own, save what was refused.
    const own =
      decimal(cobrada).gt(0) && decimal(antes).gt(0)
        ? fee(antes, ...now).minus(fee(antes))
        : fee(...now)
    const said = JSON.stringify({ way, antes, cobrada, montos, tarifas, now })
    expect(mas(now).lte(own), said).toBe(true)
    expect(total.minus(own).lte(suma(tarifas.map(decimal))), said).toBe(true)
    const lacks = fee(antes, ...now).minus(decimal(cobrada))
    expect(total.lte(lacks) || total.eq(0), said).toBe(true)
    return texto(total.minus(mas([previo ?? '0'], ...refused)), 2)
  })
  expect(added.map(({ t }) => t)).toEqual(sums)
  expect(new Set(sums).size).toBeGreaterThan(100)
})

test(`what refused payments carried is paid by the next one, but for a cent (seed ${SEMILLA})`, () => {
  const azar = azarDe(SEMILLA + 8)
  const cents = (max: number) => texto(decimal(String(azar.entero(1, max))).div(100), 2)
  for (let n = 0; n < 2000; n += 1) {
    const pct = azar.de([null, cents(500)])
    const tarifa = {
      ...{ pct, fija: azar.de([pct && null, cents(900)]) },
      ...{ min: pct && azar.de([null, cents(900)]), max: pct && azar.de([null, cents(9000)]) },
    }
    const lines: PagoCobrado[] = []
    const total = (key: 'monto' | 'tarifa') =>
      suma(lines.filter(({ rechazado }) => !rechazado).map((each) => each[key]))
    for (let k = azar.entero(3, 12); k > 0; k -= 1) {
      const standing = lines.filter(({ rechazado }) => !rechazado)
      if (standing.length > 0 && azar.entero(0, 2) === 0) {
        Object.assign(azar.de(standing), { rechazado: true })
        continue
      }
      const charged = total('tarifa')
      const monto = cents(azar.de([90_000, 2_000]))
      lines.push(pago(monto, tarifaMas(tarifa, decimal(monto), lines, 2), false))
      const all = decimal(tarifaDe(tarifa, total('monto'), 2))
      const lacks = (all.gt(charged) ? all : charged).minus(total('tarifa'))
      const most = lines.some(({ rechazado }) => rechazado) ? '0.01' : '0.00'
      const said = JSON.stringify({ tarifa, lines })
      expect(lacks.gte(0) && lacks.lte(most), said).toBe(true)
    }
  }
})

test('a refused payment that paid for itself alone leaves nothing to be paid', () => {
  const way = { pct: '3', fija: null, min: null, max: null }
  const antes = [pago('200.00', '0.00', false), pago('300.00', '9.00', true)]
  expect(tarifaMas(way, decimal('300.00'), antes, 2)).toBe('9.00')
})

test('of two that were refused, a most took together what each would have paid alone', () => {
  const way = { pct: '1', fija: null, min: null, max: '5.00' }
  const antes = [
    ...[pago('300.00', '3.00', true), pago('100.00', '1.00', false)],
    ...[pago('200.00', '1.00', true), pago('50.00', '0.00', false)],
  ]
  expect(tarifaMas(way, decimal('100.00'), antes, 2)).toBe('1.50')
})

test.each([
  ['a percentage that starts', { pct: '3' }, '0.00', '3.00'],
  ['a percentage that rises', { pct: '4' }, '2.00', '4.00'],
  ['one that falls, of which too much was paid', { pct: '1' }, '8.00', '0.00'],
  ['a least that rises', { pct: '1', min: '9.00' }, '5.00', '0.00'],
  ['a least that starts where nothing was charged', { pct: '1', min: '9.00' }, '0.00', '9.00'],
  ['a most that falls', { pct: '4', max: '6.00' }, '4.00', '0.00'],
  ['a fixed part that starts beside a percentage', { pct: '1', fija: '5' }, '2.00', '1.00'],
  ['a fixed amount that starts', { fija: '5' }, '0.00', '5.00'],
  ['a fixed amount that rises', { fija: '5' }, '3.00', '0.00'],
])('%s is charged on what comes now', (_, changed, tarifa, expected) => {
  const now = { pct: null, fija: null, min: null, max: null, ...changed }
  expect(tarifaMas(now, decimal('100.00'), [pago('200.00', tarifa, false)], 2)).toBe(expected)
})

test('lines of one way and account in a new document share their fee, which another account does not', () => {
  const way = { pct: '1', fija: '3.00', min: null, max: null }
  const line = (monto: string, cuenta_id = 1) => ({
    ...{ tipo_pago_id: 1, cuenta_id, monto: decimal(monto) },
  })
  const lines = [line('100.00'), line('150.00'), line('10.00', 2), line('0.50')]
  expect(tarifasDe(lines, () => way, 2)).toEqual(['4.00', '1.50', '3.10', '0.01'])
})
