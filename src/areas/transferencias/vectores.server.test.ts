import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { USDT, VES } from '../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../test/support/areas/transferencias.ts'
import { enSql } from '../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { contrato } from './contract.ts'
import { desvio, seLleva, vaEnCamino } from './rules.ts'

/* What the form says of a transfer while it is typed is what SQL makes of it. */

const app = await startTestApp()
const { adm, caj, dueno } = await montarTesoreria(app)

test(`a rate is as far from the market, to the last decimal (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const mercado = { compra: '205.1', venta: '207.4' }
  const casos = Array.from({ length: 3000 }, (_, i) => {
    const near = ['205.1', '207.4', '209.1', '201.5', '206'][i % 5] as string
    const off = decimal(String(azar.entero(-30, 30))).div(10 ** azar.entero(0, 8))
    const directa = texto(decimal(near).plus(off), 8)
    const inverse = texto(decimal('1').div(decimal(directa)), 10)
    const [metodo, tasa] = i % 2 ? (['m', directa] as const) : (['d', inverse] as const)
    return { metodo, tasa }
  })
  const rows = await enSql<{ d: string }>(
    app.db,
    casos,
    'metodo text, tasa numeric',
    `transferencias_desvio(${USDT}, ${VES}, CASE x.metodo WHEN 'm' THEN x.tasa ELSE 1 / x.tasa END)::text AS d`,
  )
  const here = casos.map(({ metodo, tasa }) => desvio({ tasa, metodo_calculo: metodo }, mercado))
  expect(rows.map(({ d }) => d)).toEqual(here)
  expect(here.filter((d) => d === '0.0000').length).toBeGreaterThan(100)
})

test('every way between two accounts is on its way or done, for whoever sends it', async () => {
  // An account of each kind, with and without somebody who answers for it, in a branch, in another and in none.
  await dueno("INSERT INTO sucursales (nombre) VALUES ('Centro'), ('Norte')")
  await dueno('UPDATE cuentas SET responsable_id = NULL WHERE id % 4 = 0')
  await dueno("UPDATE cuentas SET tipo = 'boveda' WHERE tipo = 'caja' AND responsable_id IS NULL")
  await dueno(
    `UPDATE cuentas SET sucursal_id = (SELECT id FROM sucursales ORDER BY id LIMIT 1 OFFSET (cuentas.id / 2 % 2)::int)
     WHERE id % 3 > 0`,
  )
  const [seen, carried] = [new Set<boolean>(), new Set<boolean>()]
  for (const who of [adm, caj]) {
    const { body } = await who.call(contrato.opciones)
    const ajenas = who === adm
    for (const origen of body.cuentas.filter((c) => c.origen))
      for (const destino of body.cuentas.filter(({ id }) => id !== origen.id)) {
        const quien = JSON.stringify({ usuario_id: who.usuario_id, ajenas, todas: ajenas })
        const { rows } = await sql<{ estado: string; lleva: boolean }>`
          SELECT transferencias_estado(${quien}::jsonb, 'interna', cuentas_leer(${origen.id}), cuentas_leer(${destino.id})) AS estado,
                 transferencias_se_lleva('interna', cuentas_leer(${origen.id}), cuentas_leer(${destino.id})) AS lleva`.execute(
          app.db,
        )
        const here = vaEnCamino(origen, destino)
        expect([ajenas, origen.nombre, destino.nombre, rows[0]?.estado]).toEqual([
          ...[ajenas, origen.nombre, destino.nombre],
          here ? 'enviada' : 'completada',
        ])
        expect([origen.id, destino.id, rows[0]?.lleva]).toEqual([
          ...[origen.id, destino.id, seLleva(origen, destino)],
        ])
        carried.add(seLleva(origen, destino))
        seen.add(here)
      }
  }
  expect([seen.size, carried.size]).toEqual([2, 2])
})
