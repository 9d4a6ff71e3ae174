import { sql } from 'kysely'
import { ROL_CLAVE } from '../../core/acceso/de-clave.ts'
import { DomainError } from '../../core/errors.ts'
import { manda } from '../../core/permisos.ts'
import { actuar, exigirControl, exigirIdentidad } from '../../server/acceso/control.ts'
import { quitar } from '../../server/acceso/factor/segundo-factor.ts'
import { confirmarIdentidad } from '../../server/acceso/identidad.ts'
import { perdonar } from '../../server/acceso/intentos.ts'
import { hashPassword, passwordTemporal } from '../../server/acceso/password.ts'
import { endSessions, openSessions, type Quien } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import { type Db, transaction } from '../../server/db/db.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { contrato, type UsuarioDetalle } from './contract.ts'
import { controlar, controlarNuevo } from './control.ts'
import { accounts, assignAccounts, history, list, one, permisosDe } from './queries.ts'
import { palabrasDe } from './roles/nombres.ts'
import { masQueYo } from './rules.ts'

const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese usuario' })
const AREA = 'usuarios'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, [AREA], (limite, key) => list(c.query, limite, key))

/**
 * Refuses when the role has a permission that the user who asks does not hold (ADR 0017). @throws DomainError
 * MAS_PERMISOS
 */
async function exigirAlcance(db: Db, { role, permisos }: Quien, slug: string): Promise<void> {
  const otro = { slug, permisos: await permisosDe(db, slug) }
  const permiso = masQueYo({ slug: role.slug, permisos }, otro)
  if (permiso) throw new DomainError('MAS_PERMISOS', { permiso: palabrasDe(permiso) })
}

/** Locks a user until the transaction ends. @throws DomainError when there is none, or MAS_PERMISOS */
async function tomar(db: Db, quien: Quien, id: number): Promise<Omit<UsuarioDetalle, 'historial'>> {
  const found = await one(db, id, true)
  if (!found) throw NO_EXISTE()
  await exigirAlcance(db, quien, found.rol_slug)
  return found
}

async function exigirRol(db: Db, slug: string): Promise<void> {
  const found = await db
    .selectFrom('roles')
    .select('slug')
    .where('slug', '=', slug)
    .where('slug', '<>', ROL_CLAVE)
    .executeTakeFirst()
  if (!found) {
    throw new DomainError('VALIDACION', {}, [
      { msg: 'Elija un rol de la lista.', campo: 'rol_slug' },
    ])
  }
}

async function exigirSucursal(db: Db, sucursal_id: number | null): Promise<void> {
  const found = await db
    .selectFrom('sucursales')
    .select('id')
    .where('estatus', '=', true)
    .$if(sucursal_id !== null, (q) => q.where('id', '=', sucursal_id as number))
    .limit(1)
    .executeTakeFirst()
  // In a house with branches every user has one.
  if (sucursal_id === null ? !found : found) return
  throw new DomainError('VALIDACION', {}, [{ msg: 'Elija una sucursal.', campo: 'sucursal_id' }])
}

async function asignar(db: Db, id: number, cuentas: readonly number[]): Promise<void> {
  if (await assignAccounts(db, id, cuentas)) return
  const msg = 'Una de las cuentas no existe.'
  throw new DomainError('VALIDACION', {}, [{ msg, campo: 'cuentas' }])
}

