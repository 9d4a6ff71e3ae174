import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { excede } from '../../core/permisos.ts'
import { esRed, nuevaClave } from '../../server/acceso/claves-api/clave-api.ts'
import { confirmarIdentidad } from '../../server/acceso/identidad.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { transaction } from '../../server/db/db.ts'
import { paged } from '../../server/http/page.ts'
import { contrato } from './contract.ts'
import { list } from './queries.ts'

const campo = (name: string, msg: string) =>
  new DomainError('VALIDACION', {}, [{ msg, campo: name }])

/** The branch of a new key: one that its maker sees; in a house with branches there is one. */
function sucursalDe({ quien, body }: Context<typeof contrato.crear>): number | null {
  const { ve, sucursales, sucursal_id: propia } = quien
  const suyas = ve ?? sucursales.map(({ id }) => id)
  // A house with one branch, or none, asks for none.
  if (sucursales.length === 0) return propia
  if (body.sucursal_id === null || !suyas.includes(body.sucursal_id))
    throw campo('sucursal_id', 'Elija una sucursal.')
  return body.sucursal_id
}

/**
 * Makes a key and answers it, the only time it can be read. In its own transaction, so that no stored answer has it.
 * @throws DomainError MAS_PERMISOS, VISTO_FALTA, VALIDACION
 */
async function crear(context: Context<typeof contrato.crear>) {
  const { db, quien, body } = context
  const { password, codigo, ...pedida } = body
  const demas = excede(quien.permisos, body.permisos)
  if (demas) throw new DomainError('MAS_PERMISOS', { permiso: demas })
  const rara = body.direcciones.findIndex((each) => !esRed(each))
  if (rara >= 0) throw campo(`direcciones.${rara}`, 'Esa dirección no existe.')
  const sucursal_id = sucursalDe(context)
  const limite_usd = body.limite_usd ?? quien.limite_usd
  await confirmarIdentidad(context, { password, codigo })
  const { clave, huella, pista } = nuevaClave()
  const p = { ...pedida, limite_usd, sucursal_id, huella: huella.toString('hex'), pista }
  const { id, sigue } = await transaction(db, async (tx) => {
    const made = await sql<{ id: number }>`
      SELECT claves_api_crear(${auditOf(quien)}::jsonb, ${JSON.stringify(p)}::jsonb) AS id`.execute(
      tx,
    )
    const id = made.rows[0]?.id as number
    const { rows } = await sql<{ sigue: boolean }>`
      SELECT idempotencia_de(usuario_id) <> usuario_id AS sigue FROM claves_api WHERE id = ${id}`.execute(
      tx,
    )
    return { id, sigue: rows[0]?.sigue }
  })
  const message = `Clave de API creada. Cópiela ahora: no se vuelve a mostrar.${
    sigue ? ' Reconoce lo que registró la anterior de ese nombre.' : ''
  }`
  return { id, message, clave }
}

export const servidor = area(contrato, {
  listar: (c) =>
    paged(c, ['claves-api'], (limite, key: [number] | null) => list(c.query, limite, key)),
  sucursales: async ({ quien: { ve, sucursales } }) =>
    sucursales.filter(({ id }) => !ve || ve.includes(id)),
  crear: { directo: crear },
  revocar: async ({ db, quien, params, body }) => {
    await sql`SELECT claves_api_revocar(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo})`.execute(
      db,
    )
    return { id: params.id, message: 'Clave revocada. Su siguiente solicitud se rechaza.' }
  },
})
