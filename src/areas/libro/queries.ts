import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { conDias, enDias, esDe } from '../../server/dias.ts'
import { displayName } from '../../server/documento.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import type { ApunteFila, CuentaContable, contrato, FilaBalance, TotalBalance } from './contract.ts'
import type { AsientoDiario, Cabecera } from './rules/diario.ts'

type Consulta = z.output<typeof contrato.diario.query>
type DeCuenta = z.output<typeof contrato.mayor.query>
/** First and last business day; null leaves that end open. */
export interface Dias {
  desde: string | null
  hasta: string | null
}

/** Key of the next page: the entry and the leg seen last, and their day. */
export type Key = [asiento_id: number, id: number, fecha_negocio: string]

const MONEDA = sql`jsonb_build_object('iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales)`
/** A till or bank is known by its id; its own code is a UUID that nobody reads. */
const CODIGO = sql`CASE WHEN k.codigo LIKE 'cuenta:%' THEN 'cuenta:' || k.id ELSE k.codigo END`
const amount = (value: RawBuilder<unknown>) => sql`round(${value}, m.decimales)::text`

/** All ledger accounts by class: the house's tills and banks first, positions last. */
export async function accounts(db: Db): Promise<CuentaContable[]> {
  const { rows } = await sql<CuentaContable>`
    SELECT k.id, ${CODIGO} AS codigo, k.nombre, k.clase, ${MONEDA} AS moneda
    FROM cuentas_contables k JOIN monedas m ON m.id = k.moneda_id ORDER BY ${ORDEN}`.execute(db)
  return rows
}

/** The order of a chart of accounts. */
const ORDEN = sql`array_position(
  ARRAY['activo', 'pasivo', 'patrimonio', 'ingreso', 'gasto', 'posicion', 'contravalor'], k.clase), k.codigo NOT LIKE 'cuenta:%', k.nombre, k.id`

const ENTRE = ({ desde, hasta }: Dias) =>
  sql`a.fecha_negocio BETWEEN coalesce(${desde}::date, '-infinity') AND coalesce(${hasta}::date, 'infinity')`

function conditions(f: Omit<Consulta, 'orden'>) {
  const { cuenta_id, desde, hasta, buscar } = f
  const like = buscar && likeOf(buscar)
  return sql.join(
    [
      sql`true`,
      ...(cuenta_id ? [sql`p.cuenta_id = ${cuenta_id}`] : []),
      ...enDias(f, 'p.id', 'a.fecha_negocio'),
      ...(desde ? [sql`a.fecha_negocio >= ${desde}::date`] : []),
      ...(hasta ? [sql`a.fecha_negocio <= ${hasta}::date`] : []),
      ...(like
        ? [
            sql`(normalizar(a.glosa) LIKE ${like} OR a.id::text = ${buscar}
               OR ${esDe('a', buscar)})`,
          ]
        : []),
    ],
    sql` AND `,
  )
}

/** Legs by day and entry, the latest first unless `orden` is `fecha`; those of one entry in their own order. */
export function legs(consulta: Consulta, limite: number, key: Key | null): Filas<ApunteFila> {
  const oldest = consulta.orden === 'fecha'
  // A leg's id is the order in which it changed its account's balance, so one account is sorted by it alone.
  const one = consulta.cuenta_id !== undefined
  const beyond = oldest ? sql`>` : sql`<`
  const after = !key
    ? sql``
    : one
      ? sql`AND p.id ${beyond} ${key[1]}`
      : sql`AND (a.fecha_negocio, a.id) ${beyond}= (${key[2]}::date, ${key[0]}) AND (a.id <> ${key[0]} OR p.id > ${key[1]})`
  const way = oldest ? sql`ASC` : sql`DESC`
  const order = one ? sql`p.id ${way}` : sql`a.fecha_negocio ${way}, a.id ${way}, p.id`
  return sql<ApunteFila>`
    WITH ${conDias(consulta)}, pagina AS MATERIALIZED (
      SELECT p.id, a.id AS asiento_id, row_number() OVER (ORDER BY ${order}) AS n
      FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
      WHERE ${conditions(consulta)} ${after} ORDER BY ${order} LIMIT ${limite + 1})
    SELECT p.id, a.id AS asiento_id, lag(a.id) OVER (ORDER BY x.n) IS DISTINCT FROM a.id AS primero, a.fecha,
           a.fecha_negocio, a.glosa, a.origen, a.origen_id, d.numero, ${displayName('u')} AS usuario,
           k.id AS cuenta_id, ${CODIGO} AS codigo, k.nombre AS cuenta, ${MONEDA} AS moneda,
           CASE WHEN p.importe > 0 THEN ${amount(sql`p.importe`)} END AS debe,
           CASE WHEN p.importe < 0 THEN ${amount(sql`-p.importe`)} END AS haber,
           round(p.valor, 2)::text AS valor, ${amount(sql`p.saldo_despues`)} AS saldo
    FROM pagina x JOIN apuntes p ON p.id = x.id JOIN asientos a ON a.id = x.asiento_id
    JOIN cuentas_contables k ON k.id = p.cuenta_id JOIN monedas m ON m.id = p.moneda_id
    JOIN usuarios u ON u.id = a.usuario_id
    LEFT JOIN documentos d ON d.origen = a.origen AND d.origen_id = a.origen_id
    ORDER BY x.n LIMIT ${limite + 1}`
}

