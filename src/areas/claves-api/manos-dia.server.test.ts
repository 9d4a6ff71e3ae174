import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { claveDe } from '../../../test/support/claves/clave.ts'
import { montarSaldos } from '../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'
import { contrato as cambios } from '../tipos-cambios/contract.ts'

/* What one person may do in a day he may with all his keys together. */

const app = await startTestApp()
const casa = await montarSaldos(app)
const { caj, jefe, pagos, conSaldo, devolver } = casa
const hecha = casa.adm
const permisos = ['compras-ventas:ver', 'compras-ventas:crear', 'cuentas:ajenas', 'ordenes:crear']
const una = await claveDe(app, hecha, permisos, jefe)
const segunda = await claveDe(app, hecha, [...permisos, 'ordenes:ver'], jefe)
const manos = [hecha.usuario_id, una.usuario_id, segunda.usuario_id]
const ajuste = casa.ajuste

beforeAll(() => ajuste('sin_cliente_dia_usd', '300'))

const fila = async <Row extends Record<string, unknown>>(text: string) =>
  (await comoDueno<Row>(app.url, text))[0] as Row
/** What each hand of that person, and another one, is told of his day. */
const sumas = async (ventana: string) =>
  (
    await fila<{
      todas: string[]
    }>(`SELECT array_agg(trim_scale(ventana_suma('${ventana}', u))::text ORDER BY n) AS todas
      FROM unnest('{${[...manos, jefe.usuario_id].join(',')}}'::int[]) WITH ORDINALITY x (u, n)`)
  ).todas

test('sales without a client are one person’s, by whichever hand', async () => {
  const { compra } = mostrador(casa)
  const sola = compra('150.00', '528.00', { cliente_id: null, confirmo_duplicado: true })
  expect(await una.mandar('POST', '/compras-ventas', sola)).toMatchObject({ status: 201 })
  expect((await segunda.mandar('POST', '/compras-ventas', sola)).status).toBe(201)
  expect(await sumas('sin-cliente')).toEqual(['300', '300', '300', '0'])
  expect((await hecha.call(compras.crear, { body: sola })).error.codigo).toBe('VISTO_FALTA')
  expect(await una.mandar('POST', '/compras-ventas', sola)).toMatchObject({
    codigo: 'SOLO_PERSONA',
  })
  expect((await jefe.call(compras.crear, { body: sola })).status).toBe(201)
})

test('two at once wait for each other, and do not share a set', async () => {
  const { objid } = await fila<{ objid: string }>(`
    SELECT objid::text FROM ventana_tomar(${una.usuario_id}), LATERAL (
      SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = 50 AND pid = pg_backend_pid()) l`)
  expect(objid).toBe(String(hecha.usuario_id))
  const { ocupa } = await fila<{ ocupa: string[] }>(`
    SELECT operacion_ocupa(jsonb_populate_record(NULL::compra_venta_caso,
      '{"d": {"usuario_id": ${segunda.usuario_id}}}')) AS ocupa`)
  expect(ocupa).toContain(`persona ${hecha.usuario_id}`)
})

test('what a key took and its maker verified, he confirmed alone', async () => {
  const verificado = async (url: string, body: object) => {
    const made = await una.mandar('POST', url, body)
    expect([made.message, made.status]).toEqual([expect.any(String), 201])
    return made.id
  }
  const recibimos = [{ ...casa.yape('356.00'), tipo_pago_id: pagos.yape }]
  const cv = await verificado(
    '/compras-ventas',
    mostrador(casa).venta('100.00', '0', { recibimos }),
  )
  const { pagos: lineas } = (await hecha.call(compras.obtener, { params: { id: cv } })).body
  const pago_id = lineas.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
  const done = await hecha.call(compras.verificar, { params: { id: cv }, body: { pago_id } })
  expect(done.status).toBe(200)
  expect(await sumas('confirma')).toEqual(['100', '100', '100', '0'])
  const o = await verificado('/ordenes', casa.orden({ cobros: [casa.yape('500.00')] as never }))
  const { cobros } = (await hecha.call(ordenes.obtener, { params: { id: o } })).body
  const cobro_id = cobros[0]?.id as number
  const paid = await hecha.call(ordenes.verificar, { params: { id: o }, body: { cobro_id } })
  expect(paid.status).toBe(200)
  const [suya, , , ajena] = await sumas('confirma')
  expect([Number(suya) > 240, ajena]).toEqual([true, '0'])
})

test('a commission of his key that he settled or earned, he pays alone', async () => {
  const liquidada = (creada: number, pagada: number, usuario: number) =>
    comoDueno(
      app.url,
      `INSERT INTO comisiones_liquidaciones (numero, fecha, usuario_id, total, filas, creada_por, estado, pagada_en,
           pagada_por, cuenta_id, referencia, asiento_id)
         VALUES ('LQ-${creada}-${pagada}-${usuario}', ahora(), ${usuario}, 35.6, 1, ${creada}, 'pagada', ahora(),
           ${pagada}, ${casa.cuentas.bcpPen}, 'R-1', (SELECT max(id) FROM asientos))`,
    )
  const antes = Number((await sumas('confirma'))[0])
  await liquidada(caj.usuario_id, hecha.usuario_id, una.usuario_id)
  expect(Number((await sumas('confirma'))[0])).toBeGreaterThan(antes)
})

test('quotes that nobody took up are one person’s, and so is what they promise', async () => {
  await ajuste('cotizacion_abiertas_usd', '150')
  const body = { tipo: 'compra', historico_id: casa.tasas.compraUsd, monto: '100.00' } as const
  const nota = { nota: 'Rosa Prado', tasa: null, cliente_id: null, contravalor: null }
  const url = '/tipos-cambios/cotizaciones'
  expect((await una.mandar('POST', url, { ...body, ...nota })).codigo).toBeUndefined()
  const luis = { ...body, ...nota, nota: 'Luis Prado' }
  expect((await segunda.mandar('POST', url, luis)).codigo).toBe('COTIZACION_LIMITE')
  expect((await hecha.call(cambios.cotizar, { body: luis })).error.codigo).toBe('COTIZACION_LIMITE')
  expect((await jefe.call(cambios.cotizar, { body: luis })).status).toBeLessThan(300)
})

test('a credit stands on the word of all hands of who made it, and what they give back adds up', async () => {
  await ajuste('saldo_favor_dias', '30')
  const [suyo, ajeno] = [await conSaldo('30.00', hecha), await conSaldo('150.00', caj)]
  const porque = async (usuario: number, cobro: number, usd = 1, para: number[] = []) =>
    (
      await sql<{ p: string | null }>`
        SELECT ordenes_saldo_porque(${usuario}, s, ${usd}, ${para}) AS p FROM ordenes_saldos s
        WHERE cobro_id = ${cobro}`.execute(app.db)
    ).rows[0]?.p
  expect(await porque(una.usuario_id, suyo.cobro_id)).toContain('tuvo parte')
  expect(await porque(jefe.usuario_id, suyo.cobro_id, 1, [segunda.usuario_id])).toContain(
    'tuvo parte',
  )
  expect(await porque(jefe.usuario_id, suyo.cobro_id)).toBeNull()
  await ajuste('orden_doble_control_usd', '50')
  expect(await porque(una.usuario_id, ajeno.cobro_id, 40)).toBeNull()
  expect((await devolver(hecha, ajeno, '100.00')).status).toBe(201)
  expect(await porque(una.usuario_id, ajeno.cobro_id, 40)).toContain('devuelve hoy más')
  expect(await porque(jefe.usuario_id, ajeno.cobro_id, 40)).toBeNull()
})