/** A temporary password with its columns: the hash and the expiry. */
async function temporal() {
  const password = passwordTemporal()
  const hasta = sql<string>`ahora() + make_interval(hours => ajuste('password_temporal_horas')::int)`
  return {
    password,
    columnas: { password_hash: await hashPassword(password), password_temporal_hasta: hasta },
  }
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, quien, body } = context
  const { password: suya, codigo, cuentas, ...campos } = body
  await confirmarIdentidad(context, { password: suya, codigo })
  const { password, columnas } = await temporal()
  const id = await transaction(db, async (tx) => {
    await exigirRol(tx, campos.rol_slug)
    await exigirAlcance(tx, quien, campos.rol_slug)
    await exigirSucursal(tx, campos.sucursal_id)
    await actuar({ db: tx, quien })
    await controlarNuevo({ db: tx, quien }, body)
    const made = await tx
      .insertInto('usuarios')
      .values({ ...campos, ...columnas, creado_en: sql`ahora()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await asignar(tx, made.id, cuentas)
    await note({ db: tx, quien }, AREA, 'crear', made.id, null, { ...campos, cuentas })
    return made.id
  })
  return { id, message: 'Usuario creado.', password_temporal: password }
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, quien, params, body } = context
  const { version, cuentas, ...campos } = body
  const previo = await tomar(db, quien, params.id)
  if (previo.version !== version) {
    throw new DomainError('VERSION', { version: previo.version, actual: previo })
  }
  await exigirSucursal(db, campos.sucursal_id)
  await controlar(context, previo)
  await db
    .updateTable('usuarios')
    .set((e) => ({ ...campos, version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  await asignar(db, params.id, cuentas)
  const antes = Object.fromEntries(
    Object.keys(campos).map((campo) => [campo, previo[campo as keyof typeof previo]]),
  )
  const despues = { ...campos, cuentas }
  await note(context, AREA, 'editar', params.id, { ...antes, cuentas: previo.cuentas }, despues)
  return { id: params.id, message: 'Usuario actualizado.' }
}

function noUnoMismo(quien: Quien, id: number, accion: string): void {
  if (quien.usuario_id === id) throw new DomainError('UNO_MISMO', { accion })
}

async function rol(context: Context<typeof contrato.rol>) {
  const { db, quien, params, body } = context
  await confirmarIdentidad(context, body)
  return transaction(db, async (tx) => {
    const previo = await tomar(tx, quien, params.id)
    noUnoMismo(quien, params.id, 'cambiarse el rol')
    await exigirRol(tx, body.rol_slug)
    await exigirAlcance(tx, quien, body.rol_slug)
    await actuar({ db: tx, quien })
    await tx
      .updateTable('usuarios')
      .set((e) => ({ rol_slug: body.rol_slug, version: e('version', '+', 1) }))
      .where('id', '=', params.id)
      .execute()
    const [antes, despues] = [{ rol_slug: previo.rol_slug }, { rol_slug: body.rol_slug }]
    await note({ db: tx, quien }, AREA, 'rol', params.id, antes, despues)
    return { id: params.id, message: 'Rol cambiado. Vale desde su próxima acción.' }
  })
}

async function estatus(context: Context<typeof contrato.estatus>) {
  const { db, quien, params } = context
  const previo = await tomar(db, quien, params.id)
  noUnoMismo(quien, params.id, 'desactivarse')
  const activo = !previo.estatus
  await actuar(context)
  await db
    .updateTable('usuarios')
    .set((e) => ({ estatus: activo, version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  if (!activo) await endSessions(db, params.id)
  await note(context, AREA, 'estatus', params.id, { estatus: previo.estatus }, { estatus: activo })
  const message = activo ? 'Usuario activado.' : 'Usuario desactivado. Sus sesiones terminaron.'
  return { id: params.id, estatus: activo, message }
}

async function restablecer(context: Context<typeof contrato.restablecer>) {
  const { db, quien, params, body } = context
  await confirmarIdentidad(context, body)
  const { password, columnas } = await temporal()
  return transaction(db, async (tx) => {
    const previo = await tomar(tx, quien, params.id)
    noUnoMismo(quien, params.id, 'restablecerse la contraseña')
    await deOtro(tx, quien, previo, 'cambiar la contraseña')
    await tx.updateTable('usuarios').set(columnas).where('id', '=', params.id).execute()
    const terminadas = await endSessions(tx, params.id)
    await perdonar(tx, params.id, previo.usuario)
    await note({ db: tx, quien }, AREA, 'restablecer', params.id, null, { terminadas })
    const message = 'Contraseña restablecida. Sus sesiones terminaron.'
    return { id: params.id, message, password_temporal: password }
  })
}

/** Whoever gets into the account of somebody who may approve is two people: another one says yes. */
async function deOtro(
  db: Db,
  quien: Quien,
  { id, nombres, apellidos, usuario, rol_slug }: Omit<UsuarioDetalle, 'historial'>,
  que: string,
): Promise<void> {
  if (!manda(rol_slug, await permisosDe(db, rol_slug))) return
  const titulo = `${que} de ${nombres} ${apellidos} (${usuario})`
  const comun = { origen: 'usuarios', origen_id: id, implicados: [id], que: { que, id } }
  await exigirControl({ db, quien }, { clave: 'cuenta-ajena', ...comun, titulo })
}

/**
 * For a user who lost his phone: removes the second factor, which is enrolled again, at once if the role requires it.
 */
async function quitarFactor(context: Context<typeof contrato.quitarFactor>) {
  const { db, quien, params, body } = context
  await confirmarIdentidad(context, body)
  return transaction(db, async (tx) => {
    const previo = await tomar(tx, quien, params.id)
    noUnoMismo(quien, params.id, 'quitarse aquí el segundo factor')
    await deOtro(tx, quien, previo, 'quitar el segundo factor')
    if (!(await quitar(tx, params.id))) {
      throw new DomainError('NO_EXISTE', { que: 'un segundo factor de ese usuario' })
    }
    const terminadas = await endSessions(tx, params.id)
    await note({ db: tx, quien }, AREA, 'quitar-factor', params.id, null, { terminadas })
    return { id: params.id, message: 'Segundo factor quitado. Sus sesiones terminaron.' }
  })
}

async function terminar(context: Context<typeof contrato.terminar>) {
  const { db, quien, params, body } = context
  await tomar(db, quien, params.id)
  await exigirIdentidad(context, 'cerrar las sesiones de otra persona')
  const which = body.sesion_id === null ? {} : { solo: body.sesion_id }
  const terminadas = await endSessions(db, params.id, which)
  if (body.sesion_id !== null && terminadas === 0) {
    throw new DomainError('NO_EXISTE', { que: 'esa sesión abierta' })
  }
  await note(context, AREA, 'terminar-sesion', params.id, null, { ...body, terminadas })
  const message = terminadas === 1 ? 'Sesión terminada.' : `Sesiones terminadas: ${terminadas}.`
  return { id: params.id, terminadas, message }
}

export const servidor = area(
  contrato,
  {
    listar,
    roles: ({ db }) =>
      db
        .selectFrom('roles')
        .select(['slug', 'nombre', 'estatus'])
        .where('slug', '<>', ROL_CLAVE)
        .orderBy('nombre')
        .execute(),
    sucursales: ({ db }) =>
      db
        .selectFrom('sucursales')
        .select(['id', 'nombre'])
        .where('estatus', '=', true)
        .orderBy('nombre')
        .execute(),
    cuentas: ({ db }) => accounts(db),
    obtener: async ({ db, params }) => {
      const found = await one(db, params.id)
      if (!found) throw NO_EXISTE()
      return { ...found, historial: await history(db, params.id) }
    },
    crear: { directo: crear },
    editar,
    rol: { directo: rol },
    // Who may approve and administer must not be shut out, nor let in again, by a token alone.
    estatus: { antes: (context) => confirmarIdentidad(context, context.body), luego: estatus },
    restablecer: { directo: restablecer },
    quitarFactor: { directo: quitarFactor },
    sesiones: async ({ db, params }) => {
      if (!(await one(db, params.id))) throw NO_EXISTE()
      return openSessions(db, params.id)
    },
    terminar,
  },
  {
    usuarios_usuario_key: ['un usuario con ese nombre de usuario', 'usuario'],
    usuarios_correo_key: ['un usuario con ese correo', 'correo'],
    usuarios_documento_key: ['un usuario con ese documento', 'num_doc'],
  },
  aportes,
)
