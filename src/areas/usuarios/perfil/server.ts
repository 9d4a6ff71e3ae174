import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { confirmarIdentidad } from '../../../server/acceso/identidad.ts'
import { exigirPassword, hashPassword } from '../../../server/acceso/password.ts'
import { endSessions, openSessions } from '../../../server/acceso/sesion.ts'
import { area, type Context } from '../../../server/area.ts'
import { note } from '../../../server/catalog.ts'
import { transaction } from '../../../server/db/db.ts'
import { contratoPerfil, type Perfil } from '../contract/perfil.ts'
import { factorPropio } from '../factor/server.ts'
import { changes, one, senasDe } from '../queries.ts'

const AREA = 'usuarios'

async function ver({ db, quien }: Pick<Context, 'db' | 'quien'>, lock = false) {
  const found = await one(db, quien.usuario_id, lock)
  if (!found) throw new DomainError('SESION_REQUERIDA')
  return found
}

/** What his page shows of it. */
function propio(usuario: Awaited<ReturnType<typeof ver>>): Perfil {
  const { id, nombres, apellidos, correo, celular, tipo_doc, num_doc, version } = usuario
  const { rol, sucursal, cajas, limite_usd, desvio_pct, ultimo_ingreso } = usuario
  const persona = {
    id,
    nombres,
    apellidos,
    usuario: usuario.usuario,
    correo,
    celular,
    tipo_doc,
    num_doc,
  }
  return { ...persona, rol, sucursal, cajas, limite_usd, desvio_pct, ultimo_ingreso, version }
}

/** Whoever has the e-mail signs in with it, and hears of the house there: another one takes the password. */
async function probarCorreo(context: Context<typeof contratoPerfil.editar>): Promise<void> {
  const { quien, body } = context
  if (body.correo === quien.correo) return
  if (!body.password) {
    const msg = 'Para cambiar su correo escriba su contraseña.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'password' }])
  }
  await confirmarIdentidad(context, { password: body.password, codigo: body.codigo })
}

async function editar(context: Context<typeof contratoPerfil.editar>) {
  const { db, quien, body } = context
  const { version, password: _, codigo: __, ...campos } = body
  const previo = await ver(context, true)
  if (previo.version !== version) {
    throw new DomainError('VERSION', { version: previo.version, actual: previo })
  }
  await db
    .updateTable('usuarios')
    .set((e) => ({ ...campos, version: e('version', '+', 1) }))
    .where('id', '=', quien.usuario_id)
    .execute()
  const antes = { correo: previo.correo, celular: previo.celular }
  await note(context, AREA, 'perfil', quien.usuario_id, antes, campos)
  return { message: 'Datos guardados.' }
}

/** What his password must not be made of: himself, the house and its people. */
async function contextoDe(db: Context['db'], quien: Context['quien']) {
  const { nombres, apellidos, usuario, correo } = quien
  return { propio: [nombres, apellidos, usuario, correo], ...(await senasDe(db, quien.usuario_id)) }
}

/** Requires the old password even if it is temporary: an intruder at an open screen does not know it. */
async function password(context: Context<typeof contratoPerfil.password>) {
  const { db, quien, body } = context
  const { actual, nueva, codigo } = body
  await confirmarIdentidad(context, { password: actual, codigo }, 'actual')
  await exigirPassword(nueva, await contextoDe(db, quien), 'nueva')
  if (nueva === actual) {
    const msg = 'La contraseña nueva debe ser distinta de la actual.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'nueva' }])
  }
  const password_hash = await hashPassword(nueva)
  return transaction(db, async (tx) => {
    await tx
      .updateTable('usuarios')
      .set({ password_hash, password_temporal_hasta: null })
      .where('id', '=', quien.usuario_id)
      .execute()
    const terminadas = await endSessions(tx, quien.usuario_id, { menos: quien.sesion_id })
    await note({ db: tx, quien }, AREA, 'password', quien.usuario_id, null, { terminadas })
    const demas = terminadas > 0 ? ' Sus demás sesiones terminaron.' : ''
    return { message: `Contraseña cambiada.${demas}` }
  })
}

async function terminar(context: Context<typeof contratoPerfil.terminar>) {
  const { db, quien, body } = context
  const { sesion_id } = body
  const which = sesion_id === null ? { menos: quien.sesion_id } : { solo: sesion_id }
  const terminadas = await endSessions(db, quien.usuario_id, which)
  if (sesion_id !== null && terminadas === 0) {
    throw new DomainError('NO_EXISTE', { que: 'esa sesión abierta' })
  }
  await note(context, AREA, 'terminar-sesion', quien.usuario_id, null, { sesion_id, terminadas })
  const message = terminadas === 1 ? 'Sesión terminada.' : `Sesiones terminadas: ${terminadas}.`
  return { terminadas, message }
}

export const servidorPerfil = area(
  contratoPerfil,
  {
    ver: async (context) => propio(await ver(context)),
    editar: { antes: probarCorreo, luego: editar },
    password: { directo: password },
    sesiones: async ({ db, quien }) => {
      const open = await openSessions(db, quien.usuario_id)
      return open.map((sesion) => ({ ...sesion, actual: sesion.id === quien.sesion_id }))
    },
    terminar: { antes: (context) => confirmarIdentidad(context, context.body), luego: terminar },
    cambios: ({ db, quien }) => changes(db, quien.usuario_id),
    vistos: async ({ db, quien }) => {
      await db
        .updateTable('usuarios')
        .set({ cambios_vistos_en: sql`ahora()` })
        .where('id', '=', quien.usuario_id)
        .execute()
      return { message: 'Anotado.' }
    },
    ...factorPropio,
  },
  { usuarios_correo_key: ['un usuario con ese correo', 'correo'] },
)
