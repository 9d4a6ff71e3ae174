import { sql } from 'kysely'
import type { Afuera } from '../../../server/acceso/clave.ts'
import { descifrar } from '../../../server/acceso/clave.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Noticia } from '../../../server/noticia.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { enviar, type Resultado } from './cliente.ts'
import { type Plantillas, redactar } from './redactar.ts'

export const USO_TOKEN = 'telegram'
const POLL_MS = 1_000
const WATCH_MS = 10_000
/** Longer than a call can take: a row whose sender died is taken again after this lease. */
const LEASE_SECONDS = 90
/** After this many failures a row waits for a person: about an hour and a half from the first. */
export const MAX_INTENTOS = 10
/** Longest wait of a row. A row due even later was scheduled before the clock went back, and is due now. */
const MAX_BACKOFF_SECONDS = 900
const AT_ONCE = 4

interface Fila {
  id: number
  evento: string
  nombre: string
  chat_id: number
  destino: string
  /** Another chat than his never hears what is a person's. */
  personal: boolean
  gerencia: boolean
  datos: Noticia[]
  texto: string | null
  creado_en: string
  intentos: number
  dudoso: boolean
}

/** Writes the texts of omitted rows, so that the log can show them; answers how many. */
export async function redactarOmitidos(db: Db, plantillas: Plantillas): Promise<number> {
  const { rows } = await sql<Fila>`
    SELECT s.id, s.evento, e.nombre, s.datos, s.creado_en, coalesce(c.gerencia, e.reservado) AS gerencia
    FROM telegram_salida s JOIN telegram_eventos e ON e.evento = s.evento
    LEFT JOIN telegram_chats c ON c.id = s.chat_id
    WHERE s.texto IS NULL AND s.estado = 'omitido' ORDER BY s.id LIMIT 100`.execute(db)
  for (const row of rows) {
    const texto = await textoDe(plantillas, db, row)
    await sql`UPDATE telegram_salida SET texto = ${texto} WHERE id = ${row.id} AND texto IS NULL`.execute(
      db,
    )
  }
  return rows.length
}

const textoDe = (
  plantillas: Plantillas,
  db: Db,
  { evento, nombre, datos, creado_en, gerencia }: Fila,
) => redactar(plantillas, db, evento, { noticias: datos, fecha: creado_en, gerencia, nombre })

/** While Telegram or a chat is off: marks what waits as `omitido`, as new rows are marked on insertion. */
async function apartarSiApagado(db: Db): Promise<void> {
  await sql`UPDATE telegram_salida SET estado = 'omitido', motivo = CASE WHEN (SELECT activo FROM telegram)
              THEN 'El chat se apagó antes de enviarlo.' ELSE 'Telegram se apagó antes de enviarlo.' END
            WHERE estado = 'pendiente' AND NOT ((SELECT activo FROM telegram) AND telegram_oye(chat_id))`.execute(
    db,
  )
}

/**
 * Leases the next due row, the first of its chat; other senders skip it until the lease expires. None while nobody has
 * reviewed a restore: a chat may have been unlinked after that instant (R-451).
 */
async function tomar(db: Db): Promise<Fila | undefined> {
  const { rows } = await sql<Fila>`
    UPDATE telegram_salida s
    SET intentos = s.intentos + 1, proximo_en = ahora() + make_interval(secs => ${LEASE_SECONDS})
    FROM telegram_chats c, telegram_eventos e
    WHERE c.id = s.chat_id AND e.evento = s.evento AND telegram_oye(c.id) AND s.id = (
      SELECT p.id FROM telegram_salida p
      WHERE p.estado = 'pendiente' AND (SELECT activo FROM telegram) AND NOT restauracion_calla()
        AND (p.proximo_en <= ahora() OR p.proximo_en > ahora() + make_interval(secs => ${MAX_BACKOFF_SECONDS}))
        AND NOT EXISTS (SELECT FROM telegram_salida q
                        WHERE q.estado = 'pendiente' AND q.chat_id = p.chat_id AND q.id < p.id)
      ORDER BY p.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING s.id, s.evento, e.nombre, s.chat_id, c.chat_id AS destino, c.usuario_id IS NOT NULL AS personal,
              c.gerencia, s.datos, s.texto, s.creado_en,
              s.intentos, s.dudoso`.execute(db)
  return rows[0]
}

const esperaDe = (intentos: number) => Math.min(5 * 2 ** (intentos - 1), MAX_BACKOFF_SECONDS)

