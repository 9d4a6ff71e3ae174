import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import type { Quien } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Larga } from '../contract/columnas.ts'
import type { EstadoFila, Fila } from '../contract/filas.ts'
import type { Decimales } from '../rules.ts'
import type { Importacion, Paso } from './contract.ts'

const LISTADAS = 20
const PAGINA = 100
/** Rows that one statement inserts. */
const TANDA = 1000

/** An import as a portion of it is worked. */
export interface Abierta {
  id: number
  que: Larga
  estado: Paso
  claves: (string | null)[]
  decimales: Decimales | null
  filas: number
  hechas: number
  dado: boolean
  debe: boolean
  nombre: string
  nueva: number
  igual: number
  distinta: number
  rechazada: number
  sha256: Buffer
  usuario_id: number
  quien: { usuario_id: number; sesion_id: number; ip: string; solicitud: string }
}

const resumen = sql`id, que, nombre, estado, creada_en, acabada_en, motivo, hechas, debe, vista_en IS NOT NULL AS vista,
  jsonb_build_object('filas', filas, 'nueva', nueva, 'igual', igual, 'distinta', distinta, 'rechazada', rechazada) AS totales`

const suya = ({ usuario_id }: Pick<Quien, 'usuario_id'>, id: number): RawBuilder<boolean> =>
  sql`id = ${id} AND usuario_id = ${usuario_id}`

/** The last imports of a person. Nobody sees another's: their rows are people. */
export async function listar(db: Db, { usuario_id }: Quien): Promise<Importacion[]> {
  const { rows } =
    await sql<Importacion>`SELECT ${resumen} FROM importaciones WHERE usuario_id = ${usuario_id}
    ORDER BY id DESC LIMIT ${LISTADAS}`.execute(db)
  return rows
}

/** @throws DomainError NO_EXISTE */
export async function obtener(db: Db, quien: Quien, id: number): Promise<Importacion> {
  const { rows } =
    await sql<Importacion>`SELECT ${resumen} FROM importaciones WHERE ${suya(quien, id)}`.execute(
      db,
    )
  if (!rows[0]) throw new DomainError('NO_EXISTE', { que: 'esa importación' })
  return rows[0]
}

/** The same, locked: no portion of it runs meanwhile. @throws DomainError NO_EXISTE */
export async function tomar(db: Db, quien: Quien, id: number): Promise<Abierta> {
  const { rows } =
    await sql<Abierta>`SELECT * FROM importaciones WHERE ${suya(quien, id)} FOR UPDATE`.execute(db)
  if (!rows[0]) throw new DomainError('NO_EXISTE', { que: 'esa importación' })
  return rows[0]
}

/** The next import with rows to do that no other process works on, locked. */
export async function siguiente(db: Db): Promise<Abierta | undefined> {
  const { rows } = await sql<Abierta>`
    SELECT * FROM importaciones WHERE estado IN ('revisando', 'importando') ORDER BY id LIMIT 1
    FOR UPDATE SKIP LOCKED`.execute(db)
  return rows[0]
}

/** Keeps the rows of a file as they came. */
export async function guardarFilas(
  db: Db,
  id: number,
  filas: readonly { linea: number; celdas: string[] }[],
): Promise<void> {
  for (let at = 0; at < filas.length; at += TANDA) {
    const rows = filas
      .slice(at, at + TANDA)
      .map(({ linea, celdas }, n) => ({ fila: at + n + 1, linea, celdas }))
    await sql`
      INSERT INTO importaciones_filas (importacion_id, fila, linea, celdas)
      SELECT ${id}, r.fila, r.linea, r.celdas
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (fila int, linea int, celdas jsonb)`.execute(
      db,
    )
  }
}

/** The next rows of an import that are not done. */
export async function porHacer(db: Db, { id, hechas }: Abierta, cuantas: number) {
  const { rows } = await sql<{ fila: number; linea: number; celdas: string[] }>`
    SELECT fila, linea, celdas FROM importaciones_filas WHERE importacion_id = ${id} AND fila > ${hechas}
    ORDER BY fila LIMIT ${cuantas}`.execute(db)
  return rows
}

