-- Notes what is left on the disk of the data: a sample each six hours, and at once where a tenth of it was used or
-- freed since. What lies ahead was written by a clock that stood wrong. A bell that begins or ends is told to open
-- pages.
CREATE OR REPLACE FUNCTION disco_anotar(p_libre bigint, p_total bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_antes boolean;
  u disco_muestras;
BEGIN
  DELETE FROM disco_muestras WHERE fecha > ahora() OR fecha < ahora() - interval '30 days';
  SELECT * INTO u FROM disco_muestras ORDER BY fecha DESC LIMIT 1;
  IF u.fecha > ahora() - interval '6 hours' AND u.total IS NOT DISTINCT FROM p_total
    AND (p_libre IS NULL OR abs(p_libre - u.libre) <= u.libre / 10) THEN RETURN; END IF;
  v_antes := disco_poco();
  INSERT INTO disco_muestras VALUES (ahora(), p_libre, p_total, pg_database_size(current_database()))
    ON CONFLICT DO NOTHING;
  IF v_antes <> disco_poco() THEN PERFORM avisar('ajustes'); END IF;
END $$;

-- Bytes that are used each day at the growth of the last two weeks: the median over all pairs of samples that are half
-- a day or more apart (Theil and Sen), which neither a large file that came and went nor a quiet Sunday moves. Of a
-- disk that is not seen: by how much the database grows. Null until there are eight samples of two days; another disk
-- begins anew.
CREATE OR REPLACE FUNCTION disco_crece() RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH u AS (SELECT total FROM disco_muestras WHERE fecha <= ahora() ORDER BY fecha DESC LIMIT 1),
  m AS (SELECT extract(epoch FROM fecha) AS s, coalesce(-libre, base) AS usado FROM disco_muestras, u
    WHERE disco_muestras.total IS NOT DISTINCT FROM u.total
      AND fecha BETWEEN ahora() - interval '14 days' AND ahora())
  SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY (b.usado - a.usado) / (b.s - a.s))::numeric * 86400)
  FROM m a JOIN m b ON b.s - a.s >= 43200
  HAVING (SELECT count(*) >= 8 AND max(s) - min(s) >= 172800 FROM m);
$$;

-- Days until the disk is full at that growth; null where it does not grow, or is not seen.
CREATE OR REPLACE FUNCTION disco_dias() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT floor(least(libre / g, 99999))::int
  FROM (SELECT libre FROM disco_muestras WHERE fecha <= ahora() ORDER BY fecha DESC LIMIT 1) u, disco_crece() g
  WHERE g > 0;
$$;

-- Whether somebody should make room: less than two weeks at that growth, or little is left now. A tenth of a large disk
-- is no little. The demo needs no room.
CREATE OR REPLACE FUNCTION disco_poco() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM ajustes WHERE clave = 'demo') AND coalesce((
    SELECT libre < 2e9 OR libre < 20e9 AND libre < total / 10 OR coalesce(disco_dias() < 14, false)
    FROM disco_muestras WHERE fecha <= ahora() ORDER BY fecha DESC LIMIT 1), false);
$$;

-- What is left, in words: days at that growth, else bytes. Without a sample null.
CREATE OR REPLACE FUNCTION disco_queda() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN dias = 1 THEN 'al crecimiento de ahora le queda un día'
    WHEN dias < 365 THEN format('al crecimiento de ahora le quedan %s días', dias)
    ELSE format('le quedan %s', pg_size_pretty(libre)) END
  FROM disco_muestras, disco_dias() dias WHERE fecha <= ahora() ORDER BY fecha DESC LIMIT 1;
$$;
