import { sql } from 'kysely'
import { type Afuera, descifrar } from '../../../server/acceso/clave.ts'
import { type Db, retrying } from '../../../server/db/db.ts'
import type { Noticia } from '../../../server/noticia.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { type Alcance, SalidaError } from '../../../server/saliente/direccion.ts'
import { pedir } from '../../../server/saliente/pedir.ts'
import { type Contestado, juzgar } from '../rules/entrega.ts'
import { cuerpoDe, type Evento } from '../rules/eventos.ts'
import { cabecerasDe } from './firma.ts'

export const USO_SECRETO = 'webhooks'
/** Receivers that are on at once; each has at most one delivery on its way, so none waits for another. */
export const MAX_ACTIVOS = 20
const POLL_MS = 1_000
const HOUR_MS = 3_600_000
const PLAZO_MS = 15_000
/** Longer than a delivery can take: a row whose process died is taken again after this. */
const LEASE_SECONDS = 60
/** The longest wait, with its spread. A row due even later was scheduled before the clock went back. */
const MAX_ESPERA_SECONDS = 104_000
/** Bytes of an answer that are kept. */
const MAX_RESPUESTA = 1_000

export interface Emision {
  db: Db
  afuera: Pick<Afuera, 'clave'>
  alcance: Alcance
  /** How long a receiver may take; shorter in tests. */
  plazo_ms?: number
  /** From 0 to 1, for the spread of repetitions. */
  azar?: () => number
}

/** `webhooksLocales`: events may go to this machine (R-410). */
export const alcanceDe = ({ webhooksLocales }: Pick<Afuera, 'webhooksLocales'>): Alcance =>
  webhooksLocales ? 'equipo' : 'publica'

interface Fila {
  id: number
  webhook_id: number
  url: string
  secreto_cifrado: Buffer
  anterior_cifrado: Buffer | null
  mensaje: string
  evento: Evento
  datos: Noticia[]
  cuerpo: string | null
  creado_en: string
  intentos: number
  /** When it was taken, by the program's clock. */
  ahora: string
}

/** That a process has the row, by its lease. */
const enCamino = (fila: string) =>
  sql`coalesce(${sql.ref(`${fila}.tomado_hasta`)} BETWEEN ahora()
    AND ahora() + make_interval(secs => ${LEASE_SECONDS}), false)`

/**
 * Takes the next due row of a receiver that has none on its way; other processes pass it over until the lease ends.
 * `webhook_id`: of that receiver alone. The row's own lease is asked for besides: of it alone PostgreSQL looks again
 * when another process took the row a moment ago.
 */
async function tomar(db: Db, webhook_id: number | null): Promise<Fila | undefined> {
  const { rows } = await sql<Fila>`
    UPDATE webhooks_salida s
    SET intentos = s.intentos + 1, tomado_hasta = ahora() + make_interval(secs => ${LEASE_SECONDS})
    FROM webhooks w, noticias n
    WHERE w.id = s.webhook_id AND n.id = s.noticia_id AND s.id = (
      SELECT p.id FROM webhooks_salida p JOIN webhooks v ON v.id = p.webhook_id AND v.activo
      WHERE p.estado = 'pendiente' AND (${webhook_id}::int IS NULL OR p.webhook_id = ${webhook_id})
        AND (p.proximo_en <= ahora() OR p.proximo_en > ahora() + make_interval(secs => ${MAX_ESPERA_SECONDS}))
        AND NOT ${enCamino('p')}
        AND NOT EXISTS (SELECT FROM webhooks_salida q WHERE q.estado = 'pendiente' AND q.webhook_id = p.webhook_id
          AND ${enCamino('q')})
      ORDER BY p.proximo_en, p.id LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
    RETURNING s.id, s.webhook_id, w.url, w.secreto_cifrado,
      CASE WHEN w.anterior_hasta > ahora() THEN w.anterior_cifrado END AS anterior_cifrado,
      s.mensaje, n.evento, n.datos, s.cuerpo, n.creado_en, s.intentos, ahora() AS ahora`.execute(db)
  return rows[0]
}

/** The text of a message, made once: what is repeated is the same to the letter. */
async function textoDe(db: Db, { id, evento, datos, cuerpo, creado_en }: Fila): Promise<string> {
  if (cuerpo !== null) return cuerpo
  const made = cuerpoDe(evento, datos, new Date(creado_en).toISOString())
  await sql`UPDATE webhooks_salida SET cuerpo = ${made} WHERE id = ${id} AND cuerpo IS NULL`.execute(
    db,
  )
  return made
}

/** What was read of an answer, without characters that no screen shows. */
const legible = (bytes: Buffer) => new TextDecoder().decode(bytes).replaceAll(/(?!\n)\p{Cc}/gu, '')

