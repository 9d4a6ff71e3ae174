import { sql } from 'kysely'
import { auditOf } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { aportes } from './aportes.ts'
import { contrato, type FilaPedida, type Hecho } from './contract.ts'

function resolver(
  { db, quien, params }: Pick<Context, 'db' | 'quien'> & { params: { id: number } },
  estado: Hecho['estado'],
  nota: string | null,
): Promise<Hecho> {
  return callSql<Hecho>(
    db,
    sql`vistos_resolver(${auditOf(quien)}::jsonb, ${params.id}, ${estado}, ${nota})`,
  )
}

const PAGINA = 50

/** A page of the rows of a file, in its order, to whoever may answer the request. */
async function filas({ db, quien, params, query }: Context<typeof contrato.filas>) {
  const { estado, desde = 0 } = query
  const { rows } = await sql<FilaPedida>`
    SELECT f.fila, f.estado, f.nombre, f.texto FROM vistos v JOIN vistos_filas f ON f.visto_id = v.id
    WHERE v.id = ${params.id} AND persona_de(v.solicitado_por) <> ${quien.usuario_id} AND f.fila > ${desde}
      ${estado ? sql`AND f.estado = ${estado}` : sql``} ORDER BY f.fila LIMIT ${PAGINA + 1}`.execute(
    db,
  )
  const items = rows.slice(0, PAGINA)
  return { items, siguiente: rows.length > PAGINA ? (items.at(-1)?.fila ?? null) : null }
}

export const servidor = area(
  contrato,
  {
    aprobar: (c) => resolver(c, 'aprobado', c.body.nota),
    rechazar: (c) => resolver(c, 'rechazado', c.body.nota),
    filas,
    retirar: (c) => resolver(c, 'retirado', null),
  },
  {},
  aportes,
)
