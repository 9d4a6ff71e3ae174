import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Context } from '../area.ts'
import { toRefusal } from '../db/db.ts'
import { auditOf } from './sesion.ts'

type Yo = Pick<Context, 'db' | 'quien'>

/** What loosens a control: its kind, whose row, the new values, and a sentence that ends `Para …`. */
export interface Control {
  clave: 'control' | 'limite' | 'permiso' | 'aviso' | 'cuenta-ajena' | 'precio'
  origen: string
  origen_id?: number
  que: object
  titulo: string
  /** Who it is about: he does not say yes to it. */
  implicados?: readonly number[]
  /** What the sentence has no room for, in the program's own words, one line each: told whole. */
  detalle?: string
}

/** A row of a file, as whoever says yes to the file reads it. */
export interface FilaPedida {
  fila: number
  estado: 'nueva' | 'igual' | 'distinta' | 'rechazada'
  nombre: string
  texto: string
}

/**
 * Requires a fresh password and, where there is one, another administrator's yes. The rest of the transaction is
 * covered by it. @throws DomainError CONFIRME, VISTO_FALTA
 */
export async function exigirControl({ db, quien }: Yo, control: Control): Promise<void> {
  await sql`SELECT control_exigir(${auditOf(quien)}::jsonb, ${JSON.stringify(control)}::jsonb)`.execute(
    db,
  )
}

/**
 * The same for a file: the request for a yes takes its rows along, so that they are read before it is said.
 * @throws DomainError CONFIRME, VISTO_FALTA
 */
export async function exigirArchivo(
  yo: Yo,
  control: Control,
  filas: () => readonly FilaPedida[],
): Promise<void> {
  try {
    await exigirControl(yo, control)
  } catch (error) {
    const refusal = toRefusal(error)
    if (!(refusal instanceof DomainError) || refusal.code !== 'VISTO_FALTA') throw error
    const data = refusal.data as Record<'que' | 'quienes', string> & { visto: object }
    const visto = { ...data.visto, filas: filas() }
    throw new DomainError('VISTO_FALTA', { ...data, visto })
  }
}

/** Says to the triggers who acts in this transaction. */
export async function actuar({ db, quien }: Yo): Promise<void> {
  await sql`SELECT actuar_como(${auditOf(quien)}::jsonb)`.execute(db)
}

/** Requires a fresh password for `que`. @throws DomainError CONFIRME */
export async function exigirIdentidad({ db, quien }: Yo, que: string): Promise<void> {
  await sql`SELECT identidad_exigir(${auditOf(quien)}::jsonb, ${que})`.execute(db)
}

/** What a new row of a table of controls says, for the title of the request; columns by their names in words. */
export async function palabrasDe(db: Context['db'], tabla: string, fila: object): Promise<string> {
  const { rows } = await sql<{ frase: string | null }>`
    SELECT control_aflojado(${tabla}, NULL, ${JSON.stringify(fila)}::jsonb)->>'frase' AS frase`.execute(
    db,
  )
  return rows[0]?.frase ?? ''
}
