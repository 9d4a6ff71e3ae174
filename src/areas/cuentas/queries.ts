import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { conDias, enDias, esDe, rango } from '../../server/dias.ts'
import { displayName } from '../../server/documento.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { ficha } from '../clientes/queries.ts'
import type { CuentaDetalle, CuentaFila, contrato } from './contract.ts'
import type { Movimiento, ResumenMovimientos } from './movimientos/contract.ts'

type Filtros = z.output<typeof contrato.resumen.query>
type Consulta = z.output<typeof contrato.movimientos.query>
/** Key of the next page: the leg seen last, with its day and entry. */
export type Key = [id: number, fecha_negocio: string, asiento_id: number]

const amount = (name: string) =>
  sql`round(c.${sql.ref(name)}, m.decimales)::text AS ${sql.ref(name)}`

/**
 * Accounts at their currency's average cost. The rounding difference goes to the account with the largest balance, so
 * that the accounts of a currency add up to its cost.
 */
const valuadas = sql`
  SELECT b.id, b.saldo, b.bruto + CASE WHEN row_number() OVER (w ORDER BY b.saldo DESC, b.id) = 1
           THEN CASE WHEN sum(b.saldo) OVER w = b.cantidad THEN b.costo
                     WHEN b.cantidad <> 0 THEN round(sum(b.saldo) OVER w * b.costo / b.cantidad, 2)
                     ELSE sum(b.bruto) OVER w END - sum(b.bruto) OVER w
           ELSE 0 END AS valor,
         CASE WHEN b.cantidad <> 0 THEN round(b.costo / b.cantidad, 6) END AS promedio
  FROM (
    SELECT c.id, c.moneda_id, k.saldo, -q.saldo AS cantidad, v.saldo AS costo,
           CASE WHEN p.moneda_id IS NULL THEN k.saldo
                WHEN q.saldo = 0 THEN 0 ELSE round(k.saldo * v.saldo / -q.saldo, 2) END AS bruto
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
    LEFT JOIN posiciones p ON p.moneda_id = c.moneda_id
    LEFT JOIN cuentas_contables q ON q.id = p.posicion_id
    LEFT JOIN cuentas_contables v ON v.id = p.contravalor_id) b
  WINDOW w AS (PARTITION BY b.moneda_id)`

/**
 * The committed amount of paid orders, allocated to accounts: banks before tills, the largest available balance first,
 * each up to its available balance. A remainder goes to the first account, so that the accounts of a currency add up to
 * the whole.
 */
const comprometidas = sql`
  SELECT a.id, least(greatest(t.total - a.antes, 0), a.libre)
           + CASE WHEN a.n = 1 THEN greatest(t.total - a.todo, 0) ELSE 0 END AS comprometido
  FROM (SELECT b.*, row_number() OVER w AS n, sum(libre) OVER (PARTITION BY moneda_id) AS todo,
               coalesce(sum(libre) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS antes
        FROM (SELECT c.id, c.moneda_id, c.tipo IN ('caja', 'boveda') AS efectivo, greatest(k.saldo + c.sobregiro, 0) AS libre
              FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus) b
        WINDOW w AS (PARTITION BY moneda_id ORDER BY efectivo, libre DESC, id)) a
  JOIN (SELECT m.id, ordenes_comprometido(m.id) AS total FROM monedas m) t ON t.id = a.moneda_id WHERE t.total > 0`

/** What each account received and paid on the current business day. */
const hoy = sql`
  SELECT p.cuenta_id, sum(p.importe) FILTER (WHERE p.importe > 0) AS entra,
         -sum(p.importe) FILTER (WHERE p.importe < 0) AS sale
  FROM asientos a JOIN apuntes p ON p.asiento_id = a.id WHERE a.fecha_negocio = fecha_negocio(ahora())
  GROUP BY p.cuenta_id`

