import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { abrirBot } from '../../../../test/support/areas/bot.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../../main.app.ts'
import { contrato } from '../contract.ts'
import { emitir } from './emisor.ts'

const afuera = { anclas: null, clave: Buffer.alloc(32, 5) }
const app = await startTestApp({ afuera })
const { db } = app
const adm = await app.signedIn('adm')
const bot = await abrirBot()
afterAll(() => bot.cerrar())

const token = '123456789:AAcanaryTOKENcanaryTOKENcanaryTOKEN1'
await adm.call(contrato.guardarToken, { body: { token } })
await adm.call(contrato.alternar)
const { id } = (
  await adm.call(contrato.crearChat, {
    body: { nombre: 'Gerencia', chat_id: '-100300', gerencia: true },
  })
).body

const emision = { db, afuera, plantillas, raiz: bot.raiz, segundos: 600 }
const emitirYa = () => emitir(emision)
const anotar = async () =>
  expect((await adm.call(contrato.probar, { params: { id } })).status).toBeLessThan(300)

test('a row that waits when the clock goes back an hour is sent nevertheless', async () => {
  await anotar()
  await sql`UPDATE telegram_salida SET proximo_en = ahora() + interval '1 hour'`.execute(db)
  expect(await emitirYa()).toBe(1)
  expect(bot.recibidos).toHaveLength(1)
})

test('while nobody has reviewed a restore nothing leaves: a chat may have been unlinked after that instant', async () => {
  await anotar()
  const antes = bot.recibidos.length
  await comoDueno(
    app.url,
    'INSERT INTO restauraciones (fecha, hasta, claves) VALUES (now(), now(), 0)',
  )
  expect(await emitirYa()).toBe(0)
  await comoDueno(
    app.url,
    'UPDATE restauraciones SET revisada_en = now(), revisada_por = (SELECT min(id) FROM usuarios)',
  )
  expect(await emitirYa()).toBe(1)
  expect(bot.recibidos).toHaveLength(antes + 1)
})

test('what waits for a chat that is switched off is not sent, also where it goes off between two messages', async () => {
  for (let n = 0; n < 3; n += 1) await anotar()
  const antes = bot.recibidos.length
  // While the first one is written somebody switches the chat off.
  const prueba: typeof plantillas.prueba = async () => {
    await comoDueno(app.url, 'UPDATE telegram_chats SET estatus = false')
    return ['Se apaga']
  }
  await emitir({ ...emision, plantillas: { prueba } })
  expect(bot.recibidos).toHaveLength(antes + 1)
  await emitirYa()
  const items = (await adm.call(contrato.envios, { query: { limite: 2 } })).body.items
  const omitido = { estado: 'omitido', motivo: 'El chat se apagó antes de enviarlo.' }
  expect(items).toMatchObject([omitido, omitido])
  expect(bot.recibidos).toHaveLength(antes + 1)
  await comoDueno(app.url, 'UPDATE telegram_chats SET estatus = true')
})

test('what waits for the chat of somebody who may not sign in any more is not sent', async () => {
  const { usuario_id } = await app.signedIn('caj')
  await comoDueno(
    app.url,
    `WITH c AS (INSERT INTO telegram_chats (nombre, chat_id, usuario_id, vinculado_en)
       VALUES ('Chat de caja', '77', $1, now()) RETURNING id)
     INSERT INTO telegram_salida (evento, chat_id, clave, datos, estado)
       SELECT 'prueba', id, 'suya', '[{}]', 'pendiente' FROM c`,
    [usuario_id],
  )
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id = $1', [usuario_id])
  expect(await emitirYa()).toBe(0)
  const [ultimo] = (await adm.call(contrato.envios, { query: { limite: 1 } })).body.items
  expect(ultimo).toMatchObject({ estado: 'omitido' })
})

test('whatever wait Telegram asks for, the next try comes within a quarter of an hour', async () => {
  app.setClock('2099-01-01T12:00:00Z')
  await sql`UPDATE sesiones SET vence_en = '2100-01-01', usada_en = ahora()`.execute(db)
  await anotar()
  bot.humores.push('mañana')
  const antes = bot.recibidos.length
  expect(await emitirYa()).toBe(1)
  expect(await emitirYa()).toBe(0)
  app.setClock('2099-01-01T12:15:01Z')
  expect(await emitirYa()).toBe(1)
  expect(bot.recibidos).toHaveLength(antes + 1)
})

test('after a sender died during a call, another takes the row when the lease expires', async () => {
  await anotar()
  await sql`UPDATE telegram_salida SET intentos = 1, proximo_en = ahora() + interval '90 seconds'
            WHERE estado = 'pendiente'`.execute(db)
  expect(await emitirYa()).toBe(0)
  app.setClock('2099-01-01T12:16:32Z')
  expect(await emitirYa()).toBe(1)
})
