import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { citado } from '../../core/texto/citado.ts'
import { cifrar } from '../../server/acceso/clave.ts'
import { actuar, exigirControl } from '../../server/acceso/control.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { USO_TOKEN } from './envio/emisor.ts'
import { atiendeMios } from './personal/server.ts'
import { activo, configuracion, envios } from './queries.ts'

const NADA = () => new DomainError('NO_EXISTE', { que: 'ese chat' })

/** The weekly exceptions go to every chat of the management. */
const SEMANA = 'excepciones_semana'

/**
 * One row under its lock: two concurrent presses turn it twice, and each gets the state that it set. Off loosens a
 * control: nobody hears any more.
 */
async function alternar(context: Context<typeof contrato.alternar>) {
  const { db } = context
  const encendido = await db
    .selectFrom('telegram')
    .select('activo')
    .forNoKeyUpdate()
    .executeTakeFirst()
  await actuar(context)
  if (encendido?.activo) {
    const titulo = 'apagar Telegram, por donde la casa se entera'
    await exigirControl(context, {
      ...{ clave: 'aviso', origen: 'telegram', que: { activo: false } },
      titulo,
    } as const)
  }
  const { rows } = await sql<{ activo: boolean }>`
    UPDATE telegram SET activo = NOT activo, version = version + 1 RETURNING activo`.execute(db)
  const now = rows[0]?.activo ?? false
  await note(context, 'telegram', 'estatus', 1, { activo: !now }, { activo: now })
  return now
}

async function guardarToken(context: Context<typeof contrato.guardarToken>) {
  const { db, body, afuera } = context
  // Every encryption is another text: the yes is to this bot by the digest of its token, whose number is no secret.
  const titulo = `cambiar el bot que avisa por el bot ${body.token.split(':')[0]}`
  const bot = createHash('sha256').update(body.token).digest('hex')
  await exigirControl(context, { clave: 'aviso', origen: 'telegram', que: { bot }, titulo })
  await actuar(context)
  const token_cifrado = cifrar(afuera.clave, USO_TOKEN, body.token)
  await db
    .updateTable('telegram')
    .set((e) => ({ token_cifrado, version: e('version', '+', 1) }))
    .execute()
  await note(context, 'telegram', 'clave_bot', 1, null, null)
  return { message: 'Token guardado. Envíe un mensaje de prueba.' }
}

async function crearChat(context: Context<typeof contrato.crearChat>) {
  const { db, body } = context
  const { id } = await db
    .insertInto('telegram_chats')
    .values(body)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (body.gerencia) {
    const titulo = `que el chat ${citado(body.nombre)} (${body.chat_id}) sepa lo que sabe la gerencia`
    await exigirControl(context, { clave: 'aviso', origen: 'telegram', que: body, titulo })
    const values = { evento: SEMANA, reservado: true, chat_id: id, gerencia: true }
    await db.insertInto('telegram_destinos').values(values).execute()
  }
  await note(context, 'telegram', 'crear_chat', id, null, body)
  return { id, message: `Chat «${body.nombre}» agregado.` }
}

