-- The reference that a payment line reserves; none once the line was annulled, refused, given back or bounced.
CREATE OR REPLACE FUNCTION referencias_usadas_de(p_linea text, l jsonb) RETURNS SETOF referencias_usadas
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_linea, (l->>'id')::bigint, x.origen, x.origen_id, (l->>'cuenta_id')::bigint, x.sale,
         CASE WHEN NOT x.sale THEN (l->>'tipo_pago_id')::int END, lower(l->>'referencia')
  FROM (SELECT CASE p_linea WHEN 'compras_ventas_pagos' THEN 'compras-ventas' ELSE 'ordenes' END AS origen,
               coalesce(l->>'compra_venta_id', l->>'orden_id')::bigint AS origen_id,
               p_linea = 'ordenes_pagos' OR coalesce(l->>'lado' = 'entregamos', false) AS sale) x
  WHERE l->>'referencia' IS NOT NULL AND l->>'estado' NOT IN ('anulado', 'rechazado', 'devuelto', 'rebotado');
$$;

-- Reserves or releases a line's reference. A reference that another line has is refused, naming that line's document.
CREATE OR REPLACE FUNCTION referencias_llevar() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  n referencias_usadas;
  otra referencias_usadas;
BEGIN
  SELECT * INTO n FROM referencias_usadas_de(TG_TABLE_NAME, to_jsonb(NEW));
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM referencias_usadas WHERE linea = TG_TABLE_NAME AND linea_id = NEW.id;
  END IF;
  IF n IS NULL THEN RETURN NULL; END IF;
  -- Waits for a concurrent transaction that is writing the same reference.
  INSERT INTO referencias_usadas VALUES (n.*) ON CONFLICT ON CONSTRAINT referencias_usadas_una DO NOTHING;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT * INTO otra FROM referencias_usadas
    WHERE (cuenta_id, sale, referencia) = (n.cuenta_id, n.sale, n.referencia) AND tipo_pago_id IS NOT DISTINCT
        FROM n.tipo_pago_id;
  IF (otra.origen, otra.origen_id) = (n.origen, n.origen_id) THEN
    PERFORM rechazar_campo('referencia', format('La referencia %s ya está en otro pago de esta operación.',
        NEW.referencia));
  END IF;
  PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', NEW.referencia,
    'numero', (SELECT numero FROM documentos WHERE origen = otra.origen AND origen_id = otra.origen_id),
    'origen', otra.origen, 'origen_id', otra.origen_id));
  RETURN NULL;
END $$;
