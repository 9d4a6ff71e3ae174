import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { noEscribe, pruebaDeEscritura } from '../db/escritura.ts'
import { soloLectura } from '../db/revision.ts'

/** The house's word for being alive, and the one that other systems look for beside `listo`. */
const VIVE = { '/api/salud': 'El servidor vive', '/api/vivo': 'Lo mismo que /api/salud' }

/**
 * `GET /api/salud`, also as `/api/vivo`: the process lives. `GET /api/listo`: it can serve, i.e. it reaches its database, is not shutting
 * down, and the database accepts writes. 503 otherwise, with the reason. `solo_lectura` is the instant since which the
 * books are stopped because of a difference, else null.
 */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let ending = false
  const probar = pruebaDeEscritura(db)
  app.addHook('preClose', async () => {
    ending = true
  })
  app.register(async (api) => {
    for (const [url, summary] of Object.entries(VIVE))
      api.get(url, { schema: { summary } }, async () => ({ ok: true }))
    api.get('/api/listo', { schema: { summary: 'El servidor puede atender' } }, async () => {
      if (ending) throw new DomainError('NO_DISPONIBLE')
      const desde = await soloLectura(db)
      if (desde) throw noEscribe('los libros no cuadran', desde)
      await probar()
      return { ok: true, solo_lectura: null }
    })
  })
}
