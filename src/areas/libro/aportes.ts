import type { Aportes } from '../../server/aportes.ts'
import { repeatPortions } from '../../server/proceso/jobs.ts'
import { keepDays, PASADA } from './queries.ts'

const EVERY_MS = 10 * 60_000

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  verifica: [
    [
      'Lo guardado de cada día del libro es lo que suman sus apuntes',
      `SELECT format('%s', coalesce(k.fecha, l.fecha)) AS detalle
       FROM (SELECT d.fecha, d.desde_id, d.hasta_id, c.cuenta_id, c.entradas, c.salidas, c.debe, c.haber, c.valor
             FROM dias_buenos(NULL, NULL) d LEFT JOIN libro_dias_cuentas c ON c.fecha = d.fecha) k
       FULL JOIN (
         SELECT a.fecha_negocio AS fecha, p.cuenta_id, count(*) FILTER (WHERE p.importe > 0) AS entradas,
                count(*) FILTER (WHERE p.importe < 0) AS salidas, coalesce(sum(p.importe) FILTER (WHERE p.importe > 0), 0) AS debe,
                coalesce(-sum(p.importe) FILTER (WHERE p.importe < 0), 0) AS haber, sum(p.valor) AS valor, min(p.id) AS de, max(p.id) AS a
         FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
         WHERE a.fecha_negocio IN (SELECT fecha FROM dias_buenos(NULL, NULL)) GROUP BY 1, 2) l
         ON l.fecha = k.fecha AND l.cuenta_id = k.cuenta_id
       WHERE (k.entradas, k.salidas, k.debe, k.haber, k.valor) IS DISTINCT FROM (l.entradas, l.salidas, l.debe, l.haber, l.valor)
          OR l.de < k.desde_id OR l.a > k.hasta_id ORDER BY 1`,
    ],
    [
      'Lo guardado de cada día del libro por su texto es lo que suman sus apuntes',
      `SELECT format('%s', coalesce(k.fecha, l.fecha)) AS detalle
       FROM (SELECT c.* FROM dias_buenos(NULL, NULL) d JOIN libro_dias_textos c ON c.fecha = d.fecha) k
       FULL JOIN (
         SELECT a.fecha_negocio AS fecha, p.cuenta_id, dia_texto(a.glosa, p.detalle) AS texto,
                count(*) FILTER (WHERE p.importe > 0) AS entradas, count(*) FILTER (WHERE p.importe < 0) AS salidas,
                coalesce(sum(p.importe) FILTER (WHERE p.importe > 0), 0) AS debe,
                coalesce(-sum(p.importe) FILTER (WHERE p.importe < 0), 0) AS haber
         FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
         WHERE a.fecha_negocio IN (SELECT fecha FROM dias_buenos(NULL, NULL)) GROUP BY 1, 2, 3) l
         ON l.fecha = k.fecha AND l.cuenta_id = k.cuenta_id AND l.texto = k.texto
       WHERE (k.entradas, k.salidas, k.debe, k.haber) IS DISTINCT FROM (l.entradas, l.salidas, l.debe, l.haber) ORDER BY 1`,
    ],
    [
      'Lo guardado de cada día del libro tiene todos sus textos',
      `SELECT format('%s', d.fecha) AS detalle FROM dias_buenos(NULL, NULL) d
       WHERE d.textos IS DISTINCT FROM (
         SELECT string_agg(DISTINCT normalizar(t.texto), E'\\n') FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
         CROSS JOIN LATERAL (VALUES (a.glosa), (p.detalle)) t (texto) WHERE a.fecha_negocio = d.fecha)
       ORDER BY d.fecha`,
    ],
  ],
  trabajos: {
    libro: {
      nombre: 'sumas de los días del libro',
      empieza: ({ db }, watch) =>
        repeatPortions(EVERY_MS, async () => (await keepDays(db)) >= PASADA, watch),
    },
  },
}
