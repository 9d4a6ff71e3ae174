import { sql } from 'kysely'
import { auditOf } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { aportes } from './aportes.ts'
import { contrato, type Hecho } from './contract.ts'

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

export const servidor = area(
  contrato,
  {
    aprobar: (c) => resolver(c, 'aprobado', c.body.nota),
    rechazar: (c) => resolver(c, 'rechazado', c.body.nota),
    retirar: (c) => resolver(c, 'retirado', null),
  },
  {},
  aportes,
)
