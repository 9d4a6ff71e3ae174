import { type RawBuilder, sql } from 'kysely'
import { formatFecha } from '../../core/formato.ts'
import { type Aportes, de, type Lector, NADA } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { autor, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { verifica } from './sql/verifica.ts'

/** A till that was not closed on its day. */
const DE_AYER = "t.estado IN ('abierto', 'en_conteo') AND t.fecha_negocio < fecha_negocio(ahora())"

/** Message about a difference at a close or an arqueo. It contains amounts, never profit. */
const cajaDiferencia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ autor: string | null }>`SELECT ${autor(noticia.usuario_id)} AS autor`,
  )
  return [
    `<b>${noticia.arqueo ? 'Arqueo con diferencia' : libre(`Caja con diferencia ${noticia.numero}`)}</b>`,
    ...(row?.autor ? [libre(row.autor)] : []),
    ...String(noticia.diferencias ?? '')
      .split('; ')
      .map(libre),
    ...(noticia.motivo ? [`Motivo: ${libre(String(noticia.motivo))}`] : []),
  ]
}

/** Message about a closed day. It contains profit, so only the management may subscribe to it. */
const cierreDia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const { rows } = await sql<{ fecha: string; linea: string }>`
    WITH v AS (SELECT * FROM cierres_versiones WHERE fecha::text = ${String(noticia.id)} ORDER BY version DESC LIMIT 1),
    f AS (SELECT simbolo, decimales FROM monedas WHERE funcional)
    SELECT v.fecha, l.linea FROM v, f, LATERAL (
      SELECT 1 AS n, 0 AS m, format('Ganancia: %s', importe_texto((v.resumen->>'ganancia')::numeric, f.simbolo, f.decimales)) AS linea
      UNION ALL SELECT 2, 0, format('Margen: %s', importe_texto((v.resumen->>'margen')::numeric, f.simbolo, f.decimales))
      UNION ALL SELECT 3, 0, format('Resultado: %s', importe_texto((v.resumen->>'resultado')::numeric, f.simbolo, f.decimales))
      UNION ALL SELECT 4, 0, format('Operaciones: %s', (SELECT sum(value::int) FROM jsonb_each_text(v.resumen->'operaciones') WHERE key <> 'anulada'))
      UNION ALL SELECT 5, (p->>'moneda_id')::int, format('%s %s', p->>'iso',
          importe_texto((p->>'cantidad')::numeric, p->>'simbolo', (p->>'decimales')::int))
        FROM jsonb_array_elements(v.resumen->'posiciones') p
      UNION ALL SELECT 6, 0, format('Caja de %s: %s', t->>'cajero', string_agg(importe_texto((c->>'diferencia')::numeric,
          c->>'simbolo', (c->>'decimales')::int), ', '))
        FROM jsonb_array_elements(v.resumen->'cajas') t, jsonb_array_elements(t->'cuentas') c
        WHERE (c->>'diferencia')::numeric <> 0 GROUP BY t->>'turno_id', t->>'cajero') l
    ORDER BY l.n, l.m`.execute(db)
  const [first] = rows
  if (!first) return []
  return [negrita(`Cierre del ${formatFecha(first.fecha)}`), ...rows.map((r) => libre(r.linea))]
}

/**
 * Turns to approve. One with a difference, or counted more than once, must be opened first: the approver decides who
 * bears it. Its own cashier reads no difference here (R-141).
 */
