import { sql } from 'kysely'
import { tiene } from '../../server/acceso/sesion.ts'
import type { Aportes, Aprobable } from '../../server/aportes.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { contrato, type Espera, type Mia } from './contract.ts'
import { aparteDe } from './rules.ts'

/** Maximum number of requests listed per kind; nobody answers more in a day. */
const MAX = 100

const COLUMNAS = sql`id, numero, fecha, titulo, importe, motivo, aviso, solicitante, vence_en, confirma`

/** The kinds of requests in the order in which they are shown. */
type Aprobables = readonly (readonly [tipo: string, kind: Aprobable])[]

/** The requests that the user may answer, his own where nobody else can: rates first, since a client waits at the counter; then oldest first. */
async function listar(
  aprobables: Aprobables,
  { db, quien }: Context<typeof contrato.listar>,
): Promise<Espera[]> {
  const kinds = aprobables.filter(([, { permiso }]) => tiene(quien, permiso))
  const found = await Promise.all(
    kinds.map(async ([tipo, { permiso, juntas = false, espera }]) => {
      // Only a kind of which several are approved together says what each would move.
      const { rows } = await sql<Omit<Espera, 'tipo' | 'aparte'>>`
        SELECT ${COLUMNAS}, sola, coalesce(to_jsonb(e)->'importes', '[]') AS importes,
          coalesce(to_jsonb(e)->>'detalle', '') AS detalle, nullif(to_jsonb(e)->'filas', 'null') AS filas,
          to_jsonb(e)->'sobre' AS sobre FROM (
          SELECT e.*, false AS sola FROM (${espera({ quien, propias: false })}) e
          UNION ALL
          SELECT e.*, true FROM (${espera({ quien, propias: true })}) e
          WHERE aprobaciones_por(${permiso}, ${quien.usuario_id}, valor) = '{}') e
        WHERE aprobaciones_alcanza(${quien.usuario_id}, valor) ORDER BY fecha, id LIMIT ${MAX}`.execute(
        db,
      )
      // A yes to oneself is never asked for: where nobody else is, the call itself asks for the password.
      return rows.flatMap((row) =>
        row.sola && tipo === 'visto' ? [] : [{ tipo, ...row, aparte: aparteDe(row, juntas) }],
      )
    }),
  )
  return found.flat()
}

/** The user's own pending requests, each with the users who may answer it. */
async function mias(
  aprobables: Aprobables,
  { db, quien }: Context<typeof contrato.mias>,
): Promise<Mia[]> {
  const found = await Promise.all(
    aprobables.map(async ([tipo, { permiso, espera }]) => {
      const { rows } = await sql<Omit<Mia, 'tipo'>>`
        SELECT id, numero, fecha, titulo, importe, vence_en,
               aprobaciones_por(${permiso}, ${quien.usuario_id}, valor) AS aprueban
        FROM (${espera({ quien, propias: true })}) e ORDER BY fecha, id LIMIT ${MAX}`.execute(db)
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

/** The area of pending approvals, over the kinds that other areas contribute. */
export function servidorAprobaciones(aprobables: NonNullable<Aportes['aprueba']>): Area {
  const inOrder = Object.entries(aprobables).toSorted(([, a], [, b]) => a.lugar - b.lugar)
  return area(contrato, {
    listar: (c) => listar(inOrder, c),
    mias: (c) => mias(inOrder, c),
  })
}
