import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { citado } from '../../core/texto/citado.ts'
import { cifrar } from '../../server/acceso/clave.ts'
import { actuar, exigirControl, exigirIdentidad } from '../../server/acceso/control.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import { type Db, transaction } from '../../server/db/db.ts'
import { paged } from '../../server/http/page.ts'
import { validarDireccion } from '../../server/saliente/direccion.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { alcanceDe, USO_SECRETO } from './envio/emisor.ts'
import { nuevoSecreto } from './envio/firma.ts'
import { configuracion, envio, envios } from './queries.ts'

const AREA = 'webhooks'
const NADA = () => new DomainError('NO_EXISTE', { que: 'ese webhook' })

/** The events in the words of the screen, for whoever says yes to them. */
async function nombrados(db: Db, eventos: readonly string[]): Promise<string> {
  const { rows } = await sql<{ nombres: string }>`
    SELECT string_agg(citado(nombre), ', ' ORDER BY orden, evento) AS nombres FROM telegram_eventos
    WHERE evento = ANY (${eventos}::text[])`.execute(db)
  return rows[0]?.nombres ?? ''
}

async function ponerEventos(db: Db, id: number, eventos: readonly string[]): Promise<void> {
  const values = eventos.map((evento) => ({ webhook_id: id, evento }))
  if (values.length > 0) await db.insertInto('webhooks_eventos').values(values).execute()
}

