import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import { unaMas } from '../../server/http/page.ts'
import { conNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, exigirVisible, ordenDe } from '../../server/http/respuesta/orden.ts'
import { enSucursal, nombreSucursal, sucursalDe, type Vista } from '../../server/sucursales.ts'
import { documentoCorto, entonces, ficha } from '../clientes/queries.ts'
import { comprobantesJson } from './comprobantes.ts'
import type { contrato, Detalle, Fila } from './contract.ts'
import { type Leida, papelJson } from './papel/hechos.ts'
import { ticketJson } from './tickets/queries.ts'

type Consulta = z.output<typeof contrato.listar.query>
type Filtros = z.output<typeof contrato.totales.query>
/** Key of the next page: the id of the last row seen; its day is looked up. */
export type Key = [id: number]

/** Conditions of the filters, shared by list and totals. */
export function filtered(db: Db, f: Filtros) {
  let q = db.selectFrom('compras_ventas as o').leftJoin('clientes as c', 'c.id', 'o.cliente_id')
  if (f.desde) q = q.where('o.fecha_negocio', '>=', f.desde)
  if (f.hasta) q = q.where('o.fecha_negocio', '<=', f.hasta)
  // Literals, not parameters: the partial indexes of rare values match only literals.
  if (f.tipo) q = q.where('o.tipo', '=', sql.lit(f.tipo))
  if (f.estado) q = q.where('o.estado', '=', sql.lit(f.estado))
  if (f.divisa_id) q = q.where('o.divisa_id', '=', f.divisa_id)
  if (f.cliente_id) q = q.where('o.cliente_id', '=', f.cliente_id)
  if (f.ticket_id) q = q.where('o.ticket_id', '=', f.ticket_id)
  if (f.usuario_id) q = q.where('o.usuario_id', '=', f.usuario_id)
  for (const here of enSucursal(['o.sucursal_id'], f)) q = q.where(here)
  if (f.buscar && esTicket(f.buscar)) q = q.where(deTicket(f.buscar))
  else if (f.buscar)
    q = q.where(sql<boolean>`(${ofClients(f.buscar)} OR ${conNumero('o.numero', 'CV', f.buscar)})`)
  return q
}

/** Whether the number of a ticket was typed. */
const esTicket = (buscar: string) => /^tk-/i.test(buscar)
const deTicket = (buscar: string) => sql<boolean>`o.ticket_id = ANY (ARRAY(
  SELECT t.id FROM compras_ventas_tickets t WHERE ${conNumero('t.numero', 'TK', buscar)}))`

/**
 * Condition on clients by name, document or phone. Two letters have no trigram, so they are filtered during the scan.
 */
function ofClients(buscar: string) {
  const like = likeOf(buscar)
  return buscar.length < 3
    ? sql`coalesce(c.busqueda LIKE ${like}, false)`
    : sql`o.cliente_id = ANY (ARRAY(SELECT x.id FROM clientes x WHERE x.busqueda LIKE ${like}))`
}

/**
 * Up to this many matching clients, each is looked up by index; with more, matches are frequent enough for a scan by
 * date.
 */
const POCOS = 200

/**
 * Strategy for a page with a search. When few clients match, the operations of each are read through the index by
 * client, however rare or old they are. When many match, a scan by date finds them soon. A scan without matches would
 * read the whole table.
 */