async function anotar(db: Db, { id, intentos }: Fila, r: Resultado): Promise<void> {
  const set = (
    estado: string,
    motivo: string | null,
    segundos: number,
    dudoso: boolean,
    vuelve = false,
  ) =>
    sql`
    UPDATE telegram_salida SET estado = ${estado}, motivo = ${motivo}, dudoso = dudoso OR ${dudoso},
      enviado_en = CASE WHEN ${estado} = 'enviado' THEN ahora() END, intentos = intentos - ${vuelve ? 1 : 0}::int,
      proximo_en = ahora() + make_interval(secs => ${Math.min(segundos, MAX_BACKOFF_SECONDS)})
    WHERE id = ${id} AND estado = 'pendiente'`.execute(db)
  if (r.estado === 'enviado') await set('enviado', null, 0, false)
  else if (r.estado === 'rechazado') await set('error', r.motivo, 0, false)
  else if (r.estado === 'esperar')
    await set('pendiente', `Telegram pidió esperar ${r.segundos} s.`, r.segundos, false, true)
  else if (r.estado === 'reintentar') {
    const dead = intentos >= MAX_INTENTOS
    await set(dead ? 'error' : 'pendiente', r.motivo, esperaDe(intentos), r.dudoso)
  }
  await sql`SELECT avisar('telegram', ${id})`.execute(db)
}

export async function tokenDe(db: Db, { clave }: Afuera): Promise<string | null> {
  const { rows } = await sql<{
    token_cifrado: Buffer | null
  }>`SELECT token_cifrado FROM telegram`.execute(db)
  const cifrado = rows[0]?.token_cifrado
  return cifrado ? descifrar(clave, USO_TOKEN, cifrado) : null
}

export interface Emision {
  db: Db
  afuera: Afuera
  plantillas: Plantillas
  /** Root of the Bot API. */
  raiz: string
  /** Timeout of one call in seconds; shorter in tests. */
  segundos?: number
}

async function entregar(
  { db, afuera, raiz, segundos, plantillas }: Emision,
  fila: Fila,
): Promise<void> {
  const token = await tokenDe(db, afuera)
  if (!token) {
    await anotar(db, fila, {
      estado: 'reintentar',
      motivo: 'Falta el token del bot.',
      dudoso: false,
    })
    return
  }
  const texto = fila.texto ?? (await textoDe(plantillas, db, fila))
  if (fila.texto === null)
    await sql`UPDATE telegram_salida SET texto = ${texto} WHERE id = ${fila.id}`.execute(db)
  const dicho = fila.dudoso ? `(reenvío)\n${texto}` : texto
  let r = await enviar(raiz, token, fila.destino, dicho, segundos)
  if (r.estado === 'mudado' && fila.personal) {
    r = { estado: 'rechazado', motivo: 'El chat ya no es el que se vinculó.' }
  } else if (r.estado === 'mudado') {
    await sql`UPDATE telegram_chats SET chat_id = ${r.chat_id} WHERE id = ${fila.chat_id}`.execute(
      db,
    )
    r = await enviar(raiz, token, r.chat_id, dicho, segundos)
    if (r.estado === 'mudado')
      r = { estado: 'reintentar', motivo: 'El chat se mudó de nuevo.', dudoso: false }
  }
  await anotar(db, fila, r)
}

/** Sends all due rows, chats in parallel, each in its own order; answers how many were tried. */
export async function emitir(emision: Emision): Promise<number> {
  const { db } = emision
  await apartarSiApagado(db)
  let tried = 0
  const line = async () => {
    for (let fila = await tomar(db); fila; fila = await tomar(db)) {
      tried += 1
      await entregar(emision, fila)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  await redactarOmitidos(db, emision.plantillas)
  return tried
}

/** The head of the audit at the end of a day: one event per day, even when several server processes announce it. */
export async function anunciarCabeza(
  db: Db,
  { motivo, dia, pos, hash }: { motivo: string; dia: string; pos: number; hash: string },
): Promise<void> {
  if (motivo !== 'cierre') return
  const datos = JSON.stringify({ dia, pos, hash })
  await sql`SELECT telegram_anotar('cabeza_auditoria', ${`cabeza:${dia}`}, ${datos}::jsonb)`.execute(
    db,
  )
}

/** Adds events for conditions that began since the last call; answers how many. */
export async function vigilar(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT telegram_vigilar() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Polls the outbox each second and conditions every ten; answers a function that stops it after the work in progress.
 */
export function startTelegram(o: Emision & { watch: Watch }): () => Promise<void> {
  let watched = Number.NEGATIVE_INFINITY
  const look = async () => {
    if (performance.now() - watched >= WATCH_MS) {
      watched = performance.now()
      await vigilar(o.db)
    }
    await emitir(o)
  }
  return repeat(POLL_MS, look, o.watch)
}
