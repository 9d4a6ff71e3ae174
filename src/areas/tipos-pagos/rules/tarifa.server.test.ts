import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { enSql } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { tarifaDe, tarifasDe } from './tarifa.ts'

/* the fee on screen is what SQL charges, digit for digit. */

const app = await startTestApp()

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

  // Of one that comes after others: of this document's request, and of it before.
  const mas = casos.map((caso, n) => {
    const otro = casos[(n + 1) % casos.length]?.monto ?? '1.00'
    const antes = azar.de([null, { monto: otro, tarifa: texto(decimal(otro).div(20), 2) }])
    const previo = azar.de([null, texto(decimal(otro).div(3), 2)])
    return { ...caso, previo, antes: antes?.monto ?? null, cobrada: antes?.tarifa ?? '0' }
  })
  const added = await enSql<{ t: string }>(
    app.db,
    mas,
    'pct numeric, fija numeric, min numeric, max numeric, monto numeric, previo numeric, antes numeric, cobrada numeric',
    `tipos_pagos_tarifa_mas(jsonb_populate_record(NULL::tipos_pagos, jsonb_build_object('tarifa_pct', x.pct,
      'tarifa_fija', x.fija, 'tarifa_min', x.min, 'tarifa_max', x.max)), x.cobrada,
      coalesce(x.antes, 0) + coalesce(x.previo, 0) + x.monto, x.monto, 2, x.previo IS NOT NULL)::numeric(30,2)::text AS t`,
  )
  const by = (monto: string) => ({ tipo_pago_id: 1, cuenta_id: 1, monto: decimal(monto) })
  const sums = mas.map(({ monto, previo, antes, cobrada, ...way }) =>
    tarifasDe(
      [...(previo ? [by(previo)] : []), by(monto)],
      () => way,
      2,
      antes ? [{ ...by(antes), tarifa: decimal(cobrada) }] : [],
    ).at(-1),
  )
  expect(added.map(({ t }) => t)).toEqual(sums)
  expect(new Set(sums).size).toBeGreaterThan(100)
})