/** Accounts, by currency and name; cost only with `ganancia`. One statement, so one snapshot of the books. */
export async function list(db: Db, ganancia: boolean, id?: number): Promise<CuentaFila[]> {
  const cost = sql`, round(x.valor, 2)::text AS valor, x.promedio::text AS costo_promedio`
  const { rows } = await sql<CuentaFila>`
    SELECT c.id, c.nombre, c.tipo, c.moneda_id, c.pais, c.entidad_id, c.numero, c.titular, c.titular_doc, c.sucursal_id,
           c.responsable_id, c.estatus, c.version, ${sql.join(LIMITES.map(amount))},
           trim_scale(c.comision_salida_pct)::text AS comision_salida_pct,
           jsonb_build_object('entra', round(coalesce(d.entra, 0), m.decimales)::text,
                              'sale', round(coalesce(d.sale, 0), m.decimales)::text) AS usado_hoy,
           jsonb_build_object('id', m.id, 'iso', m.iso, 'nombre', m.nombre, 'simbolo', m.simbolo,
                              'decimales', m.decimales, 'imagen', m.imagen) AS moneda,
           e.nombre AS entidad, entidades_marca(e.id) AS marca, s.nombre AS sucursal, ${displayName('u')} AS responsable,
           round(x.saldo, m.decimales)::text AS saldo, round(coalesce(z.comprometido, 0), m.decimales)::text AS comprometido,
           round(x.saldo + c.sobregiro - coalesce(z.comprometido, 0), m.decimales)::text AS disponible,
           CASE WHEN x.saldo < c.saldo_min THEN 'bajo' WHEN x.saldo > c.saldo_max THEN 'alto' END AS alerta
           ${ganancia ? cost : sql``}
    FROM cuentas c JOIN (${valuadas}) x ON x.id = c.id JOIN monedas m ON m.id = c.moneda_id
    LEFT JOIN (${hoy}) d ON d.cuenta_id = c.id LEFT JOIN (${comprometidas}) z ON z.id = c.id
    LEFT JOIN entidades_financieras e ON e.id = c.entidad_id
    LEFT JOIN sucursales s ON s.id = c.sucursal_id LEFT JOIN usuarios u ON u.id = c.responsable_id
    ${id === undefined ? sql`` : sql`WHERE c.id = ${id}`}
    ORDER BY m.funcional DESC, m.id, c.nombre`.execute(db)
  return rows
}

const LIMITES = [
  'saldo_min',
  'saldo_max',
  'limite_op',
  'limite_dia',
  'limite_mes',
  'sobregiro',
  'comision_salida_fija',
]

type Uso = Pick<CuentaDetalle, 'con_movimientos' | 'usado_mes' | 'historial'>

export async function detail(db: Db, id: number, ganancia: boolean): Promise<CuentaDetalle | null> {
  const [fila] = await list(db, ganancia, id)
  if (!fila) return null
  const used = (when: RawBuilder<unknown>) => sql`(
    SELECT jsonb_build_object(
      'entra', round(coalesce(sum(p.importe) FILTER (WHERE p.importe > 0), 0), ${fila.moneda.decimales}::int)::text,
      'sale', round(coalesce(-sum(p.importe) FILTER (WHERE p.importe < 0), 0), ${fila.moneda.decimales}::int)::text)
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id WHERE p.cuenta_id = ${id} AND a.fecha_negocio >= ${when})`
  const { rows } = await sql<Uso>`
    SELECT EXISTS (SELECT FROM apuntes WHERE cuenta_id = ${id}) AS con_movimientos,
           ${used(sql`date_trunc('month', fecha_negocio(ahora()))::date`)} AS usado_mes,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('accion', h.accion, 'usuario', ${displayName('u')},
              'fecha', instante_texto(h.fecha)) ORDER BY h.id DESC), '[]')
            FROM (SELECT * FROM auditoria WHERE entidad = 'cuentas' AND entidad_id = ${String(id)}
                  ORDER BY id DESC LIMIT 50) h JOIN usuarios u ON u.id = h.usuario_id) AS historial`.execute(
    db,
  )
  return { ...fila, ...(rows[0] as Uso) }
}

/** Whether what is kept of a day adds up what is searched: words without digits, in which no document's number is found. */
const esPalabra = (buscar: string | undefined) => buscar !== undefined && !/[\d.,\n]/.test(buscar)

/** Whether these narrow what a day's kept sums say. */
const estrecho = ({ buscar, monto_min, monto_max, usuario_id, conciliado }: Filtros) =>
  (esPalabra(buscar) ? undefined : buscar) ?? monto_min ?? monto_max ?? usuario_id ?? conciliado

