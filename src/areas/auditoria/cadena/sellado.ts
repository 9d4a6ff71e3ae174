import { sql } from 'kysely'
import type { ClaveCasa } from '../../../server/acceso/clave.ts'
import type { Db } from '../../../server/db/db.ts'
import { repeat, unlessAway } from '../../../server/proceso/jobs.ts'
import { cabezaDe } from '../queries.ts'
import { type Ancla, anclar, firmanteDe, ultimaAncla } from './anclas.ts'

const SEAL_MS = 1_000
const PUBLISH_MS = 600_000
const BATCH = 5_000

/** Chains every committed row that waits; answers how many. Any number of processes may do it at once. */
export async function sellar(db: Db): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ n: number }>`SELECT auditoria_sellar(${BATCH}) AS n`.execute(db)
    const n = rows[0]?.n ?? 0
    total += n
    if (n < BATCH) return total
  }
}

/** The day before today, and the day that was closed since the last time the head was said. */
async function dias(db: Db, dicho: Ancla | null) {
  const { rows } = await sql<{ ayer: string; cerrado: string | null }>`
    SELECT (fecha_negocio(ahora()) - 1) AS ayer,
           (SELECT fecha FROM cierres WHERE cerrado_en > ${dicho?.fecha ?? null}::timestamptz
            ORDER BY cerrado_en DESC LIMIT 1) AS cerrado`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/**
 * Says the head in this folder's anchor file when it moved, or when a day ended since the last time; answers what
 * it said. `siempre` is for the ten minutes and the way down, without it only the end of a day is looked for.
 */
export async function publicarCabeza(
  db: Db,
  { datos, clave }: { datos: string; clave: ClaveCasa },
  siempre: boolean,
): Promise<Ancla | null> {
  const cabeza = await cabezaDe(db)
  if (cabeza.pos === 0) return null
  const ultima = ultimaAncla(datos)
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
  return anclar(datos, firmanteDe(clave), ancla)
}

/**
 * Seals each second and says the head each ten minutes, at the end of a day and on the way down. Errors are told
 * and tried again; answers how to stop.
 */
export function startSealing(o: {
  db: Db
  datos: string
  clave: ClaveCasa
  onError: (error: unknown) => void
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
  const stop = repeat(SEAL_MS, () => once(performance.now() - published >= PUBLISH_MS), o.onError)
  return async () => {
    await stop()
    await once(true).catch(unlessAway(o.onError))
  }
}
