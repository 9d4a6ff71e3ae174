-- What the operations of days that are over add up to, so that a list's totals do not read every operation (R-213).

-- Keeps the operations of the ledger's kept days, the latest first, at most so many days; answers how many. The days
-- are locked before they are read: one that is kept anew meanwhile takes its rows with it.
CREATE OR REPLACE FUNCTION compras_ventas_guardar_dias(p_cuantos integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_fechas date[] := ARRAY(SELECT d.fecha FROM dias_buenos(NULL, NULL) d
    WHERE NOT EXISTS (SELECT FROM compras_ventas_dias k WHERE k.fecha = d.fecha) ORDER BY 1 DESC LIMIT p_cuantos);
BEGIN
  v_fechas := ARRAY(SELECT fecha FROM libro_dias WHERE fecha = ANY (v_fechas) FOR KEY SHARE);
  INSERT INTO compras_ventas_dias
    SELECT f, o.divisa_id, o.tipo, o.usuario_id, count(o.id), coalesce(sum(o.monto), 0),
           coalesce(sum(o.contravalor), 0), coalesce(sum(o.ganancia), 0), o.sucursal_id
    FROM unnest(v_fechas) f LEFT JOIN compras_ventas o ON o.fecha_negocio = f
    GROUP BY 1, 2, 3, 4, o.sucursal_id ON CONFLICT DO NOTHING;
  RETURN cardinality(v_fechas);
END $$;

-- Rows that add up to the operations of a range that are not annulled, or to the completed ones alone: those of kept
-- days as they were registered, less what is not counted, which has small indexes, and every operation of other days.
CREATE OR REPLACE FUNCTION compras_ventas_sumadas(p_desde date, p_hasta date, p_completadas boolean)
  RETURNS TABLE (divisa_id integer, tipo text, usuario_id integer, sucursal_id integer, operaciones integer,
    monto numeric, contravalor numeric, ganancia numeric)
  LANGUAGE sql STABLE AS $$
  WITH k AS MATERIALIZED (
    SELECT k.* FROM dias_buenos(p_desde, p_hasta) d JOIN compras_ventas_dias k ON k.fecha = d.fecha),
  f AS MATERIALIZED (SELECT DISTINCT fecha FROM k)
  SELECT divisa_id, tipo, usuario_id, sucursal_id, operaciones, monto, contravalor, ganancia FROM k
  WHERE operaciones > 0
  UNION ALL
  SELECT divisa_id, tipo, usuario_id, sucursal_id, -1, -monto, -contravalor, -ganancia FROM compras_ventas
  WHERE estado = 'anulada' AND fecha_negocio IN (SELECT fecha FROM f)
  UNION ALL
  SELECT divisa_id, tipo, usuario_id, sucursal_id, -1, -monto, -contravalor, -ganancia FROM compras_ventas
  WHERE p_completadas AND estado = 'pendiente' AND fecha_negocio IN (SELECT fecha FROM f)
  UNION ALL
  SELECT divisa_id, tipo, usuario_id, sucursal_id, 1, monto, contravalor, ganancia FROM compras_ventas
  WHERE fecha_negocio = ANY (ARRAY(SELECT unnest(dias_de(p_desde, p_hasta)) EXCEPT SELECT fecha FROM f))
    AND estado <> 'anulada' AND (estado = 'completada' OR NOT p_completadas)
$$;
