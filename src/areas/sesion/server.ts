import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { anotarToken, conBitacora } from '../../server/acceso/bitacora.ts'
import { equiposDe, marcarEquipo } from '../../server/acceso/equipo.ts'
import { comprobar, parecePedirCodigo } from '../../server/acceso/factor/segundo-factor.ts'
import { confirmarIdentidad, desbloquear } from '../../server/acceso/identidad.ts'
import {
  conIntentos,
  contarFallo,
  deDireccion,
  deEquipo,
  deExtrano,
} from '../../server/acceso/intentos.ts'
import { exigirTurno, verifyPassword } from '../../server/acceso/password.ts'
import { redDe } from '../../server/acceso/red.ts'
import {
  auditOf,
  endSessions,
  huellaDe,
  openSession,
  type Quien,
  readSession,
  refreshSession,
} from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { usuariosDemo } from './demo/usuarios.ts'

/** What a sign-in asks with: the person that was named, if there is one, and whether this device is his. */
async function named(context: Context<typeof contrato.login>) {
  const { db, body, ip, cookies, afuera } = context
  const equipos = equiposDe(afuera.clave, cookies)
  const red = redDe(ip)
  exigirTurno(equipos.size > 0 ? 'conocido' : { red })
  const typed = body.usuario.toLowerCase()
  const found = db
    .selectFrom('usuarios')
    // Nobody signs in as a key of an integration.
    .where('integracion', '=', false)
    .where((e) => e.or([e('usuario', '=', typed), e('correo', '=', typed)]))
  const known = await found
    .select(['id', 'usuario', sql<number>`extract(epoch FROM ahora())::float8`.as('ahora')])
    .executeTakeFirst()
  const marca = known && equipos.get(known.id)
  const equipo = marca && marca.hasta > known.ahora ? marca.equipo : undefined
  return {
    ...{ found, known, typed, equipo },
    pide: equipo ? ('conocido' as const) : { red },
    // Guesses by name and by e-mail count together for the same person.
    cuentas: known && equipo ? deEquipo(known.id, equipo) : deExtrano(known?.usuario ?? typed, ip),
  }
}

type Nombrado = Awaited<ReturnType<typeof named>>

/** Checks password and code, and opens the session: its token. */
async function abrir(context: Context<typeof contrato.login>, nombrado: Nombrado): Promise<string> {
  const { db, body, ip, agente, afuera } = context
  const codigo = body.codigo?.trim() ?? ''
  const { found, typed, equipo, pide, cuentas } = nombrado
  // Nothing that says that it was right leaves before the verdict: another process may have closed the count meanwhile.
  const right = await conIntentos(db, cuentas, async () => {
    const user = await found
      .select(['id', 'password_hash', sql<number>`extract(epoch FROM ahora())::float8`.as('ahora')])
      .select([
        sql<boolean>`estatus AND coalesce(password_temporal_hasta > ahora(), true)`.as('puede'),
        sql<boolean>`EXISTS (SELECT FROM usuarios_totp t WHERE t.usuario_id = usuarios.id
                             AND t.confirmado_en IS NOT NULL)`.as('con_codigo'),
      ])
      .executeTakeFirst()
    const asks = user ? user.con_codigo : await parecePedirCodigo(db, afuera.clave, typed)
    if (asks && !codigo) {
      // Asked whatever the password is, and before any hash: it says nothing about it and costs next to nothing.
      if (!equipo) await contarFallo(db, [deDireccion(ip)])
      throw new DomainError('CODIGO_REQUERIDO')
    }
    const his = await verifyPassword(user?.password_hash ?? null, body.password, pide)
    if (!user?.puede || !his) return null
    if (asks && !(await comprobar(db, afuera.clave, user.id, codigo))) return null
    return user
  })
  if (!right) throw new DomainError(codigo ? 'CREDENCIALES_CODIGO' : 'CREDENCIALES')
  context.fijar(marcarEquipo(afuera.clave, right.id, right.ahora, equipo))
  return openSession(db, right.id, { ip, agente })
}

async function login(context: Context<typeof contrato.login>) {
  const { db, ip, solicitud } = context
  const origen = { ip, solicitud }
  // A password may be typed as the name by mistake: the audit names only who exists.
  const at = (id: number | null) => ({ entidad: contrato.login.path, id })
  const nombrado = await conBitacora(db, origen, at(null), () => named(context))
  const id = nombrado.known?.id ?? null
  const token = await conBitacora(db, origen, at(id), () => abrir(context, nombrado))
  const quien = await sessionBehind(db, token, origen)
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'ingreso', 'sesiones', ${String(quien.sesion_id)},
            NULL, nullif(${nombrado.equipo ? '{}' : '{"equipo_nuevo": true}'}::jsonb || coalesce(acceso_a_deshora(), '{}'),
              '{}'))`.execute(db)
  return signedIn(db, quien, token, 'Sesión iniciada.')
}

async function refresh({ db, token, ip, solicitud }: Context<typeof contrato.refresh>) {
  const origen = { ip, solicitud }
  const next = await refreshSession(db, token, origen).catch(async (error: unknown) => {
    await anotarToken(db, huellaDe(token), origen)
    throw error
  })
  const quien = await sessionBehind(db, next, origen)
  return signedIn(db, quien, next, 'Succesfull')
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
    ...(await segunLaCasa(db)),
  }
}

function publicUser({ usuario_id: id, permisos, ...quien }: Quien) {
  const { nombres, apellidos, correo, role, segundo_factor, debe } = quien
  const sucursales = permisos.includes('sucursales:todas') ? [...quien.sucursales] : []
  const suya = quien.sucursales.find((one) => one.id === quien.sucursal_id) ?? null
  return {
    ...{ id, nombres, apellidos, correo, role, permisos: [...permisos], segundo_factor, debe },
    sucursales,
    ...(quien.ve && { sucursal: suya }),
  }
}

/** What the settings say of every session. */
async function segunLaCasa(db: Db) {
  const { rows } = await sql<{ bloqueo_minutos: number; salida_avisa: boolean }>`
    SELECT ajuste('bloqueo_pantalla_minutos')::int AS bloqueo_minutos, ajuste('salida_avisa')::boolean AS salida_avisa`.execute(
    db,
  )
  const { bloqueo_minutos = 0, salida_avisa = false } = rows[0] ?? {}
  return { bloqueo_minutos, salida_avisa }
}

/** Ends the session that asks. */
async function salir({ db, quien }: Context<typeof contrato.salir>) {
  const { usuario_id, sesion_id } = quien
  await endSessions(db, usuario_id, { solo: sesion_id })
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'salida', 'sesiones', ${String(sesion_id)}, NULL, NULL)`.execute(
    db,
  )
  return { message: 'Sesión terminada.' }
}

/** Proves again who is signed in: the session counts as confirmed for two minutes. */
async function confirmar(context: Context<typeof contrato.confirmar>) {
  await confirmarIdentidad(context, context.body)
  return { message: 'Confirmado.' }
}

export const servidor = area(
  contrato,
  {
    demo: usuariosDemo,
    login: { directo: login },
    refresh: { directo: refresh },
    sesion: async ({ db, quien }) => ({
      usuario: publicUser(quien),
      ...(await segunLaCasa(db)),
    }),
    desbloquear: {
      directo: async (context) => {
        await desbloquear(context, context.body.password)
        return { message: 'Pantalla desbloqueada.' }
      },
    },
    salir,
    confirmar: { directo: confirmar },
  },
  {},
  aportes,
)