type Llamada = Contestado & { respuesta: string | null }

/** Sends a message once. Never throws for what the receiver does. */
async function llamar(emision: Emision, fila: Fila, cuerpo: string): Promise<Llamada> {
  const { afuera, alcance, plazo_ms = PLAZO_MS } = emision
  const secretos = [fila.secreto_cifrado, fila.anterior_cifrado].flatMap(
    (cifrado) => (cifrado && descifrar(afuera.clave, USO_SECRETO, cifrado)) ?? [],
  )
  if (secretos.length === 0) {
    const motivo = 'El secreto se guardó con otra clave de la casa: genere uno nuevo.'
    return { codigo: null, motivo, respuesta: null }
  }
  const segundos = Math.floor(new Date(fila.ahora).getTime() / 1000)
  const id = `msg_${fila.mensaje}`
  try {
    const answer = await pedir({
      direccion: fila.url,
      alcance,
      cabeceras: {
        'content-type': 'application/json',
        ...cabecerasDe(secretos, { id, segundos, cuerpo }),
      },
      cuerpo,
      plazo_ms,
    })
    const { estado: codigo, cabeceras } = answer
    // Its status counts, also when the rest of the answer does not come.
    const body = await answer.leer(MAX_RESPUESTA).catch(() => null)
    const respuesta = body ? legible(body.bytes) || null : null
    // A status that HTTP does not have is no answer, and the database keeps none.
    if (codigo < 100 || codigo > 999) {
      const motivo = `Respondió ${codigo}, que no es un estado de HTTP.`
      return { codigo: null, motivo, respuesta }
    }
    return { codigo, retryAfter: cabeceras['retry-after'], respuesta }
  } catch (error) {
    if (!(error instanceof SalidaError)) throw error
    return { codigo: null, motivo: error.message, respuesta: null }
  }
}

async function entregar(emision: Emision, fila: Fila): Promise<void> {
  const { db, azar = Math.random } = emision
  const cuerpo = await textoDe(db, fila)
  const began = performance.now()
  const { respuesta, ...contestado } = await llamar(emision, fila, cuerpo)
  const ms = Math.round(performance.now() - began)
  const { intentos: intento, ahora } = fila
  const juicio = juzgar(contestado, { intento, ahora: new Date(ahora), azar: azar() })
  const hecho = { inicio: ahora, ms, codigo: contestado.codigo, respuesta, ...juicio }
  await retrying(() =>
    sql`SELECT webhooks_resolver(${fila.id}, ${intento}, ${JSON.stringify(hecho)}::jsonb)`.execute(
      db,
    ),
  )
}

/** Delivers a row and then, one after the other, whatever else of its receiver is due; answers how many. */
async function linea(emision: Emision, first: Fila, parado: () => boolean): Promise<number> {
  let tried = 0
  for (let fila: Fila | undefined = first; fila; ) {
    await entregar(emision, fila)
    tried += 1
    fila = parado() ? undefined : await tomar(emision.db, fila.webhook_id)
  }
  return tried
}

/** Starts a line for each receiver that has something due and none on its way; gives each to `lanza`. */
async function repartir(
  emision: Emision,
  lanza: (line: Promise<number>) => void,
  parado = () => false,
): Promise<void> {
  for (let n = 0; n < MAX_ACTIVOS && !parado(); n += 1) {
    const fila = await tomar(emision.db, null)
    if (!fila) return
    lanza(linea(emision, fila, parado))
  }
}

/** Delivers all that is due; answers how many attempts that took. */
export async function emitir(emision: Emision): Promise<number> {
  const lines: Promise<number>[] = []
  await repartir(emision, (line) => lines.push(line))
  return (await Promise.all(lines)).reduce((sum, n) => sum + n, 0)
}

/**
 * Looks each second for what is due, and each hour for what is old. A receiver that is slow or dead holds up nobody: its
 * line goes on while others begin. Answers a function that stops it after the deliveries on their way.
 */
export function startWebhooks(emision: Emision, watch: Watch): () => Promise<void> {
  const lines = new Set<Promise<unknown>>()
  let stopped = false
  const lanza = (line: Promise<number>) => {
    const watched = line.catch(watch).finally(() => lines.delete(watched))
    lines.add(watched)
  }
  const stops = [
    repeat(POLL_MS, () => repartir(emision, lanza, () => stopped), watch),
    repeat(
      HOUR_MS,
      () => sql`SELECT webhooks_limpiar()`.execute(emision.db),
      (error) => watch(error),
    ),
  ]
  return async () => {
    stopped = true
    await Promise.all(stops.map((stop) => stop()))
    await Promise.all(lines)
  }
}