async function searched(db: Db, f: Consulta, { page, orden, limite }: Pagina): Promise<Ops> {
  const { buscar, ...rest } = f
  if (!buscar || buscar.length < 3 || esTicket(buscar)) return page(filtered(db, f))
  const like = likeOf(buscar)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM clientes WHERE busqueda LIKE ${like} LIMIT ${POCOS + 1}`.execute(db)
  if (rows.length > POCOS) {
    const found = sql<boolean>`(coalesce(c.busqueda LIKE ${like}, false) OR ${conNumero('o.numero', 'CV', buscar)})`
    return page(filtered(db, rest).where(found), unaMas(limite, {}))
  }
  const of = (q: Ops) => page(q).select(['o.id', orden.valor.as('valor')])
  const each = of(filtered(db, rest).where(sql<boolean>`o.cliente_id = uno.id`))
  const byNumber = of(filtered(db, rest).where(conNumero('o.numero', 'CV', buscar)))
  const ids = rows.map(({ id }) => id)
  // The ids of the page are taken from all the indexes before any row is read.
  const first = sql`SELECT o.id FROM (
      SELECT x.* FROM unnest(${ids}::bigint[]) AS uno (id) CROSS JOIN LATERAL (${each}) x UNION (${byNumber})) o
    ORDER BY o.valor ${orden.sentido}, o.id ${orden.sentido} LIMIT ${limite + 1}`
  return page(filtered(db, {}).where(sql<boolean>`o.id IN (${first})`))
}

type Ops = ReturnType<typeof filtered>

/** A page: its order and size, and both with its start. */
interface Pagina {
  orden: ReturnType<typeof ordenDe>
  limite: number
  page: (q: Ops, cuantas?: RawBuilder<number>) => Ops
}

const EN_ORDEN = {
  tabla: 'compras_ventas',
  fila: 'o',
  por: {
    fecha: columna('fecha_negocio'),
    numero: columna('numero'),
    monto: columna('monto'),
    contravalor: columna('contravalor'),
    ganancia: columna('ganancia'),
  },
}

/** One row more than the page, which tells whether there is a next page. */
export async function list(
  db: Db,
  f: Consulta,
  limite: number,
  key: Key | null,
  quien: Vista,
): Promise<{ filas: Filas<Fila> }> {
  if (!tiene(quien, 'ganancia:ver')) exigirVisible(f.orden, ['ganancia'])
  const orden = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  const page = (q: Ops, cuantas = unaMas(limite, f)) => {
    const sorted = q.orderBy(orden.por).limit(cuantas)
    return orden.desde ? sorted.where(orden.desde) : sorted
  }
  const q = (await searched(db, f, { page, orden, limite }))
    .innerJoin('monedas as d', 'd.id', 'o.divisa_id')
    .innerJoin('monedas as k', 'k.id', 'o.contramoneda_id')
    .innerJoin('usuarios as u', 'u.id', 'o.usuario_id')
    .select([
      'o.id',
      'o.numero',
      'o.fecha',
      sql<Fila['tipo']>`o.tipo`.as('tipo'),
      sql<Fila['estado']>`o.estado`.as('estado'),
      clienteDe.as('cliente'),
      'o.divisa_id',
      sql<string>`round(o.monto, d.decimales)::text`.as('monto'),
      'o.contramoneda_id',
      sql<string>`round(o.contravalor, k.decimales)::text`.as('contravalor'),
      sql<string>`round(o.tasa, greatest(o.precision, scale(trim_scale(o.tasa))))::text`.as('tasa'),
      'o.precision',
      displayName.as('cajero'),
    ])
    .$if(quien.sucursales.length > 0, (q) =>
      q.select(nombreSucursal('o.sucursal_id').as('sucursal')),
    )
  if (!tiene(quien, 'ganancia:ver')) return { filas: q }
  return { filas: q.select(sql<string>`round(o.ganancia, 2)::text`.as('ganancia')) }
}

/** The client's name in that operation. */
const clienteDe = sql<
  string | null
>`(SELECT f.nombre FROM (SELECT o.ficha_id, o.cliente_id) o ${ficha('o')})`

/** Short name of the user. */
const displayName = sql<string>`usuarios_corto(u)`

/**
 * One complete operation, in one round trip; null when it does not exist. Profit and cost only for users who may see
 * them.
 */
export async function detail(
  db: Db,
  id: number,
  quien: Quien,
): Promise<(Omit<Detalle, 'codigo'> & { papel: Leida }) | null> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const { rows } = await sql<
    Detalle & { papel: Leida; costo: string | null; margen: string | null }
  >`
    SELECT o.id, o.numero, o.fecha, o.tipo, o.estado, o.cliente_id, f.nombre AS cliente,
           ${documentoCorto('f')} AS cliente_documento, ${entonces} AS ficha, ${ticketJson} AS ticket, o.divisa_id, o.contramoneda_id,
           round(o.monto, d.decimales)::text AS monto, round(o.contravalor, k.decimales)::text AS contravalor,
           round(o.tasa, greatest(o.precision, scale(trim_scale(o.tasa))))::text AS tasa, o.precision,
           o.metodo_calculo, o.historico_id, o.tasa_mantenida,
           (SELECT jsonb_build_object('por', usuarios_corto(w), 'motivo', x.motivo) FROM autorizaciones_tasa x
            JOIN usuarios w ON w.id = x.resuelto_por WHERE x.compra_venta_id = o.id) AS autorizacion,
           usuarios_corto(u) AS cajero ${sucursalDe(quien, 'o.sucursal_id')},
           jsonb_build_object('id', d.id, 'iso', d.iso, 'simbolo', d.simbolo, 'decimales', d.decimales) AS divisa,
           jsonb_build_object('id', k.id, 'iso', k.iso, 'simbolo', k.simbolo, 'decimales', k.decimales) AS contramoneda,
           round(o.servicio, 2)::text AS servicio,
           round(o.tarifa, 2)::text AS tarifa, round(o.gastos, 2)::text AS gastos, round(o.redondeo, 2)::text AS redondeo,
           round(o.costo, 2)::text AS costo, round(o.ganancia, 2)::text AS ganancia, round(o.margen, 2)::text AS margen,
           o.observacion, o.motivo, o.impresiones, o.impresiones_declaracion, o.anulada_en, o.motivo_anulacion, o.version,
           usuarios_corto(a) AS anulada_por,
           CASE WHEN o.declaracion IS NOT NULL THEN o.declaracion - '{cliente,monto_usd}'::text[] END AS declaracion,
           ajuste('empresa') AS empresa, ${papelJson} AS papel,
           ${pagosJson(quien)} AS pagos, ${apuntesJson} AS apuntes, ${historialJson} AS historial
    FROM compras_ventas o
    JOIN monedas d ON d.id = o.divisa_id JOIN monedas k ON k.id = o.contramoneda_id
    JOIN usuarios u ON u.id = o.usuario_id
    LEFT JOIN usuarios a ON a.id = o.anulada_por LEFT JOIN clientes c ON c.id = o.cliente_id ${ficha('o')}
    WHERE o.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row || ganancia) return row ?? null
  const { costo, gastos: __, margen, ganancia: _, apuntes, ...rest } = row
  return rest
}

