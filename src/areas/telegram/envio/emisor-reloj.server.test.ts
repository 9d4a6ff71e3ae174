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

const emitirYa = () => emitir({ db, afuera, plantillas, raiz: bot.raiz, segundos: 600 })
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
