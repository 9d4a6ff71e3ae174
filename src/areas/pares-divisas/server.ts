import type { z } from 'zod'
import { DomainError, type FieldError } from '../../core/errors.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import type { Db } from '../../server/db.ts'
import { pageOf } from '../../server/page.ts'
import { contrato, type Recalculado } from './contract.ts'
import {
  byMarket,
  history,
  inUse,
  list,
  lock,
  noteAll,
  one,
  type ParBloqueado,
  prices,
  publish,
  requireMarket,
  search,
} from './queries.ts'
import {
  type AlRevisar,
  exigirIgual,
  nombreDeRevision,
  type ParesPorId,
  revisar,
} from './revision.ts'
import { excedeDecimales, mayorVariacion, superaAlerta } from './rules.ts'

/**
 * What follows a change of prices, in the same transaction: the rates that stand on those pairs. They belong to
 * an area that lies above this one, so the composition root hands the work in; the pairs are locked by then.
 */
export type AlPublicar = (
  context: Pick<Context, 'db' | 'quien'>,
  ids: readonly number[],
) => Promise<Recalculado[]>

type Cambio = z.output<typeof contrato.publicar.body>['pares'][number]

/** Field of a change in the body, for its errors. */
const ofRow = (index: number) => `pares.${index}.`

const nameOf = (par: ParBloqueado) => `${par.base_iso}/${par.cotizacion_iso}`
const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese par de divisas' })

/** Decimals that a price has too many of, as errors of its form. */
function tooPrecise(cambio: { compra: string; venta: string }, precision: number, prefix = '') {
  return (['compra', 'venta'] as const).flatMap((campo): FieldError[] =>
    excedeDecimales(cambio[campo], precision)
      ? [{ msg: `Admite hasta ${precision} decimales.`, campo: prefix + campo }]
      : [],
  )
}

/** Changes that are far from the price in force and were not typed twice. */
function refuseJumps(
  cambios: readonly (readonly [Cambio, ParBloqueado])[],
  prefix: (index: number) => string,
): void {
  const jumps = cambios.flatMap(([cambio, par], index) => {
    if (cambio.confirmar || !superaAlerta(par, cambio, par.alerta_pct)) return []
    const variacion = mayorVariacion(par, cambio)
    return [{ id: par.id, par: nameOf(par), variacion, alerta: par.alerta_pct, index }]
  })
  const [first] = jumps
  if (!first) return
  const { par, variacion, alerta } = first
  const errors = jumps.map((jump) => ({
    msg: `${jump.par} cambia ${jump.variacion} %. Escriba de nuevo el precio para confirmarlo.`,
    campo: `${prefix(jump.index)}compra`,
  }))
  const pares = jumps.map(({ index: _, ...jump }) => jump)
  throw new DomainError('VARIACION_ALTA', { par, variacion, alerta, pares }, errors)
}

interface Publicacion {
  cambios: readonly Cambio[]
  motivo: string | null
  /** The outcome that was reviewed, if one was. */
  revision: string | undefined
  prefix: (index: number) => string
}

/** Each change with its pair as it stands, or the refusal of those that cannot be. */
function judged(cambios: readonly Cambio[], locked: ParesPorId, prefix: (index: number) => string) {
  const found = cambios.map((cambio) => {
    const par = locked.get(cambio.id)
    if (!par) throw NO_EXISTE()
    if (cambio.version !== undefined && cambio.version !== par.version) {
      throw new DomainError('VERSION', { version: par.version, actual: par })
    }
    return [cambio, par] as const
  })
  const errors = found.flatMap(([cambio, par], i) => tooPrecise(cambio, par.precision, prefix(i)))
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
  return found
}

/**
 * All or nothing: pairs locked in id order, judged, published, and then what depends on them. With a review, exactly
 * what it said comes out: before, what it was computed from must stand unchanged; afterwards, the same rates must
 * have moved to the same numbers (another pair of theirs may have moved in between).
 */
async function publishAll(
  context: Pick<Context, 'db' | 'quien'>,
  { cambios, motivo, revision, prefix }: Publicacion,
  { alPublicar, alRevisar }: Arriba,
): Promise<Recalculado[]> {
  const ids = cambios.map(({ id }) => id)
  const locked = await lock(context.db, ids, 'publicar')
  const found = judged(cambios, locked, prefix)
  refuseJumps(found, prefix)
  const revisados = revision === undefined ? null : await alRevisar(context.db, cambios)
  if (revisados && nombreDeRevision(cambios, locked, revisados) !== revision) {
    throw new DomainError('REVISION')
  }
  await publish(context.db, cambios, context.quien.usuario_id, motivo)
  const rows = found.map(([{ id, compra, venta }, par]) => ({
    id,
    antes: { compra: par.compra, venta: par.venta },
    despues: { compra, venta, motivo },
  }))
  await noteAll(context, 'pares-divisas', 'publicar', rows)
  const recalculados = await alPublicar(context, ids)
  if (revisados) exigirIgual(revisados, recalculados)
  return recalculados
}

