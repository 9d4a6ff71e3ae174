import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'
import { summarize } from '../queries.ts'

/* the dashboard's past days say the same whatever is kept of them. */

const app = await startTestApp()
const DIAS = 6
const dia = (n: number) => `2032-01-${String(n).padStart(2, '0')}`
const a = (n: number, hora = '15:00') => app.setClock(`${dia(n)}T${hora}:00Z`)
a(1)
const casa = await montarCasa(app)
const { adm } = casa
await sesionesSinFin(app.url)
const vender = async (cientos: number) => {
  const body = mostrador(casa).venta(`${cientos}00.00`, `${cientos * 356}.00`)
  const answer = await adm.call(compras.crear, { body: { ...body, confirmo_duplicado: true } })
  expect([answer.status, answer.error.message]).toEqual([201, answer.error.message])
  return answer.body.id
}
const hechas: number[] = []
for (let n = 1; n <= DIAS; n += 1) {
  a(n)
  hechas.push(await vender(n))
}
a(DIAS + 1)

/** What the dashboard says of past days: the trend, and how long each currency lasts. */
async function pasado() {
  const { dias, posiciones } = (await adm.call(contrato.ver)).body
  return { dias, stock: posiciones?.map(({ moneda, dias_stock }) => [moneda.id, dias_stock]) }
}
const kept = async () =>
  (
    await sql<{ n: number }>`SELECT count(*)::int AS n FROM dias_resumidos('-infinity')`.execute(
      app.db,
    )
  ).rows[0]?.n

test('whether none, some or all days are kept, trend and stock are those of the books', async () => {
  const nothing = await pasado()
  expect(nothing.dias).toHaveLength(DIAS)
  expect(nothing.dias?.at(-1)).toMatchObject({ fecha: dia(DIAS), operaciones: 1 })
  // 2,100 of 10,000 left in six days.
  expect(nothing.stock?.find(([id]) => id === USD)?.[1]).toBe(22.6)
  await sql`SELECT dias_resumir(100, 2)`.execute(app.db)
  expect(await kept()).toBe(2)
  expect(await pasado()).toEqual(nothing)
  expect(await summarize(app.db)).toBe(DIAS - 2)
  expect(await pasado()).toEqual(nothing)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('past days of a range say what the trend says, not more than three months back, to whoever sees the house', async () => {
  const range = { desde: dia(2), hasta: dia(4) }
  const { dias = [] } = (await adm.call(contrato.ver)).body
  const some = (await adm.call(contrato.dias, { query: range })).body
  expect(some.map(({ fecha }) => fecha)).toEqual([dia(2), dia(3), dia(4)])
  expect(some).toEqual(dias.slice(1, 4))
  expect(
    (await adm.call(contrato.dias, { query: { desde: '2000-01-01', hasta: dia(9) } })).body,
  ).toEqual(dias)
  // A quarter of a year later none of them is answered any more.
  a(DIAS + 1)
  app.setClock('2032-05-01T15:00:00Z')
  const later = (
    await adm.call(contrato.dias, { query: { desde: '2000-01-01', hasta: '2032-04-30' } })
  ).body
  expect(later[0]?.fecha).toBe('2032-01-30')
  a(DIAS + 1)

  const mgr = await app.signedIn('mgr')
  const only = async (...permisos: string[]) => {
    await sql`DELETE FROM roles_permisos WHERE rol_slug = 'mgr'`.execute(app.db)
    await sql`INSERT INTO roles_permisos SELECT 'mgr', unnest(${permisos}::text[])`.execute(app.db)
    return mgr.call(contrato.dias, { query: range })
  }
  expect((await only('dashboard:ver', 'ganancia:ver', 'compras-ventas:ver')).body).toEqual([])
  expect((await only('dashboard:ver', 'dashboard:casa')).body[0]).toEqual({ fecha: dia(2) })
  const counts = await only('dashboard:ver', 'dashboard:casa', 'compras-ventas:ver')
  expect(counts.body[0]).toEqual({ fecha: dia(2), operaciones: 1 })
  expect((await only('ganancia:ver')).status).toBe(403)
})

test('what a clock set back dates into a kept day is on the dashboard at once', async () => {
  const before = await pasado()
  a(3, '16:00')
  await vender(9)
  const motivo = { motivo: 'Se arrepintió' }
  const done = await adm.call(compras.anular, {
    params: { id: hechas[0] as number },
    body: motivo,
  })
  expect(done.status).toBe(200)
  a(DIAS + 1)
  const after = await pasado()
  expect(await kept()).toBe(DIAS - 1)
  expect(after.dias?.find(({ fecha }) => fecha === dia(3))).toMatchObject({ operaciones: 2 })
  expect(after.stock).not.toEqual(before.stock)
  expect((await verificar(app.db)).diferencia).toBeNull()
  // A void day is not written anew, and what is kept of none says the same.
  expect(await summarize(app.db)).toBe(0)
  await comoDueno(
    app.url,
    'SET session_replication_role = replica; DELETE FROM dias_salidas; DELETE FROM dias_resumen',
  )
  expect(await pasado()).toEqual(after)
  expect(await summarize(app.db)).toBe(DIAS)
  expect(await pasado()).toEqual(after)
})
