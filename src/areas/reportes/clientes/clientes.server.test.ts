import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarReportes } from '../../../../test/support/areas/reportes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as deClientes } from '../contract/clientes.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const { adm } = await montarReportes(app)
const DAYS = { desde: '2025-11-18', hasta: '2025-11-20' }
const clientes = async (query: Record<string, string> = DAYS) =>
  (await adm.call(deClientes.clientes, { query })).body

test('each client with what he moved, and all of them as the volume says', async () => {
  const { filas, total } = await clientes()
  const { body: volumen } = await adm.call(contrato.volumen, { query: DAYS })
  expect(total).toMatchObject({ operaciones: volumen.total.operaciones, usd: volumen.total.usd })
  const sum = (pick: (fila: (typeof filas)[number]) => number) =>
    filas.reduce((all, fila) => all + pick(fila), 0)
  expect(sum(({ operaciones }) => operaciones)).toBe(total.operaciones)
  expect(sum(({ usd }) => Math.round(Number(usd) * 100))).toBe(Math.round(Number(total.usd) * 100))
  expect(filas.filter(({ cliente_id }) => cliente_id !== null)).toHaveLength(total.clientes)
  const order = filas.map(({ usd }) => Number(usd))
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM reportes_documentos
    WHERE estado <> 'anulada' AND cliente_id = ${filas[0]?.cliente_id ?? 0}`.execute(app.db)
  expect(filas[0]).toMatchObject({ operaciones: rows[0]?.n, cliente: expect.stringMatching(/\w/) })
})

test('one kind alone, and the days before beside it', async () => {
  const { filas, total } = await clientes({ ...DAYS, tipo: 'orden' })
  const { body } = await adm.call(contrato.volumen, { query: { ...DAYS, tipo: 'orden' } })
  expect([total.operaciones, total.usd]).toEqual([body.total.operaciones, body.total.usd])
  expect(filas.length).toBeGreaterThan(0)
  const later = await clientes({ desde: '2025-11-21', hasta: '2025-11-23' })
  expect(later.filas).toEqual([])
  expect(later.total_antes.operaciones).toBe((await clientes()).total.operaciones)
})

test('whoever may not see clients does not see who they are', async () => {
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE permiso = 'clientes:ver' AND rol_slug = 'con'",
  )
  const con = await app.signedIn('con')
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE permiso = 'clientes:ver' AND rol_slug = 'con'",
  )
  const { error } = await con.call(deClientes.clientes, { query: DAYS })
  expect(error).toMatchObject({ codigo: 'SIN_PERMISO' })
})
