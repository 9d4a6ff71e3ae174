import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { abrirBot } from '../../../../test/support/areas/bot.ts'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../../main.app.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contratoPerfil } from '../../usuarios/contract/perfil.ts'
import { contrato as usuarios } from '../../usuarios/contract.ts'
import { contrato } from '../contract.ts'
import { emitir } from '../envio/emisor.ts'
import { codigoDe, leerMensajes } from './lectura.ts'

/* the chat of one person. */

const afuera = { anclas: null, clave: Buffer.alloc(32, 5) }
const app = await startTestApp({ afuera })
const { db, url } = app
const adm = await app.signedIn('adm')
const caj = await app.signedIn('caj')
const mgr = await app.signedIn('mgr')
const bot = await abrirBot()
afterAll(() => bot.cerrar())
const emision = { db, afuera, plantillas, raiz: bot.raiz, segundos: 30 }

const pedir = (client: Client, password = PASSWORD) =>
  client.call(contrato.vincular, { body: { password } })
const mio = async (client: Client) => (await client.call(contrato.mio)).body
const mensajes = async (chat: number) => {
  await emitir(emision)
  const all = bot.recibidos.filter(({ chat_id }) => Number(chat_id) === chat)
  return all.map(({ text }) => text)
}

test('without a bot, or while Telegram is off, nobody gets a code, and nothing is asked of Telegram', async () => {
  expect((await pedir(caj)).status).toBe(400)
  const token = '123456789:AAcanaryTOKENcanaryTOKENcanaryTOKEN1'
  await adm.call(contrato.guardarToken, { body: { token } })
  expect((await pedir(caj)).status).toBe(400)
  await adm.call(contrato.alternar)
  expect(await leerMensajes(emision)).toBe(0)
  expect(bot.lecturas).toEqual([])
})

test('a code asks for the password, arrives once and links the chat from which it came', async () => {
  expect((await pedir(caj, 'otra-cosa-12')).status).toBe(400)
  const { codigo } = (await pedir(caj)).body
  expect((await mio(caj)).espera_hasta).not.toBeNull()
  bot.escribir(555_001, `/start ${codigo}`)
  await leerMensajes(emision)
  const linked = await mio(caj)
  expect(linked).toMatchObject({ disponible: true, chat: '••••5001', bot: 'casa_bot' })
  expect(linked.espera_hasta).toBeNull()
  expect((await mensajes(555_001))[0]).toMatch(/^<b>Este chat quedó vinculado a su cuenta<\/b>/)
  // He hears of it in the program too.
  const rings = (await caj.call(notificaciones.listar)).body.map(({ clave }) => clave)
  expect(rings).toContain('telegram-mio')
  const { rows } = await sql<{ despues: unknown }>`
    SELECT despues FROM auditoria WHERE accion = 'vincular-telegram' AND entidad_id = ${String(caj.usuario_id)}`.execute(
    db,
  )
  expect(rows).toEqual([{ despues: { chat: '••••5001' } }])
})

test('a code is not good twice, nor late, nor after its session, nor replaced, nor from a chat of another', async () => {
  const tries = async (chat: number, codigo: string) => {
    bot.escribir(chat, codigo)
    await leerMensajes(emision)
    return (await mio(mgr)).chat
  }
  // Messages are read only while a code waits: another person's keeps the reading going.
  const holder = await app.signedIn('cum')
  const hold = async () => (await pedir(holder)).body.codigo
  const first = (await pedir(mgr)).body.codigo
  const second = (await pedir(mgr)).body.codigo
  expect(await tries(555_002, first)).toBeNull()
  // The cashier's own chat cannot become the manager's.
  expect(await tries(555_001, second)).toBeNull()
  await hold()
  expect(await tries(555_002, second)).toBeNull()
  const late = (await pedir(mgr)).body.codigo
  await comoDueno(
    url,
    `UPDATE telegram_enlaces SET vence_en = ahora() - interval '1 second' WHERE usuario_id = ${mgr.usuario_id}`,
  )
  expect(await tries(555_002, late)).toBeNull()
  const gone = (await pedir(mgr)).body.codigo
  await comoDueno(
    url,
    `UPDATE sesiones SET terminada_en = ahora() WHERE id = (SELECT sesion_id FROM telegram_enlaces
       WHERE usuario_id = ${mgr.usuario_id})`,
  )
  bot.escribir(555_002, gone)
  await leerMensajes(emision)
  const { rows } =
    await sql`SELECT FROM telegram_chats WHERE usuario_id = ${mgr.usuario_id}`.execute(db)
  expect(rows).toEqual([])
  const said = bot.recibidos.filter(({ chat_id }) => Number(chat_id) === 555_002)
  expect(said.every(({ text }) => text.startsWith('Ese código no sirve'))).toBe(true)
})

