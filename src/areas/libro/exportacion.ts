import type { Db } from '../../server/db/db.ts'
import { type Dias, entries, journalHead, opening } from './queries.ts'
import { asientoDe, cabeceraDe, type Formato } from './rules/diario.ts'

/** Entries that one call reads: some thousand lines. */
const TRAMO = 1000

/** The first lines of a journal of these days: declarations and opening balances; null where there is no entry. */
export async function inicioDe(db: Db, formato: Formato, dias: Dias) {
  const head = await journalHead(db, dias)
  if (!head) return null
  const { cabecera, ultimo } = head
  const first = dias.desde && (await opening(db, dias.desde))
  const lineas = cabeceraDe(formato, cabecera)
  if (first) lineas.push(...asientoDe(formato, first, cabecera.funcional))
  return { lineas, ultimo, funcional: cabecera.funcional }
}

/** The lines of the next entries, and the last entry among them; null when no further one is left. */
export async function tramoDe(
  db: Db,
  formato: Formato,
  dias: Dias,
  rango: { despues: number; ultimo: number },
  funcional: string,
): Promise<{ lineas: string[]; siguiente: number | null }> {
  const rows = await entries(db, dias, rango, TRAMO)
  const lineas = rows.flatMap((row) => asientoDe(formato, row, funcional))
  const last = rows.at(-1)?.id ?? null
  return { lineas, siguiente: rows.length < TRAMO || last === rango.ultimo ? null : last }
}

/** The whole journal as text, section by section; nothing when there is no entry. */
export async function* diarioDe(db: Db, formato: Formato, dias: Dias): AsyncGenerator<string> {
  const start = await inicioDe(db, formato, dias)
  if (!start) return
  yield `${start.lineas.join('\n')}\n`
  for (let despues: number | null = 0; despues !== null; ) {
    const { ultimo, funcional } = start
    const page: Awaited<ReturnType<typeof tramoDe>> = await tramoDe(
      db,
      formato,
      dias,
      { despues, ultimo },
      funcional,
    )
    if (page.lineas.length > 0) yield `${page.lineas.join('\n')}\n`
    despues = page.siguiente
  }
}