/**
 * Accounts, or one, with what moved in these days. Computed backwards from the present balance, by what the days since
 * add up to.
 */
function cuentasDe({ desde, hasta }: Dias, id: number | null = null) {
  const one = sql`${id}::bigint`
  const after = hasta === null ? sql`NULL::numeric` : sql`y.debe - y.haber`
  const later =
    hasta === null
      ? sql``
      : sql`LEFT JOIN dias_sumas(${hasta}::date + 1, NULL, ${one}) y ON y.cuenta_id = k.id`
  return sql`
  SELECT k.id, k.codigo, k.nombre, k.clase, k.moneda_id, k.saldo - coalesce(${after}, 0) AS final,
         coalesce(x.debe, 0) AS debe, coalesce(x.haber, 0) AS haber
  FROM cuentas_contables k
  LEFT JOIN dias_sumas(${desde}::date, ${hasta}::date, ${one}) x ON x.cuenta_id = k.id ${later}
  WHERE ${id === null ? sql`true` : sql`k.id = ${id}`}`
}

const FILA = sql`
  k.id, ${CODIGO} AS codigo, k.nombre, k.clase, ${MONEDA} AS moneda, ${amount(sql`k.final - k.debe + k.haber`)} AS inicial,
  ${amount(sql`k.debe`)} AS debe, ${amount(sql`k.haber`)} AS haber, ${amount(sql`k.final`)} AS final`

/** One account between two days: opening balance, debits, credits, closing balance; null when there is no such account. */
export async function account(db: Db, consulta: DeCuenta): Promise<FilaBalance | null> {
  const { cuenta_id, desde = null, hasta = null } = consulta
  const { rows } = await sql<FilaBalance>`
    SELECT ${FILA} FROM (${cuentasDe({ desde, hasta }, cuenta_id)}) k
    JOIN monedas m ON m.id = k.moneda_id`.execute(db)
  return rows[0] ?? null
}

/** The trial balance between two days, and the total of each currency; one statement, so that they agree. */
export async function balance(
  db: Db,
  dias: Dias,
): Promise<{ filas: FilaBalance[]; totales: TotalBalance[] }> {
  const { rows } = await sql<{ filas: FilaBalance[]; totales: TotalBalance[] }>`
    WITH c AS MATERIALIZED (
      SELECT k.* FROM (${cuentasDe(dias)}) k WHERE k.final <> 0 OR k.debe <> 0 OR k.haber <> 0)
    SELECT (SELECT coalesce(jsonb_agg(to_jsonb(f) - 'n' ORDER BY n), '[]') FROM (
              SELECT ${FILA}, row_number() OVER (ORDER BY m.funcional DESC, m.id, ${ORDEN}) AS n
              FROM c k JOIN monedas m ON m.id = k.moneda_id) f) AS filas,
           (SELECT coalesce(jsonb_agg(to_jsonb(t) - 'orden' ORDER BY orden), '[]') FROM (
              SELECT ${MONEDA} AS moneda, row_number() OVER (ORDER BY m.funcional DESC, m.id) AS orden,
                     ${amount(sql`sum(k.debe)`)} AS debe, ${amount(sql`sum(k.haber)`)} AS haber,
                     ${amount(sql`sum(k.final)`)} AS final
              FROM c k JOIN monedas m ON m.id = k.moneda_id GROUP BY m.id) t) AS totales`.execute(
    db,
  )
  return rows[0] as { filas: FilaBalance[]; totales: TotalBalance[] }
}

