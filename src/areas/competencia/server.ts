import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import { paged } from '../../server/http/page.ts'
import { contrato } from './contract.ts'
import { compared, line, noted, pairs, rivals } from './queries.ts'

const AREA = 'competencia'

async function anotar(context: Context<typeof contrato.anotar>) {
  const { db, body, quien } = context
  const { hace_minutos, ...tasa } = body
  const { rows } = await sql<{ id: number }>`
    INSERT INTO competencia_tasas (competidor_id, par_id, compra, venta, vista_en, usuario_id)
    VALUES (${tasa.competidor_id}, ${tasa.par_id}, ${tasa.compra}, ${tasa.venta},
            ahora() - make_interval(mins => ${hace_minutos}), ${quien.usuario_id}) RETURNING id`.execute(
    db,
  )
  const id = rows[0]?.id as number
  await note(context, AREA, 'anotar', id, null, body)
  return { id, message: 'Tasa de la competencia anotada.' }
}

async function retirar(context: Context<typeof contrato.retirar>) {
  const { db, params, body, quien } = context
  const previa = await db
    .selectFrom('competencia_tasas')
    .select(['id', 'retirada_en'])
    .where('id', '=', params.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!previa) throw new DomainError('NO_EXISTE', { que: 'esa tasa' })
  if (previa.retirada_en) throw new DomainError('INACTIVO', { que: 'Esa tasa' })
  await db
    .updateTable('competencia_tasas')
    .set({
      retirada_en: sql<string>`ahora()`,
      retirada_por: quien.usuario_id,
      motivo: body.motivo,
    })
    .where('id', '=', params.id)
    .execute()
  await note(context, AREA, 'retirar', params.id, null, body)
  return { id: params.id, message: 'Tasa retirada.' }
}

export const servidor = area(
  contrato,
  {
    comparar: ({ db }) => compared(db),
    pares: ({ db }) => pairs(db),
    competidores: ({ db }) => rivals(db),
    listar: (c) => paged(c, [AREA], (limite, key) => noted(c.query, limite, key)),
    linea: async ({ db, query }) => {
      const { par_id, competidor_id } = query
      return par_id && competidor_id ? line(db, par_id, competidor_id) : []
    },
    anotar,
    retirar,
  },
  undefined,
  { muestra: ['pares-divisas', 'competidores'] },
)
