import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { conIntentos } from './intentos.ts'
import { exigirTurno, verifyPassword } from './password.ts'
import type { Quien } from './sesion.ts'

/**
 * Who asks says his password again before something that gives power away: a token that was stolen is not enough.
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

/**
 * Somebody else than who asks says who he is, at the same screen: by user name or e-mail, and password. Guesses count
 * with those of the sign-in, and the answer is the same whether he exists or not. `db` is the pool.
 * @throws DomainError CREDENCIALES, DEMASIADOS_INTENTOS
 */
export async function identificar(
  db: Db,
  { usuario, ip }: { usuario: string; ip: string },
  password: string,
): Promise<{ id: number }> {
  exigirTurno()
  const typed = usuario.toLowerCase()
  const known = await db
    .selectFrom('usuarios')
    .select(['id', 'usuario', 'password_hash'])
    .where((e) => e.or([e('usuario', '=', typed), e('correo', '=', typed)]))
    .where('estatus', '=', true)
    // Whoever still owes a password of his own signs for nobody.
    .where('password_temporal_hasta', 'is', null)
    .executeTakeFirst()
  const right = await conIntentos(db, { usuario: known?.usuario ?? typed, ip }, async () =>
    (await verifyPassword(known?.password_hash ?? null, password)) ? (known ?? null) : null,
  )
  if (!right) throw new DomainError('CREDENCIALES')
  return { id: right.id }
}
