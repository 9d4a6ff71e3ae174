import { connect } from 'node:net'
import { join } from 'node:path'
import type { Place } from './folder.ts'
import { EmbeddedError, processesOf } from './process.ts'

/** Whether somebody takes connections at this socket. */
function atiende(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path)
    client.once('connect', () => {
      client.destroy()
      resolve(true)
    })
    // One that has no room for a connection more is there all the same.
    client.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'))
  })
}

/**
 * Sees that no PostgreSQL works on these data whose processes this one cannot see, as those of another container: a
 * second one would destroy them, and a restore would put them aside under it.
 * @throws EmbeddedError where one takes connections.
 */
export async function exigirSola(place: Place): Promise<void> {
  if (process.platform === 'win32' || processesOf(place.data).length > 0) return
  if (!(await atiende(join(place.sockets, '.s.PGSQL.5432')))) return
  throw new EmbeddedError(
    `Otro programa trabaja con la carpeta de datos ${place.carpeta}, y desde aquí no se lo ve: quizás en otro contenedor. Dé esta orden dentro de aquel, o deténgalo primero.`,
  )
}
