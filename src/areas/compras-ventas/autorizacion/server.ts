import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { type Permiso, ROL_ADM } from '../../../core/permisos.ts'
import { conBitacora } from '../../../server/acceso/bitacora.ts'
import { identificar } from '../../../server/acceso/identidad.ts'
import { actor, auditOf, type Quien } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { callSql, type Db, transaction } from '../../../server/db/db.ts'
import type { Autorizacion } from '../contract/autorizaciones.ts'
import { contrato } from '../contract.ts'

const AUTORIZA: Permiso = 'compras-ventas:autorizar-tasa'

interface Hecho {
  id: number
  estado: Autorizacion['estado']
  message: string
}

/** Stores the request with the terms of `body`; returns its id. */
async function ask(db: Db, quien: Quien, body: object) {
  const as = JSON.stringify({ ...actor(quien), desvio_pct: quien.desvio_pct })
  return callSql<{ id: number; message: string }>(
    db,
    sql`autorizaciones_tasa_pedir(${as}::jsonb, ${JSON.stringify(body)}::jsonb)`,
  )
}

async function answer(
  db: Db,
  as: string,
  id: number,
  estado: 'aprobada' | 'rechazada' | 'cancelada',
  nota: string | null,
): Promise<Hecho> {
  return callSql<Hecho>(
    db,
    sql`autorizaciones_tasa_resolver(${as}::jsonb, ${id}, ${estado}, ${nota})`,
  )
}

/** The user's own request; one that nobody answered in time has the state `vencida`. */
async function own(db: Db, id: number, usuario_id: number): Promise<Autorizacion> {
  const { rows } = await sql<Autorizacion>`
    SELECT a.id, CASE WHEN a.estado IN ('pendiente', 'aprobada') AND a.vence_en <= ahora() THEN 'vencida' ELSE a.estado END AS estado,
           trim_scale(a.tasa)::text AS tasa, round(a.monto, m.decimales)::text AS monto, a.vence_en, a.nota,
           usuarios_corto(u) AS resuelto_por
    FROM autorizaciones_tasa a JOIN monedas m ON m.id = a.divisa_id LEFT JOIN usuarios u ON u.id = a.resuelto_por
    WHERE a.id = ${id} AND a.solicitado_por = ${usuario_id}`.execute(db)
  const [row] = rows
  if (!row) throw new DomainError('NO_EXISTE', { que: 'esa solicitud' })
  return row
}

/**
 * The approver who signs on the cashier's screen: checks his user name, password and code, and his permission.
 */
async function firmante(context: Context<typeof contrato.firmarTasa>) {
  const { db, quien, body } = context
  const { usuario_id, sesion_id, ip, solicitud } = quien
  const found = await conBitacora(
    db,
    { usuario_id, sesion_id, ip, solicitud },
    { entidad: contrato.firmarTasa.path, id: usuario_id },
    () => identificar(context, body),
  )
  if (found.id === quien.usuario_id) throw new DomainError('SOLICITUD_PROPIA')
  const { rows } = await sql<{ puede: boolean }>`
    SELECT u.rol_slug = ${ROL_ADM} OR EXISTS (
             SELECT FROM roles_permisos p WHERE p.rol_slug = u.rol_slug AND p.permiso = ${AUTORIZA}) AS puede
    FROM usuarios u WHERE u.id = ${found.id}`.execute(db)
  if (!rows[0]?.puede) throw new DomainError('SIN_PERMISO', { permiso: AUTORIZA })
  return found.id
}

async function firmar(context: Context<typeof contrato.firmarTasa>): Promise<Hecho> {
  const { db, quien, body } = context
  const { usuario: _, password: __, codigo: ___, ...terms } = body
  const usuario_id = await firmante(context)
  return transaction(db, async (tx) => {
    const { id } = await ask(tx, quien, terms)
    // The audit row has the approver as user and the cashier's session, where he signed.
    const as = JSON.stringify({ ...actor(quien), usuario_id })
    return answer(tx, as, id, 'aprobada', 'Firmada en la pantalla del cajero.')
  })
}

export const atenderAutorizaciones = {
  pedirTasa: ({ db, quien, body }: Context<typeof contrato.pedirTasa>) => ask(db, quien, body),
  firmarTasa: { directo: firmar },
  autorizacion: ({ db, quien, params }: Context<typeof contrato.autorizacion>) =>
    own(db, params.id, quien.usuario_id),
  cancelarTasa: ({ db, quien, params }: Context<typeof contrato.cancelarTasa>) =>
    answer(db, auditOf(quien), params.id, 'cancelada', null),
  aprobarTasa: ({ db, quien, params, body }: Context<typeof contrato.aprobarTasa>) =>
    answer(db, auditOf(quien), params.id, 'aprobada', body.nota),
  rechazarTasa: ({ db, quien, params, body }: Context<typeof contrato.rechazarTasa>) =>
    answer(db, auditOf(quien), params.id, 'rechazada', body.nota),
}
