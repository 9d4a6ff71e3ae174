import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { confirmarIdentidad } from '../../server/acceso/identidad.ts'
import { conIntentos } from '../../server/acceso/intentos.ts'
import { exigirTurno, verifyPassword } from '../../server/acceso/password.ts'
import { comprobar, estadoDe, parecePedirCodigo } from '../../server/acceso/segundo-factor.ts'
import {
  auditOf,
  openSession,
  type Quien,
  readSession,
  refreshSession,
} from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { contrato } from './contract.ts'

async function login(context: Context<typeof contrato.login>) {
  const { db, body, ip, agente, solicitud, afuera } = context
  const codigo = body.codigo?.trim() ?? ''
  exigirTurno()
  const typed = body.usuario.toLowerCase()
  const named = db
    .selectFrom('usuarios')
    .where((e) => e.or([e('usuario', '=', typed), e('correo', '=', typed)]))
  // Guesses by name and by e-mail count together for the same person.
  const known = await named.select(['id', 'usuario']).executeTakeFirst()
  const usuario = known?.usuario ?? typed
  const token = await conIntentos(db, { usuario, ip }, async () => {
    const found = await named
      .select(['id', 'password_hash'])
      .select([
        sql<boolean>`estatus AND coalesce(password_temporal_hasta > ahora(), true)`.as('puede'),
        sql<boolean>`EXISTS (SELECT FROM usuarios_totp t WHERE t.usuario_id = usuarios.id
                             AND t.confirmado_en IS NOT NULL)`.as('con_codigo'),
      ])
      .executeTakeFirst()
    const right = await verifyPassword(found?.password_hash ?? null, body.password)
    const asks = found ? found.con_codigo : await parecePedirCodigo(db, afuera.clave, typed)
    // Asked whether or not the password is right: it tells nothing about it and is not counted as a failure.
    if (asks && !codigo) throw new DomainError('CODIGO_REQUERIDO')
    if (!found?.puede || !right) return null
    if (asks && !(await comprobar(db, afuera.clave, found.id, codigo))) return null
    return openSession(db, found.id, { ip, agente })
  })
  if (!token) {
    // A password may be typed as the name by mistake: only names that exist are stored.
    const quien = JSON.stringify({ ip, solicitud })
    await sql`SELECT auditar(${quien}::jsonb, 'denegado', '/auth/login', ${known ? String(known.id) : null},
              NULL, NULL)`.execute(db)
    throw new DomainError(codigo ? 'CREDENCIALES_CODIGO' : 'CREDENCIALES')
  }
  const quien = await sessionBehind(db, token, { ip, solicitud })
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'ingreso', 'sesiones', ${String(quien.sesion_id)},
            NULL, NULL)`.execute(db)
  return signedIn(db, quien, token, 'Sesión iniciada.')
}

async function sessionBehind(
  db: Db,
  token: string,
  request: { ip: string; solicitud: string },
): Promise<Quien> {
  const quien = await readSession(db, token, request)
  if (!quien) throw new DomainError('SESION_REQUERIDA')
  return quien
}

async function signedIn(db: Db, quien: Quien, token: string, message: string) {
  return {
    ok: true as const,
    usuario: publicUser(quien),
    token,
    message,
    bloqueo_minutos: await lockMinutes(db),
  }
}

function publicUser({ usuario_id, nombres, apellidos, correo, role, permisos, debe }: Quien) {
  return { id: usuario_id, nombres, apellidos, correo, role, permisos: [...permisos], debe }
}

async function lockMinutes(db: Db): Promise<number> {
  const { rows } = await sql<{ minutos: number }>`
    SELECT ajuste('bloqueo_pantalla_minutos')::int AS minutos`.execute(db)
  return rows[0]?.minutos ?? 0
}

/** Password, and code where the user has a second factor: the session counts as confirmed for two minutes. */
async function confirmar({ db, quien, body, afuera }: Context<typeof contrato.confirmar>) {
  const codigo = body.codigo?.trim() ?? ''
  const { activo } = await estadoDe(db, quien.usuario_id)
  await confirmarIdentidad(db, quien, body.password)
  if (activo) {
    if (!codigo) throw new DomainError('CODIGO_REQUERIDO')
    const right = await conIntentos(
      db,
      { usuario: quien.usuario, ip: quien.ip },
      async () => (await comprobar(db, afuera.clave, quien.usuario_id, codigo)) || null,
    )
    if (!right) {
      const msg = 'El código no es correcto. Espere el siguiente y escríbalo antes de que cambie.'
      throw new DomainError('VALIDACION', {}, [{ msg, campo: 'codigo' }])
    }
  }
  await sql`UPDATE sesiones SET confirmada_hasta = ahora() + interval '2 minutes'
            WHERE id = ${quien.sesion_id}`.execute(db)
  return { message: 'Confirmado.' }
}

export const servidor = area(contrato, {
  login: { directo: login },
  refresh: {
    directo: async ({ db, token, ip, solicitud }) => {
      const next = await refreshSession(db, token)
      const quien = await sessionBehind(db, next, { ip, solicitud })
      return signedIn(db, quien, next, 'Succesfull')
    },
  },
  sesion: async ({ db, quien }) => ({
    usuario: publicUser(quien),
    bloqueo_minutos: await lockMinutes(db),
  }),
  desbloquear: {
    directo: async ({ db, quien, body }) => {
      await confirmarIdentidad(db, quien, body.password)
      return { message: 'Pantalla desbloqueada.' }
    },
  },
  confirmar: { directo: confirmar },
})