/** The row of this import that created each of these records. */
export async function creadasPor(
  db: Db,
  id: number,
  registros: readonly number[],
): Promise<Map<number, number>> {
  if (registros.length === 0) return new Map()
  const { rows } = await sql<{ registro_id: number; fila: number }>`
    SELECT registro_id, fila FROM importaciones_filas
    WHERE importacion_id = ${id} AND registro_id = ANY (${registros}) AND estado = 'nueva'`.execute(
    db,
  )
  return new Map(rows.map(({ registro_id, fila }) => [registro_id, fila]))
}

/** Keeps the outcome of a portion's rows, and how far the import is. */
export async function anotar(
  db: Db,
  { id }: Abierta,
  filas: readonly Fila[],
  debe: boolean,
): Promise<void> {
  const rows = filas.map(({ fila, estado, nombre, id: registro_id, motivos }) => ({
    ...{ fila, estado, registro_id, motivos },
    nombre: nombre.slice(0, 200),
  }))
  await sql`
    UPDATE importaciones_filas f
    SET estado = r.estado, nombre = r.nombre, registro_id = r.registro_id, motivos = r.motivos
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (fila int, estado text, nombre text, registro_id bigint, motivos jsonb)
    WHERE f.importacion_id = ${id} AND f.fila = r.fila`.execute(db)
  const of = (estado: EstadoFila) => filas.filter((fila) => fila.estado === estado).length
  await sql`
    UPDATE importaciones SET hechas = hechas + ${filas.length}, nueva = nueva + ${of('nueva')},
      igual = igual + ${of('igual')}, distinta = distinta + ${of('distinta')}, rechazada = rechazada + ${of('rechazada')},
      debe = debe OR ${debe} WHERE id = ${id}`.execute(db)
}

/** Ends a step: what was asked for is done, was cancelled or cannot go on. */
export async function acabar(db: Db, id: number, estado: Paso, motivo = ''): Promise<void> {
  await sql`UPDATE importaciones SET estado = ${estado}, acabada_en = ahora()
    ${motivo ? sql`, motivo = ${motivo}` : sql``} WHERE id = ${id}`.execute(db)
  await sql`SELECT avisar('importar')`.execute(db)
}

/** A page of the rows that are done, in the order of the file. */
export async function filas(
  db: Db,
  id: number,
  { estado, desde = 0 }: { estado?: EstadoFila | undefined; desde?: number | undefined },
  pagina = PAGINA,
): Promise<{ items: Fila[]; siguiente: number | null }> {
  const { rows } = await sql<Fila>`
    SELECT fila, linea, estado, nombre, registro_id AS id, motivos FROM importaciones_filas
    WHERE importacion_id = ${id} AND fila > ${desde} AND estado ${estado ? sql`= ${estado}` : sql`IS NOT NULL`}
    ORDER BY fila LIMIT ${pagina + 1}`.execute(db)
  const items = rows.slice(0, pagina)
  return { items, siguiente: rows.length > pagina ? (items.at(-1)?.fila ?? null) : null }
}

/** The meaning of each cell of a row. */
export async function clavesDe(db: Db, id: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ claves: (string | null)[] }>`
    SELECT claves FROM importaciones WHERE id = ${id}`.execute(db)
  return rows[0]?.claves ?? []
}

/** All rows of a file that was checked, with what came of each. */
export async function revisadas(db: Db, id: number) {
  const { rows } = await sql<Omit<Fila, 'id' | 'linea'> & { celdas: string[] }>`
    SELECT fila, estado, nombre, motivos, celdas FROM importaciones_filas WHERE importacion_id = ${id}
    ORDER BY fila`.execute(db)
  return rows
}

/** The cells of the refused rows with their reasons. */
export async function rechazadas(db: Db, id: number) {
  const { rows } = await sql<{ celdas: string[]; motivos: Fila['motivos'] }>`
    SELECT celdas, motivos FROM importaciones_filas WHERE importacion_id = ${id} AND estado = 'rechazada'
    ORDER BY fila`.execute(db)
  return rows
}
