import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import type { Tabla } from '../../core/texto/csv.ts'
import type { Area, Context, Handler } from '../../server/area.ts'
import { type Db, toRefusal } from '../../server/db/db.ts'
import { inSpanish } from '../../server/http/errors.ts'
import { type Lectura, type Leidas, leerFila, type Motivo } from './celdas.ts'
import type { ColumnaCampo } from './contract/columnas.ts'
import type { Fila } from './contract/filas.ts'
import type { Destino } from './destinos.ts'
import { iguales, valorEn } from './rules.ts'

/** A file being read into an area: its table, the area that receives its rows, and how cells are parsed. */
export interface Trabajo {
  tabla: Pick<Tabla, 'filas'>
  /** Rows of the file before these, when they are a portion of it. */
  antes?: number
  /** The column of each cell; null for a column that is not read. */
  columnas: readonly (ColumnaCampo | null)[]
  lectura: Lectura
  destino: Destino
  area: Area
}

/** SQLSTATEs of deadlock and serialisation failure: no fault of the row, the caller's transaction is retried. */
const DE_NUEVO = new Set(['40001', '40P01'])

/**
 * Creates row by row through the area's own call, each row in a savepoint of its own: a refused row leaves nothing
 * behind and does not stop the others. The caller decides whether the created rows are kept.
 */
export async function correr(
  context: Context,
  trabajo: Trabajo,
  paso: (hechas: number) => void,
): Promise<Fila[]> {
  // One event for the whole file: otherwise every open browser would reload for each row.
  await sql`SELECT set_config('cambista.en_lote', 'on', true)`.execute(context.db)
  await sql`SAVEPOINT fila`.execute(context.db)
  const filas: Fila[] = []
  const hechas = new Map<number, number>()
  const antes = trabajo.antes ?? 0
  for (const [n, { linea, celdas }] of trabajo.tabla.filas.entries()) {
    paso(n)
    // Whoever else waits is served between two rows, also where reading a row asks the database nothing.
    await setImmediate()
    const leida = await leerFila(context.db, trabajo.columnas, celdas, trabajo.lectura)
    const sobran = celdas.slice(trabajo.columnas.length).some((celda) => celda !== '')
    if (sobran) leida.motivos.push({ clave: null, msg: 'Tiene más celdas que títulos hay.' })
    const fila = await una(context, trabajo, leida, hechas)
    if (fila.estado === 'nueva' && fila.id !== null) hechas.set(fila.id, antes + n + 1)
    filas.push({ ...fila, fila: antes + n + 1, linea, nombre: trabajo.destino.nombre(leida.body) })
  }
  await sql`RELEASE SAVEPOINT fila`.execute(context.db)
  // Deferred constraints are checked at once: the fault of a row must not appear only at the commit.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(context.db)
  return filas
}

type Una = Pick<Fila, 'estado' | 'id' | 'motivos'>

async function una(
  context: Context,
  trabajo: Trabajo,
  leida: Leidas,
  hechas: ReadonlyMap<number, number>,
): Promise<Una> {
  if (leida.motivos.length > 0) return { estado: 'rechazada', id: null, motivos: leida.motivos }
  const { destino } = trabajo
  const { db } = context
  const previa = (await destino.antes?.(db, leida.body)) ?? null
  if (previa !== null) return yaEsta(db, trabajo, leida, previa, hechas)
  if (leida.apagadas.length > 0) return { estado: 'rechazada', id: null, motivos: leida.apagadas }
  try {
    const id = await crear(context, trabajo, leida)
    const gemelo = (await destino.despues?.(db, id)) ?? null
    if (gemelo === null) {
      // One round trip for both statements, because every row pays for it.
      await sql`RELEASE SAVEPOINT fila; SAVEPOINT fila`.execute(db)
      return { estado: 'nueva', id, motivos: [] }
    }
    await sql`ROLLBACK TO SAVEPOINT fila`.execute(db)
    return await yaEsta(db, trabajo, leida, gemelo, hechas)
  } catch (error) {
    if (DE_NUEVO.has(String((error as { code?: unknown }).code))) throw error
    const refusal = toRefusal(error, trabajo.area.duplicados)
    if (!(refusal instanceof DomainError) || refusal.status >= 500) throw error
    await sql`ROLLBACK TO SAVEPOINT fila`.execute(db)
    return rechazada(db, trabajo, leida, refusal, hechas)
  }
}