/** What the head of an exported journal tells, and its last entry; null where no entry is of these days. */
export async function journalHead(
  db: Db,
  dias: Dias,
): Promise<{ cabecera: Cabecera; ultimo: number } | null> {
  const { rows } = await sql<Cabecera & { ultimo: number | null }>`
    SELECT ajuste('empresa.razon_social') #>> '{}' AS casa,
           (SELECT iso FROM monedas WHERE funcional) AS funcional,
           coalesce(${dias.desde}::date, (SELECT min(fecha_negocio) FROM asientos))::text AS desde,
           coalesce(${dias.hasta}::date, (SELECT max(fecha_negocio) FROM asientos))::text AS hasta,
           (SELECT ultimo FROM dias_asientos(NULL, ${dias.hasta}::date)) AS ultimo,
           (SELECT jsonb_agg(jsonb_build_object('id', k.id, 'codigo', ${CODIGO}, 'nombre', k.nombre, 'clase', k.clase, 'iso', m.iso)
                             ORDER BY ${ORDEN})
            FROM cuentas_contables k JOIN monedas m ON m.id = k.moneda_id) AS cuentas,
           (SELECT jsonb_agg(jsonb_build_object('iso', iso, 'decimales', decimales) ORDER BY id) FROM monedas
            WHERE id IN (SELECT moneda_id FROM cuentas_contables)) AS monedas`.execute(db)
  const [{ ultimo, ...cabecera }] = rows as [Cabecera & { ultimo: number | null }]
  return ultimo === null ? null : { cabecera, ultimo }
}

const LINEA = (importe: RawBuilder<unknown>, valor: RawBuilder<unknown>) => sql`jsonb_build_object(
  'id', k.id, 'codigo', ${CODIGO}, 'nombre', k.nombre, 'clase', k.clase, 'iso', m.iso, 'decimales', m.decimales,
  'importe', trim_scale(${importe})::text, 'valor', trim_scale(${valor})::text)`

/** The balances with which a journal of some days opens, at cost, as an entry of the day before the first. */
export async function opening(db: Db, desde: string): Promise<AsientoDiario | null> {
  const { rows } = await sql<AsientoDiario>`
    SELECT 0 AS id, ${desde} AS fecha, 'APERTURA' AS numero, 'Saldos iniciales' AS glosa,
           coalesce(jsonb_agg(${LINEA(sql`x.importe`, sql`x.valor`)} ORDER BY ${ORDEN}), '[]') AS lineas
    FROM dias_saldos(${desde}::date - 1) x
    JOIN cuentas_contables k ON k.id = x.cuenta_id JOIN monedas m ON m.id = k.moneda_id
    WHERE x.importe <> 0 OR x.valor <> 0`.execute(db)
  return rows[0] && rows[0].lineas.length > 0 ? rows[0] : null
}

/** At most `limite` entries after `despues` up to `ultimo`, oldest first, whole. */
export async function entries(
  db: Db,
  { desde, hasta }: Dias,
  { despues, ultimo }: { despues: number; ultimo: number },
  limite: number,
): Promise<AsientoDiario[]> {
  const { rows } = await sql<AsientoDiario>`
    SELECT a.id, a.fecha_negocio::text AS fecha, d.numero, a.glosa, l.lineas
    FROM (SELECT * FROM asientos a
          WHERE a.id > ${despues} AND a.id >= (SELECT primero FROM dias_asientos(${desde}::date, ${hasta}::date))
            AND a.id <= ${ultimo} AND ${ENTRE({ desde, hasta })}
          ORDER BY a.id LIMIT ${limite}) a
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(${LINEA(sql`p.importe`, sql`p.valor`)} ORDER BY p.id) AS lineas
      FROM apuntes p JOIN cuentas_contables k ON k.id = p.cuenta_id JOIN monedas m ON m.id = p.moneda_id
      WHERE p.asiento_id = a.id) l
    LEFT JOIN documentos d ON d.origen = a.origen AND d.origen_id = a.origen_id
    ORDER BY a.id`.execute(db)
  return rows
}

/** Most days that one run keeps. */
export const PASADA = 31

/** Keeps what past days add up to, of those that are not kept yet; returns how many. */
export async function keepDays(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT dias_guardar(${PASADA}) AS n`.execute(db)
  return rows[0]?.n ?? 0
}
