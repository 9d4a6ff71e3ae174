import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import type { Quien } from './sesion.ts'

/** The accounts that the user is counting now, managers included: no answer shows him what the books expect. */
export async function contando(
  db: Db,
  { usuario_id }: Pick<Quien, 'usuario_id'>,
): Promise<{ id: number; nombre: string }[]> {
  const { rows } = await sql<{ id: number; nombre: string }>`
    SELECT id, nombre FROM cuentas_contando(${usuario_id})`.execute(db)
  return rows
}

/**
 * For answers with a balance, or with a sum that holds one.
 * @throws DomainError CAJA_EN_CONTEO when the user is counting the given account, or any account if none is given.
 */
export async function exigirSinConteo(
  db: Db,
  quien: Pick<Quien, 'usuario_id'>,
  id?: number,
): Promise<void> {
  const blind = (await contando(db, quien)).find((c) => id === undefined || c.id === id)
  if (blind) throw new DomainError('CAJA_EN_CONTEO', { cuenta: blind.nombre })
}
