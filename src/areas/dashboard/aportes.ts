import type { Aportes } from '../../server/aportes.ts'
import { startResumen } from './resumen.ts'

/** What this area contributes to what others gather. */
export const aportes: Aportes = {
  verifica: [
    [
      'Cada día resumido es el de los libros',
      `SELECT format('%s: %s y los libros dicen %s', d.fecha, d.ganancia, r.ganancia) AS detalle
       FROM dias_resumen d CROSS JOIN LATERAL dia_resultado(d.fecha) r
       WHERE (d.ganancia, d.margen, d.operaciones, d.ordenes) IS DISTINCT FROM (r.ganancia, r.margen, r.operaciones, r.ordenes) ORDER BY d.fecha`,
    ],
  ],
  trabajos: { dashboard: ({ db }, onError) => startResumen(db, onError) },
}
