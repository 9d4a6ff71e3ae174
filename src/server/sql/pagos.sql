-- The row that a line of payment keeps in referencias_usadas: none once it was annulled, refused, given back or
-- bounced.
-- p_sale: the money leaves the account; an operation number of the house's own bank is one for all ways to pay.
CREATE OR REPLACE FUNCTION referencias_usadas_de(
  p_linea text, p_origen text, p_origen_id bigint, p_sale boolean, l jsonb
) RETURNS SETOF referencias_usadas LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_linea, (l->>'id')::bigint, p_origen, p_origen_id, (l->>'cuenta_id')::bigint, p_sale,
         CASE WHEN NOT p_sale THEN (l->>'tipo_pago_id')::int END, lower(l->>'referencia')
  WHERE l->>'referencia' IS NOT NULL AND l->>'estado' NOT IN ('anulado', 'rechazado', 'devuelto', 'rebotado');
$$;

-- Keeps a line's reference, or lets go of it. One that another line has is refused with its document. Arguments of the
-- trigger: the origin of the document, the column of its id, and how the money moves: 'sale', 'entra', or the column
-- that says 'entregamos' where it leaves.
CREATE OR REPLACE FUNCTION referencias_llevar() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  n referencias_usadas;
  otra referencias_usadas;
  l jsonb := to_jsonb(NEW);
BEGIN
  SELECT * INTO n FROM referencias_usadas_de(TG_TABLE_NAME, TG_ARGV[0], (l->>TG_ARGV[1])::bigint,
      TG_ARGV[2] = 'sale' OR coalesce(l->>TG_ARGV[2] = 'entregamos', false), l);
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
    PERFORM rechazar_campo('referencia',
        reparo('REFERENCIA_OTRO_PAGO', jsonb_build_object('referencia', NEW.referencia)));
  END IF;
  PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', NEW.referencia,
    'numero', (SELECT numero FROM documentos WHERE origen = otra.origen AND origen_id = otra.origen_id),
    'origen', otra.origen, 'origen_id', otra.origen_id));
  RETURN NULL;
END $$;
