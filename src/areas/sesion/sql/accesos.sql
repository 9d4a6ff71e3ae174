-- Counts one failure against a budget. From p_maximo failures in a row on the budget is closed for p_espera seconds,
-- doubled by each further failure up to p_tope. The row is forgotten p_olvido seconds after its last failure or lock.
CREATE OR REPLACE FUNCTION intentos_contar(p_clave text, p_maximo integer, p_espera integer, p_tope integer,
    p_olvido integer) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO intentos_ingreso AS i (clave, fallos, desde) VALUES (p_clave, 1, ahora())
  ON CONFLICT (clave) DO UPDATE SET desde = ahora(),
    fallos = CASE WHEN greatest(i.desde, i.hasta) < ahora() - make_interval(secs => p_olvido) THEN 1
                  ELSE i.fallos + 1 END;
  UPDATE intentos_ingreso
    SET hasta = ahora() + make_interval(secs => least(p_tope, p_espera * 2 ^ least(fallos - p_maximo, 20)))
    WHERE clave = p_clave AND fallos >= p_maximo;
$$;

-- Audits a refusal at the door: at most one row a minute for the same reason and the same person (or nobody known),
-- with the number of refusals since the row before. `p_veces`: how many of them the caller gathered.
CREATE OR REPLACE FUNCTION acceso_anotar(quien jsonb, p_entidad text, p_id text, p_motivo text, p_veces integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_antes integer;
BEGIN
  -- A row in the future (the clock was set back) does not silence what comes.
  INSERT INTO accesos_repetidos AS r (clave, desde, veces, quien, entidad, entidad_id, motivo)
  VALUES (concat_ws(' ', p_motivo, p_entidad, coalesce(p_id, '-')), ahora(), 0, quien, p_entidad, p_id, p_motivo)
  ON CONFLICT (clave) DO UPDATE SET quien = excluded.quien,
    desde = CASE WHEN ahora() - r.desde BETWEEN '0' AND '1 minute' THEN r.desde ELSE ahora() END,
    veces = CASE WHEN ahora() - r.desde BETWEEN '0' AND '1 minute' THEN r.veces + p_veces ELSE 0 END
  RETURNING CASE WHEN new.veces = 0 THEN coalesce(old.veces, 0) END INTO v_antes;
  IF v_antes IS NOT NULL THEN
    PERFORM auditar(quien, 'denegado', p_entidad, p_id, NULL,
                    jsonb_build_object('motivo', p_motivo, 'veces', v_antes + p_veces));
  END IF;
END $$;

-- Writes the counts whose minute is over, and deletes what nobody asks for any more: counts, failures a day after they
-- were last counted, old tokens a day after their session ended, sessions 90 days after. Answers how many rows went.
CREATE OR REPLACE FUNCTION accesos_limpiar()
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH quietos AS (
    DELETE FROM accesos_repetidos WHERE clave IN (SELECT clave FROM accesos_repetidos
        WHERE desde < ahora() - interval '1 minute' FOR UPDATE SKIP LOCKED)
    RETURNING *),
  dichos AS MATERIALIZED (
    SELECT auditar(quien, 'denegado', entidad, entidad_id, NULL, jsonb_build_object('motivo', motivo, 'veces', veces))
    FROM quietos WHERE veces > 0),
  tokens AS (
    DELETE FROM sesiones_tokens t USING sesiones s WHERE s.id = t.sesion_id
      AND coalesce(s.terminada_en, s.vence_en) < ahora() - interval '1 day' RETURNING 1),
  intentos AS (
    DELETE FROM intentos_ingreso WHERE greatest(desde, hasta) < ahora() - interval '1 day 1 hour' RETURNING 1),
  viejas AS (
    DELETE FROM sesiones WHERE coalesce(terminada_en, vence_en) < ahora() - interval '90 days' RETURNING 1)
  SELECT (SELECT count(*) FROM quietos) + (SELECT count(*) FROM dichos) * 0 + (SELECT count(*) FROM intentos)
    + (SELECT count(*) FROM tokens) + (SELECT count(*) FROM viejas);
$$;

-- The mark of a sign-in outside the hours of the house (R-160); null within them. Hours may pass midnight.
CREATE OR REPLACE FUNCTION acceso_a_deshora() RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN NOT (CASE WHEN desde < hasta THEN hora >= desde AND hora < hasta
      ELSE hora >= desde OR hora < hasta END)
    THEN jsonb_build_object('excepcion', jsonb_build_object('clase', 'ingreso-hora', 'frase',
      format('Ingresó a las %s', to_char(ahora() AT TIME ZONE zona_horaria(), 'HH24:MI')))) END
  FROM (SELECT extract(hour FROM ahora() AT TIME ZONE zona_horaria())::int AS hora,
          ajuste('jornada_desde')::int AS desde, ajuste('jornada_hasta')::int AS hasta) h);
