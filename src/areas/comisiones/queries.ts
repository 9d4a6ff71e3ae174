import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { buscaNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import { type Lectura, sinClave } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import { ficha, fichaAgente } from '../clientes/queries.ts'
import type { contrato, Fila, Grupo } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>
type Filtros = z.output<typeof contrato.totales.query>
/** Key of the next page: the id of the last row seen. */
export type Key = [id: number]

/** Name of a beneficiary (R-116); `b` is the joined user, `g` the joined agent. */
export const nombre = sql<string>`coalesce(${displayName('b')}, g.nombre)`
export const quienes = (alias: string) => sql`
  LEFT JOIN usuarios b ON b.id = ${sql.ref(`${alias}.usuario_id`)}
  LEFT JOIN clientes g ON g.id = ${sql.ref(`${alias}.agente_id`)}`
/** The same in a document: the agent `g` as he was (R-151). */
export const fueron = (alias: string) => sql`
  LEFT JOIN usuarios b ON b.id = ${sql.ref(`${alias}.usuario_id`)} ${fichaAgente(alias, 'g')}`

/**
 * Conditions of the filters, shared by list, totals and groups. `solo`: restricts to one beneficiary, for a user who
 * may not see all.
 */
function conditions(f: Filtros, solo: string | null): RawBuilder<unknown> {
  const [de, a] = f.corredor?.split('-').map(Number) ?? []
  const all: RawBuilder<unknown>[] = [
    ...(solo ? [sql`c.beneficiario = ${solo}`] : []),
    ...(f.beneficiario ? [sql`c.beneficiario = ${f.beneficiario}`] : []),
    ...(f.desde ? [sql`c.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`c.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.tipo ? [sql`c.tipo = ${f.tipo}`] : []),
    ...(f.corredor ? [sql`c.de_id = ${de} AND c.a_id = ${a}`] : []),
    ...(f.estado ? [sql`c.estado = ${f.estado}`] : []),
    ...(f.liquidacion_id ? [sql`c.liquidacion_id = ${f.liquidacion_id}`] : []),
    ...(f.orden_id ? [sql`c.origen = 'ordenes' AND c.origen_id = ${f.orden_id}`] : []),
    ...(f.buscar ? [wanted(f.buscar)] : []),
  ]
  return all.length > 0 ? sql.join(all, sql` AND `) : sql`true`
}

/** Condition on a typed text: the operation's number or its end, or the client's name or document. */
function wanted(buscar: string): RawBuilder<unknown> {
  const number = ['CV', 'OR'].map((serie) => buscaNumero('c.numero', serie, buscar))
  return sql`(k.busqueda LIKE ${likeOf(buscar)} OR ${sql.join(number, sql` OR `)})`
}

const tables = sql`comisiones c LEFT JOIN clientes k ON k.id = c.cliente_id ${quienes('c')}`

const EN_ORDEN = {
  tabla: 'comisiones',
  fila: 'c',
  por: { fecha: columna('fecha_negocio'), comision: columna('comision') },
}

/** One row more than the page, which tells whether there is a next page. */
export function list(
  f: Consulta,
  limite: number,
  key: Key | null,
  { solo, ganancia }: { solo: string | null; ganancia: boolean },
): Lectura<Fila> {
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  // A margin is shown only to users who may see it; the base of a percentage of the amount reveals nothing.
  const open = (base: string) => sql`${sql.ref(base)} IN ('monto', 'fijo')`
  const base = ganancia
    ? sql`round(c.importe_base, 2)::text`
    : sql`CASE WHEN ${open('c.base')} THEN round(c.importe_base, 2)::text END`
  const filas = sql<Fila>`
    SELECT c.id, c.fecha, c.origen, c.origen_id, c.numero, c.tipo, f.nombre AS cliente, c.beneficiario, ${nombre} AS nombre,
           c.rol, c.de_id, c.a_id, c.moneda_id, round(c.monto, m.decimales)::text AS monto,
           round(c.tasa, greatest(c.precision, scale(trim_scale(c.tasa))))::text AS tasa, c.precision, c.base,
           ${base} AS importe_base, CASE WHEN c.base <> 'fijo' THEN c.regla->>'valor' END AS porcentaje,
           round(c.comision, 2)::text AS comision, c.contra_de IS NOT NULL AS descuento, c.estado, c.liquidacion_id,
           l.numero AS liquidacion
    FROM comisiones c LEFT JOIN clientes k ON k.id = c.cliente_id ${ficha('c')} ${fueron('c')}
    JOIN monedas m ON m.id = c.moneda_id
    LEFT JOIN comisiones_liquidaciones l ON l.id = c.liquidacion_id
    WHERE ${conditions(f, solo)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
  return ganancia
    ? { filas }
    : { filas, fila: sinClave('importe_base', sql`NOT ${open('x.base')}`) }
}

const suma = (which: RawBuilder<unknown>) =>
  sql`round(coalesce(sum(comision) FILTER (WHERE ${which}), 0), 2)::text`

/**
 * Sums over the rows of `f`, which has clave, nombre and the columns for `montos`; annulled operations earned nothing.
 */
const sumas = sql`
  count(DISTINCT (origen, origen_id)) FILTER (WHERE estado <> 'anulada')::int AS operaciones,
  ${suma(sql`estado <> 'anulada'`)} AS devengado, ${suma(sql`estado = 'pagada'`)} AS pagado,
  ${suma(sql`estado IN ('devengada', 'liquidada')`)} AS pendiente`

/** The operated amounts per currency: an operation with two commissions counts once, an annulled one does not count. */
const montos = sql`
  SELECT clave, jsonb_agg(jsonb_build_object('moneda_id', moneda_id, 'monto', round(monto, decimales)::text)
           ORDER BY moneda_id) AS montos
  FROM (SELECT u.clave, u.moneda_id, m.decimales, sum(u.monto) AS monto
        FROM (SELECT DISTINCT clave, origen, origen_id, moneda_id, monto FROM f WHERE NOT revertida AND NOT descuento) u
        JOIN monedas m ON m.id = u.moneda_id GROUP BY u.clave, u.moneda_id, m.decimales) t
  GROUP BY clave`

const rowsOf = (
  f: Filtros,
  solo: string | null,
  clave: RawBuilder<unknown>,
  nombreDe = sql`''`,
) => sql`
  SELECT ${clave} AS clave, ${nombreDe} AS nombre, c.origen, c.origen_id, c.moneda_id, c.monto, c.comision, c.estado,
         c.revertida, c.contra_de IS NOT NULL AS descuento
  FROM ${tables} JOIN monedas d ON d.id = c.de_id JOIN monedas a ON a.id = c.a_id
  WHERE ${conditions(f, solo)}`

type Totales = Omit<Grupo, 'clave' | 'nombre'> & { filas: number }

export async function totals(db: Db, f: Filtros, solo: string | null): Promise<Totales> {
  const { rows } = await sql<Totales>`
    WITH f AS MATERIALIZED (${rowsOf(f, solo, sql`''`)})
    SELECT count(*)::int AS filas, ${sumas}, coalesce((SELECT montos FROM (${montos}) x), '[]') AS montos FROM f`.execute(
    db,
  )
  return rows[0] as Totales
}

/** Totals by beneficiary or by pair, the largest first. */
export async function groups(
  db: Db,
  f: Filtros,
  por: 'beneficiario' | 'par',
  solo: string | null,
): Promise<Grupo[]> {
  const [clave, name] =
    por === 'par'
      ? [sql`c.de_id || '-' || c.a_id`, sql`d.iso || ' → ' || a.iso`]
      : [sql`c.beneficiario`, nombre]
  const { rows } = await sql<Grupo>`
    WITH f AS MATERIALIZED (${rowsOf(f, solo, clave, name)}), x AS (${montos})
    SELECT f.clave, min(f.nombre) AS nombre, ${sumas},
           coalesce((SELECT x.montos FROM x WHERE x.clave = f.clave), '[]') AS montos
    FROM f GROUP BY f.clave ORDER BY sum(comision) FILTER (WHERE estado <> 'anulada') DESC NULLS LAST, f.clave`.execute(
    db,
  )
  return rows
}

/** Options of the filters: the beneficiaries that have commissions, and their corridors. */
export async function options(db: Db, solo: string | null) {
  const mine = solo ? sql`WHERE c.beneficiario = ${solo}` : sql``
  const { rows } = await sql<{ beneficiarios: Opcion[]; corredores: Opcion[] }>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('valor', t.beneficiario, 'etiqueta', t.nombre) ORDER BY t.nombre), '[]')
            FROM (SELECT DISTINCT c.beneficiario, ${nombre} AS nombre FROM comisiones c ${quienes('c')} ${mine}) t) AS beneficiarios,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('valor', t.de_id || '-' || t.a_id, 'etiqueta', d.iso || ' → ' || a.iso)
                     ORDER BY d.iso, a.iso), '[]')
            FROM (SELECT DISTINCT c.de_id, c.a_id FROM comisiones c ${mine}) t
            JOIN monedas d ON d.id = t.de_id JOIN monedas a ON a.id = t.a_id) AS corredores`.execute(
    db,
  )
  return rows[0] as (typeof rows)[0]
}

interface Opcion {
  valor: string
  etiqueta: string
}
