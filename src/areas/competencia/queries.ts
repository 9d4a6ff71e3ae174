import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AnswerOf } from '../../core/contract.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import { type contrato, DIAS_COMPARADOS, type Lado, type Vista } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>

/** Theirs less ours, in the pair's decimals, and its part of ours in percent; null without ours. */
const diferencia = (suya: string, nuestra: string) => sql`
  CASE WHEN ${sql.ref(nuestra)} IS NOT NULL THEN jsonb_build_object(
    'monto', round(${sql.ref(suya)} - ${sql.ref(nuestra)}, p.precision)::text,
    'pct', round((${sql.ref(suya)} - ${sql.ref(nuestra)}) * 100 / ${sql.ref(nuestra)}, 2)::text) END`

const par = sql`p.id AS par_id, b.iso || '/' || q.iso AS par, x.nombre AS mercado, b.imagen, p.precision`
const conPar = sql`JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
  JOIN paises x ON x.id = p.pais`

/**
 * For each active pair of which somebody saw a price these days: ours, as anybody is told it (R-380), and the last one of
 * each active competitor. The best of a side is the highest purchase and the lowest sale among those that are not too old; equals are both best.
 */
export async function compared(db: Db): Promise<Lado[]> {
  const { rows } = await sql<Lado>`
    WITH ultimas AS (
      SELECT DISTINCT ON (t.par_id, t.competidor_id) t.par_id, t.competidor_id, c.nombre AS competidor, t.compra, t.venta,
             t.vista_en, ${displayName('v')} AS usuario
      FROM competencia_tasas t JOIN competidores c ON c.id = t.competidor_id JOIN usuarios v ON v.id = t.usuario_id
      WHERE t.retirada_en IS NULL AND c.estatus AND t.vista_en > ahora() - make_interval(days => ${DIAS_COMPARADOS})
      ORDER BY t.par_id, t.competidor_id, t.vista_en DESC, t.id DESC),
    lados AS (
      SELECT u.*, extract(epoch FROM ahora() - u.vista_en) / 3600 > ajuste('tasa_rancia_horas')::numeric AS vieja
      FROM (SELECT * FROM ultimas UNION ALL
            SELECT p.id, NULL, 'Nosotros', y.compra, y.venta, least(y.compra_desde, y.venta_desde), NULL
            FROM pares_divisas p CROSS JOIN LATERAL precio_publico(p.id) y
            WHERE p.id IN (SELECT par_id FROM ultimas)) u)
    SELECT ${par}, l.competidor_id, l.competidor, trim_scale(l.compra)::text AS compra, trim_scale(l.venta)::text AS venta,
           CASE WHEN l.competidor_id IS NOT NULL THEN ${diferencia('l.compra', 'y.compra')} END AS dif_compra,
           CASE WHEN l.competidor_id IS NOT NULL THEN ${diferencia('l.venta', 'y.venta')} END AS dif_venta,
           l.vista_en, l.usuario, l.vieja,
           NOT l.vieja AND l.compra = max(l.compra) FILTER (WHERE NOT l.vieja) OVER (PARTITION BY l.par_id) AS mejor_compra,
           NOT l.vieja AND l.venta = min(l.venta) FILTER (WHERE NOT l.vieja) OVER (PARTITION BY l.par_id) AS mejor_venta
    FROM lados l JOIN pares_divisas p ON p.id = l.par_id ${conPar} CROSS JOIN LATERAL precio_publico(p.id) y
    WHERE p.estatus
    ORDER BY p.pais = 'usd', x.nombre, p.id, l.competidor_id IS NOT NULL, l.competidor`.execute(db)
  return rows
}

export async function pairs(db: Db) {
  const { rows } = await sql<{ id: number; nombre: string }>`
    SELECT p.id, b.iso || '/' || q.iso || ' · ' || x.nombre AS nombre FROM pares_divisas p ${conPar}
    WHERE p.estatus ORDER BY p.pais = 'usd', x.nombre, p.id`.execute(db)
  return rows
}

