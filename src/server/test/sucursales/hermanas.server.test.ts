import { expect, test } from 'vitest'
import { montarOtro } from '../../../../test/support/ajenas/casos.ts'
import { dosRamas } from '../../../../test/support/ajenas/ramas.ts'
import { PEN } from '../../../../test/support/areas/casa.ts'
import { foto } from '../../../../test/support/foto.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { dicho, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { contrato as cierres } from '../../../areas/cierres/contract.ts'
import { contrato as comisiones } from '../../../areas/comisiones/contract.ts'
import { contrato as cuentas } from '../../../areas/cuentas/contract.ts'
import { contrato as dashboard } from '../../../areas/dashboard/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contratoLotes as lotes } from '../../../areas/ordenes/lotes/contract.ts'
import { contrato as pares } from '../../../areas/pares-divisas/contract.ts'

/* R-260 where a number of a document is not what tells: files, sums, notes, ids in a body, calls that ask by POST. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, boveda } = casa
const { otro } = persona
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)
const { lasDe } = await dosRamas(app, casa, persona)
const orden = lasDe('ordenes').ids[0] as number
const banco = casa.cuentas.bcpPen

const bajar = async (who: Client, path: string) =>
  (await app.http.inject({ url: `/api${path}`, headers: { 'x-token': who.token } })).statusCode

test.each(['ordenes-cobros', 'ordenes-pagos'])(
  'a voucher of %s of another branch is not there',
  async (origen) => {
    const [file] = await dueno<{ id: number }>(
      'INSERT INTO adjuntos (nombre, contenido, usuario_id) VALUES ($1, $2, $3) RETURNING id::int',
      ['dni.png', foto(), adm.usuario_id],
    )
    await dueno(
      `INSERT INTO adjuntos_usos (adjunto_id, origen, origen_id, detalle_id, usuario_id) VALUES ($1, $2, $3, 1, $4)`,
      [file?.id, origen, orden, adm.usuario_id],
    )
    const path = `/ordenes/comprobantes/${file?.id}`
    expect([await bajar(otro, path), await bajar(adm, path)]).toEqual([404, 200])
  },
)

test('a batch for the bank is there for who sees each of its orders, and what it waits for counts for all', async () => {
  const { banesco } = casa.ves
  const { id: suya } = await hecho(adm.call(ordenes.crear, { body: casa.orden() }))
  await dueno(`
    SET session_replication_role = replica;
    UPDATE cuentas SET entidad_id = ${casa.banesco} WHERE id = ${banesco};
    INSERT INTO ordenes_lotes (numero, fecha, cuenta_id, moneda_id, formato, ordenes, total, estado,
        usuario_id, archivo, huella)
      SELECT 'LT-2025-000099', now(), id, moneda_id, 'banesco', 2, 2, 'abierto', ${adm.usuario_id}, 'x',
        encode(sha256('x'), 'hex')
      FROM cuentas WHERE id = ${banesco};
    INSERT INTO ordenes_lotes_lineas (lote_id, n, orden_id, monto, beneficiario, destino, estado)
      SELECT l.id, x.n, x.orden, 1, '{}', '{"nombre": "A", "num_doc": "1", "cuenta": "2"}', 'pendiente'
      FROM ordenes_lotes l, (VALUES (1, ${suya}), (2, ${orden})) x (n, orden)`)
  const [batch] = await dueno<{ id: number }>('SELECT id::int FROM ordenes_lotes')
  const lote = `/ordenes/lotes/${batch?.id}`
  expect([await bajar(otro, lote), await bajar(adm, lote)]).toEqual([404, 200])
  const libre = async (who: Client) =>
    (await hecho(who.call(lotes.previa, { query: { ordenes: String(suya) } }))).cuentas.map(
      ({ id, libre: free }) => [id, free],
    )
  const all = await libre(adm)
  expect(all.length).toBeGreaterThan(0)
  expect(await libre(otro)).toEqual(all)
})

test('the dashboard of who sees one branch has no debt and no transit of the whole house', async () => {
  const [mine, all] = [await hecho(otro.call(dashboard.ver)), await hecho(adm.call(dashboard.ver))]
  expect(Number(all.obligacion)).toBeGreaterThan(0)
  expect(mine.obligacion).toBeUndefined()
  const list = await hecho(otro.call(cuentas.listar))
  const soles = list
    .filter(({ moneda }) => moneda.iso === 'PEN')
    .reduce((sum, { saldo }) => sum + Number(saldo), 0)
  expect(Number(mine.total?.soles)).toBeCloseTo(soles, 2)
})

test('sums of a search are of what the list finds', async () => {
  for (const buscar of ['compra', 'gasto', 'orden', 'transferencia', 'otra sucursal']) {
    const query = { cuenta_id: String(banco), buscar }
    const { items } = await hecho(otro.call(cuentas.movimientos, { query }))
    const { monedas } = await hecho(otro.call(cuentas.resumen, { query }))
    const n = monedas.reduce((sum, { movimientos }) => sum + movimientos, 0)
    expect([buscar, n]).toEqual([buscar, items.length])
  }
})

test('the orders of a user are those that the reader sees, whoever made them', async () => {
  const of = async (who: Client) => {
    const [row] = await dueno<{ usuario_id: number }>(
      'SELECT usuario_id FROM ordenes_pasos WHERE orden_id = $1 ORDER BY id LIMIT 1',
      [orden],
    )
    const query = { persona_id: String(row?.usuario_id) }
    const { items } = await hecho(who.call(ordenes.listar, { query }))
    return items.map(({ id }) => id)
  }
  expect(await of(adm)).toContain(orden)
  expect(await of(otro)).not.toContain(orden)
})

test('the sums of a user’s orders are of those that the reader sees, and a branch narrows both (R-354)', async () => {
  const query = { persona_id: String(adm.usuario_id), buscar: String(lasDe('ordenes').numeros[0]) }
  const cuantas = async (who: Client, sucursal_id?: string) => {
    const asked = { query: { ...query, ...(sucursal_id && { sucursal_id }) } }
    const { items } = await hecho(who.call(ordenes.listar, asked))
    const sums = await hecho(who.call(ordenes.resumen, asked))
    return [items.length, sums.reduce((sum, one) => sum + one.ordenes, 0)]
  }
  const rama = async (nombre: string) =>
    (await dueno<{ id: string }>('SELECT id FROM sucursales WHERE nombre = $1', [nombre]))[0]?.id
  expect([await cuantas(adm), await cuantas(otro)]).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect([
    await cuantas(adm, String(await rama('Lima'))),
    await cuantas(adm, String(await rama('Arequipa'))),
  ]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('the impact of a price, asked by POST, names no order of another branch', async () => {
  const { id } = await hecho(adm.call(ordenes.crear, { body: casa.orden() }))
  const { numero } = await hecho(adm.call(ordenes.obtener, { params: { id } }))
  await dueno(
    `SET session_replication_role = replica; UPDATE ordenes SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = 'Lima') WHERE id = ${id}`,
  )
  await dueno(
    `SET session_replication_role = replica; UPDATE tipos_cambios SET tasa_manual = false, par_origen_id = (SELECT min(id) FROM pares_divisas WHERE compra > 0) WHERE base_id = ${PEN}`,
  )
  const all = await hecho(adm.call(pares.listar))
  const body = {
    pares: all.flatMap(({ id: par, compra, venta, version }) =>
      compra && venta ? [{ id: par, compra, venta, version }] : [],
    ),
  }
  const names = async (who: Client) => {
    const answer = await who.raw('POST', '/api/pares-divisas/compra-venta/impacto', body)
    return [answer.status, JSON.stringify(answer.body).includes(numero)]
  }
  expect(await names(adm)).toEqual([200, true])
  expect(await names(otro)).toEqual([200, false])
})

test('a row of another branch is not there to be acted on, wherever its id stands', async () => {
  const count = { cuenta_id: boveda, monto: '1.00', motivo: 'Conteo de prueba' }
  expect(dicho(await otro.call(cierres.arquear, { body: count }))).toBe('NO_EXISTE')
  await hecho(adm.call(cierres.arquear, { body: count }))

  const [earned] = await dueno<{ id: number }>(
    `WITH nueva AS (INSERT INTO comisiones (fecha, origen, origen_id, numero, tipo, de_id, a_id, moneda_id, monto, tasa,
         precision, rol, usuario_id, regla_id, regla, base, comision)
       SELECT fecha, 'compras-ventas', id, numero, tipo, divisa_id, contramoneda_id, divisa_id, monto, tasa, precision,
         'agente', usuario_id, (SELECT min(id) FROM comisiones_reglas), '{}', 'monto', 0
       FROM compras_ventas WHERE id = $1 RETURNING id) SELECT id::int FROM nueva`,
    [lasDe('compras_ventas').ids[0]],
  )
  const settle = async (who: Client) =>
    dicho(await who.call(comisiones.liquidar, { body: { ids: [earned?.id as number] } }))
  expect([await settle(otro), await settle(adm)]).toEqual(['NO_EXISTE', 'LIQUIDACION_SIN_SALDO'])
})

test('what is committed of a shared account is of every branch, so that nobody promises it twice', async () => {
  const of = async (who: Client) =>
    (await hecho(who.call(ordenes.opciones))).fondos.map(({ moneda_id, comprometido }) => [
      moneda_id,
      comprometido,
    ])
  const all = new Map((await of(adm)) as [number, string][])
  const mine = await of(otro)
  expect(mine.length).toBeGreaterThan(0)
  for (const [moneda_id, comprometido] of mine)
    expect([moneda_id, comprometido]).toEqual([moneda_id, all.get(moneda_id as number)])
})

test('a note beside a hidden movement is neither read nor written, and its author is not told', async () => {
  const query = { cuenta_id: String(banco) }
  const of = async (who: Client) => (await hecho(who.call(cuentas.movimientos, { query }))).items
  const hidden = (await of(otro)).find(({ concepto }) => concepto === 'Operación de otra sucursal')
  const id = hidden?.id as number
  const nota = 'Pago a Rosa Quispe'
  await hecho(adm.call(cuentas.anotar, { params: { id }, body: { nota } }))
  const mine = (await of(otro)).find((one) => one.id === id)
  expect([mine?.nota ?? null, mine?.usuario]).toEqual([null, 'Otra sucursal'])
  expect((await of(adm)).find((one) => one.id === id)?.nota).toBe(nota)
  expect(dicho(await otro.call(cuentas.anotar, { params: { id }, body: { nota: 'x' } }))).toBe(
    'NO_EXISTE',
  )
})