function said(count: number, recalculados: readonly Recalculado[]): string {
  const rates = recalculados.length
  const tail =
    rates === 0
      ? 'Ninguna tasa cambió.'
      : rates === 1
        ? 'Cambió 1 tasa.'
        : `Cambiaron ${rates} tasas.`
  return `${count === 1 ? 'Precio publicado' : `${count} precios publicados`}. ${tail}`
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, body, quien } = context
  const { compra, venta, ...rest } = body
  const errors = tooPrecise(body, body.precision)
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
  await requireMarket(db, body)
  const { id } = await db
    .insertInto('pares_divisas')
    .values({
      ...rest,
      alerta_pct: rest.alerta_pct ?? '3',
      compra,
      venta,
      actualizado_por: quien.usuario_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(db, [{ id, compra, venta }], quien.usuario_id, 'Creación')
  await note(context, 'pares-divisas', 'crear', id, null, body)
  return { id, message: 'Par de divisas creado.' }
}

/** The pair under its lock, as it stands; with `version`, refuses when somebody saved in between. */
async function open(db: Db, id: number, version?: number) {
  const par = (await lock(db, [id], 'publicar')).get(id)
  if (!par) throw NO_EXISTE()
  if (version !== undefined && version !== par.version) {
    throw new DomainError('VERSION', { version: par.version, actual: await one(db, id) })
  }
  return par
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, body } = context
  const { version, ...campos } = body
  const par = await open(db, params.id, version)
  const same = (['pais', 'base_id', 'cotizacion_id'] as const).every((k) => par[k] === campos[k])
  if (!same) {
    await requireMarket(db, campos)
    if (await inUse(db, par.id, false)) throw new DomainError('EN_USO', { que: 'el par' })
  }
  if (tooPrecise(par, campos.precision).length > 0) {
    const msg = `Los precios publicados (${par.compra} y ${par.venta}) tienen más decimales.`
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'precision' }])
  }
  await db
    .updateTable('pares_divisas')
    .set((e) => ({
      ...campos,
      alerta_pct: campos.alerta_pct ?? '3',
      version: e('version', '+', 1),
    }))
    .where('id', '=', params.id)
    .execute()
  await note(context, 'pares-divisas', 'editar', par.id, par, campos)
  return { id: par.id, message: 'Par de divisas actualizado.' }
}

async function estatus(context: Context<typeof contrato.estatus>) {
  const par = await open(context.db, context.params.id)
  if (par.estatus && (await inUse(context.db, par.id, true))) {
    throw new DomainError('EN_USO', { que: 'el par' })
  }
  const after = { estatus: !par.estatus }
  await context.db
    .updateTable('pares_divisas')
    .set((e) => ({ ...after, version: e('version', '+', 1) }))
    .where('id', '=', par.id)
    .execute()
  await note(context, 'pares-divisas', 'estatus', par.id, { estatus: par.estatus }, after)
  return { id: par.id, ...after, message: `Par ${after.estatus ? 'activado' : 'desactivado'}.` }
}

/** What lies above this area and stands on its prices. */
export interface Arriba {
  alPublicar: AlPublicar
  alRevisar: AlRevisar
}

/** The area's server; what stands on the pairs is recalculated and reviewed by who knows it. */
export function servidorPares(arriba: Arriba): Area {
  return area(
    contrato,
    {
      listar: ({ db }) => list(db),
      buscar: ({ db, params }) => search(db, params.term),
      obtener: ({ db, params }) => one(db, params.id),
      tarjetas: ({ db, params }) => byMarket(db, params.country, params.currencyIso),
      historico: async ({ db, params, query, quien, cursores }) => {
        await one(db, params.id)
        const { cursor, limite = 50, ...filters } = query
        const bound = [quien.usuario_id, 'pares-divisas', params.id, filters]
        const antes = cursor ? (cursores.read(bound, cursor)[0] as number) : null
        const rows = await history(db, params.id, { ...filters, limite, antes })
        return pageOf(rows, limite, ({ id }) => cursores.write(bound, [id]))
      },
      crear,
      editar,
      estatus,
      precio: async (context) => {
        const { params, body } = context
        const { motivo, revision, ...precio } = body
        const cambios = [{ id: params.id, ...precio }]
        const publicacion = { cambios, motivo, revision, prefix: () => '' }
        const recalculados = await publishAll(context, publicacion, arriba)
        return { id: params.id, message: said(1, recalculados), recalculados }
      },
      impacto: async (context) => {
        const { db, body } = context
        const ids = body.pares.map(({ id }) => id)
        const pares = new Map((await prices(db, ids)).map((par) => [par.id, par]))
        judged(body.pares, pares, ofRow)
        return revisar(context, body.pares, pares, await arriba.alRevisar(db, body.pares))
      },
      publicar: async (context) => {
        const { pares: cambios, motivo, revision } = context.body
        const publicacion = { cambios, motivo, revision, prefix: ofRow }
        const recalculados = await publishAll(context, publicacion, arriba)
        return {
          ids: cambios.map(({ id }) => id),
          message: said(cambios.length, recalculados),
          recalculados,
        }
      },
    },
    { pares_divisas_pais_base_id_cotizacion_id_key: ['ese par en ese mercado', 'cotizacion_id'] },
  )
}
