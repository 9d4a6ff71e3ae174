import { sql } from 'kysely'
import { formatFecha } from '../../../core/formato.ts'
import type { Db } from '../../../server/db/db.ts'
import { libre, negrita, type Plantilla } from '../../../server/noticia.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { tituloDe } from '../contract/clases.ts'
import { countsByKind } from './queries.ts'

const EVERY_MS = 10 * 60_000

/** Puts last week's exceptions into the outbox, once a week. Answers a function that stops it. */
export function startExcepciones(db: Db, watch: Watch): () => Promise<void> {
  return repeat(EVERY_MS, () => sql`SELECT reportes_excepciones_semana()`.execute(db), watch)
}

/** The week in numbers: no names, no amounts. Who and what is read in the program. */
export const semana: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const [desde, hasta] = [String(noticia.desde), String(noticia.hasta)]
  if (!/^\d{4}-\d\d-\d\d$/.test(desde)) return []
  const kinds = await countsByKind(db, { desde, hasta })
  const solas = kinds.reduce((sum, kind) => sum + kind.solas, 0)
  return [
    negrita(nombre),
    `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
    ...(kinds.length === 0 ? ['Ninguna.'] : []),
    ...kinds.map(({ clase, cuantas }) => libre(`${tituloDe(clase)}: ${cuantas}`)),
    ...(solas > 0 ? [`De ellas, ${solas} sin otra persona.`] : []),
    `Quién y qué: /reportes/excepciones?periodo=rango&amp;desde=${desde}&amp;hasta=${hasta}`,
  ]
}
