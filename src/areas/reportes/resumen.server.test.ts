import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { sesionesSinFin } from '../../../test/support/servidor/dueno.ts'
import type { Entorno } from '../../server/aportes.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { aportes as libro } from '../libro/aportes.ts'
import { aportes } from './aportes.ts'
import { PASADA } from './queries.ts'

/* what an import left is summed portion after portion, not a portion every ten minutes. */

const app = await startTestApp()
const DIAS = PASADA + 5
const dia = (n: number) => new Date(Date.UTC(2032, 0, 1 + n, 15)).toISOString()
app.setClock(dia(0))
const casa = await montarCasa(app)
await sesionesSinFin(app.url)
for (let n = 0; n < DIAS; n += 1) {
  app.setClock(dia(n))
  const body = mostrador(casa).compra('10.00', '35.20', { confirmo_duplicado: true })
  expect((await casa.adm.call(compras.crear, { body })).status).toBe(201)
}
app.setClock(dia(DIAS))

const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

test.each([
  ['the days of reports', aportes.trabajos?.reportes, 'reportes_dias'],
  ['the days of the ledger', libro.trabajos?.libro, 'libro_dias'],
] as const)('%s of more than one portion are all kept in one go', async (_, start, table) => {
  const errors: unknown[] = []
  const { db } = app
  if (start) stops.push(start({ db } as Entorno, (error) => errors.push(error)))
  const kept = async () =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db))
      .rows[0]?.n
  // The next round of the job is ten minutes away, longer than any test waits.
  await expect.poll(kept).toBe(DIAS)
  expect(errors).toEqual([])
})
