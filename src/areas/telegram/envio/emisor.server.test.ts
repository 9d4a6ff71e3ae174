import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { abrirBot } from '../../../../test/support/areas/bot.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../../main.app.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato, type Envio } from '../contract.ts'
import { anunciarCabeza, emitir, MAX_INTENTOS, vigilar } from './emisor.ts'

/* the outbox against a fake Bot API that fails in every way. */

const TOKEN = '123456789:AAcanaryTOKENcanaryTOKENcanaryTOKEN1'
const afuera = { anclas: null, clave: Buffer.alloc(32, 5) }
const app = await startTestApp({ afuera })
const { db } = app
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)
const bot = await abrirBot()
afterAll(() => bot.cerrar())

// Not before the machine's time: the house's rates are in force from then on.
let now = Date.now() + 60_000
const adelantar = (segundos: number) => {
  now += segundos * 1000
  app.setClock(new Date(now).toISOString())
}
adelantar(0)
await sesionesSinFin(app.url)

await adm.call(contrato.guardarToken, { body: { token: TOKEN } })
const chat = async (nombre: string, chat_id: string, gerencia: boolean) =>
  (await adm.call(contrato.crearChat, { body: { nombre, chat_id, gerencia } })).body.id
const operadores = await chat('Operadores', '-100200', false)
const gerencia = await chat('Gerencia', '-100300', true)
const destinos = (evento: string, chats: number[]) =>
  adm.call(contrato.destinos, { params: { evento }, body: { activo: true, chats } })
await destinos('operacion', [operadores, gerencia])

const emision = { db, afuera, plantillas, raiz: bot.raiz, segundos: 600 }
/** Gives up on an answer after one second. */
const impaciente = { ...emision, segundos: 1 }
const emitirYa = () => emitir(emision)
const registrar = async () => {
  const answer = await adm.call(compras.crear, {
    body: { ...compra('10.00', '35.20'), confirmo_duplicado: true },
  })
  expect(answer.status).toBe(201)
  return answer.body.numero
}
const prender = async (on: boolean) => {
  if ((await adm.call(contrato.estado)).body !== on) await adm.call(contrato.alternar)
}
const log = async (): Promise<Envio[]> =>
  (await adm.call(contrato.envios, { query: { limite: 200 } })).body.items

beforeEach(async () => {
  await prender(false)
  await emitirYa()
  await prender(true)
  bot.recibidos.length = 0
  bot.llamadas.length = 0
  bot.humores.length = 0
})

test('an operation is sent once to each chat, with its profit only to management chats', async () => {
  const numero = await registrar()
  expect((await log()).slice(0, 2).map(({ estado }) => estado)).toEqual(['pendiente', 'pendiente'])
  await emitirYa()
  await emitirYa()
  expect(bot.recibidos.map(({ chat_id }) => chat_id).sort()).toEqual(['-100200', '-100300'])
  for (const { text, parse_mode } of bot.recibidos) {
    expect(text).toContain(`<b>Compra ${numero}</b>`)
    expect(parse_mode).toBe('HTML')
  }
  const de = (id: string) => bot.recibidos.find(({ chat_id }) => chat_id === id)?.text
  expect(de('-100200')).not.toMatch(/ganancia|costo|margen/i)
})

test('while off nothing is sent, and rows are kept as `omitido` with their text', async () => {
  await prender(false)
  const numero = await registrar()
  expect(await emitirYa()).toBe(0)
  expect(bot.llamadas).toEqual([])
  const [last] = await log()
  expect(last).toMatchObject({ estado: 'omitido', motivo: 'Telegram estaba apagado.' })
  expect(last?.texto).toContain(numero)
})

test('switched off while a row waits: the row becomes `omitido` and is not sent later', async () => {
  await registrar()
  await prender(false)
  await emitirYa()
  await prender(true)
  await emitirYa()
  expect(bot.llamadas).toEqual([])
  expect((await log())[0]).toMatchObject({ estado: 'omitido' })
})

