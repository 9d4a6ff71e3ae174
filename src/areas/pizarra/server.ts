import { decimal } from '../../core/dinero/decimal.ts'
import { DomainError } from '../../core/errors.ts'
import { exigirIdentidad } from '../../server/acceso/control.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import { type Db, transaction } from '../../server/db/db.ts'
import { list as listPairs, publicPrices } from '../pares-divisas/queries.ts'
import { list as listarTasas } from '../tipos-cambios/queries.ts'
import { contrato, MAX_FILAS, type Pizarra } from './contract.ts'
import {
  type Configuracion,
  choose,
  configuration,
  createLink,
  isMarket,
  links,
  opens,
  revokeLink,
} from './queries.ts'
import { desdeEnPalabras, horasEntre } from './rules.ts'

type Pares = Awaited<ReturnType<typeof listPairs>>
type Tipos = Awaited<ReturnType<typeof listarTasas>>

/** The chosen items in their order; by default, what a counter of that market would show. */
function chosen(config: Configuracion, pares: Pares, tipos: Tipos): { pares: Pares; tipos: Tipos } {
  const pick = <T extends { id: number }>(rows: readonly T[], ids: readonly number[]) =>
    ids.flatMap((id) => rows.filter((row) => row.id === id))
  if (config.elegida) {
    return { pares: pick(pares, config.pares), tipos: pick(tipos, config.corredores) }
  }
  const local = pares.filter(({ pais }) => pais === config.mercado).slice(0, MAX_FILAS)
  const shown = new Set(local.flatMap(({ base_id, cotizacion_id }) => [base_id, cotizacion_id]))
  const sends = tipos.filter(
    ({ pais, base_id, cotizacion_id }) =>
      pais === config.mercado && base_id === config.moneda_id && !shown.has(cotizacion_id),
  )
  return { pares: local, tipos: sends.slice(0, MAX_FILAS) }
}

const desdeDe = ({ monto_min }: Pick<Tipos[number], 'monto_min'>): string | null =>
  monto_min !== null && decimal(monto_min).gt(0) ? monto_min : null

/**
 * The public board. Fields are listed one by one, so that cost and margin cannot slip in. Inactive items are left out;
 * a price is what the counter gives, and null while it is unconfirmed for too long.
 */
async function board(db: Db): Promise<Pizarra> {
  const config = await configuration(db)
  const [pares, tipos] = [await listPairs(db), await listarTasas(db)]
  const precios = await publicPrices(db)
  const shown = chosen(config, pares, tipos)
  const current = (price: string, since: string) =>
    horasEntre(since, config.ahora) > config.vence_horas ? null : price
  return {
    casa: config.casa,
    mercado: config.mercado_nombre,
    tema: config.tema,
    mensaje: config.mensaje,
    divisas: shown.pares
      .filter(({ estatus }) => estatus)
      .flatMap(({ id, divisa_base: base, divisa_cotizacion: cotizacion }) => {
        const p = precios.get(id)
        if (!p) return []
        const compra = current(p.compra, p.compra_desde)
        const venta = current(p.venta, p.venta_desde)
        return [
          { id, base, cotizacion, compra, venta, precision: p.decimales, actualizado_en: p.desde },
        ]
      }),
    corredores: shown.tipos
      .filter(({ estatus }) => estatus)
      .map(({ id, divisa_base: base, divisa_cotizacion: cotizacion, ...tipo }) => {
        const { precision, metodo_calculo, vigente_desde, vencida } = tipo
        const tasa = vencida ? null : tipo.tasa
        const desde = desdeDe(tipo)
        return { id, base, cotizacion, desde, tasa, precision, metodo_calculo, vigente_desde }
      }),
    ahora: config.ahora,
  }
}

async function publica({ db, token }: Context<typeof contrato.publica>) {
  if (!(await opens(db, token))) throw new DomainError('ENLACE_INACTIVO')
  return board(db)
}

