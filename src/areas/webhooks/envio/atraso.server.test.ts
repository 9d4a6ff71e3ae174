import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { afuera, montarWebhooks } from '../../../../test/support/webhooks/montar.ts'
import { aportes } from '../aportes.ts'

/* an outcome outlives a deadlock, and what is late is measured. */

const app = await startTestApp({ afuera })
const { db } = app
const casa = await montarWebhooks(app)
const { receptor, otro, adelantar, emitirYa, registrar, ultimo, ver, activar } = casa
const { id } = casa.uno
afterAll(casa.cerrar)

beforeEach(async () => {
  for (const { humores } of [receptor, otro]) humores.length = 0
  await emitirYa()
  for (const { recibidos } of [receptor, otro]) recibidos.length = 0
})

test.each(['40P01', '40001'])(
  'an outcome that PostgreSQL undid with %s is kept by another attempt, and nothing is sent again',
  async (codigo) => {
    // A sequence does not go back: the first outcome is undone, the ones after it are kept.
    await comoDueno(
      app.url,
      `CREATE SEQUENCE choques;
       CREATE FUNCTION chocar() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         IF nextval('choques') = 1 THEN RAISE EXCEPTION 'choque' USING ERRCODE = '${codigo}'; END IF;
         RETURN NEW;
       END $$;
       CREATE TRIGGER chocar BEFORE INSERT ON webhooks_intentos FOR EACH ROW EXECUTE FUNCTION chocar()`,
    )
    await registrar()
    await emitirYa()
    const { lista, estado } = await ver((await ultimo()).id)
    expect([estado, lista.length]).toEqual(['enviado', 1])
    await comoDueno(
      app.url,
      'DROP TRIGGER chocar ON webhooks_intentos; DROP FUNCTION chocar; DROP SEQUENCE choques',
    )
    adelantar(200)
    expect(await emitirYa()).toBe(0)
    expect([receptor.recibidos.length, otro.recibidos.length]).toEqual([1, 1])
  },
)

test('late is what was due and did not leave: not what waits for its next attempt, nor for a receiver that is off', async () => {
  const [, medida] = aportes.mide ?? []
  expect(medida?.nombre).toBe('cambista_webhooks_overdue_seconds')
  const atraso = async () =>
    (
      await sql<{ valor: string }>`
        SELECT round(valor) AS valor FROM (${sql.raw(medida?.consulta ?? '')}) x`.execute(db)
    ).rows[0]?.valor
  expect(await atraso()).toBe('0')
  await registrar()
  adelantar(90)
  await registrar()
  expect(await atraso()).toBe('90')
  // Both fail and are tried again later; the first ones of the other receiver arrive.
  receptor.humores.push({ codigo: 500 }, { codigo: 500 })
  await emitirYa()
  expect(await ultimo()).toMatchObject({ estado: 'pendiente', intentos: 1 })
  expect(await atraso()).toBe('0')
  adelantar(65)
  expect(await atraso()).toBe('60')
  // Between an event and its receiver's switching off there is a moment: such a row is nobody's.
  await activar(id, false)
  await comoDueno(
    app.url,
    `INSERT INTO webhooks_salida (webhook_id, noticia_id, reenvio, proximo_en)
       SELECT ${id}, max(id), true, max(creado_en) - interval '1 hour' FROM noticias`,
  )
  expect(await atraso()).toBe('0')
})
