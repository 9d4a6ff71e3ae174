import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, escapar, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { verifica } from './sql/verifica.ts'

/** In transit to an account without a responsible user, such as a vault. */
const SIN_RECEPTOR = `transferencias t JOIN cuentas d ON d.id = t.destino_id
      WHERE t.estado = 'enviada' AND d.responsable_id IS NULL AND t.usuario_id <> :yo
        AND t.portador_id IS DISTINCT FROM :yo
        AND cuentas_por_otros_toca(:yo, d.sucursal_id)`

/** In transit to an account of the reader, who neither sent nor carried it. */
const MIAS = `transferencias t JOIN cuentas d ON d.id = t.destino_id
      WHERE t.estado = 'enviada' AND d.responsable_id = :yo AND t.usuario_id <> :yo
        AND t.portador_id IS DISTINCT FROM :yo`

/** Differences that a reader may resolve: neither sent, carried nor received by him. */
const DIFERENCIAS = `transferencias t WHERE t.estado = 'recibida' AND t.diferencia_valor IS NOT NULL AND t.cargo IS NULL
      AND :yo <> ALL (transferencias_manos(t))`

/** The difference between the amount sent and the count of the receiver. */
const transferenciaDiferencia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<
      Record<'numero' | 'origen' | 'destino' | 'monto' | 'contado' | 'diferencia', string> & {
        falta: boolean
        autor: string | null
        nota: string | null
      }
    >`
    SELECT t.numero, o.nombre AS origen, d.nombre AS destino, importe_texto(t.monto, m.simbolo, m.decimales) AS monto,
           importe_texto(t.contado, m.simbolo, m.decimales) AS contado, t.contado < t.monto AS falta,
           importe_texto(abs(t.monto - t.contado), m.simbolo, m.decimales) AS diferencia,
           t.nota, ${autor(noticia.usuario_id)} AS autor
    FROM transferencias t JOIN cuentas o ON o.id = t.origen_id JOIN cuentas d ON d.id = t.destino_id
    JOIN monedas m ON m.id = t.moneda_id WHERE t.id = ${Number(noticia.id)} AND t.contado IS NOT NULL`,
  )
  if (!row) return []
  return [
    negrita(`${row.falta ? 'Faltante' : 'Sobrante'} en ${row.numero}`),
    `${libre(row.origen)} envió ${escapar(row.monto)} a ${libre(row.destino)} y se contaron ${escapar(row.contado)}: ${row.falta ? 'faltan' : 'sobran'} ${escapar(row.diferencia)}.`,
    ...(row.autor ? [`Recibió ${libre(row.autor)}`] : []),
    ...(row.nota ? [`Explicación: ${libre(row.nota)}`] : []),
  ]
}

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  filas: {
    '/transferencias': { tabla: 'transferencias', que: 'esa transferencia' },
  },
  muestra: ['cuentas'],
  seVeEn: ['cuentas', 'posiciones', 'reportes'],
  verifica: [
    [
      'Los fondos en tránsito son los de las transferencias por recibir',
      `SELECT format('%s: en tránsito %s, por recibir %s', c.codigo, c.saldo, coalesce(sum(t.monto), 0)) AS detalle
       FROM cuentas_contables c LEFT JOIN transferencias t ON t.moneda_id = c.moneda_id AND t.estado = 'enviada'
       WHERE c.codigo LIKE 'transito:%' GROUP BY c.id HAVING c.saldo <> coalesce(sum(t.monto), 0) ORDER BY c.id`,
    ],
    [
      'Las diferencias en tránsito son las que nadie resolvió',
      `SELECT format('%s y no %s', c.saldo, coalesce(sum(t.diferencia_valor), 0)) AS detalle
       FROM cuentas_contables c LEFT JOIN transferencias t
         ON t.estado = 'recibida' AND t.diferencia_valor IS NOT NULL AND t.cargo IS NULL
       WHERE c.codigo = 'diferencias-transito' GROUP BY c.id HAVING c.saldo <> coalesce(sum(t.diferencia_valor), 0)`,
    ],
    [
      'Cada transferencia movió en sus cuentas lo que dice',
      `SELECT t.numero AS detalle FROM transferencias t
       LEFT JOIN asientos a ON a.id = t.asiento_id AND a.origen = 'transferencias' AND a.origen_id = t.id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = t.origen_id), 0) AS origen,
                coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = t.destino_id), 0) AS destino
         FROM asientos b JOIN apuntes p ON p.asiento_id = b.id WHERE b.origen = 'transferencias' AND b.origen_id = t.id) m
       WHERE a.id IS NULL
          OR m.origen <> CASE t.estado WHEN 'anulada' THEN 0 WHEN 'rechazada' THEN -t.comision_origen ELSE -t.monto - t.comision_origen END
          OR m.destino <> CASE WHEN t.estado IN ('recibida', 'completada')
                          THEN coalesce(t.contado, t.recibido, 0) - t.comision_destino ELSE 0 END
       ORDER BY t.id`,
    ],
    [
      'Una sola tasa une los dos lados de cada conversión',
      // Tolerance: half a unit of the last decimal of both amounts and of the rate.
      `SELECT t.numero AS detalle FROM transferencias t
       JOIN monedas o ON o.id = t.moneda_id JOIN monedas d ON d.id = t.moneda_destino_id
       WHERE t.tipo = 'conversion' AND abs(t.recibido - CASE t.metodo_calculo WHEN 'm' THEN t.monto * t.tasa ELSE t.monto / t.tasa END)
         > power(10::numeric, -d.decimales) + power(10::numeric, -o.decimales) * t.recibido / t.monto
           + t.recibido * 0.0000000001 / t.tasa
       ORDER BY t.id`,
    ],
    [
      'Lo anulado de una transferencia no deja nada en los libros',
      `SELECT format('%s: %s en la cuenta %s', t.numero, sum(p.importe), p.cuenta_id) AS detalle
       FROM transferencias t JOIN asientos a ON a.origen = 'transferencias' AND a.origen_id = t.id
       JOIN apuntes_al_costo p ON p.asiento_id = a.id WHERE t.estado = 'anulada'
       GROUP BY t.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'transferencias',
      lugar: 160,
      permiso: 'transferencias:recibir',
      uno: 'transferencia por recibir',
      varios: 'transferencias por recibir',
      consulta: `SELECT count(*) FROM ${MIAS}`,
      riesgo: `SELECT sum(valor_actual(t.moneda_id, t.monto)) FROM ${MIAS}`,
      pantalla: 'transferencias',
      filtro: { por_recibir: '1' },
    },
    {
      clave: 'transferencias-sin-responsable',
      lugar: 170,
      permiso: 'cuentas:ajenas',
      uno: 'transferencia por recibir en una cuenta sin responsable',
      varios: 'transferencias por recibir en cuentas sin responsable',
      consulta: `SELECT count(*) FROM ${SIN_RECEPTOR}`,
      riesgo: `SELECT sum(valor_actual(t.moneda_id, t.monto)) FROM ${SIN_RECEPTOR}`,
      pantalla: 'transferencias',
      filtro: { por_recibir: '1' },
    },
    {
      clave: 'diferencias-en-transito',
      lugar: 60,
      permiso: 'transferencias:resolver',
      uno: 'diferencia en tránsito por resolver',
      varios: 'diferencias en tránsito por resolver',
      consulta: `SELECT count(*) FROM ${DIFERENCIAS}`,
      riesgo: `SELECT sum(abs(diferencia_valor)) FROM ${DIFERENCIAS}`,
      pantalla: 'transferencias',
      filtro: { por_resolver: '1' },
    },
  ],
  avisos: {
    transferencia_diferencia: transferenciaDiferencia,
  },
}
