import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { manda } from '../../../core/permisos.ts'
import {
  confirmar,
  empezar,
  estadoDe,
  nuevosCodigos,
  quitar,
} from '../../../server/acceso/factor/segundo-factor.ts'
import { confirmarIdentidad } from '../../../server/acceso/identidad.ts'
import { conIntentos, deSesion } from '../../../server/acceso/intentos.ts'
import { endSessions, type Quien } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { note } from '../../../server/catalog.ts'
import { type Db, transaction } from '../../../server/db/db.ts'
import type { contratoPerfil } from '../contract/perfil.ts'

const AREA = 'usuarios'

/** Whether his role asks him for a second factor, or the house because he approves or administers. */
async function exigido(db: Db, { role, permisos }: Quien): Promise<boolean> {
  const { rows } = await sql<{ rol: boolean; casa: boolean }>`
    SELECT exige_totp_desde IS NOT NULL AS rol, acceso_exige_factor() AS casa FROM roles WHERE slug = ${role.slug}`.execute(
    db,
  )
  const [row] = rows
  return row !== undefined && (row.rol || (row.casa && manda(role.slug, permisos)))
}

async function confirmarFactor(context: Context<typeof contratoPerfil.confirmarFactor>) {
  const { db, quien, body, afuera } = context
  const { usuario_id, sesion_id } = quien
  // A wrong first code counts as a guess, so that an unattended screen does not allow a million tries.
  const codigos = await conIntentos(db, deSesion(sesion_id), () =>
    transaction(db, async (tx) => {
      const made = await confirmar(tx, afuera.clave, usuario_id, body.codigo)
      if (!made) return null
      // Ends the other sessions, which were opened without a second factor.
      await endSessions(tx, usuario_id, { menos: sesion_id })
      await note({ db: tx, quien }, AREA, 'factor', usuario_id, null, null)
      return made
    }),
  )
  if (!codigos) {
    const msg = 'El código no es correcto. Espere el siguiente y escríbalo antes de que cambie.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'codigo' }])
  }
  return { codigos, message: 'Segundo factor activo.' }
}

async function codigosFactor(context: Context<typeof contratoPerfil.codigosFactor>) {
  const { db, quien, afuera } = context
  await confirmarIdentidad(context, context.body)
  return transaction(db, async (tx) => {
    await exigirActivo(tx, quien)
    const codigos = await nuevosCodigos(tx, afuera.clave, quien.usuario_id)
    await note({ db: tx, quien }, AREA, 'codigos-factor', quien.usuario_id, null, null)
    return { codigos, message: 'Códigos nuevos. Los anteriores ya no valen.' }
  })
}

async function exigirActivo(db: Db, { usuario_id }: Quien): Promise<void> {
  const { activo } = await estadoDe(db, usuario_id)
  if (!activo) throw new DomainError('NO_EXISTE', { que: 'un segundo factor activo' })
}

async function quitarFactor(context: Context<typeof contratoPerfil.quitarFactor>) {
  const { db, quien } = context
  await confirmarIdentidad(context, context.body)
  return transaction(db, async (tx) => {
    if (await exigido(tx, quien)) throw new DomainError('SEGUNDO_FACTOR_EXIGIDO')
    await exigirActivo(tx, quien)
    await quitar(tx, quien.usuario_id)
    await note({ db: tx, quien }, AREA, 'quitar-factor', quien.usuario_id, null, null)
    return { message: 'Segundo factor quitado.' }
  })
}

/** The routes of the user's own second factor. */
export const factorPropio = {
  factor: async ({ db, quien }: Context<typeof contratoPerfil.factor>) => ({
    ...(await estadoDe(db, quien.usuario_id)),
    exigido: await exigido(db, quien),
  }),
  empezarFactor: {
    directo: async (context: Context<typeof contratoPerfil.empezarFactor>) => {
      const { db, quien, body, afuera } = context
      // Before the proof, which would ask for the code of the factor that is there.
      if (quien.segundo_factor) throw new DomainError('SEGUNDO_FACTOR_ACTIVO')
      await confirmarIdentidad(context, body)
      return transaction(db, async (tx) => {
        const begun = await empezar(tx, afuera.clave, quien.usuario_id, quien.correo)
        await note({ db: tx, quien }, AREA, 'empezar-factor', quien.usuario_id, null, null)
        return begun
      })
    },
  },
  confirmarFactor: { directo: confirmarFactor },
  codigosFactor: { directo: codigosFactor },
  quitarFactor: { directo: quitarFactor },
}
