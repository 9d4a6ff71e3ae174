import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { afuera, montarWebhooks } from '../../../../test/support/webhooks/montar.ts'
import { aportes } from '../aportes.ts'
import { contrato } from '../contract.ts'
import { emitir, startWebhooks } from './emisor.ts'

/* nobody waits for a receiver, nothing is lost or sent twice by several processes, and what is old goes. */

const app = await startTestApp({ afuera })
const { db } = app
const casa = await montarWebhooks(app)
const { adm, receptor, otro, emision, adelantar, emitirYa, registrar, log, ultimo, activar } = casa
const { id, secreto } = casa.uno
afterAll(casa.cerrar)

beforeEach(async () => {
  for (const { humores } of [receptor, otro]) humores.length = 0
  adelantar(200_000)
  await emitirYa()
  for (const { recibidos } of [receptor, otro]) recibidos.length = 0
})

test('a dead or silent receiver holds up neither the other one nor the posting', async () => {
  receptor.humores.push('mudo', 'mudo')
  await registrar()
  const stop = startWebhooks({ ...emision, plazo_ms: 600_000 }, (error) => app.bugs.push(error))
  await expect.poll(() => [receptor.recibidos.length, otro.recibidos.length]).toEqual([1, 1])
  await registrar()
  // The silent one has one call on its way; the other one gets what came meanwhile.
  await expect.poll(() => otro.recibidos.length).toBe(2)
  expect(receptor.recibidos).toHaveLength(1)
  await receptor.cerrar()
  await stop()
  await receptor.reabrir()
})

test('several processes send each row once', async () => {
  for (let n = 0; n < 8; n += 1) await registrar()
  await Promise.all(Array.from({ length: 4 }, () => emitirYa()))
  await emitirYa()
  for (const { recibidos } of [receptor, otro]) {
    expect(recibidos).toHaveLength(8)
    expect(new Set(recibidos.map(({ cabeceras }) => cabeceras['webhook-id'])).size).toBe(8)
  }
})

test('a process that died between commit and call loses nothing: another one sends it when the lease ends', async () => {
  const { numero } = await registrar()
  // As the take leaves it, with its process gone before the call.
  await sql`UPDATE webhooks_salida SET intentos = 1, tomado_hasta = ahora() + interval '60 seconds'
            WHERE estado = 'pendiente' AND webhook_id = ${id}`.execute(db)
  await emitirYa()
  expect(receptor.recibidos).toHaveLength(0)
  adelantar(61)
  await emitirYa()
  expect(receptor.recibidos).toHaveLength(1)
  expect(receptor.recibidos[0]?.cuerpo).toContain(numero)
  expect(await ultimo()).toMatchObject({ estado: 'enviado', intentos: 2 })
})

test('after the clock went back a row is still sent, and nobody is taken for at work until then', async () => {
  await registrar()
  await sql`UPDATE webhooks_salida SET tomado_hasta = ahora() + interval '9 days' WHERE estado = 'pendiente'`.execute(
    db,
  )
  await comoDueno(
    app.url,
    `UPDATE webhooks_salida SET proximo_en = ahora() + interval '9 days' WHERE estado = 'pendiente'`,
  )
  await emitirYa()
  expect(receptor.recibidos).toHaveLength(1)
})

test('the secret is nowhere: database, audit, log or answer', async () => {
  const marks = [secreto, casa.dos.secreto].map((text) => text.slice(6, 30))
  const { rows } = await sql<{
    t: string
  }>`SELECT tablename AS t FROM pg_tables WHERE schemaname = 'public'`.execute(db)
  for (const { t } of rows) {
    const dump = await sql<{
      x: string
    }>`SELECT string_agg(x::text, ' ') AS x FROM ${sql.table(t)} x`.execute(db)
    for (const mark of marks) expect(dump.rows[0]?.x ?? '', t).not.toContain(mark)
  }
  const { body } = await adm.call(contrato.configuracion)
  expect(JSON.stringify(body)).not.toMatch(/whsec_|cifrado/)
})

