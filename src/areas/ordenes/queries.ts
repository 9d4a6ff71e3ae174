import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { conNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, exigirVisible, ordenDe } from '../../server/http/respuesta/orden.ts'
import { enSucursal, sucursalDe, type Vista } from '../../server/sucursales.ts'
import { ficha } from '../clientes/queries.ts'
import type { ColumnaOrdenes } from './contract/consultas.ts'
import type { contrato, FilaOrden } from './contract.ts'
import { type Estado, PASOS_DE, type Revisar } from './rules.ts'

type Consulta = z.output<typeof contrato.listar.query>
type Filtros = z.output<typeof contrato.resumen.query>
/** The cursor of a page: the id of the last row; its day is looked up. */
export type Key = [id: number]

/** State of order `o`: a quote that has ended counts as expired even before the job marks it. */
export const estadoActual = sql<Estado>`CASE WHEN o.estado = 'pendiente' AND o.vence_en <= ahora() THEN 'vencida' ELSE o.estado END`

/** End of the term of order `o`; null while it does not run. */
export const plazo = sql`CASE WHEN o.estado IN ('pagada', 'en_proceso') AND o.observada IS NULL
  THEN o.pagada_en + make_interval(mins => ajuste('orden_sla_minutos')::int, secs => o.pausa_segundos) END`

/** Sum of the payouts of order `o` that have not bounced. */
export const pagado = sql`(SELECT coalesce(sum(monto), 0) FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado')`
const cobrado = sql`(SELECT coalesce(sum(monto), 0) FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado')`
const porVerificar = sql`(SELECT count(*)::int FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'por_verificar')`

/** Columns of every list; `e` and `r` are the currencies, `c` the client, `f` who he was, `u` who registered it, `w` the payer. */
export const columnas = (quien: Vista) => sql`o.id, o.numero, o.fecha, ${estadoActual} AS estado,
  CASE WHEN o.estado = 'pendiente' AND o.vence_en <= ahora() THEN o.vence_en ELSE o.estado_desde END AS estado_desde,
  o.observada, o.observada_nota, o.observada_desde, ${plazo} AS plazo_en, o.vence_en,
  ordenes_anula_en(o) AS anula_en, o.cliente_id, f.nombre AS cliente,
  o.beneficiario_id, o.beneficiario->>'nombre' AS beneficiario, o.beneficiario->>'metodo_nombre' AS metodo, o.pais, o.pais_destino,
  o.envia_moneda_id, round(o.envia, e.decimales)::text AS envia, o.recibe_moneda_id,
  round(o.recibe, r.decimales)::text AS recibe, round(${pagado}, r.decimales)::text AS pagado,
  round(${cobrado}, e.decimales)::text AS cobrado, ${porVerificar} AS cobros_por_verificar,
  round(o.tasa, greatest(o.precision, scale(trim_scale(o.tasa))))::text AS tasa, o.precision, o.pagador_id,
  ${displayName('w')} AS pagador, o.usuario_id, ${displayName('u')} AS cajero, o.observacion, o.version
  ${sucursalDe(quien, 'o.sucursal_id')} ${tiene(quien, 'ganancia:ver') ? sql`, round(o.margen, 2)::text AS margen, round(o.ganancia, 2)::text AS ganancia` : sql``}`

export const fuentes = sql`ordenes o JOIN monedas e ON e.id = o.envia_moneda_id JOIN monedas r ON r.id = o.recibe_moneda_id
  JOIN clientes c ON c.id = o.cliente_id ${ficha('o')} JOIN usuarios u ON u.id = o.usuario_id LEFT JOIN usuarios w ON w.id = o.pagador_id`

/** Orders that wait for an action, as a condition on order `o`; the bell counts with the same conditions. */
const REVISAR: Record<Revisar, RawBuilder<unknown>> = {
  abiertas: sql`o.estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso')`,
  por_verificar: sql`o.estado IN ('pendiente', 'vencida') AND ${porVerificar} > 0`,
  por_pagar: sql`o.estado = 'pagada' AND o.observada IS NULL`,
  observadas: sql`o.estado IN ('pagada', 'en_proceso') AND o.observada IS NOT NULL`,
  plazo: sql`o.estado IN ('pagada', 'en_proceso') AND ${plazo} < ahora()`,
}

const conEstado = (estado: Estado) => {
  if (estado === 'pendiente') return sql`o.estado = 'pendiente' AND o.vence_en > ahora()`
  if (estado === 'vencida')
    return sql`(o.estado = 'vencida' OR o.estado = 'pendiente' AND o.vence_en <= ahora())`
  return sql`o.estado = ${sql.lit(estado)}`
}

