import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { DomainError } from '../core/errors.ts'
import type { Db } from './db.ts'

/** `GET /api/salud`: the process lives. `GET /api/listo`: it can serve, i.e. it reaches its database and is not ending. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
  })
  app.register(async (api) => {
    api.get('/api/salud', { schema: { summary: 'El servidor vive' } }, async () => ({ ok: true }))
    api.get('/api/listo', { schema: { summary: 'El servidor puede atender' } }, async () => {
      if (ending) throw new DomainError('NO_DISPONIBLE')
      await sql`SELECT 1`.execute(db)
      return { ok: true }
    })
  })
}
