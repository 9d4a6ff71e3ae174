import type { Db } from '../../../server/db/db.ts'
import { libre, negrita, type Pedido, type Plantilla } from '../../../server/noticia.ts'

/** At most what Telegram takes, with room for the marks. */
const MAX = 3500

/** The text of each event, as the areas contribute them. */
export type Plantillas = Readonly<Record<string, Plantilla>>

const general: Plantilla = async (_, { noticias, nombre }) => [
  negrita(nombre),
  ...noticias.flatMap(({ numero }) => (numero ? [libre(numero)] : [])),
]

/** The message of an outbox row, as Telegram's HTML. */
export async function redactar(
  plantillas: Plantillas,
  db: Db,
  evento: string,
  pedido: Pedido,
): Promise<string> {
  const lines = await (plantillas[evento] ?? general)(db, pedido)
  const written = lines.length > 0 ? lines : await general(db, pedido)
  let text = ''
  for (const line of written) {
    if (text.length + line.length > MAX) return `${text}\n…`
    text += text ? `\n${line}` : line
  }
  return text
}