test('a refused operation sends nothing', async () => {
  const before = (await log()).length
  const bad = await adm.call(compras.crear, { body: compra('10.00', '99.00') })
  expect(bad.status).toBe(409)
  expect(await log()).toHaveLength(before)
})

test('429: waits the time asked for, uses no attempt, then goes on in order', async () => {
  await destinos('operacion', [operadores])
  bot.humores.push('429')
  const [one, two] = [await registrar(), await registrar()]
  await emitirYa()
  expect(bot.llamadas).toHaveLength(1)
  adelantar(6)
  expect(await emitirYa()).toBe(0)
  adelantar(2)
  await emitirYa()
  expect(bot.recibidos.map(({ text }) => /CV-\d+-\d+/.exec(text)?.[0])).toEqual([one, two])
  expect((await log())[1]).toMatchObject({ estado: 'enviado', intentos: 1 })
})

test.each(['500', 'basura', '401'] as const)(
  '%s: backs off, keeps the order, delivers',
  async (humor) => {
    bot.humores.push(humor, humor)
    const [one, two] = [await registrar(), await registrar()]
    for (const seconds of [0, 6, 11]) {
      adelantar(seconds)
      await emitirYa()
    }
    expect(bot.llamadas).toHaveLength(4)
    expect(bot.recibidos.map(({ text }) => /CV-\d+-\d+/.exec(text)?.[0])).toEqual([one, two])
  },
)

test('an outage loses no message and sends none twice', async () => {
  const numero = await registrar()
  await bot.cerrar()
  await emitirYa()
  expect((await log())[0]).toMatchObject({
    estado: 'pendiente',
    motivo: 'No se pudo conectar con Telegram.',
  })
  await bot.reabrir()
  adelantar(10)
  await emitirYa()
  await emitirYa()
  expect(bot.recibidos).toHaveLength(1)
  expect(bot.recibidos[0]?.text).toMatch(new RegExp(`^<b>Compra ${numero}`))
})

test('after a lost answer the message is sent again, marked as a repetition', async () => {
  bot.humores.push('mudo')
  await registrar()
  await emitir(impaciente)
  adelantar(10)
  await emitirYa()
  expect(bot.recibidos).toHaveLength(2)
  expect(bot.recibidos[1]?.text).toMatch(/^\(reenvío\)\n/)
})

test('a chat that refuses fails at once without blocking the next, and a person may retry', async () => {
  bot.humores.push('403')
  const [one, two] = [await registrar(), await registrar()]
  await emitirYa()
  expect(bot.recibidos.map(({ text }) => /CV-\d+-\d+/.exec(text)?.[0])).toEqual([two])
  const failed = (await log()).find(({ estado }) => estado === 'error')
  expect(failed?.motivo).toMatch(/agréguelo/)
  expect((await adm.call(contrato.reintentar, { params: { id: failed?.id ?? 0 } })).status).toBe(
    200,
  )
  await emitirYa()
  expect(bot.recibidos.at(-1)?.text).toContain(one)
  const again = await adm.call(contrato.reintentar, { params: { id: failed?.id ?? 0 } })
  expect(again.status).toBe(404)
})

test('after its last attempt a row has failed', async () => {
  await registrar()
  for (let n = 0; n < MAX_INTENTOS; n += 1) {
    bot.humores.push('500')
    adelantar(1000)
    await emitirYa()
  }
  expect((await log())[0]).toMatchObject({ estado: 'error', intentos: MAX_INTENTOS })
  adelantar(10_000)
  expect(await emitirYa()).toBe(0)
})

test('a group that became a supergroup gets its new id', async () => {
  bot.humores.push('mudado')
  await registrar()
  await emitirYa()
  expect(bot.recibidos[0]?.chat_id).toBe('-100777')
  const { chats } = (await adm.call(contrato.configuracion)).body
  const moved = chats.find(({ id }) => id === operadores)
  expect(moved?.chat_id).toBe('-100777')
})

