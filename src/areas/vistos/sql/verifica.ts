import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books about a second person's yes (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada visto bueno lo dio otra persona antes de usarse, y quien tomó parte solo donde nadie más podía',
    `SELECT format('visto %s (%s): pedido por %s, resuelto por %s, usado por %s', v.id, v.titulo, v.solicitado_por,
              coalesce(v.resuelto_por::text, 'nadie'), coalesce(v.usado_por::text, 'nadie')) AS detalle
     FROM vistos v
     WHERE (v.estado <> 'rechazado' AND v.resuelto_por = v.solicitado_por OR v.resuelto_por = ANY (v.implicados) AND NOT v.solo
       OR (v.estado = 'usado') <> (v.usado_en IS NOT NULL) OR v.resuelto_en < v.fecha OR v.usado_en < v.resuelto_en
       OR v.estado = 'usado' AND NOT v.solo AND v.resuelto_por IS NULL
       OR v.solo AND v.resuelto_por IS NULL AND (v.estado <> 'usado' OR v.usado_por <> v.solicitado_por)
       OR v.solo AND v.resuelto_por IS NOT NULL AND v.resuelto_por <> ALL (v.implicados)) ORDER BY v.id`,
  ],
  [
    'Cada visto bueno está en la auditoría',
    `SELECT format('visto %s (%s)', v.id, v.titulo) AS detalle FROM vistos v
     WHERE NOT EXISTS (SELECT FROM auditoria a WHERE a.entidad = 'vistos' AND a.entidad_id = v.id::text
       AND a.accion IN ('pedir', 'excepcion')) ORDER BY v.id`,
  ],
]