/** Runs the area's create call as over HTTP: the same schema, handler and guards. */
async function crear(context: Context, { area, destino }: Trabajo, { body }: Leidas) {
  const endpoint = area.contrato.crear as Endpoint
  const call = destino.llamada(body)
  const read = endpoint.body.safeParse(call.body, { error: inSpanish })
  if (!read.success) {
    const errors = read.error.issues.map(({ path, message }) => ({
      campo: path.join('.'),
      msg: message,
    }))
    throw new DomainError('VALIDACION', {}, errors)
  }
  const handler = area.handlers.crear as Handler<Endpoint>
  const made = await handler({ ...context, params: call.params, body: read.data })
  return (made as { id: number }).id
}

async function rechazada(
  db: Db,
  trabajo: Trabajo,
  leida: Leidas,
  refusal: DomainError,
  hechas: ReadonlyMap<number, number>,
): Promise<Una> {
  const previa = trabajo.destino.deRechazo(refusal.data)
  if (refusal.code === 'DUPLICADO' && typeof previa === 'number') {
    return yaEsta(db, trabajo, leida, previa, hechas)
  }
  const known = new Set(trabajo.columnas.map((columna) => columna?.clave))
  const motivos = (refusal.errors ?? [{ msg: refusal.message }]).map(
    ({ msg, campo }): Motivo => ({
      clave: campo && known.has(campo) ? campo : null,
      msg: conCampo(msg, campo, known),
    }),
  )
  return { estado: 'rechazada', id: null, motivos }
}

/** Names the field in the message when the file has no column for it. */
function conCampo(msg: string, campo: string | undefined, known: ReadonlySet<unknown>): string {
  return campo && !known.has(campo) ? `${campo}: ${msg}` : msg
}

/** Compares an existing row with the file, only in the columns that the file has. The existing row is not changed. */
async function yaEsta(
  db: Db,
  { columnas, destino, area }: Trabajo,
  { body }: Leidas,
  id: number,
  hechas: ReadonlyMap<number, number>,
): Promise<Una> {
  const call = destino.llamada(body)
  const read = (area.contrato.crear as Endpoint).body.safeParse(call.body, { error: inSpanish })
  const typed = { ...body, ...(read.success ? (read.data as object) : {}) }
  const said = (await destino.limpio?.(db, typed)) ?? typed
  const stored = await destino.guardado(db, id, said)
  const given = columnas.filter((columna) => columna && valorEn(body, columna.clave) !== undefined)
  const differ = given.filter(
    (columna) => columna && !iguales(valorEn(said, columna.clave), valorEn(stored, columna.clave)),
  )
  const antes = hechas.get(id)
  const motivos = differ.map((columna) => ({
    clave: columna?.clave ?? null,
    msg: antes ? `La fila ${antes} ya lo trae, con otro dato aquí.` : difiere(columna, stored),
  }))
  // A row created by this same file: a trial rolls it back, so its id leads nowhere.
  const visto = antes ? null : id
  if (differ.length > 0) return { estado: antes ? 'rechazada' : 'distinta', id: visto, motivos }
  return {
    estado: 'igual',
    id: visto,
    motivos: antes ? [{ clave: null, msg: `Repite la fila ${antes}.` }] : [],
  }
}

function difiere(
  columna: ColumnaCampo | null | undefined,
  stored: Record<string, unknown>,
): string {
  const valor = columna ? valorEn(stored, columna.clave) : null
  const empty = valor === null || valor === undefined || valor === ''
  const plain = typeof valor === 'string' && columna?.campo.control.tipo !== 'referencia'
  if (empty) return 'Hoy está vacío; no se cambia.'
  return plain ? `Hoy es «${valor}»; no se cambia.` : 'Hoy es otro; no se cambia.'
}
