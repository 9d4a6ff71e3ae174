import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { type LeePapel, reconocer } from '../../server/papel.ts'
import { contrato } from './contract.ts'

/**
 * Tells the holder of a paper what the house's books say of it. A number that does not exist and a wrong code get the
 * same answer, so that nobody learns which documents there are.
 * @throws DomainError PAPEL_AJENO
 */
export function servidorVerificar(lectores: readonly LeePapel[]): Area {
  async function verificar({ db, body, afuera }: Context<typeof contrato.verificar>) {
    for (const lee of lectores) {
      const found = await lee(db, { numero: body.numero })
      const known = found && reconocer(afuera.clave, found, body.codigo)
      if (!known) continue
      const { rows } = await sql<{ casa: string }>`
        SELECT coalesce(ajuste('empresa')->>'razon_social', '') AS casa`.execute(db)
      const { anteriores: _, ...said } = found
      return { ...said, ...known, casa: rows[0]?.casa ?? '' }
    }
    throw new DomainError('PAPEL_AJENO')
  }
  return area(contrato, { verificar })
}
