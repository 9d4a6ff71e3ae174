import { DomainError } from '../core/errors.ts'
import type { Db } from './db.ts'
import { conIntentos } from './intentos.ts'
import { verifyPassword } from './password.ts'
import type { Quien } from './sesion.ts'

/**
 * Who asks says his password again before something that gives power away (G-31): a token that was stolen is not enough.
 * Wrong ones count with those of the sign-in. `db` is the pool.
 * @throws DomainError VALIDACION on `campo`, DEMASIADOS_INTENTOS
 */
export async function confirmarIdentidad(
  db: Db,
  { usuario_id, usuario, ip }: Quien,
  password: string,
  campo = 'password',
): Promise<void> {
  const right = await conIntentos(db, { usuario, ip }, async () => {
    const row = await db
      .selectFrom('usuarios')
      .select('password_hash')
      .where('id', '=', usuario_id)
      .executeTakeFirst()
    return (await verifyPassword(row?.password_hash ?? null, password)) || null
  })
  if (!right) {
    throw new DomainError('VALIDACION', {}, [{ msg: 'Su contraseña no es correcta.', campo }])
  }
}
