import { sql } from 'kysely'
import { decimal } from '../../core/dinero/decimal.ts'
import { DomainError } from '../../core/errors.ts'
import { actuar } from '../../server/acceso/control.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { historialOf, note } from '../../server/catalog.ts'
import { paged, pagedBy } from '../../server/http/page.ts'
import { lock as lockPairs, prices, requireMarket } from '../pares-divisas/queries.ts'
import { aportes } from './aportes.ts'
import { corridors, divisas, ultimas } from './consulta.ts'
import { contrato, type TipoCambio } from './contract.ts'
import { abiertas, cotizar } from './cotizaciones/server.ts'
import {
  deshacer,
  deshacerPar,
  previaDeshacer,
  previaDeshacerPar,
  report,
} from './deshacer/deshacer.ts'
import { madeWithRow } from './deshacer/queries.ts'
import { automatica, type Definicion, invalid, manual, open } from './publicar.ts'
import {
  hasOperations,
  history,
  inForce,
  type Leido,
  list,
  one,
  type Publicacion,
  publish,
  search,
} from './queries.ts'
import {
  bajoCosto,
  costoDe,
  derivar,
  excedePrecision,
  margenEfectivo,
  proponer,
  tasaCosto,
} from './rules.ts'

/** A rate for the answer; with today's cost and profit if `ganancia`. */
function shown(row: Leido, ganancia: boolean): TipoCambio {
  const { origen, destino, margen, ...rest } = row
  if (!ganancia) return rest
  const costo = costoDe(row, { origen, destino })
  const { tasa, metodo_calculo, precision } = row
  return {
    ...rest,
    margen,
    tasa_costo: costo && tasaCosto(costo, metodo_calculo),
    margen_efectivo: costo && margenEfectivo(costo, tasa, metodo_calculo),
    tasa_automatica: costo && derivar(costo, { metodo_calculo, precision, margen }),
    bajo_costo: costo !== null && bajoCosto(costo, tasa, metodo_calculo),
  }
}

interface Escrito extends Definicion {
  pais: string
  monto_min: string | null
  monto_max: string | null
}

/** Checks that need the database: the currencies exist, and bounds are in order. */
async function check(context: Pick<Context, 'db'>, body: Escrito): Promise<void> {
  await requireMarket(context.db, body)
  const { monto_min, monto_max } = body
  if (monto_min !== null && monto_max !== null && decimal(monto_min).gt(decimal(monto_max))) {
    throw invalid('monto_max', 'Debe ser igual o mayor que el monto mínimo.')
  }
}

const paresDe = ({ par_origen_id, par_destino_id }: Definicion) =>
  [par_origen_id, par_destino_id].filter((id) => id !== null)

async function crear(context: Context<typeof contrato.crear>) {
  const { db, body, quien } = context
  const { tasa, motivo, tasa_manual, ...campos } = body
  await check(context, campos)
  if (tasa_manual && tasa === null) throw invalid('tasa', 'Escriba la tasa.')
  if (!tasa_manual && tasa !== null) throw invalid('tasa', 'Una tasa automática no se escribe.')
  const pares = await lockPairs(db, paresDe(campos), 'leer')
  const p =
    tasa_manual && tasa !== null
      ? manual(campos, pares, tasa, quien, motivo)
      : automatica(campos, pares, motivo)
  const { id } = await db
    .insertInto('tipos_cambios')
    .values({ ...campos, tasa_manual })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(context, 'tipos-cambios', 'crear', id, null, body)
  return written(context, id, { ...p, motivo: motivo ?? 'Creación' }, 'Tipo de cambio creado.')
}

/** Publishes a rate of a locked tipo de cambio and builds the answer of every write. */
async function written(
  context: Pick<Context, 'db' | 'quien'>,
  id: number,
  p: Publicacion,
  message: string,
) {
  const made = await publish(context, [{ id, p }])
  return { id, message, tasa: p.tasa, historicoTipoCambioId: made.get(id) as number }
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, body, quien } = context
  const { version, tasa, motivo, ...campos } = body
  const { tipo, pares } = await open(db, params.id, { version, pares: paresDe(campos) })
  await check(context, campos)
  const { segmento = tipo.segmento, ...rest } = campos
  const keys = ['pais', 'base_id', 'cotizacion_id'] as const
  const moved = keys.some((key) => tipo[key] !== campos[key]) || segmento !== tipo.segmento
  if (moved && (await hasOperations(db, tipo.id))) {
    throw new DomainError('CONGELADO', { campo: 'Quién entrega y quién recibe' })
  }
  const p = tipo.tasa_manual
    ? await keptByHand(context, moved || tipo.metodo_calculo !== campos.metodo_calculo, pares)
    : automatica(campos, pares, motivo)
  if (!tipo.tasa_manual && tasa !== null) {
    throw invalid('tasa', 'Una tasa automática no se escribe.')
  }
  await actuar(context)
  await db
    .updateTable('tipos_cambios')
    .set((e) => ({ ...rest, segmento, version: e('version', '+', 1) }))
    .where('id', '=', tipo.id)
    .execute()
  await note({ db, quien }, 'tipos-cambios', 'editar', tipo.id, tipo, campos)
  return written(context, tipo.id, p, 'Tipo de cambio actualizado.')
}

/** The manual rate after an edit. Without a new number the old one is kept, unless its meaning changed. */
async function keptByHand(
  { db, params, body, quien }: Context<typeof contrato.editar>,
  otherMeaning: boolean,
  pares: Parameters<typeof manual>[1],
): Promise<Publicacion> {
  if (body.tasa !== null) return manual(body, pares, body.tasa, quien, body.motivo)
  if (otherMeaning) throw invalid('tasa', 'Escriba la tasa: la anterior ya no significa lo mismo.')
  const tasa = (await inForce(db, [params.id])).get(params.id)?.tasa ?? ''
  if (excedePrecision(tasa, body.precision)) {
    throw invalid('precision', `La tasa vigente (${tasa}) tiene más decimales.`)
  }
  return manual(body, pares, tasa, null, body.motivo)
}

