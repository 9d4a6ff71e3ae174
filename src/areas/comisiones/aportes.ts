import type { Aportes } from '../../server/aportes.ts'
import { verifica } from './sql/verifica.ts'

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/reportes/comisiones/liquidar': {
      tabla: 'comisiones',
      cuerpo: 'ids',
      que: 'alguna de esas comisiones',
    },
  },
  seVeEn: ['cuentas', 'reportes'],
  verifica: [
    [
      'Lo que se debe por comisiones, y lo que falta recuperar, es lo de las que esperan pago',
      `SELECT format('%s: saldo %s, comisiones %s', q.codigo, q.saldo, s.suma) AS detalle
       FROM (SELECT 'comisiones-por-pagar' AS codigo, -coalesce(sum(comision) FILTER (WHERE comision > 0), 0) AS suma
               FROM comisiones WHERE estado IN ('devengada', 'liquidada')
             UNION ALL
             SELECT 'comisiones-por-recuperar', -coalesce(sum(comision) FILTER (WHERE comision < 0), 0)
               FROM comisiones WHERE estado IN ('devengada', 'liquidada')) s
       JOIN cuentas_contables q ON q.codigo = s.codigo WHERE q.saldo <> s.suma ORDER BY q.id`,
    ],
    [
      'Cada comisión está en los libros por su importe, y la anulada no',
      `SELECT format('comisión %s de %s: %s', c.id, c.numero, c.comision) AS detalle FROM comisiones c
       WHERE CASE c.estado WHEN 'anulada' THEN 0 ELSE -c.comision END <> (
         SELECT coalesce(sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
         JOIN cuentas_contables q ON q.id = p.cuenta_id
         WHERE a.origen = 'comisiones' AND a.origen_id = c.id AND q.codigo LIKE 'comisiones-por-%') ORDER BY c.id`,
    ],
    [
      'Cada liquidación suma sus comisiones, que están como ella',
      `SELECT l.numero AS detalle FROM comisiones_liquidaciones l LEFT JOIN comisiones c ON c.liquidacion_id = l.id
       WHERE l.estado <> 'anulada' GROUP BY l.id
       HAVING l.total <> coalesce(sum(c.comision), 0) OR l.filas <> count(c.id)
         OR NOT bool_and(c.estado = l.estado AND c.beneficiario = l.beneficiario) ORDER BY l.id`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'liquidaciones',
      lugar: 230,
      permiso: 'comisiones:pagar',
      uno: 'liquidación de comisiones por pagar',
      varios: 'liquidaciones de comisiones por pagar',
      consulta: "SELECT count(*) FROM comisiones_liquidaciones WHERE estado = 'liquidada'",
      pantalla: 'liquidaciones-comisiones',
      filtro: { estado: 'liquidada' },
    },
  ],
}