test('concurrent senders send each row once, in order', async () => {
  const numeros: string[] = []
  for (let n = 0; n < 12; n += 1) numeros.push(await registrar())
  await Promise.all(Array.from({ length: 4 }, emitirYa))
  await emitirYa()
  expect(bot.recibidos.map(({ text }) => /CV-\d+-\d+/.exec(text)?.[0])).toEqual(numeros)
})

test('registering does not wait for Telegram, be it down, slow or silent', async () => {
  await bot.cerrar()
  await registrar()
  await emitirYa()
  await bot.reabrir()
  adelantar(20)
  bot.llamadas.length = 0
  bot.humores.push('mudo', 'mudo')
  await registrar()
  let over = false
  const sending = emitirYa().finally(() => {
    over = true
  })
  await expect.poll(() => bot.llamadas.length).toBeGreaterThan(0)
  await registrar()
  expect(over).toBe(false)
  await bot.cerrar()
  await sending
  await bot.reabrir()
})

test('the token appears nowhere: database, audit, log or answer', async () => {
  bot.humores.push('401', 'corta')
  await registrar()
  await emitirYa()
  adelantar(20)
  await emitirYa()
  const { rows } = await sql<{
    t: string
  }>`SELECT tablename AS t FROM pg_tables WHERE schemaname = 'public'`.execute(db)
  for (const { t } of rows) {
    const dump = await sql<{
      x: string
    }>`SELECT string_agg(x::text, ' ') AS x FROM ${sql.table(t)} x`.execute(db)
    expect(dump.rows[0]?.x ?? '', t).not.toMatch(/canary/i)
  }
  const { body } = await adm.call(contrato.configuracion)
  expect(JSON.stringify(body)).not.toMatch(/canary/i)
  expect(body.token).toBe('guardado')
  expect(bot.llamadas[0]?.path).toBe(`/bot${TOKEN}/sendMessage`)
})

test('a token encrypted with another key is reported as unreadable, and nothing is sent', async () => {
  await registrar()
  await emitir({ ...emision, afuera: { anclas: null, clave: Buffer.alloc(32, 6) } })
  expect(bot.llamadas).toEqual([])
  expect((await log())[0]).toMatchObject({ estado: 'pendiente', motivo: 'Falta el token del bot.' })
})

test('a lasting condition is sent once when it begins, and again after it ended', async () => {
  await destinos('saldo_bajo', [operadores])
  const minimo = (n: number) =>
    sql`UPDATE cuentas SET saldo_min = ${n} WHERE id = ${casa.cuentas.cajaUsd}`.execute(db)
  await minimo(90_000)
  expect(await vigilar(db)).toBe(1)
  expect(await vigilar(db)).toBe(0)
  await emitirYa()
  expect(bot.recibidos.map(({ text }) => text).join()).toMatch(/Saldo bajo.*Caja dólares tiene/s)
  await minimo(0)
  expect(await vigilar(db)).toBe(0)
  adelantar(60)
  await minimo(90_000)
  expect(await vigilar(db)).toBe(1)
})

test('the head of the audit at the end of a day is sent once to management, even by several processes', async () => {
  await destinos('cabeza_auditoria', [gerencia])
  const hash = 'ab'.repeat(32)
  const cabeza = { motivo: 'cierre', dia: '2025-11-20', pos: 7, hash }
  await anunciarCabeza(db, cabeza)
  await anunciarCabeza(db, { ...cabeza, pos: 8 })
  await anunciarCabeza(db, { ...cabeza, dia: '2025-11-21', motivo: 'periodo' })
  await emitirYa()
  expect(bot.recibidos).toMatchObject([{ chat_id: '-100300' }])
  expect(bot.recibidos[0]?.text).toContain(`<code>${hash}</code>`)
})

test('a test message goes to its chat; while off it is kept as `omitido`', async () => {
  const probar = () => adm.call(contrato.probar, { params: { id: gerencia } })
  expect((await probar()).body.message).toMatch(/en camino/)
  await emitirYa()
  expect(bot.recibidos).toMatchObject([{ chat_id: '-100300' }])
  await prender(false)
  expect((await probar()).body.message).toMatch(/apagado/)
  await emitirYa()
  expect(bot.recibidos).toHaveLength(1)
})
