import { sql } from 'kysely'
import { codigoEscrito, esCodigo } from '../../../core/documento/papel.ts'
import type { Db } from '../../../server/db/db.ts'
import { libre } from '../../../server/noticia.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { enviar, leer, nombreDelBot } from '../envio/cliente.ts'
import { type Emision, tokenDe } from '../envio/emisor.ts'
import { huellaDe } from './server.ts'

/** Longer than a call that waits for messages can take: another process reads after this. */
const LEASE_SECONDS = 45
/** How long Telegram holds a call without messages. */
const ESPERA_SECONDS = 10

type Lectura = Omit<Emision, 'plantillas'>

const NO_SIRVE =
  'Ese código no sirve: venció, ya se usó, o este chat es de otra persona. Pida otro en su perfil, en «Telegram».'

/** `/start CODE`, as the link sends it, or the code alone. Null for any other text, which gets no answer. */
export function codigoDe(texto: string): string | null {
  const typed = texto.replace(/^\/start\s+/, '')
  return esCodigo(typed) ? codigoEscrito(typed) : null
}

/** Takes the reading of messages for a while: where messages are read and only while somebody links a chat. */
async function tomar(db: Db): Promise<{ siguiente: number; bot: string | null } | undefined> {
  const { rows } = await sql<{ siguiente: string; bot: string | null }>`
    UPDATE telegram_lectura SET hasta = ahora() + make_interval(secs => ${LEASE_SECONDS})
    WHERE (hasta <= ahora() OR hasta > ahora() + make_interval(secs => ${LEASE_SECONDS}))
      AND (SELECT activo AND token_cifrado IS NOT NULL FROM telegram)
      AND EXISTS (SELECT FROM telegram_enlaces WHERE vence_en > ahora())
    RETURNING siguiente, bot`.execute(db)
  const row = rows[0]
  return row && { siguiente: Number(row.siguiente), bot: row.bot }
}

const soltar = (db: Db, siguiente: number) =>
  sql`UPDATE telegram_lectura SET hasta = '-infinity', siguiente = ${siguiente}`.execute(db)

/**
 * Reads what was written to the bot, once, while a code waits for its chat; answers how many messages came. A house
 * that links nobody asks Telegram for nothing.
 */
export async function leerMensajes({ db, afuera, raiz, segundos }: Lectura): Promise<number> {
  const lectura = await tomar(db)
  if (!lectura) return 0
  let { siguiente } = lectura
  try {
    const token = await tokenDe(db, afuera)
    if (!token) return 0
    if (lectura.bot === null) {
      const bot = await nombreDelBot(raiz, token, segundos)
      if (bot) {
        await sql`UPDATE telegram_lectura SET bot = ${bot}`.execute(db)
        await sql`SELECT avisar('telegram')`.execute(db)
      }
    }
    const mensajes = await leer(raiz, token, siguiente, ESPERA_SECONDS, segundos)
    for (const { update_id, chat_id, texto } of mensajes) {
      siguiente = Math.max(siguiente, update_id + 1)
      const codigo = codigoDe(texto)
      if (!codigo) continue
      const { rows } = await sql<{ nombre: string | null }>`
        SELECT telegram_vincular(${huellaDe(codigo)}, ${chat_id}) AS nombre`.execute(db)
      const nombre = rows[0]?.nombre
      // What links is told by the outbox.
      if (!nombre) await enviar(raiz, token, chat_id, libre(NO_SIRVE), segundos)
    }
    return mensajes.length
  } finally {
    await soltar(db, siguiente)
  }
}

/** Looks each second whether a code waits; answers a function that stops it after the reading in progress. */
export function startLectura(lectura: Lectura, watch: Watch): () => Promise<void> {
  return repeat(1_000, () => leerMensajes(lectura), watch)
}