/** Switches to manual with a rate, typed or in force, or back to automatic, which recalculates at once. */
async function setMode(
  context: Pick<Context, 'db' | 'quien'>,
  id: number,
  to: { tasa_manual: boolean; tasa: string | null; motivo: string; version?: number | undefined },
) {
  const { db, quien } = context
  const { tipo, pares } = await open(db, id, to)
  const previa = (await inForce(db, [id])).get(id)
  const p = to.tasa_manual
    ? manual(tipo, pares, to.tasa ?? previa?.tasa ?? '', quien, to.motivo)
    : automatica(tipo, pares, to.motivo)
  await db
    .updateTable('tipos_cambios')
    .set((e) => ({
      tasa_manual: to.tasa_manual,
      actualizado_en: sql<string>`ahora()`,
      version: e('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  const antes = { tasa: previa?.tasa, tasa_manual: tipo.tasa_manual }
  const despues = { tasa: p.tasa, tasa_manual: to.tasa_manual, motivo: to.motivo }
  await note(context, 'tipos-cambios', 'tasa', id, antes, despues)
  const name = `${tipo.base_iso} a ${tipo.cotizacion_iso}`
  const message = to.tasa_manual
    ? `La tasa de ${name} quedó fija en ${p.tasa}.`
    : `La tasa de ${name} vuelve a ser automática: ${p.tasa}.`
  return written(context, id, p, message)
}

async function estatus(context: Context<typeof contrato.estatus>) {
  const { db, params } = context
  const { tipo, pares } = await open(db, params.id, {})
  const after = { estatus: !tipo.estatus }
  if (after.estatus) {
    await requireMarket(db, tipo)
    if (!tipo.tasa_manual) {
      await written(context, tipo.id, automatica(tipo, pares, 'Activación'), '')
    }
  }
  await db
    .updateTable('tipos_cambios')
    .set((e) => ({ ...after, version: e('version', '+', 1) }))
    .where('id', '=', tipo.id)
    .execute()
  await note(context, 'tipos-cambios', 'estatus', tipo.id, { estatus: tipo.estatus }, after)
  const verb = after.estatus ? 'activado' : 'desactivado'
  return { id: tipo.id, ...after, message: `Tipo de cambio ${verb}.` }
}

async function propose({ db, query, quien }: Context<typeof contrato.proponer>) {
  const corredor = { pais: query.pais, base_id: query.base, cotizacion_id: query.cotizacion }
  const { origen, destino } = proponer(await prices(db, 'activos'), corredor)
  const costo = costoDe(corredor, { origen, destino })
  const metodo_calculo = query.metodo_calculo ?? (costo?.num.lt(costo.den) ? 'd' : 'm')
  const precision = query.precision ?? 3
  const regla = { metodo_calculo, precision, margen: query.margen ?? '0' }
  return {
    par_origen_id: origen?.id ?? null,
    par_destino_id: destino?.id ?? null,
    metodo_calculo,
    precision,
    tasa_costo: tiene(quien, 'ganancia:ver') ? costo && tasaCosto(costo, metodo_calculo) : null,
    tasa: costo && derivar(costo, regla),
  }
}

export const servidor = area(
  contrato,
  {
    historial: ({ db, params }) => historialOf(db, 'tipos-cambios', params.id),
    listar: async ({ db, quien }) => {
      const ganancia = tiene(quien, 'ganancia:ver')
      return (await list(db)).map((row) => shown(row, ganancia))
    },
    buscar: async ({ db, params, quien }) => {
      const ganancia = tiene(quien, 'ganancia:ver')
      return (await search(db, params.term)).map((row) => shown(row, ganancia))
    },
    obtener: async ({ db, params, quien }) =>
      shown(await one(db, params.id), tiene(quien, 'ganancia:ver')),
    historico: async (c) => {
      const { db, params, query } = c
      await one(db, params.id)
      const ganancia = tiene(c.quien, 'ganancia:ver')
      return paged(c, ['tipos-cambios', params.id], (limite, key) =>
        history(params.id, { ...query, limite, antes: key?.[0] ?? null }, ganancia),
      )
    },
    cotizar,
    cotizaciones: abiertas,
    divisas,
    corredores: ({ db }) => corridors(db),
    ultimas,
    previaDeshacer,
    deshacer,
    previaDeshacerPar,
    deshacerPar,
    deshecho: (context) => report(context, context.params.id),
    operaciones: (c) =>
      pagedBy(
        c,
        ['tipos-cambios/operaciones', c.params.id],
        (limite, key: [numero: string] | null) =>
          madeWithRow(c.params.id, { limite, antes: key?.[0] ?? null }),
        ['numero'],
      ),
    proponer: propose,
    crear,
    editar,
    estatus,
    tasa: (context) => setMode(context, context.params.id, { ...context.body, tasa_manual: true }),
    tasaManual: async (context) => {
      const { id, ...to } = context.body
      if (!to.tasa_manual && to.tasa !== null) {
        throw invalid('tasa', 'Una tasa automática no se escribe.')
      }
      return { ...(await setMode(context, id, to)), tasa_manual: to.tasa_manual }
    },
  },
  {
    tipos_cambios_corredor: ['ese tipo de cambio en ese país', 'cotizacion_id'],
    tipos_cambios_tramo: ['un segmento que empieza en ese monto', 'monto_min'],
  },
  aportes,
)
