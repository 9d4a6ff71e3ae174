-- A file of thousands of rows is one event: every open browser would ask again for each row otherwise.
CREATE OR REPLACE FUNCTION avisar(area text, p_id bigint DEFAULT NULL) RETURNS void
  LANGUAGE sql AS $$
  -- What is said twice in a transaction is told once.
  SELECT pg_notify('cambista', jsonb_build_object('area', area,
    'id', CASE WHEN current_setting('cambista.en_lote', true) IS DISTINCT FROM 'on' THEN p_id END)::text);
$$;

-- Who was born on the same day may be the same person; by name alone each of thousands would be looked for among all.
CREATE INDEX clientes_fecha_nac ON clientes (fecha_nac) WHERE fecha_nac IS NOT NULL;
