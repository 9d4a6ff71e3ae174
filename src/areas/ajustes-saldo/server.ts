import { DomainError } from '../../core/errors.ts'
import { exigirSinConteo } from '../../server/acceso/conteo.ts'
import { actor } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { atenderAdjuntos } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { operaciones } from '../../server/operacion.ts'
import { aportes } from './aportes.ts'
import { contrato, type Estado } from './contract.ts'
import { detail, list, options, totals } from './queries.ts'

const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese ajuste' })

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['ajustes-saldo'], (limite, key) => list(c.query, limite, key, c.quien))

type Hecho = { id: number; numero: string; estado: Estado; message: string }

const operar = operaciones()

function proponer(c: Context, p: object) {
  return operar<Hecho>(c, 'ajustes_saldo_proponer', actor(c.quien), p)
}

function resolver(
  c: Context,
  id: number,
  r: { aprueba: boolean; nota: string | null; saldo?: string | null },
) {
  return operar<Hecho>(c, 'ajustes_saldo_resolver', actor(c.quien), r, id)
}

/** Withdraws a request. Only its author may; an approver refuses it instead, with a reason. */
async function retirar(c: Context<typeof contrato.retirar>) {
  const own = await c.db
    .selectFrom('ajustes_saldo')
    .select('id')
    .where('id', '=', c.params.id)
    .where('solicitado_por', '=', c.quien.usuario_id)
    .executeTakeFirst()
  if (!own) throw NO_EXISTE()
  return resolver(c, c.params.id, { aprueba: false, nota: 'Retirado por quien lo pidió.' })
}

export const servidor = area(
  contrato,
  {
    listar,
    totales: ({ db, query }) => totals(db, query),
    opciones: ({ db, quien }) => options(db, quien),
    obtener: async (c) => {
      const found = await detail(c.db, c.params.id, c.quien)
      if (!found) throw NO_EXISTE()
      await exigirSinConteo(c.db, c.quien, found.cuenta_id)
      return found
    },
    crear: { directo: (c) => proponer(c, c.body) },
    revertir: { directo: (c) => proponer(c, { ...c.body, revierte_id: c.params.id }) },
    aprobar: { directo: (c) => resolver(c, c.params.id, { aprueba: true, ...c.body }) },
    rechazar: { directo: (c) => resolver(c, c.params.id, { aprueba: false, ...c.body }) },
    retirar: { directo: retirar },
    ...atenderAdjuntos('ajustes-saldo'),
  },
  { ajustes_saldo_revierte: ['un ajuste que revierte este', ''] },
  { ...aportes, halla: { 'ajustes-saldo': enSuLista(contrato.listar, listar) } },
)
