-- Answers to repeat are kept for seven days (PG-7); the document's own key keeps a late repetition from a second effect.
CREATE FUNCTION idempotencia_limpiar() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejas AS (DELETE FROM idempotencia WHERE creada_en < clock_timestamp() - interval '7 days' RETURNING 1)
  SELECT count(*) FROM viejas;
$$;