const pagosJson = (quien: Quien) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'lado', g.lado, 'tipo_pago', t.nombre, 'cuenta_id', g.cuenta_id,
           'cuenta', n.nombre, 'marca', entidades_marca(n.entidad_id), 'moneda_id', n.moneda_id, 'monto', round(g.monto, m.decimales)::text,
           'tarifa', round(g.tarifa, CASE WHEN m.funcional THEN m.decimales ELSE 2 END)::text,
           'referencia', g.referencia, 'estado', g.estado, 'motivo', g.motivo, 'cargo', g.cargo, 'efectivo', t.efectivo,
           'suya', cuentas_suya(${auditOf(quien)}::jsonb, n),
           'otros', CASE WHEN g.estado = 'por_verificar' THEN compras_ventas_otros(${quien.usuario_id}, o, g) ELSE '{}' END,
           'pide_comprobante', t.pide_comprobante,
           'comprobantes', ${comprobantesJson}, 'recibido', round(g.recibido, m.decimales)::text, 'vuelto', round(g.recibido - g.monto, m.decimales)::text,
           'denominaciones', g.denominaciones) ORDER BY g.id), '[]')
  FROM compras_ventas_pagos g JOIN tipos_pagos t ON t.id = g.tipo_pago_id
  JOIN cuentas n ON n.id = g.cuenta_id JOIN monedas m ON m.id = n.moneda_id WHERE g.compra_venta_id = o.id)`

const apuntesJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('asiento_id', s.id,
           'fecha', instante_texto(s.fecha), 'glosa', s.glosa,
           'cuenta', q.nombre, 'moneda_id', p.moneda_id,
           'debe', CASE WHEN p.importe > 0 THEN round(p.importe, m.decimales)::text END,
           'haber', CASE WHEN p.importe < 0 THEN round(-p.importe, m.decimales)::text END) ORDER BY p.id), '[]')
  FROM asientos s JOIN apuntes p ON p.asiento_id = s.id JOIN cuentas_contables q ON q.id = p.cuenta_id
  JOIN monedas m ON m.id = p.moneda_id WHERE s.origen = 'compras-ventas' AND s.origen_id = o.id)`

const historialJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', instante_texto(h.fecha),
           'accion', h.accion, 'usuario', usuarios_corto(w)) ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios w ON w.id = h.usuario_id
  WHERE h.entidad = 'compras-ventas' AND h.entidad_id = o.id::text)`
