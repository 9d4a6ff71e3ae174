import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { conBitacora } from './bitacora.ts'
import type { Afuera } from './clave.ts'
import { comprobar, parecePedirCodigo } from './factor/segundo-factor.ts'
import { conIntentos, deFirma, deSesion } from './intentos.ts'
import { verifyPassword } from './password.ts'
import { debeFactor, type Quien } from './sesion.ts'

/** What proves who somebody is: his password, and where he has a second factor its code or a recovery code. */
export interface Prueba {
  password: string
  codigo?: string | undefined
}

/** The pool, the house's secret and who asks: what a handler gets. */
interface Pedido {
  db: Db
  afuera: Afuera
  quien: Quien
}

function pedirCodigo(): never {
  const msg = 'Escriba el código de su aplicación de autenticación, o uno de recuperación.'
  throw new DomainError('CODIGO_REQUERIDO', {}, [{ msg, campo: 'codigo' }])
}

/**
 * Checks again that the signed-in user is himself before an action that grants power, so that a stolen
 * token is not enough. What is wrong is counted by session: nobody else's guesses shut a signed-in user out.
 * @throws DomainError VALIDACION on `campo`, CODIGO_REQUERIDO, DEMASIADOS_INTENTOS
 */
export async function confirmarIdentidad(
  { db, afuera, quien }: Pedido,
  prueba: Prueba,
  campo = 'password',
): Promise<void> {
  const { usuario_id, sesion_id, ip, solicitud } = quien
  if (quien.clave_api) throw new DomainError('SOLO_PERSONA')
  const origen = { usuario_id, sesion_id, ip, solicitud }
  await conBitacora(db, origen, { entidad: 'sesiones', id: sesion_id }, () =>
    probar({ db, afuera, quien }, prueba, campo),
  )
  await sql`SELECT auditar(${JSON.stringify(origen)}::jsonb, 'identidad', 'sesiones', ${String(sesion_id)}, NULL,
            NULL)`.execute(db)
  // For two minutes this session is his who owns it: what asks for that afterwards does not ask again.
  await sql`UPDATE sesiones SET confirmada_hasta = ahora() + interval '2 minutes' WHERE id = ${sesion_id}`.execute(
    db,
  )
}

async function probar(
  { db, afuera, quien }: Pedido,
  { password, codigo = '' }: Prueba,
  campo: string,
): Promise<void> {
  const { usuario_id, segundo_factor } = quien
  const right = await conIntentos(db, deSesion(quien.sesion_id), async () => {
    if (segundo_factor && codigo.trim() === '') pedirCodigo()
    const mine = await passwordCierta(db, usuario_id, password)
    // The code is used up only with the right password.
    const both =
      mine && (!segundo_factor || (await comprobar(db, afuera.clave, usuario_id, codigo)))
    return both || null
  })
  if (right) return
  const msg = segundo_factor
    ? 'Su contraseña o el código no es correcto. Cada código vale una vez: espere el siguiente.'
    : 'Su contraseña no es correcta.'
  throw new DomainError('VALIDACION', {}, [{ msg, campo }])
}

/**
 * Checks the password alone: the locked screen of a session that goes on.
 * @throws DomainError VALIDACION on `password`, DEMASIADOS_INTENTOS
 */
export async function desbloquear(
  { db, quien }: Pick<Pedido, 'db' | 'quien'>,
  password: string,
): Promise<void> {
  const { usuario_id, sesion_id, ip, solicitud } = quien
  const origen = { usuario_id, sesion_id, ip, solicitud }
  await conBitacora(db, origen, { entidad: 'sesiones', id: sesion_id }, async () => {
    const right = await conIntentos(
      db,
      deSesion(sesion_id),
      async () => (await passwordCierta(db, usuario_id, password)) || null,
    )
    if (right) return
    const msg = 'Su contraseña no es correcta.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'password' }])
  })
}

async function passwordCierta(db: Db, id: number, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('usuarios')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return verifyPassword(row?.password_hash ?? null, password, 'conocido')
}

interface Firmante {
  id: number
  usuario: string
  password_hash: string
  rol_slug: string
  permisos: string[]
  segundo_factor: boolean
  exige_rol: boolean
  exige_casa: boolean
}

/** An active user by name or e-mail. A user with a temporary password cannot authorise anything. */
async function firmanteDe(db: Db, typed: string): Promise<Firmante | undefined> {
  const { rows } = await sql<Firmante>`
    SELECT u.id, u.usuario, u.password_hash, u.rol_slug, r.exige_totp_desde IS NOT NULL AS exige_rol,
           acceso_exige_factor() AS exige_casa,
           EXISTS (SELECT FROM usuarios_totp t WHERE t.usuario_id = u.id AND t.confirmado_en IS NOT NULL) AS segundo_factor,
           ARRAY(SELECT permiso FROM roles_permisos WHERE rol_slug = u.rol_slug) AS permisos
    FROM usuarios u JOIN roles r ON r.slug = u.rol_slug
    WHERE ${typed} IN (u.usuario, u.correo) AND u.estatus AND NOT u.integracion
      AND u.password_temporal_hasta IS NULL`.execute(db)
  return rows[0]
}

/**
 * Identifies a second person at the screen of the signed-in user, by user name or e-mail, password and code. Failures are
 * counted by that name and by who is signed in, and the answer does not reveal whether the name exists.
 * @throws DomainError CREDENCIALES, CODIGO_REQUERIDO, FIRMA_SIN_FACTOR, DEMASIADOS_INTENTOS
 */
export async function identificar(
  { db, afuera, quien }: Pedido,
  { usuario, password, codigo = '' }: Prueba & { usuario: string },
): Promise<{ id: number }> {
  const typed = usuario.toLowerCase()
  const known = await firmanteDe(db, typed)
  const cuentas = deFirma(known?.usuario ?? typed, quien.usuario_id)
  const right = await conIntentos(db, cuentas, async () => {
    const asks = known?.segundo_factor ?? (await parecePedirCodigo(db, afuera.clave, typed))
    if (asks && codigo.trim() === '') pedirCodigo()
    const his = await verifyPassword(known?.password_hash ?? null, password, 'conocido')
    if (!known || !his) return null
    if (asks && !(await comprobar(db, afuera.clave, known.id, codigo))) return null
    return known
  })
  if (!right) throw new DomainError(codigo ? 'CREDENCIALES_CODIGO' : 'CREDENCIALES')
  if (debeFactor(right)) throw new DomainError('FIRMA_SIN_FACTOR')
  return { id: right.id }
}