async function ajustes({ db }: Context<typeof contrato.ajustes>) {
  const config = await configuration(db)
  const [pares, tipos] = [await listPairs(db), await listarTasas(db)]
  const shown = chosen(config, pares, tipos)
  const names = new Map([...pares, ...tipos].map(({ pais, pais_nombre }) => [pais, pais_nombre]))
  const mercados = [...names].map(([id, nombre]) => ({
    id,
    nombre,
    pares: pares
      .filter(({ pais }) => pais === id)
      .map(({ id: par, divisa_base, divisa_cotizacion, estatus }) => ({
        id: par,
        nombre: `${divisa_base.nombre} (${divisa_base.iso}/${divisa_cotizacion.iso})`,
        imagen: divisa_base.imagen,
        activo: estatus,
      })),
    corredores: tipos
      .filter(({ pais }) => pais === id)
      .map(({ id: tipo, divisa_base: base, divisa_cotizacion, estatus, ...rest }) => ({
        id: tipo,
        nombre: `${base.iso} → ${divisa_cotizacion.nombre} (${divisa_cotizacion.iso})${desdeEnPalabras({ base, desde: desdeDe(rest) })}`,
        imagen: divisa_cotizacion.imagen,
        activo: estatus,
      })),
  }))
  return {
    mercado: config.mercado,
    tema: config.tema,
    mensaje: config.mensaje,
    pares: shown.pares.map(({ id }) => id),
    corredores: shown.tipos.map(({ id }) => id),
    mercados,
    version: config.version,
  }
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, body } = context
  const { version, ...after } = body
  const before = await configuration(db, true)
  if (version !== before.version) throw new DomainError('VERSION', { version: before.version })
  const [pares, tipos] = [await listPairs(db), await listarTasas(db)]
  const known = (rows: readonly { id: number; pais: string }[], ids: readonly number[]) =>
    ids.every((id) => rows.some((row) => row.id === id && row.pais === body.mercado))
  const errors = [
    ...((await isMarket(db, body.mercado))
      ? []
      : [{ msg: 'Elija un mercado de la lista.', campo: 'mercado' }]),
    ...(known(pares, body.pares) ? [] : [{ msg: 'Elija pares de ese mercado.', campo: 'pares' }]),
    ...(known(tipos, body.corredores)
      ? []
      : [{ msg: 'Elija envíos de ese mercado.', campo: 'corredores' }]),
  ]
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
  await choose(db, after)
  const { mercado, tema, mensaje, pares: p, corredores } = before
  await note(
    context,
    'pizarra',
    'editar',
    1,
    { mercado, tema, mensaje, pares: p, corredores },
    after,
  )
  return { id: 1, message: 'Pizarra actualizada.' }
}

/** In its own transaction, without idempotent replay: the key must not be stored with the answer. */
function crearEnlace(context: Context<typeof contrato.crearEnlace>) {
  const { db, body, quien } = context
  return transaction(db, async (tx) => {
    await exigirIdentidad({ db: tx, quien }, 'crear un enlace de la pizarra')
    const { id, clave } = await createLink(tx, body.nombre, quien.usuario_id)
    await note({ db: tx, quien }, 'pizarra', 'crear-enlace', id, null, { nombre: body.nombre })
    return { id, clave, message: `Enlace «${body.nombre}» creado.` }
  })
}

async function revocar(context: Context<typeof contrato.revocar>) {
  const { db, params, quien } = context
  const nombre = await revokeLink(db, params.id, quien.usuario_id)
  await note(context, 'pizarra', 'revocar-enlace', params.id, { nombre }, null)
  return { id: params.id, message: `Enlace «${nombre}» revocado.` }
}

export const servidor = area(
  contrato,
  {
    ver: ({ db }) => board(db),
    publica,
    ajustes,
    editar,
    enlaces: ({ db }) => links(db),
    crearEnlace: { directo: crearEnlace },
    revocar,
  },
  { pizarra_enlaces_nombre: ['un enlace activo con ese nombre', 'nombre'] },
)
