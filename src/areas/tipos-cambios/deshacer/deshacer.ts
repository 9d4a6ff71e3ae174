import { sql } from 'kysely'
import type { AnswerOf } from '../../../core/contract.ts'
import { DomainError } from '../../../core/errors.ts'
import { type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { note } from '../../../server/catalog.ts'
import type { Db } from '../../../server/db/db.ts'
import {
  lock as lockPairs,
  noteAll,
  prices,
  publish as publishPrices,
} from '../../pares-divisas/queries.ts'
import type { Afectada, Informe, PreviaDeshacer, Vuelta } from '../contract/deshacer.ts'
import type { contrato } from '../contract.ts'
import { automatica, costoPor, manual, open, recalcular } from '../publicar.ts'
import { type Bloqueado, inForce, lockDependents, one, publish, rule } from '../queries.ts'
import { costoDe, derivar } from '../rules.ts'
import {
  type Debida,
  type FilaLeida,
  type FilaPar,
  type Hecha,
  keep,
  kept,
  lastMoved,
  lastPrices,
  lastRows,
  madeWith,
  rowsSince,
} from './queries.ts'
import { accionDe, aDeshacer, debido, diferencia, type Restaurada, restaurar } from './rules.ts'

type Asked = Pick<Context, 'db' | 'quien'>
type PorId = ReadonlyMap<number, Awaited<ReturnType<typeof prices>>[number]>

/** The wrong row and the one to restore. @throws DomainError NADA_QUE_DESHACER */
function found<F extends { deshecha: boolean; restaura: boolean }>(filas: readonly F[]) {
  const pick = aDeshacer(filas)
  if (!pick) throw new DomainError('NADA_QUE_DESHACER')
  return pick
}

/** An operation for the answer, with the correct countervalue and the action; profit only for users who may see it. */
function shown(op: Hecha, quien: Quien): Afectada {
  const { costo, de_hoy, con_cliente, metodo_debido, total: _, diferencia_total: __, ...rest } = op
  const { tipo, estado, monto, contravalor, contramoneda, tasa_debida } = op
  const operada = { tipo, monto, contravalor, costo, decimales: contramoneda.decimales }
  const tasa = { tasa: tasa_debida, metodo_calculo: metodo_debido }
  const dif = estado === 'anulada' || estado === 'vencida' ? '0.00' : diferencia(operada, tasa)
  return {
    ...rest,
    contravalor_debido: debido(operada, tasa),
    ...(tiene(quien, 'ganancia:ver') && { diferencia: dif }),
    accion: accionDe({ estado, de_hoy, con_cliente }, dif),
  }
}

/** The operations made at wrong rates, with their total. */
async function made({ db, quien }: Asked, wrong: readonly Debida[]) {
  const rows = await madeWith(db, wrong)
  const sum = rows[0]?.diferencia_total ?? (rows.length > 0 ? null : '0.00')
  return {
    operaciones: rows.map((row) => shown(row, quien)),
    total: rows[0]?.total ?? 0,
    ...(tiene(quien, 'ganancia:ver') && { diferencia_total: sum }),
  }
}

function vueltaDe(
  tipo: Pick<Bloqueado, 'id' | 'base_iso' | 'cotizacion_iso' | 'segmento'>,
  pais: string,
  erronea: string,
  to: { tasa: string; precision: number },
): Vuelta {
  const { id, base_iso: base, cotizacion_iso: cotizacion, segmento } = tipo
  const named = { tipo_cambio_id: id, pais, base, cotizacion, segmento }
  return { ...named, precision: to.precision, tasa_erronea: erronea, tasa: to.tasa }
}

/** What would be restored for one rate. @throws DomainError DESHACER_PAR, NADA_QUE_DESHACER */
async function lookBack(db: Db, tipo: Bloqueado, pares: Parameters<typeof costoPor>[1]) {
  const filas = await lastRows(db, tipo.id)
  const { erronea, previa } = found(filas)
  if (erronea.origen === 'par') {
    const ids = [tipo.par_origen_id, tipo.par_destino_id].filter((id) => id !== null)
    const par = await lastMoved(db, ids)
    throw new DomainError('DESHACER_PAR', { par: par?.nombre, par_id: par?.id })
  }
  const costo = previa.origen === 'manual' ? null : costoPor(tipo, pares)
  const vuelve = restaurar(previa, costo)
  if (!vuelve) throw new DomainError('NADA_QUE_DESHACER')
  return { erronea, vuelve }
}

function alcance(tipo: Bloqueado, pais: string, erronea: FilaLeida, vuelve: Restaurada) {
  return { par: null, tasas: [vueltaDe(tipo, pais, erronea.tasa, vuelve)] }
}

const dueOf = (historico_id: number, { tasa, metodo_calculo }: Restaurada): Debida[] => [
  { historico_id, tasa, metodo_calculo },
]

export async function previaDeshacer(
  context: Context<typeof contrato.previaDeshacer>,
): Promise<PreviaDeshacer> {
  const { db, params } = context
  const { pais_nombre } = await one(db, params.id)
  const tipo = await rule(db, params.id, false)
  const ids = [tipo.par_origen_id, tipo.par_destino_id].filter((id) => id !== null)
  const pares = new Map((await prices(db, ids)).map((par) => [par.id, par]))
  const { erronea, vuelve } = await lookBack(db, tipo, pares)
  return {
    ...alcance(tipo, pais_nombre, erronea, vuelve),
    ...(await made(context, dueOf(erronea.id, vuelve))),
    historico_id: erronea.id,
    desde: erronea.desde,
    usuario: erronea.usuario,
    motivo: erronea.motivo,
    exacta: vuelve.exacta,
    tasa_manual: vuelve.tasa_manual,
  }
}

/** Closes the wrong row with a new row of the old values, and restores mode and rule. */
export async function deshacer(context: Context<typeof contrato.deshacer>) {
  const { db, params, body, quien } = context
  const { tipo, pares } = await open(db, params.id, {})
  const { erronea, vuelve } = await lookBack(db, tipo, pares)
  if (erronea.id !== body.historico_id) throw new DomainError('CONFLICTO')
  const { tasa_manual, metodo_calculo, precision, exacta: _, tasa, margen } = vuelve
  const regla = { metodo_calculo, precision, margen: margen ?? tipo.margen }
  const definicion = { ...tipo, ...regla }
  const motivo = `Deshace ${erronea.tasa}: ${body.motivo}`.slice(0, 200)
  const p = tasa_manual
    ? manual(definicion, pares, tasa, null, motivo)
    : automatica(definicion, pares, motivo)
  await db
    .updateTable('tipos_cambios')
    .set((e) => ({
      ...{ ...regla, tasa_manual, version: e('version', '+', 1) },
      actualizado_en: sql<string>`ahora()`,
    }))
    .where('id', '=', tipo.id)
    .execute()
  const made = await publish(context, [{ id: tipo.id, p }])
  const filas = [{ historico_id: erronea.id, restaurado_id: made.get(tipo.id) as number }]
  const id = await keep(db, { usuario_id: quien.usuario_id, motivo: body.motivo, filas })
  const antes = { tasa: erronea.tasa, tasa_manual: tipo.tasa_manual }
  await note(context, 'tipos-cambios', 'deshacer', tipo.id, antes, { tasa, tasa_manual, motivo })
  const name = `${tipo.base_iso} a ${tipo.cotizacion_iso}`
  return { ...(await report(context, id)), message: `La tasa de ${name} vuelve a ${tasa}.` }
}

/** The wrong prices of a pair, and the prices to restore. */
async function pricesBack(db: Db, par_id: number) {
  const [par] = await prices(db, [par_id])
  if (!par) throw new DomainError('NO_EXISTE', { que: 'ese par' })
  const { erronea, previa } = found(await lastPrices(db, par_id))
  const { compra, venta } = previa
  return { par, erronea, previa: { compra, venta } }
}

const parOf = (
  {
    id,
    base_iso,
    cotizacion_iso,
    precision,
  }: { id: number; base_iso: string; cotizacion_iso: string; precision: number },
  { compra, venta }: FilaPar,
  restaurado: { compra: string; venta: string },
) => ({
  ...{ id, nombre: `${base_iso}/${cotizacion_iso}`, precision },
  ...{ erroneo: { compra, venta }, restaurado },
})

/** The rate that a dependent would have at the pair's old prices; null when there is no usable one. */
function tasaEn(tipo: Bloqueado, pares: PorId): string | null {
  const of = (id: number | null) => (id === null ? null : (pares.get(id) ?? null))
  const costo = costoDe(tipo, { origen: of(tipo.par_origen_id), destino: of(tipo.par_destino_id) })
  return costo && derivar(costo, tipo)
}

export async function previaDeshacerPar(
  context: Context<typeof contrato.previaDeshacerPar>,
): Promise<PreviaDeshacer> {
  const { db, params } = context
  const { par, erronea, previa } = await pricesBack(db, params.id)
  const tipos = await lockDependents(db, [par.id], false)
  const ids = new Set(tipos.flatMap((t) => [t.par_origen_id, t.par_destino_id]))
  const all = await prices(
    db,
    [...ids].filter((id) => id !== null),
  )
  const pares = new Map(
    all.map((each) => [each.id, each.id === par.id ? { ...each, ...previa } : each]),
  )
  const now = await inForce(
    db,
    tipos.map(({ id }) => id),
  )
  const paises = await countries(db)
  const tasas: Vuelta[] = []
  const debidas = new Map<number, Omit<Debida, 'historico_id'>>()
  for (const tipo of tipos) {
    const tasa = tasaEn(tipo, pares)
    if (tasa === null) throw new DomainError('NADA_QUE_DESHACER')
    debidas.set(tipo.id, { tasa, metodo_calculo: tipo.metodo_calculo })
    const wrong = now.get(tipo.id)?.tasa ?? tasa
    if (wrong === tasa) continue
    tasas.push(
      vueltaDe(tipo, paises.get(tipo.pais) ?? '', wrong, { tasa, precision: tipo.precision }),
    )
  }
  const since = await rowsSince(db, [...debidas.keys()], erronea.desde)
  const wrong = since.flatMap(({ id, tipo_cambio_id }) => {
    const due = debidas.get(tipo_cambio_id)
    return due ? [{ historico_id: id, ...due }] : []
  })
  return {
    par: parOf(par, erronea, previa),
    tasas,
    ...(await made(context, wrong)),
    historico_id: erronea.id,
    desde: erronea.desde,
    usuario: erronea.usuario,
    motivo: erronea.motivo,
    exacta: true,
    tasa_manual: null,
  }
}

async function countries(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('paises').select(['id', 'nombre']).execute()
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}

/** Restores the pair's old prices, and with them every rate that follows it, in one transaction. */
export async function deshacerPar(context: Context<typeof contrato.deshacerPar>) {
  const { db, params, body, quien } = context
  await lockPairs(db, [params.id], 'publicar')
  const { par, erronea, previa } = await pricesBack(db, params.id)
  if (erronea.id !== body.historico_id) throw new DomainError('CONFLICTO')
  const tipos = await lockDependents(db, [par.id])
  const ids = tipos.map(({ id }) => id)
  const wrong = await rowsSince(db, ids, erronea.desde)
  const { compra, venta } = erronea
  const motivo = `Deshace ${compra}–${venta}: ${body.motivo}`.slice(0, 200)
  await publishPrices(context, [{ id: par.id, ...previa }], motivo)
  await recalcular(context, [par.id])
  const now = await inForce(db, ids)
  const restaurado = (await lastPrices(db, par.id))[0] as FilaPar
  const filas = wrong.flatMap(({ id, tipo_cambio_id }) => {
    const restaurado_id = now.get(tipo_cambio_id)?.id
    // A rate that rounding left unchanged got no new row, so there is nothing to undo.
    return restaurado_id === undefined || restaurado_id <= id
      ? []
      : [{ historico_id: id, restaurado_id }]
  })
  const marks = { historico_id: erronea.id, restaurado_id: restaurado.id }
  const id = await keep(db, {
    usuario_id: quien.usuario_id,
    motivo: body.motivo,
    par: marks,
    filas,
  })
  const name = `${par.base_iso}/${par.cotizacion_iso}`
  await noteAll(context, 'pares-divisas', 'deshacer', [
    { id: par.id, antes: { compra, venta }, despues: { ...previa, motivo } },
  ])
  const message = `${name} vuelve a ${previa.compra}–${previa.venta}, con ${filas.length === 1 ? 'una tasa' : `${filas.length} tasas`}.`
  return { ...(await report(context, id)), message }
}

/** An undo with the operations made at its wrong rates, including later ones. @throws DomainError NO_EXISTE */
export async function report(
  context: Asked,
  id: number,
): Promise<AnswerOf<typeof contrato.deshecho>> {
  const saved = await kept(context.db, id)
  if (!saved) throw new DomainError('NO_EXISTE', { que: 'esa tasa deshecha' })
  const { filas, ...rest } = saved
  const tasas = filas.map(({ historico_id: _, metodo_calculo: __, ...fila }) => fila)
  return { ...rest, tasas, ...(await made(context, filas)) } satisfies Informe
}
