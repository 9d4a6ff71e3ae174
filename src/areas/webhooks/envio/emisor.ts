import { sql } from 'kysely'
import { type Afuera, descifrar } from '../../../server/acceso/clave.ts'
import { type Db, retrying } from '../../../server/db/db.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { type Alcance, SalidaError } from '../../../server/saliente/direccion.ts'
import { pedir } from '../../../server/saliente/pedir.ts'
import { type Contestado, juzgar } from '../rules/entrega.ts'
import { cuerpoDe } from '../rules/eventos.ts'
import { conAlgo, type Fila, tomar } from './cola.ts'
import { cabecerasDe } from './firma.ts'

export const USO_SECRETO = 'webhooks'
const POLL_MS = 1_000
const HOUR_MS = 3_600_000
const PLAZO_MS = 15_000
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

/** `webhooksLocales`: events may go to this machine. */
export const alcanceDe = ({ webhooksLocales }: Pick<Afuera, 'webhooksLocales'>): Alcance =>
  webhooksLocales ? 'equipo' : 'publica'

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
  for (const webhook_id of await conAlgo(emision.db)) {
    const fila = parado() ? undefined : await tomar(emision.db, webhook_id)
    if (fila) lanza(linea(emision, fila, parado))
  }
}

/** Delivers all that is due; answers how many attempts that took. */
export async function emitir(emision: Emision): Promise<number> {
  const lines: Promise<number>[] = []
  await repartir(emision, (line) => lines.push(line))
  return (await Promise.all(lines)).reduce((sum, n) => sum + n, 0)
}

/** Ends and forgets what is old, in portions. */
export async function limpiar(db: Db, parado = () => false): Promise<void> {
  while (!parado()) {
    const { rows } = await sql<{ n: number }>`SELECT webhooks_limpiar() AS n`.execute(db)
    if (rows[0]?.n === 0) return
  }
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
      () => limpiar(emision.db, () => stopped),
      (error) => watch(error),
    ),
  ]
  return async () => {
    stopped = true
    await Promise.all(stops.map((stop) => stop()))
    await Promise.all(lines)
  }
}
