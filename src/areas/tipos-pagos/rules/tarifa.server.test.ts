import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { enSql } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { tarifaDe, tarifasDe } from './tarifa.ts'

/* the fee on screen is what SQL charges, digit for digit. */

const app = await startTestApp()
const by = (monto: string) => ({ tipo_pago_id: 1, cuenta_id: 1, monto: decimal(monto) })

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
    return {
      ...{ ...caso, antes: antes?.monto ?? '0', cobrada: antes?.tarifa ?? '0' },
      ...{ previo: azar.de([null, share(3)]), rechazada: azar.de(['0', '0', share(40)]) },
    }
  })
  const way = `jsonb_populate_record(NULL::tipos_pagos, jsonb_build_object('tarifa_pct', x.pct,
      'tarifa_fija', x.fija, 'tarifa_min', x.min, 'tarifa_max', x.max)), x.antes, x.cobrada, x.rechazada`
  const added = await enSql<{ t: string }>(
    app.db,
    mas,
    'pct numeric, fija numeric, min numeric, max numeric, monto numeric, previo numeric, antes numeric, cobrada numeric, rechazada numeric',
    `(tipos_pagos_tarifa_mas(${way}, coalesce(x.previo, 0) + x.monto, 2)
      - tipos_pagos_tarifa_mas(${way}, coalesce(x.previo, 0), 2))::numeric(30,2)::text AS t`,
  )
  const sums = mas.map(({ monto, previo, antes, cobrada, rechazada, ...way }) => {
    const earlier = [
      { ...by(antes), tarifa: decimal(cobrada), rechazado: false },
      { ...by('7.00'), tarifa: decimal(rechazada), rechazado: true },
    ]
    const fees = tarifasDe(
      [...(previo ? [by(previo)] : []), by(monto)],
      () => way,
      2,
      earlier.filter(({ tarifa, rechazado }) => !rechazado || tarifa.gt(0)),
    )
    const fee = (...of: string[]) => decimal(tarifaDe(way, suma(of.map(decimal)), 2))
    const total = suma(fees.map(decimal))
    const now = [previo ?? '0', monto]
    // Nothing pays for what came before: it adds no more than its own, save what was refused.
    const own =
      decimal(cobrada).gt(0) && decimal(antes).gt(0)
        ? fee(antes, ...now).minus(fee(antes))
        : fee(...now)
    expect(total.minus(own).lte(decimal(rechazada)), JSON.stringify({ way, fees })).toBe(true)
    const lacks = fee(antes, ...now).minus(decimal(cobrada))
    expect(total.lte(lacks) || total.eq(0), JSON.stringify({ way, fees })).toBe(true)
    return fees.at(-1)
  })
  expect(added.map(({ t }) => t)).toEqual(sums)
  expect(new Set(sums).size).toBeGreaterThan(100)
})

test(`what a refused payment carried is paid by the next one, to the cent (seed ${SEMILLA})`, () => {
  const azar = azarDe(SEMILLA + 8)
  const cents = (max: number) => texto(decimal(String(azar.entero(1, max))).div(100), 2)
  for (let n = 0; n < 300; n += 1) {
    const way = {
      ...{ pct: azar.de([null, cents(500)]), fija: cents(900) },
      ...{ min: azar.de([null, cents(900)]), max: azar.de([null, cents(9000)]) },
    }
    const tarifa = way.pct === null ? { ...way, min: null, max: null } : way
    const [first, second, third] = [by(cents(90_000)), by(cents(90_000)), by(cents(90_000))]
    const [a = '', b = ''] = tarifasDe([first, second], () => tarifa, 2)
    const earlier = [
      { ...first, tarifa: decimal(a), rechazado: true },
      { ...second, tarifa: decimal(b), rechazado: false },
    ]
    const [c = ''] = tarifasDe([third], () => tarifa, 2, earlier)
    const all = decimal(tarifaDe(tarifa, second.monto.plus(third.monto), 2))
    const [paid, owed] = [decimal(b).plus(decimal(c)), all.gt(decimal(b)) ? all : decimal(b)]
    expect(texto(paid, 2), JSON.stringify({ tarifa, a, b, c })).toBe(texto(owed, 2))
  }
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
  const antes = [{ ...by('200.00'), tarifa: decimal(tarifa), rechazado: false }]
  expect(tarifasDe([by('100.00')], () => now, 2, antes)).toEqual([expected])
  // In two lines it is the same.
  const parts = tarifasDe([by('30.00'), by('70.00')], () => now, 2, antes)
  expect(texto(suma(parts.map(decimal)), 2)).toBe(expected)
})
