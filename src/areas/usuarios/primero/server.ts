import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { conIntentos, deDireccion } from '../../../server/acceso/intentos.ts'
import { exigirPassword, hashPassword } from '../../../server/acceso/password.ts'
import { area, type Context } from '../../../server/area.ts'
import type { Db } from '../../../server/db/db.ts'
import { contratoPrimero } from '../contract/primero.ts'
import { esCodigoDeCasa } from './codigo.ts'

/** Whether the house has no user yet. */
export async function esperaDueno(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    espera: boolean
  }>`SELECT NOT EXISTS (SELECT FROM usuarios) AS espera`.execute(db)
  return rows[0]?.espera ?? false
}

/**
 * Makes the first administrator. The code is judged before anything else that was typed, and wrong ones count against
 * the address; that nobody is there yet is judged again under a lock, by usuarios_primero.
 */
async function crear(context: Context<typeof contratoPrimero.crear>) {
  const { db, body, ip, solicitud, afuera } = context
  const { codigo, password, ...persona } = body
  if (!(await esperaDueno(db))) throw new DomainError('CASA_CON_USUARIOS')
  const hecho = await conIntentos(db, [deDireccion(ip)], async () => {
    if (!esCodigoDeCasa(afuera.clave, codigo)) return null
    await exigirPassword(password, { propio: Object.values(persona) }, 'password')
    const nuevo = JSON.stringify({ ...persona, password_hash: await hashPassword(password) })
    const origen = JSON.stringify({ ip, solicitud })
    await sql`SELECT usuarios_primero(${nuevo}::jsonb, ${origen}::jsonb)`.execute(db)
    return true
  })
  if (!hecho) {
    const msg = 'No es el código que escribió el programa. Cópielo de la ventana donde se inició.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'codigo' }])
  }
  return { message: 'Su cuenta está lista.' }
}

export const servidorPrimero = area(contratoPrimero, {
  ver: async ({ db }) => ({ espera: await esperaDueno(db) }),
  crear: { directo: crear },
})
