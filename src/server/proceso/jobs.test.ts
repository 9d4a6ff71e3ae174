import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from '../../areas/compras-ventas/contract.ts'
import { DomainError } from '../../core/errors.ts'
import { clean, isAway, unlessAway } from './jobs.ts'

const app = await startTestApp()
const casa = await montarCasa(app)

test('stored answers are deleted after seven days, and a replay still has no second effect', async () => {
  const clave = randomUUID()
  const body = mostrador(casa).compra('10.00', '35.20')
  expect((await casa.adm.call(contrato.crear, { body, clave })).status).toBe(201)
  expect(await clean(app.db)).toBe(0)
  const owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  await owner.query("UPDATE idempotencia SET creada_en = now() - interval '8 days'")
  await owner.end()
  expect(await clean(app.db)).toBe(1)
  const repeated = { ...body, confirmo_duplicado: true }
  const late = await casa.adm.call(contrato.crear, { body: repeated, clave })
  expect([late.status, late.error.codigo]).toEqual([409, 'DUPLICADO'])
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM compras_ventas`.execute(
    app.db,
  )
  expect(rows[0]?.n).toBe(1)
})

test('a job that lost its database, even during a commit, is retried without an error message', () => {
  const told: unknown[] = []
  const tell = unlessAway((error) => told.push(error))
  tell(new DomainError('NO_DISPONIBLE'))
  tell(new DomainError('INCIERTO'))
  expect(told).toEqual([])
  const other = new Error('a fault of ours')
  tell(other)
  expect(told).toEqual([other])
  // PostgreSQL answers that the job takes too long: nobody else says so.
  const long = Object.assign(new Error('statement timeout'), { code: '57014' })
  tell(long)
  expect(told).toEqual([other, long])
  expect(isAway(long)).toBe(true)
})
