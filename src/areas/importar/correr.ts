import { sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import type { Tabla } from '../../core/csv.ts'
import { DomainError } from '../../core/errors.ts'
import type { Area, Context, Handler } from '../../server/area.ts'
import { type Db, toRefusal } from '../../server/db/db.ts'
import { inSpanish } from '../../server/http/errors.ts'
import { type Lectura, type Leidas, leerFila, type Motivo } from './celdas.ts'
import type { ColumnaCampo } from './contract/columnas.ts'
import type { Fila } from './contract.ts'
import type { Destino } from './destinos.ts'
import { iguales, valorEn } from './rules.ts'

/** A file being read into an area: its table, whom its rows go to, and how. */
export interface Trabajo {
  tabla: Tabla
  /** The column of each cell; null of those that are not read. */
  columnas: readonly (ColumnaCampo | null)[]
  lectura: Lectura
  destino: Destino
  area: Area
}

/** Asked again by whoever runs the transaction, not a row's fault: deadlock, serialisation. */
const DE_NUEVO = new Set(['40001', '40P01'])

/**
 * Creates row by row through the area's own call, each under a savepoint of its own: what one row is refused for
 * changes nothing and stops no other. Whoever calls decides whether what was created stays.
 */
export async function correr(
  context: Context,
  trabajo: Trabajo,
  paso: (hechas: number) => void,
): Promise<Fila[]> {
  // One event for the whole file: every open browser would ask again for each row.
  await sql`SELECT set_config('cambista.en_lote', 'on', true)`.execute(context.db)
  await sql`SAVEPOINT fila`.execute(context.db)
  const filas: Fila[] = []
  const hechas = new Map<number, number>()
  for (const [n, { linea, celdas }] of trabajo.tabla.filas.entries()) {
    paso(n)
    const leida = await leerFila(context.db, trabajo.columnas, celdas, trabajo.lectura)
    const sobran = celdas.slice(trabajo.columnas.length).some((celda) => celda !== '')
    if (sobran) leida.motivos.push({ clave: null, msg: 'Tiene más celdas que títulos hay.' })
    const fila = await una(context, trabajo, leida, hechas)
    if (fila.estado === 'nueva' && fila.id !== null) hechas.set(fila.id, n + 1)
    filas.push({ ...fila, fila: n + 1, linea, nombre: trabajo.destino.nombre(leida.body) })
  }
  await sql`RELEASE SAVEPOINT fila`.execute(context.db)
  // What the database looks at last, it looks at now: a row's fault must not wait for the commit.
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
  try {
    const id = await crear(context, trabajo, leida)
    const gemelo = (await destino.despues?.(db, id)) ?? null
    if (gemelo === null) {
      // Both in one go: it is paid for by every row.
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

/** As the call would be answered: the same schema, the same handler, the same guards. */
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

/** A datum that the file has no column for is named in the sentence. */
function conCampo(msg: string, campo: string | undefined, known: ReadonlySet<unknown>): string {
  return campo && !known.has(campo) ? `${campo}: ${msg}` : msg
}

/** Of one that is there, only what the file says is compared; it is left as it is. */
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
  // Of this file: in a trial there is nobody to look at.
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