async function editarChat(context: Context<typeof contrato.editarChat>) {
  const { db, body, params } = context
  const { version, ...campos } = body
  const previo = await db
    .selectFrom('telegram_chats')
    .select(['nombre', 'chat_id', 'gerencia', 'estatus', 'version'])
    .where('id', '=', params.id)
    .where('usuario_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!previo) throw NADA()
  if (previo.version !== version)
    throw new DomainError('VERSION', { version: previo.version, actual: previo })
  if (previo.gerencia && !campos.gerencia) await refuseReserved(context)
  await actuar(context)
  await db
    .updateTable('telegram_chats')
    .set((e) => ({ ...campos, version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  await note(context, 'telegram', 'editar_chat', params.id, previo, campos)
  return { id: params.id, message: `Chat «${campos.nombre}» actualizado.` }
}

/** The database refuses it too; this check gives the message for the user. */
async function refuseReserved({ db, params }: Context<typeof contrato.editarChat>) {
  const found = await db
    .selectFrom('telegram_destinos as d')
    .innerJoin('telegram_eventos as e', 'e.evento', 'd.evento')
    .select('e.nombre')
    .where('d.chat_id', '=', params.id)
    .where('d.reservado', '=', true)
    .executeTakeFirst()
  if (!found) return
  const msg = `Recibe «${found.nombre}», que habla de costos o ganancias. Quítelo primero de ese evento.`
  throw new DomainError('VALIDACION', {}, [{ msg, campo: 'gerencia' }])
}

/** What of an event changes, in words: that it is told no more, the chats that no longer hear and those that will. */
async function callado(
  db: Db,
  evento: string,
  { activo, menos, mas }: { activo: boolean; menos: readonly number[]; mas: readonly number[] },
): Promise<string> {
  const { rows } = await sql<{ menos: string | null; mas: string | null }>`
    SELECT string_agg(citado(nombre), ', ' ORDER BY nombre) FILTER (WHERE id = ANY (${menos}::int[])) AS menos,
      string_agg(citado(nombre), ', ' ORDER BY nombre) FILTER (WHERE id = ANY (${mas}::int[])) AS mas
    FROM telegram_chats`.execute(db)
  const said = [
    activo ? [] : 'deje de avisarse',
    rows[0]?.menos ? `deje de llegar a ${rows[0].menos}` : [],
    rows[0]?.mas ? `llegue a ${rows[0].mas}` : [],
  ].flat()
  return `que «${evento}» ${said.join(' y ')}`
}

async function destinos(context: Context<typeof contrato.destinos>) {
  const { db, body, params } = context
  const evento = await db
    .selectFrom('telegram_eventos')
    .select(['nombre', 'reservado', 'activo'])
    .where('evento', '=', params.evento)
    .where('evento', '<>', 'prueba')
    .where('personal', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!evento) throw new DomainError('NO_EXISTE', { que: 'ese evento' })
  const ids = [...new Set(body.chats)]
  const chats = await db
    .selectFrom('telegram_chats')
    .select(['id', 'nombre', 'gerencia'])
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .where('usuario_id', 'is', null)
    .forShare()
    .execute()
  if (chats.length !== ids.length) throw NADA()
  const ajeno = chats.find(({ gerencia }) => evento.reservado && !gerencia)
  if (ajeno) {
    const msg = `«${evento.nombre}» habla de costos o ganancias y «${ajeno.nombre}» no es de la gerencia.`
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'chats' }])
  }
  const { rows } = await sql<{ chat_id: number }>`
    SELECT chat_id FROM telegram_destinos WHERE evento = ${params.evento} ORDER BY chat_id`.execute(
    db,
  )
  const antes = {
    evento: params.evento,
    activo: evento.activo,
    chats: rows.map((r) => r.chat_id),
  }
  const menos = antes.chats.filter((id) => !ids.includes(id))
  const despues = { evento: params.evento, activo: body.activo, chats: ids.sort() }
  await actuar(context)
  // By value and whole; the triggers guard each chat besides.
  if ((evento.activo && !body.activo) || menos.length > 0) {
    const mas = ids.filter((id) => !antes.chats.includes(id))
    const titulo = await callado(db, evento.nombre, {
      activo: body.activo || !evento.activo,
      ...{ menos, mas },
    })
    await exigirControl(context, { clave: 'aviso', origen: 'telegram', que: despues, titulo })
  }
  await sql`DELETE FROM telegram_destinos WHERE evento = ${params.evento} AND chat_id = ANY (${menos}::int[])`.execute(
    db,
  )
  const values = chats
    .filter(({ id }) => !antes.chats.includes(id))
    .map(({ id, gerencia }) => ({
      evento: params.evento,
      reservado: evento.reservado,
      chat_id: id,
      gerencia,
    }))
  if (values.length > 0) await db.insertInto('telegram_destinos').values(values).execute()
  await sql`UPDATE telegram_eventos SET activo = ${body.activo} WHERE evento = ${params.evento}`.execute(
    db,
  )
  await note(context, 'telegram', 'destinos', 1, antes, despues)
  return { message: `«${evento.nombre}» actualizado.` }
}

async function probar(context: Context<typeof contrato.probar>) {
  const { db, params, quien, solicitud } = context
  const chat = await db
    .selectFrom('telegram_chats')
    .select(['nombre', 'estatus'])
    .where('id', '=', params.id)
    .where('usuario_id', 'is', null)
    .executeTakeFirst()
  if (!chat) throw NADA()
  if (!chat.estatus) throw new DomainError('INACTIVO', { que: `El chat «${chat.nombre}»` })
  const datos = JSON.stringify({ usuario_id: quien.usuario_id })
  await sql`SELECT telegram_anotar('prueba', ${solicitud}, ${datos}::jsonb, ${params.id})`.execute(
    db,
  )
  await note(context, 'telegram', 'probar', params.id, null, { nombre: chat.nombre })
  const on = await activo(db)
  const message = on
    ? `Mensaje de prueba para «${chat.nombre}» en camino.`
    : 'Telegram está apagado: la prueba quedó anotada como omitida. Enciéndalo en la barra.'
  return { message }
}

const listarEnvios = (c: Context<typeof contrato.envios>) =>
  paged(c, ['telegram'], (limite, key) => envios(c.db, c.query, limite, key?.[0] ?? null))

async function reintentar(context: Context<typeof contrato.reintentar>) {
  const { db, params } = context
  const row = await db
    .updateTable('telegram_salida')
    .set({ estado: 'pendiente', motivo: null, intentos: 0, proximo_en: sql<string>`ahora()` })
    .where('id', '=', params.id)
    .where('estado', '=', 'error')
    .returning(['id', 'evento'])
    .executeTakeFirst()
  if (!row) throw new DomainError('NO_EXISTE', { que: 'un mensaje fallido con ese número' })
  await note(
    context,
    'telegram',
    'reintentar',
    row.id,
    { estado: 'error' },
    { estado: 'pendiente' },
  )
  return { id: row.id, message: 'El mensaje volvió a la cola.' }
}

export const servidor = area(
  contrato,
  {
    ...atiendeMios,
    estado: ({ db }) => activo(db),
    alternar,
    configuracion: ({ db, afuera }) => configuracion(db, afuera),
    guardarToken,
    crearChat,
    editarChat,
    destinos,
    probar,
    envios: listarEnvios,
    reintentar,
  },
  {
    telegram_chats_nombre_key: ['un chat con ese nombre', 'nombre'],
    telegram_chats_chat_id_key: ['un chat con ese identificador', 'chat_id'],
  },
  aportes,
)