test('a group links nobody, and what is no code gets no answer', async () => {
  const cum = await app.signedIn('cum')
  const { codigo } = (await pedir(cum)).body
  bot.escribir(-100_900, codigo, 'group')
  bot.escribir(555_009, 'hola')
  const before = bot.recibidos.length
  await leerMensajes(emision)
  expect((await mio(cum)).chat).toBeNull()
  expect(bot.recibidos).toHaveLength(before)
  expect(codigoDe('/start 0123456789ABCDEF')).toBe('0123456789ABCDEF')
  expect(codigoDe('/start')).toBeNull()
})

test('what others do to his account reaches him alone, without a link; nothing while he acts himself', async () => {
  const before = (await mensajes(555_001)).length
  const params = { id: caj.usuario_id }
  const rol = { rol_slug: 'mgr', password: PASSWORD }
  expect((await adm.call(usuarios.rol, { params, body: rol })).status).toBe(200)
  const news = (await mensajes(555_001)).slice(before)
  expect(news).toHaveLength(1)
  expect(news[0]).toMatch(/^<b>Otra persona cambió su cuenta<\/b>\nPor .+, el \d\d\/\d\d\/\d{4}/)
  expect(news.join()).not.toMatch(/https?:|href/)
  const own = { actual: PASSWORD, nueva: 'tejas y lluvia sobre 19' }
  expect((await caj.call(contratoPerfil.password, { body: own })).status).toBe(200)
  expect((await mensajes(555_001)).at(-1)).toMatch(/^<b>Su contraseña cambió<\/b>/)
  expect(new Set(bot.recibidos.map(({ chat_id }) => Number(chat_id)))).not.toContain(-100_900)
})

test('nobody but its functions writes to a personal chat, and no event of the house goes there', async () => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM telegram_chats WHERE usuario_id = ${caj.usuario_id}`.execute(db)
  const id = rows[0]?.id as number
  const body = { nombre: 'X', chat_id: '999', gerencia: false, estatus: true, version: 1 }
  expect((await adm.call(contrato.editarChat, { params: { id }, body })).status).toBe(404)
  expect((await adm.call(contrato.probar, { params: { id } })).status).toBe(404)
  const evento = { activo: true, chats: [id] }
  const sent = { params: { evento: 'saldo_bajo' }, body: evento }
  expect((await adm.call(contrato.destinos, sent)).status).toBe(404)
  expect(
    (await adm.call(contrato.destinos, { ...sent, params: { evento: 'mi_caja' } })).status,
  ).toBe(404)
  await expect(
    sql`UPDATE telegram_chats SET chat_id = '999' WHERE id = ${id}`.execute(db),
  ).rejects.toThrow()
  await expect(
    sql`INSERT INTO telegram_chats (nombre, chat_id, usuario_id, vinculado_en)
        VALUES ('Y', '998', ${adm.usuario_id}, ahora())`.execute(db),
  ).rejects.toThrow()
  const { chats } = (await adm.call(contrato.configuracion)).body
  expect(chats.map((chat) => chat.id)).not.toContain(id)
})

test('an administrator sees who is linked and ends it; who is affected is told, and what waited is not sent', async () => {
  expect((await caj.call(contrato.personas)).status).toBe(403)
  const seen = (await adm.call(contrato.personas)).body
  expect(seen).toMatchObject([{ usuario_id: caj.usuario_id, chat: '••••5001' }])
  const params = { id: caj.usuario_id }
  await sql`UPDATE telegram SET version = version`.execute(db)
  expect((await adm.call(contrato.quitarPersona, { params })).status).toBe(200)
  expect((await adm.call(contrato.quitarPersona, { params })).status).toBe(404)
  const before = bot.recibidos.length
  await emitir(emision)
  expect(bot.recibidos).toHaveLength(before)
  const { rows } = await sql<{ chat_id: string | null }>`
    SELECT chat_id FROM telegram_chats WHERE usuario_id = ${caj.usuario_id}`.execute(db)
  expect(rows).toEqual([{ chat_id: null }])
})