function conditions(f: Filtros): RawBuilder<unknown> {
  const equals = ['envia_moneda_id', 'recibe_moneda_id', 'pais_destino', 'cliente_id'] as const
  const others = ['beneficiario_id', 'usuario_id', 'pagador_id'] as const
  const all = [
    sql`true`,
    ...(f.desde ? [sql`o.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`o.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.estado ? [conEstado(f.estado)] : []),
    ...(f.revisar ? [REVISAR[f.revisar]] : []),
    ...[...equals, ...others].flatMap((name) =>
      f[name] === undefined ? [] : [sql`${sql.ref(`o.${name}`)} = ${f[name]}`],
    ),
    ...dePersona(f),
    ...enSucursal(['o.sucursal_id'], f),
    ...(f.buscar ? [sql`(${named(f.buscar)} OR ${conNumero('o.numero', 'OR', f.buscar)})`] : []),
  ]
  return sql.join(all, sql` AND `)
}

/** Orders on which somebody did something, or that one thing (R-354). @throws DomainError VALIDACION without the somebody */
function dePersona({ persona_id, hizo }: Filtros): RawBuilder<unknown>[] {
  if (persona_id === undefined) {
    if (!hizo) return []
    throw new DomainError('VALIDACION', {}, [{ msg: 'Elija de qué usuario.', campo: 'persona_id' }])
  }
  const step = hizo ? sql`AND s.accion = ANY (${PASOS_DE[hizo]})` : sql``
  return [
    sql`o.id IN (SELECT s.orden_id FROM ordenes_pasos s WHERE s.usuario_id = ${persona_id} ${step})`,
  ]
}

/** Orders whose client matches by name, document or phone, or whose beneficiary by name, alias, document or account. */
function named(buscar: string) {
  const like = likeOf(buscar)
  return buscar.length < 3
    ? sql`coalesce(c.busqueda LIKE ${like}, false)`
    : sql`(o.cliente_id = ANY (ARRAY(SELECT x.id FROM clientes x WHERE x.busqueda LIKE ${like}))
           OR o.beneficiario_id = ANY (ARRAY(SELECT x.id FROM beneficiarios x WHERE x.busqueda LIKE ${like})))`
}

const EN_ORDEN = {
  tabla: 'ordenes',
  fila: 'o',
  por: {
    fecha: columna('fecha_negocio'),
    numero: columna('numero'),
    beneficiario: (t: string) => sql`normalizar(${sql.ref(`${t}.beneficiario`)}->>'nombre')`,
    envia: columna('envia'),
    recibe: columna('recibe'),
    ganancia: columna('ganancia'),
  },
}

/** Answers one row more than the page, so that the caller knows whether there is another page. */
export function list(f: Consulta, limite: number, key: Key | null, quien: Vista): Filas<FilaOrden> {
  if (!tiene(quien, 'ganancia:ver')) exigirVisible(f.orden, ['ganancia'])
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<FilaOrden>`
    SELECT ${columnas(quien)} FROM ${fuentes} WHERE ${conditions(f)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

/** Number of orders and amounts by state and currency: the columns of the board, including empty ones. */
export async function board(db: Db, f: Filtros): Promise<ColumnaOrdenes[]> {
  const sums = (moneda: string, monto: string, decimales: string) => sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', x.moneda_id, 'monto', x.monto) ORDER BY x.moneda_id), '[]')
    FROM (SELECT ${sql.ref(moneda)} AS moneda_id, round(sum(${sql.ref(monto)}), max(${sql.ref(decimales)}))::text AS monto
          FROM f WHERE f.estado = s.estado GROUP BY 1) x)`
  const { rows } = await sql<ColumnaOrdenes>`
    WITH f AS MATERIALIZED (
      SELECT ${estadoActual} AS estado, o.envia_moneda_id, o.envia, e.decimales AS envia_dec, o.recibe_moneda_id, o.recibe,
             r.decimales AS recibe_dec, o.observada, coalesce(${plazo} < ahora(), false) AS tarde,
             CASE WHEN o.estado IN ('pagada', 'en_proceso') THEN o.recibe - ${pagado} ELSE 0 END AS falta
      FROM ${fuentes} WHERE ${conditions(f)})
    SELECT s.estado, (SELECT count(*)::int FROM f WHERE f.estado = s.estado) AS ordenes,
           (SELECT count(*)::int FROM f WHERE f.estado = s.estado AND f.observada IS NOT NULL) AS observadas,
           (SELECT count(*)::int FROM f WHERE f.estado = s.estado AND f.tarde) AS fuera_de_plazo,
           ${sums('f.envia_moneda_id', 'f.envia', 'f.envia_dec')} AS envia,
           ${sums('f.recibe_moneda_id', 'f.recibe', 'f.recibe_dec')} AS recibe,
           CASE WHEN s.estado IN ('pagada', 'en_proceso')
             THEN ${sums('f.recibe_moneda_id', 'f.falta', 'f.recibe_dec')} ELSE '[]' END AS por_pagar
    FROM unnest(ARRAY['pendiente', 'vencida', 'pagada', 'en_proceso', 'completada', 'anulada']) WITH ORDINALITY s (estado, n)
    ORDER BY s.n`.execute(db)
  return rows
}
