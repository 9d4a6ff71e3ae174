import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../test/jaula/azar.ts'
import { montarCasa, PEN, USD } from '../../test/support/areas/casa.ts'
import { enSql } from '../../test/support/areas/vectores.ts'
import { startTestApp } from '../../test/support/servidor/app.ts'
import { problemaDeLineas } from '../areas/tipos-pagos/rules/linea-pago.ts'
import { sumaConteo } from '../core/dinero/conteo.ts'
import { decimal, texto } from '../core/dinero/decimal.ts'
import { esCci, esCuentaVe20, esRuc } from '../core/documento/documentos.ts'
import { formatMonto } from '../core/formato.ts'

/* Arithmetic of the core that SQL has as well: both on the same inputs. */

const app = await startTestApp()
const { cuentas } = await montarCasa(app)

test(`a count of notes and coins comes to the same (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const casos = Array.from({ length: 500 }, () => ({
    conteo: Array.from({ length: azar.entero(1, 12) }, () => ({
      clase: azar.de(['billete', 'moneda'] as const),
      valor: azar.de(['200', '100', '0.10', '0.50', '0.00000001', '99999999']),
      cantidad: azar.entero(1, 99_999),
    })),
  }))
  const rows = await enSql<{ s: string }>(
    app.db,
    casos,
    'conteo jsonb',
    'round(denominaciones_suma(x.conteo), 8)::text AS s',
  )
  expect(rows.map(({ s }) => s)).toEqual(casos.map(({ conteo }) => sumaConteo(conteo, 8)))
})

test(`an amount in words has the same signs in a refusal and on the screen (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 1)
  const casos = Array.from({ length: 500 }, (_, i) => {
    const decimales = azar.de([0, 2, 3, 8])
    const cents = i < 10 ? i : azar.entero(0, 2 ** 53 - 1)
    return { decimales, monto: texto(decimal(String(cents)).div(10 ** decimales), decimales) }
  })
  const rows = await enSql<{ t: string }>(
    app.db,
    casos,
    'decimales int, monto numeric',
    `importe_texto(x.monto, 'S/', x.decimales) AS t`,
  )
  const here = casos.map(({ monto, decimales }) => formatMonto(monto, { simbolo: 'S/', decimales }))
  expect(rows.map(({ t }) => t)).toEqual(here)
})

test(`cash is made of pieces that exist (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 2)
  const { rows: monedas } = await sql<{ id: number; pieza: string | null }>`
    SELECT id, trim_scale(efectivo_paso(m))::text AS pieza FROM monedas m WHERE id IN (${PEN}, ${USD}) ORDER BY id`.execute(
    app.db,
  )
  const pieza = (id: number) => monedas.find((m) => m.id === id)?.pieza ?? null
  expect(pieza(PEN)).not.toBeNull()
  const casos = Array.from({ length: 1500 }, () => ({
    ...azar.de([
      { cuenta: cuentas.cajaPen, moneda: PEN },
      { cuenta: cuentas.cajaUsd, moneda: USD },
    ]),
    monto: texto(decimal(String(azar.entero(1, 999_999))).div(100), 2),
  }))
  const rows = await enSql<{ mal: boolean }>(
    app.db,
    casos,
    'cuenta bigint, monto numeric',
    'efectivo_reparo(x.cuenta, x.monto) IS NOT NULL AS mal',
  )
  const here = casos.map(({ cuenta, moneda, monto }) => {
    const line = {
      ...{ id: 1, tipo_pago_id: 1, cuenta_id: cuenta, monto, resuelto: monto, referencia: '' },
      ...{ comprobante: null, denominaciones: null },
    }
    return problemaDeLineas([], [line], [{ id: cuenta, pieza: pieza(moneda) }]) !== null
  })
  expect(rows.map(({ mal }) => mal)).toEqual(here)
  expect(new Set(here).size).toBe(2)
})

test(`check digits of an RUC, a CCI and an account of Venezuela (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 3)
  const digits = (n: number) => Array.from({ length: n }, () => azar.entero(0, 9)).join('')
  const casos = Array.from({ length: 2000 }, () => ({
    ruc: azar.de(['10', '15', '16', '17', '20', '11']) + digits(azar.de([9, 9, 9, 8])),
    cuenta: digits(20),
  }))
  const rows = await enSql<{ ruc: boolean; cci: string; ve: string }>(
    app.db,
    casos,
    'ruc text, cuenta text',
    `ruc_valido(x.ruc) AS ruc,
     left(x.cuenta, 18) || cci_digito(left(x.cuenta, 6)) || cci_digito(substr(x.cuenta, 7, 12)) AS cci,
     left(x.cuenta, 8) || ve20_digito(left(x.cuenta, 8)) || ve20_digito(substr(x.cuenta, 5, 4) || substr(x.cuenta, 11))
       || substr(x.cuenta, 11) AS ve`,
  )
  const here = casos.map(({ ruc }) => esRuc(ruc))
  expect(rows.map(({ ruc }) => ruc)).toEqual(here)
  expect(new Set(here).size).toBe(2)
  // Right with the digits that SQL computes, wrong with any other.
  const next = (text: string, at: number) =>
    text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1)
  for (const { cci, ve } of rows) {
    expect([cci, esCci(cci), esCci(next(cci, 18)), esCci(next(cci, 19))]).toEqual([
      cci,
      true,
      false,
      false,
    ])
    const wrong = [next(ve, 8), next(ve, 9)].map(esCuentaVe20)
    expect([ve, esCuentaVe20(ve), ...wrong]).toEqual([ve, true, false, false])
  }
})
