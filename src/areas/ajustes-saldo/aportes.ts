import { type RawBuilder, sql } from 'kysely'
import { type Aportes, de, type Lector, monto, mueve } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { autor, escapar, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { verifica } from './sql/verifica.ts'

const AJUSTES = `ajustes_saldo a WHERE estado = 'pendiente'
      AND aprobaciones_toca(:yo, solicitado_por, 'cuentas:aprobar-ajuste', ajustes_saldo_juicio(moneda_id, importe, valor))`

/** Message about an adjustment found or requested. It never contains the cost. */
const ajusteSaldo: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ numero: string; motivo: string; cuenta: string; importe: string; autor: string | null }>`
    SELECT a.numero, t.nombre AS motivo, c.nombre AS cuenta,
           CASE WHEN a.importe < 0 THEN '−' ELSE '+' END || importe_texto(abs(a.importe), m.simbolo, m.decimales) AS importe,
           ${autor(noticia.usuario_id)} AS autor
    FROM ajustes_saldo a JOIN ajustes_saldo_motivos t ON t.motivo = a.motivo JOIN cuentas c ON c.id = a.cuenta_id
    JOIN monedas m ON m.id = a.moneda_id WHERE a.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [
    negrita(`${nombre}: ${row.numero}`),
    `${escapar(row.motivo)} en ${libre(row.cuenta)}: ${escapar(row.importe)}`,
    ...(row.autor ? [`Por ${libre(row.autor)}`] : []),
  ]
}

/**
 * Pending adjustments. If the balance moved since the count, the card warns of it and the approval confirms it was
 * seen.
 */
function ajustes(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT a.id, a.numero, a.fecha, m.nombre || ' en ' || c.nombre AS titulo,
           CASE WHEN a.importe > 0 THEN '+' ELSE '−' END || importe_texto(abs(a.importe), x.simbolo, x.decimales) AS importe,
           a.observacion AS motivo,
           CASE WHEN a.contado IS NOT NULL AND k.saldo <> a.saldo_visto AND k.bloqueo IS DISTINCT FROM 'conteo' THEN
             'El saldo cambió desde que se contó: era ' || ${monto('a.saldo_visto', 'x')} || ' y ahora es '
             || ${monto('k.saldo', 'x')} || '. Se aplicaría la diferencia de entonces.' END AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en,
           CASE WHEN k.bloqueo IS DISTINCT FROM 'conteo' THEN
             jsonb_build_object('saldo', round(k.saldo, x.decimales)::text) END AS confirma,
           ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor) AS valor,
           ${mueve('a.importe', 'x')} AS importes
    FROM ajustes_saldo a JOIN ajustes_saldo_motivos m ON m.motivo = a.motivo JOIN cuentas c ON c.id = a.cuenta_id
    JOIN cuentas_contables k ON k.id = a.cuenta_id JOIN monedas x ON x.id = a.moneda_id
    JOIN usuarios u ON u.id = a.solicitado_por
    WHERE a.estado = 'pendiente' AND ${de(lector, 'a.solicitado_por')}`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/cuentas/ajustar-saldo': { tabla: 'ajustes_saldo', que: 'ese ajuste' },
  },
  verifica: [
    [
      'Cada ajuste aplicado está en los libros por su importe, y los demás no están',
      `SELECT a.numero AS detalle FROM ajustes_saldo a
       WHERE a.estado = 'aplicado' AND a.importe IS DISTINCT FROM (
               SELECT sum(p.importe) FROM apuntes p WHERE p.asiento_id = a.asiento_id AND p.cuenta_id = a.cuenta_id)
          OR a.estado <> 'aplicado' AND EXISTS (SELECT FROM asientos s WHERE s.origen = 'ajustes-saldo' AND s.origen_id = a.id)
       ORDER BY 1`,
    ],
    [
      'Lo revertido no deja nada en los libros',
      `SELECT format('%s: %s en la cuenta %s', a.numero, sum(p.importe), p.cuenta_id) AS detalle
       FROM ajustes_saldo r JOIN ajustes_saldo a ON a.id = r.revierte_id
       JOIN apuntes_al_costo p ON p.asiento_id IN (a.asiento_id, r.asiento_id) WHERE r.estado = 'aplicado'
       GROUP BY a.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'ajustes-por-aprobar',
      lugar: 50,
      permiso: 'cuentas:aprobar-ajuste',
      uno: 'ajuste de saldo por aprobar',
      varios: 'ajustes de saldo por aprobar',
      consulta: `SELECT count(*) FROM ${AJUSTES}`,
      riesgo: `SELECT sum(abs(valor)) FROM ${AJUSTES}`,
      pantalla: 'aprobaciones',
    },
  ],
  avisos: {
    ajuste_por_aprobar: ajusteSaldo,
    ajuste_saldo: ajusteSaldo,
  },
  aprueba: {
    ajuste: { lugar: 20, permiso: 'cuentas:aprobar-ajuste', juntas: true, espera: ajustes },
  },
}
