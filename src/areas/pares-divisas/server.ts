import { DomainError } from '../../core/errors.ts'
import { actuar } from '../../server/acceso/control.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { historialOf, note } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { revisar } from './impacto/revision.ts'
import { type Arriba, judged, NO_EXISTE, ofRow, publishAll, said, tooPrecise } from './publicar.ts'
import {
  byMarket,
  history,
  inUse,
  list,
  lock,
  one,
  prices,
  publish,
  requireMarket,
  search,
} from './queries.ts'

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
  await publish(context, [{ id, compra, venta }], 'Creación')
  await note(context, 'pares-divisas', 'crear', id, null, body)
  return { id, message: 'Par de divisas creado.' }
}

/** Locks a pair and answers its present state. @throws DomainError VERSION when `version` is not the present one */
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
  await actuar(context)
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

/** The area's server; `arriba` recalculates and reviews the rates that depend on the pairs. */
export function servidorPares(arriba: Arriba): Area {
  return area(
    contrato,
    {
      listar: ({ db }) => list(db),
      buscar: ({ db, params }) => search(db, params.term),
      obtener: ({ db, params }) => one(db, params.id),
      historial: ({ db, params }) => historialOf(db, 'pares-divisas', params.id),
      tarjetas: ({ db, params }) => byMarket(db, params.country, params.currencyIso),
      historico: async (c) => {
        const { db, params, query } = c
        await one(db, params.id)
        return paged(c, ['pares-divisas', params.id], (limite, key) =>
          history(params.id, { ...query, limite, antes: key?.[0] ?? null }),
        )
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
    aportes,
  )
}
