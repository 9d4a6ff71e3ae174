import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { conIntentos, deFirma, deSesion } from './intentos.ts'
import { verifyPassword } from './password.ts'
import type { Quien } from './sesion.ts'

/**
 * Checks the signed-in user's password again before an action that grants power, so that a stolen token is not
 * enough. Wrong passwords are counted by session: nobody else's guesses shut a signed-in user out. `db` is the pool.
 * @throws DomainError VALIDACION on `campo`, DEMASIADOS_INTENTOS
 */
export async function confirmarIdentidad(
  db: Db,
  { usuario_id, sesion_id }: Quien,
  password: string,
  campo = 'password',
): Promise<void> {
  const right = await conIntentos(db, deSesion(sesion_id), async () => {
    const row = await db
      .selectFrom('usuarios')
      .select('password_hash')
      .where('id', '=', usuario_id)
      .executeTakeFirst()
    return (await verifyPassword(row?.password_hash ?? null, password, 'conocido')) || null
  })
  if (!right) {
    throw new DomainError('VALIDACION', {}, [{ msg: 'Su contraseña no es correcta.', campo }])
  }
}

/**
 * Identifies a second person at the screen of the signed-in user, by user name or e-mail and password. Failures are
 * counted by that name and by who is signed in, and the answer does not reveal whether the name exists. `db` is the pool.
 * @throws DomainError CREDENCIALES, DEMASIADOS_INTENTOS
 */
export async function identificar(
  db: Db,
  quien: Quien,
  { usuario, password }: { usuario: string; password: string },
): Promise<{ id: number }> {
  const typed = usuario.toLowerCase()
  const known = await db
    .selectFrom('usuarios')
    .select(['id', 'usuario', 'password_hash'])
    .where((e) => e.or([e('usuario', '=', typed), e('correo', '=', typed)]))
    .where('estatus', '=', true)
    // A user with a temporary password cannot authorise anything.
    .where('password_temporal_hasta', 'is', null)
    .executeTakeFirst()
  const cuentas = deFirma(known?.usuario ?? typed, quien.usuario_id)
  const right = await conIntentos(db, cuentas, async () =>
    (await verifyPassword(known?.password_hash ?? null, password, 'conocido'))
      ? (known ?? null)
      : null,
  )
  if (!right) throw new DomainError('CREDENCIALES')
  return { id: right.id }
}
