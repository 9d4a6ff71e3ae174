import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien } from '../acceso/sesion.ts'
import { type Db, toRefusal } from '../db/db.ts'

/** What a person answers with his password, his second factor or another one's yes; a key has none of them. */
const DE_PERSONA = new Set(['VISTO_FALTA', 'CONFIRME', 'SOLO_CONFIRME', 'SOLO_SIN_FACTOR'])

/**
 * A call was refused because it needs another person's yes: asks for it, in a transaction apart, since the call's own was
 * rolled back. The refusal goes on without the request's data, which only the approver reads. What is refused to a key
 * for want of a person says that a person does it. @throws the error
 */
export async function pedirVisto(db: Db, quien: Quien | undefined, error: unknown): Promise<never> {
  const refusal = toRefusal(error)
  if (!quien || !(refusal instanceof DomainError)) throw error
  // Whoever made the key could answer what it asks for.
  if (quien.clave_api && DE_PERSONA.has(refusal.code)) throw new DomainError('SOLO_PERSONA')
  if (refusal.code !== 'VISTO_FALTA') throw error
  const { visto, que, quienes } = refusal.data as Record<'que' | 'quienes', string> & {
    visto: object
  }
  await sql`SELECT vistos_pedir(${auditOf(quien)}::jsonb, ${JSON.stringify(visto)}::jsonb)`.execute(
    db,
  )
  throw new DomainError('VISTO_FALTA', { que, quienes })
}
