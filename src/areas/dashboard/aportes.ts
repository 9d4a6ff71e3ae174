import type { Aportes } from '../../server/aportes.ts'
import { startResumen } from './resumen.ts'

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  verifica: [
    [
      'Cada día resumido es el de los libros',
      `SELECT format('%s: %s y los libros dicen %s', d.fecha, d.ganancia, r.ganancia) AS detalle
       FROM dias_resumidos('-infinity') d CROSS JOIN LATERAL dia_resultado(d.fecha) r
       WHERE (d.ganancia, d.margen, d.operaciones, d.ordenes) IS DISTINCT FROM (r.ganancia, r.margen, r.operaciones, r.ordenes) ORDER BY d.fecha`,
    ],
    [
      'Lo que salió de cada divisa en cada día resumido es lo que dicen los libros',
      `SELECT format('%s, moneda %s: %s y los libros dicen %s', d.fecha, x.moneda_id, x.cantidad, x.libros) AS detalle
       FROM dias_resumidos('-infinity') d CROSS JOIN LATERAL (
         SELECT moneda_id, k.cantidad, l.cantidad AS libros FROM (SELECT * FROM dias_salidas s WHERE s.fecha = d.fecha) k
         FULL JOIN dia_salidas(d.fecha) l USING (moneda_id)) x
       WHERE x.cantidad IS DISTINCT FROM x.libros ORDER BY 1`,
    ],
  ],
  trabajos: {
    dashboard: {
      nombre: 'sumas de los días del inicio',
      empieza: ({ db }, watch) => startResumen(db, watch),
    },
  },
}
