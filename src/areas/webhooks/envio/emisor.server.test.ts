import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { afuera, montarWebhooks } from '../../../../test/support/webhooks/montar.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato } from '../contract.ts'
import { MAX_INTENTOS } from '../rules/entrega.ts'

/* the outbox against receivers that fail in every way. */

const app = await startTestApp({ afuera })
const { db } = app
const casa = await montarWebhooks(app)
const {
  adm,
  compra,
  receptor,
  otro,
  adelantar,
  emitirYa,
  registrar,
  log,
  ultimo,
  ver,
  activar,
  de,
  ahora,
} = casa
const { id, secreto } = casa.uno
afterAll(casa.cerrar)

// Another implementation asks for the time of this machine: what it verifies comes first.
let avanza = false
beforeEach(async () => {
  for (const { humores } of [receptor, otro]) humores.length = 0
  await emitirYa()
  if (avanza) adelantar(200_000)
  await emitirYa()
  for (const { recibidos } of [receptor, otro]) recibidos.length = 0
})

test('an event is delivered once to each receiver, signed so that another implementation verifies it', async () => {
  const { numero, id: operacion } = await registrar()
  expect(await ultimo()).toMatchObject({ estado: 'pendiente', evento: 'operacion' })
  await emitirYa()
  await emitirYa()
  expect([receptor.recibidos.length, otro.recibidos.length]).toEqual([1, 1])
  const { cabeceras, cuerpo } = receptor.recibidos[0] as (typeof receptor.recibidos)[0]
  const read = new Webhook(secreto).verify(cuerpo, cabeceras as Record<string, string>)
  expect(read).toMatchObject({ type: 'operacion.registrada', data: { id: operacion, numero } })
  expect(Object.keys((read as { data: object }).data)).toEqual(['id', 'numero'])
  expect(() =>
    new Webhook(casa.dos.secreto).verify(cuerpo, cabeceras as Record<string, string>),
  ).toThrow()
  expect(() =>
    new Webhook(secreto).verify(`${cuerpo} `, cabeceras as Record<string, string>),
  ).toThrow()
  expect(cabeceras['content-type']).toBe('application/json')
  expect(await ultimo()).toMatchObject({ estado: 'enviado', intentos: 1 })
})

test('a rotated secret signs beside the new one for a day, and then no more', async () => {
  const { body: nuevo } = await adm.call(contrato.rotar, { params: { id } })
  expect(nuevo.secreto).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(nuevo.secreto).not.toBe(secreto)
  await registrar()
  await emitirYa()
  const { cabeceras, cuerpo } = receptor.recibidos[0] as (typeof receptor.recibidos)[0]
  for (const each of [secreto, nuevo.secreto])
    new Webhook(each).verify(cuerpo, cabeceras as Record<string, string>)
  expect(String(cabeceras['webhook-signature']).split(' ')).toHaveLength(2)
  adelantar(86_500)
  await registrar()
  await emitirYa()
  expect(String(receptor.recibidos[1]?.cabeceras['webhook-signature']).split(' ')).toHaveLength(1)
  await sql`SELECT webhooks_limpiar()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    SELECT count(anterior_cifrado)::int AS n FROM webhooks`.execute(db)
  expect(rows[0]?.n).toBe(0)
  avanza = true
})

test('a refused operation sends nothing; what nobody asked for is not kept', async () => {
  const before = (await log()).length
  expect((await adm.call(compras.crear, { body: compra('10.00', '99.00') })).status).toBe(409)
  expect(await log()).toHaveLength(before)
  const { rows } = await sql<{ evento: string }>`SELECT DISTINCT evento FROM noticias`.execute(db)
  expect(rows.map(({ evento }) => evento)).toEqual(['operacion'])
})

test.each([
  [{ codigo: 500, cuerpo: '<script>alert(1)</script>' }, /Respondió 500/],
  [{ codigo: 404 }, /Respondió 404/],
  ['corta' as const, /Se cortó/],
])(
  'after %j it is tried again with the same id and text, and the log keeps both attempts',
  async (humor, why) => {
    receptor.humores.push(humor)
    await registrar()
    await emitirYa()
    const waiting = await ultimo()
    expect(waiting).toMatchObject({ estado: 'pendiente', intentos: 1 })
    expect(waiting.motivo).toMatch(why)
    expect(await emitirYa()).toBe(0)
    adelantar(6)
    expect(await emitirYa()).toBe(1)
    const [one, two] = receptor.recibidos
    expect(one?.cabeceras['webhook-id']).toBe(two?.cabeceras['webhook-id'])
    expect(one?.cabeceras['webhook-id']).toBe(waiting.mensaje)
    expect(one?.cuerpo).toBe(two?.cuerpo)
    expect(one?.cabeceras['webhook-timestamp']).not.toBe(two?.cabeceras['webhook-timestamp'])
    const { lista, estado } = await ver(waiting.id)
    expect(estado).toBe('enviado')
    expect(lista.map(({ numero, motivo }) => [numero, motivo === null])).toEqual([
      [1, false],
      [2, true],
    ])
    if (typeof humor === 'object' && 'cuerpo' in humor)
      expect(lista[0]?.respuesta).toBe(humor.cuerpo)
    expect(await de(id)).toMatchObject({ fallando_desde: null })
  },
)

test('a redirect is not followed', async () => {
  receptor.humores.push({ codigo: 302, cabeceras: { location: otro.url } })
  await registrar()
  await emitirYa()
  expect(otro.recibidos).toHaveLength(1)
  expect((await ultimo()).motivo).toMatch(/Redirige a otra dirección \(302\)/)
})