test('with another key of the house nothing is sent, and the page says so', async () => {
  await registrar()
  await emitir({ ...emision, afuera: { clave: Buffer.alloc(32, 6) } })
  expect(receptor.recibidos).toEqual([])
  expect((await ultimo()).motivo).toMatch(/otra clave de la casa/)
})

test('only the address that was checked is connected to: a row that got past the form is refused at the call', async () => {
  await comoDueno(app.url, `UPDATE webhooks SET url = 'https://169.254.169.254/' WHERE id = ${id}`)
  await registrar()
  await emitirYa()
  expect((await ultimo()).motivo).toMatch(/red interna/)
  await comoDueno(app.url, `UPDATE webhooks SET url = '${receptor.url}' WHERE id = ${id}`)
})

test('a status that HTTP does not have is no answer, in words, and the delivery is tried again', async () => {
  receptor.humores.push('cero')
  await registrar()
  await emitirYa()
  expect(await ultimo()).toMatchObject({
    estado: 'pendiente',
    motivo: 'Respondió 0, que no es un estado de HTTP.',
  })
})

test('the outcome of a delivery and switching its receiver off do not wait for each other', async () => {
  await registrar()
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM webhooks_salida WHERE webhook_id = ${id} AND estado = 'pendiente'`.execute(db)
  const espera = async () =>
    (
      await comoDueno<{ n: number }>(
        app.url,
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE '%webhooks_resolver%'`,
      )
    )[0]?.n
  const hecho = { inicio: new Date().toISOString(), ms: 1, codigo: 500, motivo: 'x', espera: 5 }
  const resuelve = () =>
    sql`SELECT webhooks_resolver(${rows[0]?.id}, 0, ${JSON.stringify(hecho)}::jsonb)`.execute(db)
  let outcome: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`SELECT 1 FROM webhooks WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
    outcome = resuelve()
    outcome.catch(() => {})
    await expect.poll(espera).toBe(1)
    await sql`UPDATE webhooks SET activo = false, version = version + 1 WHERE id = ${id}`.execute(
      tx,
    )
  })
  await outcome
  await activar(id, true)
})

test('what came into the outbox of a receiver that is off ends within the hour, and is not counted until then', async () => {
  await registrar()
  await activar(id, false)
  await comoDueno(
    app.url,
    `INSERT INTO webhooks_salida (webhook_id, noticia_id, reenvio)
     SELECT ${id}, max(id), true FROM noticias`,
  )
  const [cuantos] = aportes.mide ?? []
  const { rows } = await sql<{ valor: number }>`
    SELECT valor::int FROM (${sql.raw(cuantos?.consulta ?? '')}) x`.execute(db)
  await emitirYa()
  expect(rows[0]?.valor).toBe(1)
  expect(await ultimo()).toMatchObject({ estado: 'pendiente' })
  await sql`SELECT webhooks_limpiar()`.execute(db)
  expect(await ultimo()).toMatchObject({
    estado: 'error',
    motivo: expect.stringMatching(/desactivó/),
  })
  await activar(id, true)
})

test('deliveries and events are forgotten after thirty days, what waits excepted', async () => {
  await registrar()
  await activar(casa.dos.id, false)
  adelantar(31 * 86_400)
  await sql`SELECT webhooks_limpiar()`.execute(db)
  expect((await log({})).map(({ estado, webhook_id }) => [estado, webhook_id])).toEqual([
    ['pendiente', id],
  ])
  await emitirYa()
  await sql`SELECT webhooks_limpiar()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    SELECT ((SELECT count(*) FROM webhooks_salida) + (SELECT count(*) FROM webhooks_intentos)
      + (SELECT count(*) FROM noticias))::int AS n`.execute(db)
  expect(rows[0]?.n).toBe(0)
})
