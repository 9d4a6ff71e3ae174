import type { Aportes } from '../../server/aportes.ts'
import { semana, startExcepciones } from './excepciones/aviso.ts'
import { startReportes } from './resumen.ts'

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  verifica: [
    [
      'La ganancia guardada de cada día es la de las cuentas del libro',
      `SELECT format('%s: guardado %s, libro %s', d.fecha, k.neta, l.neta) AS detalle
       FROM reportes_buenos('-infinity', 'infinity') d (fecha)
       CROSS JOIN LATERAL (SELECT coalesce(sum(ganancia + servicio + redondeo + bancarios + comisiones + anulaciones), 0) AS neta
                           FROM reportes_resumen r WHERE r.fecha = d.fecha) k
       CROSS JOIN LATERAL (SELECT coalesce(-sum(p.importe), 0) AS neta FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
                           JOIN reportes_cuentas c ON c.cuenta_id = p.cuenta_id WHERE a.fecha_negocio = d.fecha) l
       WHERE k.neta <> l.neta ORDER BY d.fecha`,
    ],
    [
      'Lo guardado de cada día sin sus horas es lo que suman sus horas',
      `SELECT DISTINCT format('%s', fecha) AS detalle FROM (
         (SELECT * FROM reportes_diario EXCEPT SELECT * FROM reportes_sin_horas('-infinity', 'infinity'))
         UNION ALL (SELECT * FROM reportes_sin_horas('-infinity', 'infinity') EXCEPT SELECT * FROM reportes_diario)) x
       ORDER BY 1`,
    ],
    [
      'La posición guardada de cada día es la de las cuentas del libro',
      `WITH d AS MATERIALIZED (SELECT * FROM reportes_buenos('-infinity', 'infinity') d (fecha)),
       s AS (SELECT moneda_id, posicion_id AS cuenta_id, true AS cantidad FROM posiciones
             UNION ALL SELECT moneda_id, contravalor_id, false FROM posiciones),
       l AS (SELECT a.fecha_negocio AS fecha, s.moneda_id, coalesce(-sum(p.importe) FILTER (WHERE s.cantidad), 0) AS q,
                    coalesce(sum(p.importe) FILTER (WHERE NOT s.cantidad), 0) AS costo
             FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN s ON s.cuenta_id = p.cuenta_id
             WHERE a.fecha_negocio IN (SELECT fecha FROM d) GROUP BY 1, 2),
       k AS (SELECT r.* FROM d JOIN reportes_posicion r ON r.fecha = d.fecha)
       SELECT format('%s, moneda %s', fecha, moneda_id) AS detalle FROM k FULL JOIN l USING (fecha, moneda_id)
       WHERE coalesce(k.comprado - k.vendido + k.ordenes + k.transferencias + k.otros, 0) <> coalesce(l.q, 0)
          OR coalesce(k.costo, 0) <> coalesce(l.costo, 0) ORDER BY fecha, moneda_id`,
    ],
  ],
  contadores: [
    {
      clave: 'controles-aflojados',
      lugar: 4,
      permiso: 'reportes:excepciones',
      uno: 'control que otra persona aflojó',
      varios: 'controles que otras personas aflojaron',
      consulta: 'SELECT reportes_aflojadas(:yo)',
      pantalla: 'excepciones',
    },
  ],
  avisos: { excepciones_semana: semana },
  trabajos: {
    reportes: {
      nombre: 'sumas de los días de los reportes',
      empieza: ({ db }, watch) => startReportes(db, watch),
    },
    excepciones: {
      nombre: 'aviso semanal de excepciones',
      empieza: ({ db }, watch) => startExcepciones(db, watch),
    },
  },
}
