import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { noEscribe, pruebaDeEscritura } from '../db/escritura.ts'
import { soloLectura } from '../db/revision.ts'

/**
 * `GET /api/salud`: the process lives. `GET /api/listo`: it can serve, i.e. it reaches its database, is not ending,
 * and what is registered now would be kept. 503 otherwise, with the reason; `solo_lectura` is since when nothing is
 * written into the books because they are wrong, else null.
 */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let ending = false
  const probar = pruebaDeEscritura(db)
  app.addHook('preClose', async () => {
    ending = true
  })
  app.register(async (api) => {
    api.get('/api/salud', { schema: { summary: 'El servidor vive' } }, async () => ({ ok: true }))
    api.get('/api/listo', { schema: { summary: 'El servidor puede atender' } }, async () => {
      if (ending) throw new DomainError('NO_DISPONIBLE')
      const desde = await soloLectura(db)
      if (desde) throw noEscribe('los libros no cuadran', desde)
      await probar()
      return { ok: true, solo_lectura: null }
    })
  })
}