test('the answer that is kept is bounded and without control characters', async () => {
  receptor.humores.push({ codigo: 500, cuerpo: `a\u0000\u001b[31mñ${'x'.repeat(100_000)}` })
  await registrar()
  await emitirYa()
  const { lista } = await ver((await ultimo()).id)
  expect(lista[0]?.respuesta).toMatch(/^a\[31mñx+$/)
  expect(lista[0]?.respuesta?.length).toBeLessThanOrEqual(1000)
})

test('a status counts even when the rest of the answer never comes', async () => {
  receptor.humores.push('cabecera')
  await registrar()
  await emitirYa(1_000)
  expect(await ultimo()).toMatchObject({ estado: 'enviado' })
})

test('Retry-After is respected', async () => {
  receptor.humores.push({ codigo: 429, cabeceras: { 'retry-after': '100' } })
  await registrar()
  await emitirYa()
  adelantar(99)
  expect(await emitirYa()).toBe(0)
  adelantar(2)
  expect(await emitirYa()).toBe(1)
  expect(await ultimo()).toMatchObject({ estado: 'enviado', intentos: 2 })
})

test('after its last attempt a delivery has failed; sent again it is the same message, and the bell is quiet', async () => {
  await registrar()
  for (let n = 0; n < MAX_INTENTOS; n += 1) {
    receptor.humores.push({ codigo: 500 })
    await emitirYa()
    adelantar(86_401)
    // Five days without a delivery switch it off, which has a test of its own.
    await comoDueno(app.url, 'UPDATE webhooks SET fallando_desde = NULL')
  }
  const failed = await ultimo()
  expect(failed).toMatchObject({ estado: 'error', intentos: MAX_INTENTOS })
  adelantar(200_000)
  expect(await emitirYa()).toBe(0)
  const again = await adm.call(contrato.reenviar, { params: { id: failed.id } })
  expect(again.status).toBe(200)
  const twice = await adm.call(contrato.reenviar, { params: { id: failed.id } })
  expect(twice.error.codigo).toBe('WEBHOOK_EN_COLA')
  await emitirYa()
  expect(await ultimo()).toMatchObject({
    reenvio: true,
    estado: 'enviado',
    mensaje: failed.mensaje,
  })
  const ids = receptor.recibidos.map(({ cabeceras }) => cabeceras['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(new Set(receptor.recibidos.map(({ cuerpo }) => cuerpo)).size).toBe(1)
  expect((await log())[1]).toMatchObject({ id: failed.id, estado: 'error' })
})

test('410 switches the receiver off: what waited has failed, nothing more is kept for it, and all of it can be sent again', async () => {
  receptor.humores.push({ codigo: 410 })
  const desde = ahora()
  const [one] = [await registrar(), await registrar()]
  await emitirYa()
  expect(receptor.recibidos).toHaveLength(1)
  expect(receptor.recibidos[0]?.cuerpo).toContain(one.numero)
  expect(await de(id)).toMatchObject({ activo: false, apagado_por: expect.stringMatching(/410/) })
  const before = await log()
  expect(before.slice(0, 2).map(({ estado }) => estado)).toEqual(['error', 'error'])
  await registrar()
  expect(await log()).toHaveLength(before.length)
  const off = await adm.call(contrato.reenviarDesde, { params: { id }, body: { desde } })
  expect(off.error.codigo).toBe('INACTIVO')
  await activar(id, true)
  expect(await de(id)).toMatchObject({ activo: true, apagado_por: null })
  const all = await adm.call(contrato.reenviarDesde, { params: { id }, body: { desde } })
  expect(all.body.envios).toBe(2)
  const none = await adm.call(contrato.reenviarDesde, { params: { id }, body: { desde } })
  expect(none.body.envios).toBe(0)
  await emitirYa()
  expect(receptor.recibidos).toHaveLength(3)
})

test('five days without a delivery switch it off, with a row of the audit and in the bell', async () => {
  await registrar()
  for (let n = 0; n < 6; n += 1) {
    receptor.humores.push(...Array.from({ length: 50 }, () => ({ codigo: 503 })))
    await registrar()
    await emitirYa()
    adelantar(86_401)
  }
  expect(await de(id)).toMatchObject({
    activo: false,
    apagado_por: expect.stringMatching(/cinco días/),
  })
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM auditoria WHERE entidad = 'webhooks' AND accion = 'apagar'
      AND entidad_id = ${String(id)} AND usuario_id IS NULL`.execute(db)
  expect(rows[0]?.n).toBe(2)
  const bell = await adm.raw('GET', '/api/notificaciones')
  expect(JSON.stringify(bell.body)).toContain('webhook que se apagó porque no recibía')
  await activar(id, true)
  expect((await de(id)).fallando_desde).toBeNull()
})

test('rates that were published together are one message, with what was published and nothing else', async () => {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM pares_divisas WHERE base_id = ${USD}`.execute(db)
  const par_origen_id = rows[0]?.id as number
  await sql`UPDATE tipos_cambios SET tasa_manual = false, par_origen_id = ${par_origen_id}
            WHERE (base_id, cotizacion_id) IN ((${USD}, 2), (2, ${USD}))`.execute(db)
  const answer = await adm.call(pares.precio, {
    params: { id: par_origen_id },
    body: { compra: '3.530', venta: '3.570', motivo: 'Apertura' },
  } as never)
  expect(answer.status).toBe(200)
  await emitirYa()
  const { type, data } = JSON.parse(receptor.recibidos[0]?.cuerpo ?? '')
  expect(type).toBe('tasas.publicadas')
  expect(data.tasas.length).toBeGreaterThan(0)
  for (const tasa of data.tasas)
    expect(tasa).toEqual({ id: expect.any(Number), tasa: expect.stringMatching(/^\d+\.\d+$/) })
  expect(receptor.recibidos).toHaveLength(1)
})
