import { sql } from 'kysely'
import { type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Entorno } from '../../../server/aportes.ts'
import type { Area, Context } from '../../../server/area.ts'
import { type Db, transaction } from '../../../server/db/db.ts'
import { isAway, repeat, repeatPortions, type Watch } from '../../../server/proceso/jobs.ts'
import type { Larga } from '../contract/columnas.ts'
import type { Fila } from '../contract/filas.ts'
import { correr } from '../correr.ts'
import { DESTINOS } from '../destinos.ts'
import { catalogos, columnas } from '../queries.ts'
import { type Abierta, acabar, anotar, creadasPor, porHacer, siguiente } from './queries.ts'
import { quienPide } from './quien.ts'

/** Rows of one transaction: what it locks is let go within a fraction of a second. */
export const PORCION = 100
const POLL_MS = 2_000
const HOUR_MS = 3_600_000

export type Receptoras = Readonly<Record<Larga, Area>>

/** Works on imports, portion after portion, with a rest between two. Answers a function that stops it. */
export function startImportaciones(
  areas: Receptoras,
  { db, afuera }: Pick<Entorno, 'db' | 'afuera'>,
  watch: Watch,
): () => Promise<void> {
  return repeatPortions(POLL_MS, () => porcion(areas, { db, afuera }), watch)
}

/** Forgets the rows of old imports. Answers a function that stops it. */
export const startLimpieza = (db: Db, watch: Watch) =>
  repeat(HOUR_MS, () => sql`SELECT importaciones_limpiar()`.execute(db), watch)

/**
 * Checks or writes the next rows of an import in one transaction, which keeps their outcome too: a server that dies in
 * between leaves the portion undone, and whichever comes next takes it up. Answers whether there was one.
 */
export async function porcion(
  areas: Receptoras,
  { db, afuera }: Pick<Entorno, 'db' | 'afuera'>,
): Promise<boolean> {
  let last: Abierta | undefined
  try {
    return await transaction(db, async (tx) => {
      last = await siguiente(tx)
      if (!last) return false
      const quien = await quienPide(tx, last)
      const falta = quien ? faltaPermiso(quien, last) : 'Quien la pidió ya no puede ingresar.'
      if (!quien || falta) {
        await acabar(tx, last.id, 'detenida', falta ?? '')
        return true
      }
      await una(areas, { db: tx, afuera, quien }, last)
      return true
    })
  } catch (error) {
    // A portion that took too long at a busy hour is tried again; the job says that it failed.
    if (!isAway(error)) await detener(db, last)
    throw error
  }
}

/** Whoever began may still do what is being done; null when he may. */
function faltaPermiso(quien: Quien, { estado, que }: Abierta): string | null {
  const pide = estado === 'importando' ? 'importar:crear' : 'importar:ver'
  const may = tiene(quien, pide) && tiene(quien, DESTINOS[que].permiso)
  return may ? null : 'Quien la pidió ya no tiene el permiso.'
}

/** A fault of the program ends the import where it is, so that it is not tried for ever. */
async function detener(db: Db, larga: Abierta | undefined): Promise<void> {
  if (!larga) return
  const motivo = `Un fallo del programa la detuvo después de la fila ${larga.hechas}. Lo creado queda.`
  await transaction(db, (tx) => acabar(tx, larga.id, 'detenida', motivo)).catch(() => {})
}

async function una(
  areas: Receptoras,
  { db, afuera, quien }: { db: Db; afuera: Entorno['afuera']; quien: Quien },
  larga: Abierta,
): Promise<void> {
  const escribe = larga.estado === 'importando'
  const filas = await porHacer(db, larga, PORCION)
  const there = await columnas(db, larga.que)
  const trabajo = {
    tabla: { filas },
    antes: larga.hechas,
    columnas: larga.claves.map((clave) => there.find((each) => each.clave === clave) ?? null),
    lectura: { catalogos: await catalogos(db), decimales: larga.decimales },
    destino: DESTINOS[larga.que],
    area: areas[larga.que],
  }
  // A file without another person's yes writes no row that needs one: its trigger refuses it.
  const control = escribe ? (larga.dado ? 'dado' : '') : 'luego'
  await sql`SAVEPOINT porcion; SELECT set_config('cambista.control', ${sql.lit(control)}, true)`.execute(
    db,
  )
  const found = await correr({ ...contexto(quien), db, afuera }, trabajo, () => {})
  const debe = !escribe && (await debido(db))
  if (!escribe) await sql`ROLLBACK TO SAVEPOINT porcion`.execute(db)
  // The state of a control is of the rows alone, not of what is noted of them.
  const done = escribe ? await conAnteriores(db, larga, found) : found.map(sinId)
  await anotar(db, larga, done, debe)
  if (larga.hechas + filas.length < larga.filas) return
  await acabar(db, larga.id, escribe ? 'terminada' : 'revisada')
}

/** Rows that were rolled back have no id. */
const sinId = (fila: Fila): Fila => (fila.estado === 'nueva' ? { ...fila, id: null } : fila)

async function debido(db: Db): Promise<boolean> {
  const { rows } = await sql<{ debe: boolean }>`
    SELECT current_setting('cambista.control', true) = 'debido' AS debe`.execute(db)
  return rows[0]?.debe === true
}

/** Rows that repeat one of an earlier portion say so, as those of one portion do. */
async function conAnteriores(db: Db, { id }: Abierta, filas: readonly Fila[]): Promise<Fila[]> {
  const there = filas.flatMap((fila) =>
    fila.estado !== 'nueva' && fila.id !== null ? [fila.id] : [],
  )
  const antes = await creadasPor(db, id, there)
  return filas.map((fila) => {
    const first = fila.id === null ? undefined : antes.get(fila.id)
    if (first === undefined || fila.estado === 'nueva') return fila
    if (fila.estado === 'igual')
      return { ...fila, motivos: [{ clave: null, msg: `Repite la fila ${first}.` }] }
    const msg = `La fila ${first} ya lo trae, con otro dato aquí.`
    return {
      ...fila,
      estado: 'rechazada',
      motivos: fila.motivos.map(({ clave }) => ({ clave, msg })),
    }
  })
}

/** What the call that creates a row gets besides its body, as from a request of whoever began. */
function contexto(quien: Quien): Context {
  const { ip, solicitud } = quien
  return {
    quien,
    ip,
    solicitud,
    agente: '',
    token: '',
    cookies: '',
    query: {},
  } as unknown as Context
}
