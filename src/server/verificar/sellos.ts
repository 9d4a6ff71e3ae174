import type { Regla } from '../aportes.ts'

/**
 * Rules of the seals (ADR 0056). They come last: they find any change of a row, and the rules before them say which of
 * its numbers is wrong.
 */
export const SELLOS: readonly Regla[] = [
  [
    'Cada lote de sellos es el que entró en la cadena',
    `SELECT format('lote %s', coalesce(s.lote_id::text, a.entidad_id)) AS detalle
     FROM (SELECT lote_id, count(*) AS filas, encode(sellos_huella(lote_id), 'hex') AS huella FROM sellos WHERE lote_id > :desde GROUP BY lote_id) s
     FULL JOIN (SELECT * FROM auditoria WHERE entidad = 'sellos' AND accion = 'sellar' AND entidad_id::bigint > :desde) a ON a.entidad_id = s.lote_id::text
     WHERE s.lote_id IS NULL OR a.id IS NULL OR a.usuario_id IS NOT NULL
        OR a.despues IS DISTINCT FROM jsonb_build_object('filas', s.filas, 'huella', s.huella)
     ORDER BY s.lote_id`,
  ],
  [
    'Cada tabla anota lo que cambia en ella',
    `SELECT DISTINCT format('tabla %s', c.relname) AS detalle FROM pg_class c
     LEFT JOIN sellos_tablas s ON s.tabla = c.relname
     CROSS JOIN LATERAL sellos_anotadores(c.oid) n
     LEFT JOIN pg_trigger g ON g.tgrelid = c.oid AND g.tgname = n.nombre AND g.tgenabled = 'O' AND g.tgfoid = n.funcion
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND NOT EXISTS (SELECT FROM sellos_fuera f WHERE f.tabla = c.relname AND f.columna IS NULL)
       AND (g.oid IS NULL OR s.columnas IS DISTINCT FROM sellos_columnas(c.relname)) ORDER BY 1`,
  ],
  [
    'Cada fila de cada tabla es la que se selló',
    `SELECT format('tabla %s, fila %s: %s', tabla, left(clave, 60), CASE que
       WHEN 'falta' THEN 'se selló y ya no está' WHEN 'sobra' THEN 'está y nunca se selló'
       ELSE 'no es como se selló' END) AS detalle FROM sellos_diferencias(:desde)`,
  ],
]
