import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { exigirSinConteo } from '../../server/acceso/conteo.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { pagedBy } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { inicioDe, tramoDe } from './exportacion.ts'
import { account, accounts, balance, type Key, legs } from './queries.ts'

/** The ledger has cost and profit on every page, and every till. @throws DomainError SIN_PERMISO, CAJA_EN_CONTEO */
async function exigirLibro({ db, quien }: { db: Db; quien: Quien }): Promise<void> {
  if (!tiene(quien, 'ganancia:ver'))
    throw new DomainError('SIN_PERMISO', { permiso: 'ganancia:ver' })
  await exigirSinConteo(db, quien)
}

async function diario(c: Context<typeof contrato.diario>) {
  await exigirLibro(c)
  return pagedBy(c, ['libro'], (limite, key: Key | null) => legs(c.query, limite, key), [
    'asiento_id',
    'id',
    'fecha_negocio',
  ])
}

/** The audit row of the export is written before its first line is read. */
async function exportar({ db, body, quien }: Context<typeof contrato.exportar>) {
  await exigirLibro({ db, quien })
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'exportar', 'libro', NULL, NULL,
            ${JSON.stringify(body)}::jsonb)`.execute(db)
  const start = await inicioDe(db, body.formato, body)
  const message = 'La exportación quedó registrada en la auditoría.'
  return { message, lineas: start?.lineas ?? [], ultimo: start?.ultimo ?? null }
}

async function asientos({ db, query, quien }: Context<typeof contrato.asientos>) {
  await exigirLibro({ db, quien })
  const { formato, desde = null, hasta = null, despues, ultimo } = query
  const { rows } = await sql<{ iso: string }>`SELECT iso FROM monedas WHERE funcional`.execute(db)
  const funcional = rows[0]?.iso ?? ''
  return tramoDe(db, formato, { desde, hasta }, { despues, ultimo }, funcional)
}

export const servidor = area(
  contrato,
  {
    cuentas: ({ db }) => accounts(db),
    diario,
    mayor: async ({ db, query, quien }) => {
      await exigirLibro({ db, quien })
      return account(db, query)
    },
    balance: async ({ db, query: { desde = null, hasta = null }, quien }) => {
      await exigirLibro({ db, quien })
      return balance(db, { desde, hasta })
    },
    exportar,
    asientos,
  },
  {},
  aportes,
)
