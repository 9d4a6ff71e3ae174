import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { auditOf, type Quien } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { buscaNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import { enSucursal, sucursalDe } from '../../server/sucursales.ts'
import type { contrato, Detalle, Fila } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>
type Filtros = z.output<typeof contrato.totales.query>
/** The cursor of a page: the id of the last row; its day is looked up. */
export type Key = [id: number]

const utc = (value: RawBuilder<unknown>) => sql`instante_texto(${value})`

/** Where a transfer leaves and where it arrives. */
const SUCURSALES = ['t.sucursal_id', 't.sucursal_destino_id'] as const

/** The conditions of the filters, shared by the list and its totals. */
function conditions(f: Filtros, quien: Quien): RawBuilder<unknown> {
  const like = f.buscar && likeOf(f.buscar)
  const all = [
    sql`true`,
    ...(f.desde ? [sql`t.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`t.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.tipo ? [sql`t.tipo = ${f.tipo}`] : []),
    ...(f.estado ? [sql`t.estado = ${f.estado}`] : []),
    ...(f.cuenta_id ? [sql`${f.cuenta_id} IN (t.origen_id, t.destino_id)`] : []),
    ...(f.moneda_id ? [sql`${f.moneda_id} IN (t.moneda_id, t.moneda_destino_id)`] : []),
    ...(f.usuario_id ? [sql`t.usuario_id = ${f.usuario_id}`] : []),
    ...enSucursal(SUCURSALES, f),
    ...(f.por_resolver
      ? [sql`t.estado = 'recibida' AND t.diferencia_valor IS NOT NULL AND t.cargo IS NULL`]
      : []),
    ...(f.por_recibir
      ? [
          sql`t.estado = 'enviada' AND t.usuario_id <> ${quien.usuario_id}
              AND t.portador_id IS DISTINCT FROM ${quien.usuario_id} AND (d.responsable_id = ${quien.usuario_id}
              OR d.responsable_id IS NULL AND cuentas_por_otros(${auditOf(quien)}::jsonb, d.sucursal_id))`,
        ]
      : []),
    ...(like
      ? [
          sql`(normalizar(o.nombre) LIKE ${like} OR normalizar(d.nombre) LIKE ${like}
               OR normalizar(t.tercero) LIKE ${like} OR normalizar(t.referencia) LIKE ${like}
               OR ${buscaNumero('t.numero', 'TR', f.buscar ?? '')})`,
        ]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

const from = sql`transferencias t
  JOIN cuentas o ON o.id = t.origen_id LEFT JOIN cuentas d ON d.id = t.destino_id
  JOIN monedas m ON m.id = t.moneda_id LEFT JOIN monedas k ON k.id = t.moneda_destino_id`

const fila = (
  quien: Quien,
) => sql`t.id, t.numero, t.fecha, t.tipo, t.estado, o.nombre AS origen, coalesce(d.nombre, t.tercero) AS destino,
  t.moneda_id, round(t.monto, m.decimales)::text AS monto, t.moneda_destino_id,
  round(t.recibido, k.decimales)::text AS recibido, trim_scale(t.tasa)::text AS tasa, t.metodo_calculo,
  round(t.comision_origen, m.decimales)::text AS comision_origen,
  round(t.comision_destino, coalesce(k.decimales, 0))::text AS comision_destino, ${displayName('u')} AS usuario
  ${sucursalDe(quien, ...SUCURSALES)}`

const EN_ORDEN = {
  tabla: 'transferencias',
  fila: 't',
  por: { fecha: columna('fecha_negocio'), numero: columna('numero'), monto: columna('monto') },
}

/** Answers one row more than the page, so that the caller knows whether there is another page. */
export function list(f: Consulta, quien: Quien, limite: number, key: Key | null): Filas<Fila> {
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<Fila>`
    SELECT ${fila(quien)} FROM ${from} JOIN usuarios u ON u.id = t.usuario_id
    WHERE ${conditions(f, quien)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

/** Totals sent and received per currency for the filters; annulled transfers do not count. */
export async function totals(db: Db, f: Filtros, quien: Quien) {
  const sum = (what: RawBuilder<unknown>) =>
    sql`round(coalesce(sum(${what}), 0), max(x.decimales))::text`
  const { rows } = await sql<{
    moneda_id: number
    sale: string
    entra: string
    comisiones: string
    en_camino: string
    transferencias: number
  }>`
    SELECT y.moneda_id, ${sum(sql`y.sale`)} AS sale, ${sum(sql`y.entra`)} AS entra,
           ${sum(sql`y.comision`)} AS comisiones, ${sum(sql`y.en_camino`)} AS en_camino,
           count(DISTINCT y.id)::int AS transferencias
    FROM ${from} CROSS JOIN LATERAL (VALUES
        (t.id, t.moneda_id, t.monto, NULL, t.comision_origen, CASE t.estado WHEN 'enviada' THEN t.monto END),
        (t.id, t.moneda_destino_id, NULL, CASE WHEN t.estado <> 'enviada' THEN coalesce(t.contado, t.recibido) END,
         CASE WHEN t.estado <> 'enviada' THEN t.comision_destino END, NULL)) y (id, moneda_id, sale, entra, comision, en_camino)
    JOIN monedas x ON x.id = y.moneda_id
    WHERE ${conditions(f, quien)} AND t.estado NOT IN ('anulada', 'rechazada')
      ${f.moneda_id ? sql`AND y.moneda_id = ${f.moneda_id}` : sql``}
    GROUP BY y.moneda_id ORDER BY y.moneda_id`.execute(db)
  return rows
}

const moneda = (alias: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'iso', ${sql.ref(`${alias}.iso`)},
    'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)},
    'nombre', ${sql.ref(`${alias}.nombre`)}, 'imagen', ${sql.ref(`${alias}.imagen`)})`

/** Notes and coins of the currencies that define them. */
export const piezasJson = (moneda_id: RawBuilder<unknown>) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', q.id, 'clase', x.clase, 'valor', x.valor)
    ORDER BY q.id, x.clase, x.n), '[]')
  FROM monedas q CROSS JOIN LATERAL (
    SELECT 'billete' AS clase, b.valor, b.n FROM unnest(string_to_array(q.billetes, ' ')) WITH ORDINALITY b (valor, n)
    UNION ALL
    SELECT 'moneda', c.valor, c.n FROM unnest(string_to_array(q.metalicas, ' ')) WITH ORDINALITY c (valor, n)) x
  WHERE q.estatus AND q.id = ${moneda_id})`

/** One transfer with all data, in one round trip; null when there is none. Cost and entries only with `ganancia`. */
export async function detail(
  db: Db,
  id: number,
  quien: Quien,
  may: { ganancia: boolean; recibir: boolean; resolver: boolean },
): Promise<Detalle | null> {
  const { rows } = await sql<Detalle>`
    SELECT ${fila(quien)}, t.origen_id, t.destino_id, ${displayName('r')} AS responsable_destino, ${moneda('m')} AS moneda,
           CASE WHEN k.id IS NOT NULL THEN ${moneda('k')} END AS moneda_destino,
           trim_scale(round(t.desvio_pct, 2))::text AS desvio_pct, t.concepto, t.tercero_doc, t.referencia, t.motivo,
           coalesce((SELECT ${displayName('l')} FROM usuarios l WHERE l.id = t.portador_id), t.portador || ' · ' || t.portador_doc) AS portador,
           round(t.contado, m.decimales)::text AS contado, t.denominaciones, t.cargo, ${displayName('c')} AS cargo_usuario, t.nota,
           t.resuelta_en, ${displayName('w')} AS resuelta_por, t.anulada_en, ${displayName('a')} AS anulada_por, t.motivo_anulacion,
           CASE WHEN t.estado = 'recibida' AND t.diferencia_valor IS NOT NULL AND t.cargo IS NULL
             THEN round(t.monto - t.contado, m.decimales)::text END AS diferencia,
           ${displayName('y')} AS diferencia_resuelta_por, t.diferencia_nota,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'nombre', usuarios_corto(z), 'hizo',
              CASE z.id WHEN t.usuario_id THEN 'envio' WHEN t.portador_id THEN 'llevo' ELSE 'recibio' END) ORDER BY array_position(transferencias_manos(t), z.id)), '[]')
            FROM usuarios z WHERE z.id = ANY (transferencias_manos(t))) AS partes,
           t.estado = 'recibida' AND t.diferencia_valor IS NOT NULL AND t.cargo IS NULL AND ${may.resolver} AS resuelve,
           t.estado = 'enviada' AND ${may.recibir} AND t.usuario_id <> ${quien.usuario_id}
             AND t.portador_id IS DISTINCT FROM ${quien.usuario_id}
             AND (cuentas_por_otros(${auditOf(quien)}::jsonb, d.sucursal_id)
               OR coalesce(d.responsable_id = ${quien.usuario_id}, false)) AS recibe,
           ${piezasJson(sql`t.moneda_id`)} AS piezas, t.impresiones, ajuste('empresa') AS empresa,
           t.version,
           round(t.costo, 2)::text AS costo, round(t.gasto, 2)::text AS gasto, round(t.ganancia, 2)::text AS ganancia,
           ${comprobantesJson} AS comprobantes, ${apuntesJson} AS apuntes, ${historialJson} AS historial
    FROM ${from} JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios r ON r.id = d.responsable_id
    LEFT JOIN usuarios c ON c.id = t.cargo_usuario_id LEFT JOIN usuarios w ON w.id = t.resuelta_por
    LEFT JOIN usuarios a ON a.id = t.anulada_por LEFT JOIN usuarios y ON y.id = t.diferencia_resuelta_por
    WHERE t.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row || may.ganancia) return row ?? null
  const { costo, gasto, ganancia, apuntes, ...rest } = row
  return rest
}

const comprobantesJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'nombre', f.nombre, 'tipo', f.tipo, 'tamano', f.tamano,
           'fecha', ${utc(sql`s.fecha`)}, 'usuario', ${displayName('z')}, 'repetidos', (
             SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', y.id, 'numero', y.numero)), '[]')
             FROM adjuntos b JOIN adjuntos_usos v ON v.adjunto_id = b.id AND v.origen = 'transferencias'
             JOIN transferencias y ON y.id = v.origen_id WHERE b.sha256 = f.sha256 AND y.id <> t.id))
         ORDER BY f.id), '[]')
  FROM adjuntos_usos s JOIN adjuntos f ON f.id = s.adjunto_id JOIN usuarios z ON z.id = s.usuario_id
  WHERE s.origen = 'transferencias' AND s.origen_id = t.id)`

const apuntesJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('asiento_id', s.id, 'fecha', ${utc(sql`s.fecha`)}, 'glosa', s.glosa,
           'cuenta', q.nombre, 'moneda_id', p.moneda_id,
           'debe', CASE WHEN p.importe > 0 THEN round(p.importe, x.decimales)::text END,
           'haber', CASE WHEN p.importe < 0 THEN round(-p.importe, x.decimales)::text END) ORDER BY p.id), '[]')
  FROM asientos s JOIN apuntes p ON p.asiento_id = s.id JOIN cuentas_contables q ON q.id = p.cuenta_id
  JOIN monedas x ON x.id = p.moneda_id WHERE s.origen = 'transferencias' AND s.origen_id = t.id)`

const historialJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', ${utc(sql`h.fecha`)}, 'accion', h.accion,
           'usuario', ${displayName('z')}) ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios z ON z.id = h.usuario_id
  WHERE h.entidad = 'transferencias' AND h.entidad_id = t.id::text)`

/** The latest transfer with this same file as voucher; null when there is none. */
export async function repetido(db: Db, sha256: string) {
  const { rows } = await sql<{ id: number; numero: string }>`
    SELECT t.id, t.numero FROM adjuntos a
    JOIN adjuntos_usos s ON s.adjunto_id = a.id AND s.origen = 'transferencias'
    JOIN transferencias t ON t.id = s.origen_id
    WHERE a.sha256 = decode(${sha256}, 'hex') ORDER BY t.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
