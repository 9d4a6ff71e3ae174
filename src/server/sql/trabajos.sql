-- Notes what a run of a job came to: `p_fallas` more failures and the reason of the last one, or 0 for a success. Any
-- success ends a row of failures, whichever process had it: the work was done.
CREATE OR REPLACE FUNCTION trabajo_anotar(p_trabajo text, p_nombre text, p_cada_ms integer, p_fallas integer,
  p_motivo text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_antes integer;
  v_fallas integer;
BEGIN
  INSERT INTO trabajos (trabajo, nombre) VALUES (p_trabajo, p_nombre) ON CONFLICT DO NOTHING;
  SELECT fallas INTO v_antes FROM trabajos WHERE trabajo = p_trabajo FOR UPDATE;
  UPDATE trabajos SET nombre = p_nombre, cada_ms = p_cada_ms,
    exito = CASE WHEN p_fallas = 0 THEN ahora() ELSE exito END,
    falla = CASE WHEN p_fallas > 0 THEN ahora() ELSE falla END,
    fallas = CASE WHEN p_fallas > 0 THEN fallas + p_fallas ELSE 0 END,
    desde = CASE WHEN p_fallas > 0 THEN coalesce(desde, ahora()) END,
    motivo = CASE WHEN p_fallas > 0 THEN coalesce(nullif(left(p_motivo, 500), ''), 'Sin motivo') END
    WHERE trabajo = p_trabajo RETURNING fallas INTO v_fallas;
  IF (v_antes > 1) <> (v_fallas > 1) THEN PERFORM avisar('ajustes'); END IF;
END $$;

-- Notes that a process starts these jobs, before any of them has run: one that hangs in its first run is known by it.
CREATE OR REPLACE FUNCTION trabajos_empezar(p_trabajos text[], p_nombres text[], p_cada_ms integer[])
  RETURNS void LANGUAGE sql AS $$
  INSERT INTO trabajos AS t (trabajo, nombre, cada_ms, inicio)
    SELECT de.trabajo, de.nombre, de.cada_ms, ahora()
    FROM unnest(p_trabajos, p_nombres, p_cada_ms) AS de (trabajo, nombre, cada_ms) ORDER BY 1
    ON CONFLICT (trabajo) DO UPDATE SET nombre = excluded.nombre, cada_ms = excluded.cada_ms, inicio = excluded.inicio
      WHERE t.cada_ms IS NULL;
$$;

-- Notes once an hour the jobs that a process runs, each with its period, and that some of them (`p_andan`) went well
-- since the last time. A process that ended meanwhile may have taken them away. What nobody runs since a day is not
-- waited for any more.
CREATE OR REPLACE FUNCTION trabajos_latir(p_trabajos text[], p_cada_ms integer[], p_andan text[])
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM trabajos WHERE trabajo = ANY (p_trabajos) ORDER BY trabajo FOR UPDATE;
  UPDATE trabajos t SET cada_ms = de.cada_ms FROM unnest(p_trabajos, p_cada_ms) AS de (trabajo, cada_ms)
    WHERE t.trabajo = de.trabajo AND t.cada_ms IS DISTINCT FROM de.cada_ms;
  UPDATE trabajos SET exito = ahora(), fallas = 0, desde = NULL, motivo = NULL WHERE trabajo = ANY (p_andan);
  UPDATE trabajos SET cada_ms = NULL WHERE cada_ms IS NOT NULL AND trabajo <> ALL (p_trabajos)
    AND greatest(exito, falla, inicio) < ahora() - interval '1 day';
END $$;

-- A process that ends as it should takes its jobs away: nobody waits for them. Another one that runs them notes them
-- within the hour.
CREATE OR REPLACE FUNCTION trabajos_dejar(p_trabajos text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE trabajos SET cada_ms = NULL
    WHERE trabajo IN (SELECT trabajo FROM trabajos WHERE trabajo = ANY (p_trabajos) ORDER BY trabajo FOR UPDATE);
$$;

-- Jobs that somebody should look at: failed twice in a row (a clock that jumped is told at once), or without a success
-- for three times their period and the two hours that the longest run may take, of which the first ones count from
-- their start. `desde`: since when.
CREATE OR REPLACE FUNCTION trabajos_mal()
  RETURNS TABLE (trabajo text, nombre text, fallas integer, desde timestamptz, motivo text) LANGUAGE sql STABLE AS $$
  SELECT trabajo, nombre, fallas, coalesce(desde, greatest(exito, inicio)), motivo FROM trabajos
  WHERE cada_ms IS NOT NULL
    AND (fallas > 1 OR trabajo = 'hora' AND fallas > 0 OR coalesce(greatest(exito, inicio), desde)
           < ahora() - greatest(3 * cada_ms * interval '1 millisecond', interval '2 hours'))
  ORDER BY trabajo;
$$;
