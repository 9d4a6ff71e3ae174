import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* what is written beside a movement, and who marks it. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const con = await app.signedIn('con')
const caj = await app.signedIn('caj')
const cliente_id = casa.clientes.ana
await adm.call(compras.crear, {
  body: mostrador(casa).compra('100.00', '352.00'),
})
const lista = async (query: Record<string, string | number> = {}, quien = con) =>
  (await quien.call(contrato.movimientos, { query: { limite: 200, ...query } })).body.items
const [movimiento] = await lista({ moneda_id: PEN, tipo: 'egreso' })
if (!movimiento) throw new Error('no movement')
const params = { id: movimiento.id }
const este = async () => (await lista()).find(({ id }) => id === movimiento.id)
const auditadas = async () =>
  (
    await sql<{ accion: string; usuario_id: number }>`
      SELECT accion, usuario_id FROM auditoria WHERE entidad = 'movimientos' AND entidad_id = ${String(movimiento.id)}
      ORDER BY id`.execute(app.db)
  ).rows
const pata = async () =>
  (await sql`SELECT to_jsonb(p) AS leg FROM apuntes p WHERE id = ${movimiento.id}`.execute(app.db))
    .rows

test('a note and a mark stand beside the movement, whose leg stays as it was', async () => {
  const before = await pata()
  expect(await este()).toMatchObject({ nota: null, conciliado: null })
  await con.call(contrato.anotar, { params, body: { nota: '  No figura en el extracto  ' } })
  await con.call(contrato.conciliar, { params, body: { conciliado: true } })
  expect(await este()).toMatchObject({
    nota: 'No figura en el extracto',
    conciliado: { por: expect.any(String) },
  })
  expect(await pata()).toEqual(before)
  await con.call(contrato.anotar, { params, body: { nota: null } })
  await con.call(contrato.conciliar, { params, body: { conciliado: false } })
  expect(await este()).toMatchObject({ nota: null, conciliado: null })
  const quien = con.usuario_id
  expect(await auditadas()).toEqual([
    { accion: 'anotar', usuario_id: quien },
    { accion: 'conciliar', usuario_id: quien },
    { accion: 'anotar', usuario_id: quien },
    { accion: 'desconciliar', usuario_id: quien },
  ])
})

test('a note that takes the place of another one than its user saw is refused (R-259)', async () => {
  const anotar = (nota: string | null, antes?: string | null) =>
    con.call(contrato.anotar, { params, body: { nota, ...(antes !== undefined && { antes }) } })
  await anotar('Una')
  expect((await anotar('Dos', null)).error.codigo).toBe('CONFLICTO')
  expect((await este())?.nota).toBe('Una')
  await anotar(null, 'Una')
  expect((await anotar('Una', null)).status).toBe(200)
  expect((await este())?.nota).toBe('Una')
  await anotar(null)
})

test('the same mark again keeps who set it first, and tells nothing', async () => {
  await con.call(contrato.conciliar, { params, body: { conciliado: true } })
  const [first, rows] = [await este(), await auditadas()]
  const otra = await app.signedIn('con')
  await otra.call(contrato.conciliar, { params, body: { conciliado: true } })
  expect(await este()).toEqual(first)
  expect(await auditadas()).toEqual(rows)
})

test('the marked and the unmarked, and those of one person, are found apart', async () => {
  const all = (await lista()).length
  expect((await lista({ conciliado: 'si' })).map(({ id }) => id)).toEqual([movimiento.id])
  expect(await lista({ conciliado: 'no' })).toHaveLength(all - 1)
  const { body } = await con.call(contrato.resumen, { query: { conciliado: 'si' } })
  expect(body.monedas).toMatchObject([
    { iso: 'PEN', movimientos: 1, egresos: '352.00', saldos: null },
  ])
  expect(await lista({ usuario_id: adm.usuario_id })).toHaveLength(all)
  expect(await lista({ usuario_id: con.usuario_id })).toEqual([])
  const { body: autores } = await con.call(contrato.autores)
  expect(autores.map(({ id }) => id)).toContain(adm.usuario_id)
})

test('a movement shows its client to who may see clients', async () => {
  expect(movimiento).toMatchObject({ cliente_id, cliente: expect.stringMatching(/\w/) })
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE rol_slug = 'con' AND permiso = 'clientes:ver'",
  )
  expect(await este()).not.toHaveProperty('cliente')
  expect(await este()).not.toHaveProperty('cliente_id')
})

test('whoever registered a movement does not mark it while somebody else can', async () => {
  await con.call(contrato.conciliar, { params, body: { conciliado: false } })
  const own = () => adm.call(contrato.conciliar, { params, body: { conciliado: true } })
  expect((await own()).error).toMatchObject({ codigo: 'CONCILIA_OTRO' })
  expect(await este()).toMatchObject({ conciliado: null })
  // The note is his to write: it claims nothing.
  await adm.call(contrato.anotar, { params, body: { nota: 'Pagado en ventanilla' } })
  await comoDueno(app.url, "UPDATE usuarios SET estatus = false WHERE rol_slug = 'con'")
  await own()
  expect((await lista({ conciliado: 'si' }, adm)).map(({ id }) => id)).toEqual([movimiento.id])
})

test('without the permission, of what is no account, or of nothing, it is refused', async () => {
  const anota = (id: number, quien = adm) =>
    quien.call(contrato.anotar, { params: { id }, body: { nota: 'x' } })
  expect((await anota(movimiento.id, caj)).status).toBe(403)
  const mark = { params, body: { conciliado: true } }
  expect((await caj.call(contrato.conciliar, mark)).status).toBe(403)
  expect((await anota(99_999_999)).status).toBe(404)
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM apuntes p WHERE NOT EXISTS (SELECT FROM cuentas c WHERE c.id = p.cuenta_id) LIMIT 1`.execute(
    app.db,
  )
  expect((await anota(Number(rows[0]?.id))).status).toBe(404)
})