export async function rivals(db: Db) {
  return db
    .selectFrom('competidores')
    .select(['id', 'nombre'])
    .where('estatus', '=', true)
    .orderBy('nombre')
    .execute()
}

const EN_ORDEN = { tabla: 'competencia_tasas', fila: 't', por: { fecha: columna('vista_en') } }

function conditions(f: Consulta): RawBuilder<unknown> {
  const all = [
    sql`true`,
    ...(f.desde ? [sql`fecha_negocio(t.vista_en) >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`fecha_negocio(t.vista_en) <= ${f.hasta}::date`] : []),
    ...(f.competidor_id ? [sql`t.competidor_id = ${f.competidor_id}`] : []),
    ...(f.par_id ? [sql`t.par_id = ${f.par_id}`] : []),
    ...(f.buscar
      ? [sql`normalizar(c.nombre || ' ' || b.iso || '/' || q.iso) LIKE ${likeOf(f.buscar)}`]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

/** What was noted, beside our prices of that moment; one row more than the page. */
export function noted(f: Consulta, limite: number, key: [id: number] | null): Filas<Vista> {
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<Vista>`
    SELECT t.id, ${par}, c.nombre AS competidor, trim_scale(t.compra)::text AS compra, trim_scale(t.venta)::text AS venta,
           h.compra::text AS nuestra_compra, h.venta::text AS nuestra_venta,
           ${diferencia('t.compra', 'h.compra')} AS dif_compra, ${diferencia('t.venta', 'h.venta')} AS dif_venta,
           t.vista_en, t.anotada_en, ${displayName('u')} AS usuario, t.retirada_en, ${displayName('r')} AS retirada_por,
           t.motivo
    FROM competencia_tasas t JOIN competidores c ON c.id = t.competidor_id JOIN pares_divisas p ON p.id = t.par_id
    ${conPar} JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios r ON r.id = t.retirada_por
    CROSS JOIN LATERAL precio_publico_en(t.par_id, t.vista_en) h
    WHERE ${conditions(f)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

/** At most so many changes in one chart. */
const PUNTOS = 400

/** Both prices at each change of either, of ninety days, the oldest first. */
export async function line(db: Db, par_id: number, competidor_id: number) {
  const { rows } = await sql<AnswerOf<typeof contrato.linea>[number]>`
    WITH t AS (SELECT vista_en, id, compra, venta FROM competencia_tasas
               WHERE par_id = ${par_id} AND competidor_id = ${competidor_id} AND retirada_en IS NULL
                 AND vista_en > ahora() - interval '90 days'),
    momentos AS (
      SELECT vista_en AS desde FROM t UNION
      SELECT lower(h.vigencia) FROM pares_divisas p
      CROSS JOIN LATERAL (
        SELECT vigencia FROM pares_divisas_historico WHERE par_id = p.id UNION ALL
        SELECT x.vigencia FROM tipos_cambios y JOIN tipos_cambios_historico x ON x.tipo_cambio_id = y.id
        WHERE y.pais = p.pais AND y.segmento = 'publico' AND y.estatus
          AND (y.base_id, y.cotizacion_id) IN ((p.base_id, p.cotizacion_id), (p.cotizacion_id, p.base_id))) h
      WHERE p.id = ${par_id} AND lower(h.vigencia) > (SELECT min(vista_en) FROM t))
    SELECT * FROM (
      SELECT m.desde, h.compra::text AS nuestra_compra, h.venta::text AS nuestra_venta,
             trim_scale(s.compra)::text AS compra, trim_scale(s.venta)::text AS venta
      FROM momentos m
      CROSS JOIN LATERAL (SELECT t.compra, t.venta FROM t WHERE t.vista_en <= m.desde
                          ORDER BY t.vista_en DESC, t.id DESC LIMIT 1) s
      CROSS JOIN LATERAL precio_publico_en(${par_id}, m.desde) h
      ORDER BY m.desde DESC LIMIT ${sql.lit(PUNTOS)}) x
    ORDER BY desde`.execute(db)
  return rows
}
