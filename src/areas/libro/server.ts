import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { pagedBy } from '../../server/http/page.ts'
import { contrato } from './contract.ts'
import { inicioDe, tramoDe } from './exportacion.ts'
import { account, accounts, balance, type Key, legs } from './queries.ts'

/** The ledger has cost and profit on every page. @throws DomainError SIN_PERMISO */
function exigirGanancia(quien: Quien): void {
  if (!tiene(quien, 'ganancia:ver'))
    throw new DomainError('SIN_PERMISO', { permiso: 'ganancia:ver' })
}

async function diario(c: Context<typeof contrato.diario>) {
  exigirGanancia(c.quien)
  return pagedBy(
    c,
    ['libro'],
    (limite, key: Key | null) => legs(c.db, c.query, limite, key),
    ({ asiento_id, id }): Key => [asiento_id, id],
  )
}

/** The audit row of the export is written before its first line is read. */
async function exportar({ db, body, quien }: Context<typeof contrato.exportar>) {
  exigirGanancia(quien)
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'exportar', 'libro', NULL, NULL,
            ${JSON.stringify(body)}::jsonb)`.execute(db)
  const start = await inicioDe(db, body.formato, body)
  const message = 'La exportación quedó registrada en la auditoría.'
  return { message, lineas: start?.lineas ?? [], ultimo: start?.ultimo ?? null }
}

async function asientos({ db, query, quien }: Context<typeof contrato.asientos>) {
  exigirGanancia(quien)
  const { formato, desde = null, hasta = null, despues, ultimo } = query
  const { rows } = await sql<{ iso: string }>`SELECT iso FROM monedas WHERE funcional`.execute(db)
  const funcional = rows[0]?.iso ?? ''
  return tramoDe(db, formato, { desde, hasta }, { despues, ultimo }, funcional)
}

export const servidor = area(contrato, {
  cuentas: ({ db }) => accounts(db),
  diario,
  mayor: ({ db, query, quien }) => {
    exigirGanancia(quien)
    return account(db, query)
  },
  balance: ({ db, query: { desde = null, hasta = null }, quien }) => {
    exigirGanancia(quien)
    return balance(db, { desde, hasta })
  },
  exportar,
  asientos,
})