function turnos(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT t.id, t.numero, t.cerrado_en AS fecha, 'Caja del ' || to_char(t.fecha_negocio, 'DD/MM/YYYY') AS titulo,
           ${lector.propias ? sql`''` : sql`coalesce(d.diferencias, 'sin diferencias')`} AS importe, coalesce(t.motivo, '') AS motivo, NULL::text AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en,
           CASE WHEN d.diferencias IS NULL AND NOT turnos_recontado(t.id) THEN ${NADA} END AS confirma,
           ${lector.propias ? sql`0` : sql`(turnos_diferencias(t.id)).total`} AS valor
    FROM turnos t JOIN usuarios u ON u.id = t.usuario_id
    CROSS JOIN LATERAL (
      SELECT string_agg(c.nombre || ' ' || CASE WHEN x.diferencia > 0 THEN '+' ELSE '−' END
               || importe_texto(abs(x.diferencia), m.simbolo, m.decimales), ', ' ORDER BY c.id) AS diferencias
      FROM turnos_cuentas k JOIN conteos x ON x.id = k.conteo_id AND x.diferencia <> 0
      JOIN cuentas c ON c.id = k.cuenta_id JOIN monedas m ON m.id = c.moneda_id WHERE k.turno_id = t.id) d
    WHERE t.estado = 'cerrado' AND ${de(lector, 't.usuario_id')}`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/cierres/turnos': { tabla: 'turnos', que: 'ese turno' },
    '/cierres/arqueos': {
      tabla: 'cuentas_contables',
      cuerpo: 'cuenta_id',
      que: 'esa caja o bóveda',
    },
  },
  muestra: ['cuentas'],
  seVeEn: ['cuentas', 'aprobaciones', 'reportes'],
  verifica: [
    [
      'Cada diferencia de caja aprobada tiene su asiento, y ninguna otra',
      `SELECT format('%s, cuenta %s', t.numero, x.cuenta_id) AS detalle
       FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id LEFT JOIN conteos c ON c.id = x.conteo_id
       LEFT JOIN asientos a ON a.id = x.asiento_id AND a.origen = 'turnos' AND a.origen_id = t.id
       WHERE (t.estado = 'aprobado' AND c.diferencia <> 0) <> (a.id IS NOT NULL) OR (x.asiento_id IS NULL) <> (a.id IS NULL)
         OR a.id IS NOT NULL AND c.diferencia IS DISTINCT FROM
           (SELECT sum(p.importe) FROM apuntes p WHERE p.asiento_id = a.id AND p.cuenta_id = x.cuenta_id) ORDER BY t.id`,
    ],
    [
      'Una caja que se cuenta no recibe movimientos',
      `SELECT format('%s, cuenta %s', t.numero, x.cuenta_id) AS detalle
       FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN cuentas_contables k ON k.id = x.cuenta_id
       WHERE x.abierta <> (t.estado IN ('abierto', 'en_conteo')) OR t.estado = 'en_conteo' AND k.bloqueo IS DISTINCT FROM 'conteo'
       ORDER BY t.id`,
    ],
    [
      'Lo guardado de cada día cerrado es lo que dicen los libros',
      `WITH d AS (SELECT p.cuenta_id, a.fecha_negocio AS f, sum(p.importe) AS s FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
                  GROUP BY 1, 2),
       c AS (SELECT cuenta_id, f, sum(s) OVER w AS saldo, lead(f) OVER w AS sigue FROM d
             WINDOW w AS (PARTITION BY cuenta_id ORDER BY f))
       SELECT format('día %s, cuenta %s: se guardó %s y es %s', v.fecha, c.cuenta_id,
                     coalesce(v.resumen->'libro'->>c.cuenta_id::text, '0'), trim_scale(c.saldo)) AS detalle
       FROM cierres_versiones v JOIN c ON c.f <= v.fecha AND (c.sigue > v.fecha OR c.sigue IS NULL)
       WHERE v.reabierto_en IS NULL AND c.saldo <> coalesce((v.resumen->'libro'->>c.cuenta_id::text)::numeric, 0) ORDER BY v.fecha`,
    ],
    [
      'Un día cerrado sigue cerrado',
      `SELECT format('día %s', v.fecha) AS detalle FROM cierres_versiones v
       WHERE v.reabierto_en IS NULL AND NOT EXISTS (SELECT FROM cierres c WHERE c.fecha = v.fecha) ORDER BY v.fecha`,
    ],
    [
      'Lo guardado de cada día cerrado de una sucursal es lo que dicen los libros',
      `WITH v AS MATERIALIZED (
         SELECT s.nombre, v.fecha, k.key::bigint AS cuenta_id, k.value::numeric AS guardado FROM cierres_sucursales v
         JOIN sucursales s ON s.id = v.sucursal_id CROSS JOIN LATERAL jsonb_each_text(v.resumen->'libro') k
         WHERE v.reabierto_en IS NULL),
       d AS (SELECT p.cuenta_id, a.fecha_negocio AS f, sum(p.importe) AS s FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
             WHERE p.cuenta_id = ANY (ARRAY(SELECT cuenta_id FROM v)) GROUP BY 1, 2),
       c AS (SELECT cuenta_id, f, sum(s) OVER w AS saldo, lead(f) OVER w AS sigue FROM d
             WINDOW w AS (PARTITION BY cuenta_id ORDER BY f))
       SELECT format('%s, día %s, cuenta %s: se guardó %s y es %s', v.nombre, v.fecha, v.cuenta_id, v.guardado,
                     trim_scale(coalesce(c.saldo, 0))) AS detalle
       FROM v LEFT JOIN c ON c.cuenta_id = v.cuenta_id AND c.f <= v.fecha AND (c.sigue > v.fecha OR c.sigue IS NULL)
       WHERE v.guardado <> coalesce(c.saldo, 0) ORDER BY v.fecha`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'mi-caja',
      lugar: 70,
      permiso: 'cierres:turno',
      uno: 'caja suya sigue abierta desde otro día',
      varios: 'cajas suyas siguen abiertas desde otro día',
      consulta: `SELECT count(*) FROM turnos t WHERE ${DE_AYER} AND t.usuario_id = :yo`,
      pantalla: 'mi-caja',
    },
    {
      // A house that never closed a day is not reminded of its past days.
      clave: 'dias',
      lugar: 80,
      permiso: 'cierres:cerrar',
      uno: 'día sin cerrar',
      varios: 'días sin cerrar',
      consulta: 'SELECT cierres_dias_abiertos(:yo)',
      pantalla: 'cierres',
    },
    {
      clave: 'cajas-abiertas',
      lugar: 140,
      permiso: 'cierres:aprobar',
      uno: 'caja de otro día sin cerrar',
      varios: 'cajas de otros días sin cerrar',
      consulta: `SELECT count(*) FROM turnos
        WHERE estado IN ('abierto', 'en_conteo') AND fecha_negocio < fecha_negocio(ahora())`,
      riesgo: `SELECT sum(valor_actual(k.moneda_id, k.saldo)) FROM turnos t
        JOIN turnos_cuentas c ON c.turno_id = t.id JOIN cuentas_contables k ON k.id = c.cuenta_id
        WHERE t.estado IN ('abierto', 'en_conteo') AND t.fecha_negocio < fecha_negocio(ahora())`,
      pantalla: 'cierres-cajas',
    },
    {
      clave: 'cajas-por-aprobar',
      lugar: 150,
      permiso: 'cierres:aprobar',
      uno: 'cierre de caja por aprobar',
      varios: 'cierres de caja por aprobar',
      consulta: `SELECT count(*) FROM turnos t WHERE estado = 'cerrado'
        AND aprobaciones_toca(:yo, usuario_id, 'cierres:aprobar', (turnos_diferencias(t.id)).total)`,
      pantalla: 'cierres-cajas',
      filtro: { estado: 'cerrado' },
    },
  ],
  avisos: {
    caja_diferencia: cajaDiferencia,
    cierre_dia: cierreDia,
  },
  aprueba: { turno: { lugar: 40, permiso: 'cierres:aprobar', juntas: true, espera: turnos } },
}
