import { sql } from 'kysely'
import { decimal } from '../../core/dinero/decimal.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import type { Contador } from '../../server/aportes.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { type Foto, fotoDe } from '../../server/db/foto.ts'
import { contrato } from './contract.ts'

/** Stands in a query for the id of who asks. */
const YO = ':yo'

/**
 * The values of these queries in order. Those that do not ask who reads them are read once for everybody of whom the
 * same is counted.
 */
async function valores(
  foto: Foto,
  consultas: readonly string[],
  usuario_id: number,
): Promise<(string | null)[]> {
  const shared = await foto(
    answers,
    consultas.filter((each) => !each.includes(YO)),
  )
  const own = await foto(
    answers,
    consultas
      .filter((each) => each.includes(YO))
      .map((each) => each.replaceAll(YO, String(usuario_id))),
  )
  const [ours, his] = [shared.values(), own.values()]
  return consultas.map((each) => (each.includes(YO) ? his : ours).next().value ?? null)
}

/** Runs several one-value queries in one statement; answers their values in order. */
async function answers(db: Db, queries: readonly string[]): Promise<(string | null)[]> {
  if (queries.length === 0) return []
  const each = queries.map((query, i) => sql.raw(`round((${query})::numeric, 2)::text AS c${i}`))
  const { rows } = await sql<Record<string, string | null>>`SELECT ${sql.join(each)}`.execute(db)
  return queries.map((_, i) => rows[0]?.[`c${i}`] ?? null)
}

/** The title of a counter, with which they are where it says so. */
async function titulo(foto: Foto, { uno, varios, nombra }: Contador, cuantos: number) {
  const title = `${cuantos} ${cuantos === 1 ? uno : varios}`
  return nombra ? `${title}: ${await foto(nombres, nombra)}` : title
}

async function nombres(db: Db, query: string): Promise<string> {
  const { rows } = await sql<{ nombres: string }>`SELECT (${sql.raw(query)}) AS nombres`.execute(db)
  return rows[0]?.nombres ?? ''
}

/** What waits for this user, the most money at risk first; counters at zero are left out. */
async function listar(
  contadores: readonly Contador[],
  { db, quien }: Context<typeof contrato.listar>,
) {
  const mios = contadores.filter(({ permiso }) => permiso === null || tiene(quien, permiso))
  const foto = await fotoDe(db)
  const values = (consultas: string[]) => valores(foto, consultas, quien.usuario_id)
  const counts = await values(mios.map(({ consulta }) => consulta))
  const hay = mios
    .map((contador, i) => ({ ...contador, cuantos: Number(counts[i]) }))
    .filter(({ cuantos }) => cuantos > 0)
  const risks = await values(hay.map(({ riesgo = 'SELECT NULL' }) => riesgo))
  const titulos = await Promise.all(hay.map((each) => titulo(foto, each, each.cuantos)))
  return hay
    .map(({ clave, cuantos, pantalla, filtro = {} }, i) => ({
      clave,
      titulo: titulos[i] ?? '',
      cuantos,
      riesgo: risks[i] ?? null,
      pantalla,
      filtro,
    }))
    .toSorted((a, b) => decimal(b.riesgo ?? '0').cmp(decimal(a.riesgo ?? '0')))
}

/** The bell, with the counters of the areas. */
export function servidorNotificaciones(contadores: readonly Contador[]): Area {
  const inOrder = contadores.toSorted((a, b) => a.lugar - b.lugar)
  return area(contrato, { listar: (c) => listar(inOrder, c) })
}
