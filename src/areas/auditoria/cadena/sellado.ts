import { sql } from 'kysely'
import type { ClaveCasa } from '../../../server/acceso/clave.ts'
import type { Db } from '../../../server/db/db.ts'
import { repeat, unlessAway, type Watch } from '../../../server/proceso/jobs.ts'
import { cabezaDe } from '../queries.ts'
import { type Ancla, anclar, firmanteDe, ultimaAncla } from './anclas.ts'

const SEAL_MS = 1_000
const PUBLISH_MS = 600_000
const BATCH = 5_000

/** Links every committed row that is not sealed yet; returns how many. Several processes may run it concurrently. */
export async function sellar(db: Db): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ n: number }>`SELECT auditoria_sellar(${BATCH}) AS n`.execute(db)
    const n = rows[0]?.n ?? 0
    total += n
    if (n < BATCH) return total
  }
}

/** The last ended day, and the last day closed since the previous anchor. */
async function dias(db: Db, dicho: Ancla | null) {
  const { rows } = await sql<{ ayer: string; cerrado: string | null }>`
    SELECT (fecha_negocio(ahora()) - 1) AS ayer,
           (SELECT fecha FROM cierres WHERE cerrado_en > ${dicho?.fecha ?? null}::timestamptz
            ORDER BY cerrado_en DESC LIMIT 1) AS cerrado`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/**
 * Publishes the head in this folder's anchor file if it moved or a day ended since the last anchor; returns the new
 * anchor. With `siempre` (every ten minutes and at shutdown) any new head is published; without it, only the end of a
 * day.
 */
export async function publicarCabeza(
  db: Db,
  { anclas, clave }: { anclas: string; clave: ClaveCasa },
  siempre: boolean,
): Promise<Ancla | null> {
  const cabeza = await cabezaDe(db)
  if (cabeza.pos === 0) return null
  const ultima = ultimaAncla(anclas)
  const { ayer, cerrado } = await dias(db, ultima)
  const dia = cerrado ?? (ultima && ultima.dia < ayer ? ayer : null)
  if (!dia && (!siempre || ultima?.pos === cabeza.pos)) return null
  const { pos, hash, ahora: fecha } = cabeza
  const ancla = {
    pos,
    hash,
    fecha,
    motivo: dia ? 'cierre' : 'periodo',
    dia: dia ?? ultima?.dia ?? ayer,
  } as const
  return anclar(anclas, firmanteDe(clave), ancla)
}

/**
 * Seals every second, and publishes the head every ten minutes, at the end of a day and at shutdown. Errors are logged
 * and retried. Returns the function that stops it.
 */
export function startSealing(o: {
  db: Db
  anclas: string
  clave: ClaveCasa
  watch: Watch
  onPublish?: (ancla: Ancla) => Promise<void>
}): () => Promise<void> {
  let published = Number.NEGATIVE_INFINITY
  const once = async (siempre: boolean) => {
    const sealed = await sellar(o.db)
    if (sealed === 0 && !siempre) return
    const ancla = await publicarCabeza(o.db, o, siempre)
    if (siempre) published = performance.now()
    if (ancla) await o.onPublish?.(ancla)
  }
  const stop = repeat(SEAL_MS, () => once(performance.now() - published >= PUBLISH_MS), o.watch)
  return async () => {
    await stop()
    await once(true).catch(unlessAway(o.watch))
  }
}
