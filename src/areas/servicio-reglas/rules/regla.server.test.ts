import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { enSql } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { debidoDe, type Parte, type ReglaServicio } from './regla.ts'

/* the rule and the fee on screen are those of SQL, digit for digit. */

const app = await startTestApp()

test(`the rule that decides and its fee (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 9)
  const cents = (max: number) => texto(decimal(String(azar.entero(1, max))).div(100), 2)
  const reglas: ReglaServicio[] = []
  for (let n = 0; n < 60; n += 1) {
    const pct = azar.de([null, texto(decimal(String(azar.entero(1, 9000))).div(1000), 3)])
    const [a, b] = [azar.entero(1, 40), azar.entero(41, 80)]
    const regla: ReglaServicio = {
      nombre: `Regla ${n}`,
      segmento: azar.de([null, 'publico', 'mayorista'] as const),
      divisa_id: azar.de([null, 3, 6]),
      tipo: azar.de([null, 'compra', 'venta', 'canje'] as const),
      desde: azar.de([null, `${a}00.00`]),
      hasta: azar.de([null, `${b}00.00`]),
      ...{ pct, fija: pct && azar.entero(0, 1) ? null : cents(900) },
      min: pct && azar.de([null, cents(900)]),
      max: pct && azar.de([null, texto(decimal(cents(9000)).plus(9), 2)]),
    }
    const kept = await comoDueno(
      app.url,
      `INSERT INTO servicio_reglas (nombre, segmento, divisa_id, tipo, desde, hasta, pct, fija, min, max)
       SELECT nombre, segmento, divisa_id, tipo, desde, hasta, pct, fija, min, max
       FROM jsonb_populate_record(NULL::servicio_reglas, '${JSON.stringify(regla)}')`,
    ).then(
      () => true,
      () => false,
    )
    if (kept) reglas.push(regla)
  }
  expect(reglas.length).toBeGreaterThan(25)
  const parte = () => ({
    tipo: azar.de(['compra', 'venta', 'canje'] as const),
    divisa_id: azar.de([3, 6, 7]),
    // Often on a bound.
    ...{ monto: azar.de([`${azar.entero(1, 80)}00.00`, cents(900_000)]), base: cents(3_000_000) },
  })
  // Some come alone, some in a ticket: of each operation the rule and what it adds to the fee.
  const casos = Array.from({ length: 800 }, () => ({
    segmento: azar.de(['publico', 'mayorista'] as const),
    partes: Array.from({ length: azar.de([1, 1, 2, 3]) }, parte),
  })).flatMap((caso) => caso.partes.map((_, i) => ({ ...caso, lugar: i + 1 })))
  const rows = await enSql<{ regla: string | null; t: string | null }>(
    app.db,
    casos.map(({ partes, ...caso }) => ({
      ...caso,
      partes: partes.map(({ divisa_id: divisa, ...p }) => ({ ...p, divisa })),
    })),
    'segmento text, partes jsonb, lugar integer',
    `((servicio_de_parte(x.partes, x.lugar, x.segmento)).regla).nombre AS regla,
     ((servicio_de_parte(x.partes, x.lugar, x.segmento)).debido)::numeric(30,2)::text AS t`,
  )
  const here = casos.map(({ partes: given, segmento, lugar }) => {
    const partes = given.map((p) => ({ ...p, monto: decimal(p.monto), base: decimal(p.base) }))
    const [antes, una, despues] = [
      partes.slice(0, lugar - 1),
      partes[lugar - 1],
      partes.slice(lugar),
    ]
    const dicha = debidoDe(reglas, segmento, una as Parte, { antes, despues })
    return { regla: dicha?.regla.nombre ?? null, t: dicha?.debido ?? null }
  })
  expect(rows).toEqual(here)
  expect(new Set(here.map(({ regla }) => regla)).size).toBeGreaterThan(8)
})