/** Without idempotent replay: the secret must not be stored with the answer. */
function crear(context: Context<typeof contrato.crear>) {
  const { db: pool, quien, body, afuera } = context
  const { nombre, url } = body
  const eventos = [...new Set(body.eventos)].sort()
  validarDireccion(url, alcanceDe(afuera))
  return transaction(pool, async (db) => {
    const yo = { db, quien }
    await actuar(yo)
    // Whoever is told of the house outside of it: another administrator reads where to, and of what.
    const titulo = `que ${citado(nombre)} (${url}) reciba fuera de la casa: ${await nombrados(db, eventos)}`
    const que = { nombre, url, eventos }
    await exigirControl(yo, { clave: 'control', origen: AREA, que, titulo })
    const secreto = nuevoSecreto()
    const { id } = await db
      .insertInto('webhooks')
      .values({ nombre, url, secreto_cifrado: cifrar(afuera.clave, USO_SECRETO, secreto) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ponerEventos(db, id, eventos)
    await note(yo, AREA, 'crear', id, null, que)
    return { id, secreto, message: `Webhook «${nombre}» agregado.` }
  })
}

/** A row under its lock, with the events that it receives. */
async function bloqueado(db: Db, id: number) {
  const row = await db
    .selectFrom('webhooks')
    .select(['nombre', 'url', 'activo', 'version'])
    .select(sql<boolean>`coalesce(anterior_hasta > ahora(), false)`.as('reciente'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw NADA()
  const found = await db
    .selectFrom('webhooks_eventos')
    .select('evento')
    .where('webhook_id', '=', id)
    .orderBy('evento')
    .execute()
  return { ...row, eventos: found.map(({ evento }) => evento) }
}

/** Ends a portion of what waits for a receiver that is off; answers how many messages. */
async function vaciar(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT webhooks_vaciar(${id}) AS n`.execute(db)
  return rows[0]?.n ?? 0
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, afuera } = context
  const { version, ...body } = context.body
  validarDireccion(body.url, alcanceDe(afuera))
  const despues = { ...body, eventos: [...new Set(body.eventos)].sort() as string[] }
  await actuar(context)
  const { version: held, reciente: _reciente, ...antes } = await bloqueado(db, params.id)
  if (held !== version)
    throw new DomainError('VERSION', { version: held, actual: { ...antes, version: held } })
  const mas = despues.eventos.filter((evento) => !antes.eventos.includes(evento))
  const menos = antes.eventos.filter((evento) => !despues.eventos.includes(evento))
  const suma = [
    antes.url !== despues.url ? [`lo que recibe vaya de ${antes.url} a ${despues.url}`] : [],
    !antes.activo && despues.activo ? ['vuelva a recibir'] : [],
    mas.length > 0 ? [`reciba además ${await nombrados(db, mas)}`] : [],
  ].flat()
  // Whoever watches the house from outside is silenced by nobody alone.
  const resta = [
    antes.activo && !despues.activo ? ['no reciba nada más'] : [],
    menos.length > 0 ? [`deje de recibir ${await nombrados(db, menos)}`] : [],
  ].flat()
  if (suma.length + resta.length > 0) {
    const titulo = `que ${citado(antes.nombre)}, fuera de la casa: ${[...suma, ...resta].join('; ')}`
    const que = { id: params.id, ...despues }
    const clave = resta.length > 0 ? 'aviso' : 'control'
    await exigirControl(context, { clave, origen: AREA, origen_id: params.id, que, titulo })
  }
  const { eventos: _, ...row } = despues
  const vuelve = row.activo && !antes.activo
  // What was for it while it was off is not sent, however much that is: each statement ends a portion.
  while (vuelve && (await vaciar(db, params.id)) > 0);
  await db
    .updateTable('webhooks')
    .set((e) => ({
      ...row,
      ...(row.activo && { apagado_por: null }),
      ...(vuelve && { fallando_desde: null }),
      version: e('version', '+', 1),
    }))
    .where('id', '=', params.id)
    .execute()
  await sql`DELETE FROM webhooks_eventos WHERE webhook_id = ${params.id} AND evento = ANY (${menos}::text[])`.execute(
    db,
  )
  await ponerEventos(db, params.id, mas)
  await note(context, AREA, 'editar', params.id, antes, despues)
  return { id: params.id, message: `Webhook «${despues.nombre}» actualizado.` }
}

/** Signs with both secrets for a day, so that the receiver loses nothing while it changes to the new one. */
function rotar(context: Context<typeof contrato.rotar>) {
  const { db: pool, quien, params, afuera } = context
  return transaction(pool, async (db) => {
    const yo = { db, quien }
    const { nombre, reciente } = await bloqueado(db, params.id)
    const titulo = `generar otro secreto para ${citado(nombre)}`
    // A second one within the day takes away the one that the receiver knows: it hears nothing any more.
    if (reciente)
      await exigirControl(yo, {
        ...{ clave: 'aviso', origen: AREA, origen_id: params.id },
        ...{
          que: { id: params.id, secreto: 'otro' },
          titulo: `${titulo}, cuando el anterior todavía vale`,
        },
      })
    else await exigirIdentidad(yo, titulo)
    await actuar(yo)
    const secreto = nuevoSecreto()
    await sql`
      UPDATE webhooks SET anterior_cifrado = secreto_cifrado, anterior_hasta = ahora() + interval '1 day',
        secreto_cifrado = ${cifrar(afuera.clave, USO_SECRETO, secreto)}, version = version + 1
      WHERE id = ${params.id}`.execute(db)
    await note(yo, AREA, 'rotar_secreto', params.id, null, { nombre })
    const message = 'Secreto nuevo. El anterior vale un día más.'
    return { id: params.id, secreto, message }
  })
}

async function probar({ db, params, quien, solicitud }: Context<typeof contrato.probar>) {
  const { rows } = await sql<{ id: number }>`
    SELECT webhooks_probar(${auditOf(quien)}::jsonb, ${params.id}, ${solicitud}) AS id`.execute(db)
  return { id: Number(rows[0]?.id), message: 'Evento de prueba en camino.' }
}

async function reenviar({ db, params, quien }: Context<typeof contrato.reenviar>) {
  const { rows } = await sql<{ id: number }>`
    SELECT webhooks_reenviar(${auditOf(quien)}::jsonb, ${params.id}) AS id`.execute(db)
  return { id: Number(rows[0]?.id), message: 'El mensaje volvió a la cola.' }
}

async function reenviarDesde(context: Context<typeof contrato.reenviarDesde>) {
  const { db, params, quien, body } = context
  const { rows } = await sql<{ n: number }>`
    SELECT webhooks_reenviar_desde(${auditOf(quien)}::jsonb, ${params.id}, ${body.desde}::timestamptz) AS n`.execute(
    db,
  )
  const n = rows[0]?.n ?? 0
  const message =
    n === 0
      ? 'Desde entonces no falló nada que no se haya vuelto a enviar.'
      : n === 1
        ? 'Un mensaje volvió a la cola.'
        : `${n} mensajes volvieron a la cola.`
  return { envios: n, message }
}

async function verEnvio({ db, params }: Context<typeof contrato.envio>) {
  const found = await envio(db, params.id)
  if (!found) throw new DomainError('NO_EXISTE', { que: 'ese envío' })
  return found
}

export const servidor = area(
  contrato,
  {
    configuracion: ({ db, afuera }) => configuracion(db, afuera),
    crear: { directo: crear },
    editar,
    rotar: { directo: rotar },
    probar,
    reenviarDesde,
    envios: (c) => paged(c, [AREA], (limite, key) => envios(c.query, limite, key)),
    envio: verEnvio,
    reenviar,
  },
  { webhooks_nombre_key: ['un webhook con ese nombre', 'nombre'] },
  aportes,
)