function conditions(f: Filtros): RawBuilder<unknown> {
  const like = f.buscar && likeOf(f.buscar)
  const all = [
    sql`true`,
    ...(f.cuenta_id ? [sql`v.cuenta_id = ${f.cuenta_id}`] : []),
    ...enDias(f, 'v.id', 'v.fecha_negocio'),
    ...(f.moneda_id ? [sql`v.moneda_id = ${f.moneda_id}`] : []),
    ...(f.desde ? [sql`v.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`v.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.tipo ? [sql`v.tipo = ${f.tipo}`] : []),
    ...(f.monto_min ? [sql`v.monto >= ${f.monto_min}::numeric`] : []),
    ...(f.monto_max ? [sql`v.monto <= ${f.monto_max}::numeric`] : []),
    ...(f.usuario_id ? [sql`v.usuario_id = ${f.usuario_id}`] : []),
    ...(f.conciliado
      ? [
          sql`${f.conciliado === 'no' ? sql`NOT` : sql``} EXISTS (
            SELECT FROM movimientos_notas x WHERE x.id = v.id AND x.conciliado_por IS NOT NULL)`,
        ]
      : []),
    ...(like
      ? [
          sql`(normalizar(v.concepto) LIKE ${like} OR normalizar(v.numero_operacion) LIKE ${like}
               OR ${esDe('v', f.buscar as string)})`,
        ]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

/**
 * The concept with its document's number. An operation gets its number after its entry is written, because the number
 * is the last lock, so the entry cannot contain it.
 */
const concepto = sql`CASE WHEN d.numero IS NULL OR strpos(v.concepto, d.numero) > 0 THEN v.concepto
  ELSE v.concepto || ' · ' || d.numero END`

/**
 * One row more than the page, which tells whether there is a next page. By day and entry, whose index knows where a range
 * of days begins; those of one account in the order in which they changed its balance, which is that of their ids.
 */
export function movements(
  consulta: Consulta,
  limite: number,
  key: Key | null,
  { ganancia, clientes }: { ganancia: boolean; clientes: boolean },
): Filas<Movimiento> {
  const oldest = consulta.orden === 'fecha'
  const beyond = oldest ? sql`>` : sql`<`
  const way = oldest ? sql`ASC` : sql`DESC`
  const one = consulta.cuenta_id !== undefined
  const order = one
    ? sql`v.id ${way}`
    : sql`v.fecha_negocio ${way}, v.asiento_id ${way}, v.id ${way}`
  const after = !key
    ? sql``
    : one
      ? sql`AND v.id ${beyond} ${key[0]}`
      : sql`AND (v.fecha_negocio, v.asiento_id) ${beyond}= (${key[1]}::date, ${key[2]})
            AND (v.fecha_negocio, v.asiento_id, v.id) ${beyond} (${key[1]}::date, ${key[2]}, ${key[0]})`
  const round = (name: string) =>
    sql`round(v.${sql.ref(name)}, m.decimales)::text AS ${sql.ref(name)}`
  return sql<Movimiento>`
    WITH ${conDias(consulta)}
    SELECT v.id, v.fecha, v.fecha_negocio, v.cuenta_id, c.nombre AS cuenta, v.moneda_id, m.iso, m.simbolo, m.decimales,
           v.tipo, ${round('monto')}, ${round('saldo_antes')}, ${round('saldo_despues')}, ${concepto} AS concepto, v.origen,
           v.origen_id, v.asiento_id, v.numero_operacion,
           CASE WHEN v.oculto THEN 'Otra sucursal' ELSE ${displayName('u')} END AS usuario, v.reversa_de,
           CASE WHEN NOT v.oculto THEN n.nota END AS nota,
           CASE WHEN n.conciliado_por IS NOT NULL THEN jsonb_build_object('por', ${displayName('k')},
             'en', instante_texto(n.conciliado_en)) END AS conciliado
           ${clientes ? sql`, d.cliente_id, f.nombre AS cliente` : sql``}
           ${ganancia ? sql`, round(v.valor, 2)::text AS valor` : sql``}
    FROM movimientos v JOIN cuentas c ON c.id = v.cuenta_id JOIN monedas m ON m.id = v.moneda_id
    JOIN usuarios u ON u.id = v.usuario_id
    LEFT JOIN documentos d ON d.origen = v.origen AND d.origen_id = v.origen_id ${clientes ? ficha('d') : sql``}
    LEFT JOIN movimientos_notas n ON n.id = v.id LEFT JOIN usuarios k ON k.id = n.conciliado_por
    WHERE ${conditions(consulta)} ${after} ORDER BY ${order} LIMIT ${limite + 1}`
}

/** Totals in and out per currency, of whole days with opening and closing balance; one statement, so that they agree. */
/** `parcial`: who asks does not see every branch; what is kept of a day knows words that he does not read (R-260). */
export async function summary(
  db: Db,
  filtros: Filtros,
  parcial: boolean,
): Promise<ResumenMovimientos> {
  const narrow = estrecho(filtros) ?? (parcial ? filtros.buscar : undefined)
  const whole = !filtros.tipo && !filtros.buscar && !narrow
  const saldos = sql`jsonb_build_object('final', round(b.final, m.decimales)::text,
    'inicial', round(b.final - coalesce(x.entra - x.sale, 0), m.decimales)::text)`
  const { rows } = await sql<ResumenMovimientos>`
    ${narrow ? sql`WITH ${conDias(filtros)}` : sql``}
    SELECT coalesce(jsonb_agg(t ORDER BY t.moneda_id), '[]') AS monedas FROM (
      SELECT m.id AS moneda_id, m.iso, m.simbolo, m.decimales, coalesce(x.n, 0)::int AS movimientos,
             round(coalesce(x.entra, 0), m.decimales)::text AS ingresos,
             round(coalesce(x.sale, 0), m.decimales)::text AS egresos, ${whole ? saldos : sql`NULL`} AS saldos
      FROM monedas m LEFT JOIN (
        SELECT moneda_id, sum(n) AS n, sum(entra) AS entra, sum(sale) AS sale
        FROM (${narrow ? leidas(filtros) : guardadas(filtros)}) l GROUP BY moneda_id) x ON x.moneda_id = m.id
      ${whole ? sql`LEFT JOIN (${finales(filtros)}) b ON b.moneda_id = m.id` : sql``}
      WHERE x.n > 0 ${whole ? sql`OR b.final <> 0 OR b.moneda_id IS NOT NULL AND ${filtros.cuenta_id !== undefined}` : sql``}
      ) t`.execute(db)
  return rows[0] as ResumenMovimientos
}

/** What the filtered legs add up to, read one by one. */
const leidas = (filtros: Filtros) => sql`
  SELECT v.moneda_id, count(*) AS n, coalesce(sum(v.monto) FILTER (WHERE v.tipo = 'ingreso'), 0) AS entra,
         coalesce(sum(v.monto) FILTER (WHERE v.tipo = 'egreso'), 0) AS sale
  FROM movimientos v WHERE ${conditions(filtros)} GROUP BY v.moneda_id`

/** The same of whole days, sides and words, from what is kept of each day. */
function guardadas({ cuenta_id, moneda_id, desde, hasta, tipo, buscar }: Filtros) {
  const como = buscar ? likeOf(buscar) : sql`NULL`
  const [ins, outs] = [tipo !== 'egreso', tipo !== 'ingreso']
  return sql`
    SELECT c.moneda_id, ${ins ? sql`s.entradas` : sql`0`} + ${outs ? sql`s.salidas` : sql`0`} AS n,
           ${ins ? sql`s.debe` : sql`0`} AS entra, ${outs ? sql`s.haber` : sql`0`} AS sale
    FROM dias_sumas(${rango(desde, hasta)}, ${cuenta_id ?? null}::bigint, ${como}) s JOIN cuentas c ON c.id = s.cuenta_id
    ${moneda_id === undefined ? sql`` : sql`WHERE c.moneda_id = ${moneda_id}`}`
}

/** What each currency had after the last day: the current balances, less what the days since then add up to. */
function finales({ cuenta_id, moneda_id, hasta }: Filtros) {
  const since = sql`LEFT JOIN dias_sumas(${hasta ?? null}::date + 1, NULL, ${cuenta_id ?? null}::bigint) s
    ON s.cuenta_id = c.id`
  const left = hasta ? sql`k.saldo - coalesce(s.debe - s.haber, 0)` : sql`k.saldo`
  return sql`
    SELECT c.moneda_id, sum(${left}) AS final
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id ${hasta ? since : sql``}
    WHERE true ${cuenta_id ? sql`AND c.id = ${cuenta_id}` : sql``} ${moneda_id ? sql`AND c.moneda_id = ${moneda_id}` : sql``}
    GROUP BY c.moneda_id`
}
