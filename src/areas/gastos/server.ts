import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Permiso } from '../../core/permisos.ts'
import { actor, auditOf, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { atenderAdjuntos } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { operaciones } from '../../server/operacion.ts'
import { aportes } from './aportes.ts'
import { contrato, type Estado } from './contract.ts'
import { detail, list, options, recurring, totals } from './queries.ts'

const GANANCIA: Permiso = 'ganancia:ver'
const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese gasto' })

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['gastos'], (limite, key) => list(c.query, limite, key, c.quien))

interface Hecho {
  id: number
  numero: string
  estado: Estado
  message: string
}

const operar = operaciones()

function resolver(c: Context, id: number, aprueba: boolean, nota: string | null) {
  return operar<Hecho>(c, 'gastos_resolver', actor(c.quien), { aprueba, nota }, id)
}

/** Withdraws the user's own request, or a proposal of the calendar; an approver refuses instead, with a reason. */
async function retirar(c: Context<typeof contrato.retirar>) {
  const mine = await c.db
    .selectFrom('gastos')
    .select('id')
    .where('id', '=', c.params.id)
    .where((e) => e.or([e('solicitado_por', '=', c.quien.usuario_id), e('confirmado', '=', false)]))
    .executeTakeFirst()
  if (!mine) throw NO_EXISTE()
  return resolver(c, c.params.id, false, 'Retirado sin pagarse.')
}

function anular(c: Context<typeof contrato.anular>) {
  const anterior = tiene(c.quien, 'gastos:anular-anterior')
  const p = { ...c.body, anterior }
  return operar<Hecho>(c, 'gastos_anular', actor(c.quien), p, c.params.id)
}

async function recurrenteEstatus({
  db,
  quien,
  params,
}: Context<typeof contrato.recurrenteEstatus>) {
  const { rows } = await sql<{ activo: boolean }>`
    SELECT gastos_recurrentes_estatus(${auditOf(quien)}::jsonb, ${params.id}) AS activo`.execute(db)
  const activo = rows[0]?.activo ?? false
  const message = activo ? 'Se propondrá desde el mes siguiente.' : 'Ya no se propondrá.'
  return { id: params.id, activo, message }
}

export const servidor = area(
  contrato,
  {
    listar,
    totales: ({ db, query, quien }) => totals(db, query, tiene(quien, GANANCIA)),
    opciones: ({ db, quien }) => options(db, quien),
    recurrentes: ({ db }) => recurring(db),
    recurrenteEstatus,
    obtener: async ({ db, params, quien }) => {
      const found = await detail(db, params.id, quien)
      if (!found) throw NO_EXISTE()
      return found
    },
    crear: { directo: (c) => operar<Hecho>(c, 'gastos_registrar', actor(c.quien), c.body) },
    aprobar: { directo: (c) => resolver(c, c.params.id, true, c.body.nota) },
    rechazar: { directo: (c) => resolver(c, c.params.id, false, c.body.nota) },
    retirar: { directo: retirar },
    anular: { directo: anular },
    ...atenderAdjuntos('gastos'),
  },
  { gastos_comprobante: ['un gasto con ese comprobante de ese RUC', 'serie_numero'] },
  { ...aportes, halla: { gastos: enSuLista(contrato.listar, listar) } },
)
