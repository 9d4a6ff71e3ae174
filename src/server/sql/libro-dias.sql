-- What is kept of the days that are over (ADR 0067): a day is kept for as long as its last entry is the one that it had
-- when it was written, so one that was dated into it later, by a clock that was set back, makes it void at once.

-- Kept days of a range that are good; null leaves an end open.
CREATE OR REPLACE FUNCTION dias_buenos(p_desde date, p_hasta date)
  RETURNS SETOF libro_dias LANGUAGE sql STABLE ROWS 300 AS $$
  SELECT d.* FROM libro_dias d
  WHERE d.fecha BETWEEN coalesce(p_desde, '-infinity') AND coalesce(p_hasta, 'infinity')
    AND d.asiento_id = (SELECT a.id FROM asientos a WHERE a.fecha_negocio = d.fecha
                        ORDER BY a.fecha_negocio DESC, a.id DESC LIMIT 1)
$$;

-- Days of a range that have entries and are not kept: today, and those that the job has not come to.
CREATE OR REPLACE FUNCTION dias_sueltos(p_desde date, p_hasta date) RETURNS SETOF date LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT d::date FROM generate_series(greatest(p_desde, (SELECT min(fecha_negocio) FROM asientos)),
                                      least(p_hasta, (SELECT max(fecha_negocio) FROM asientos)), interval '1 day') d
  WHERE (SELECT a.id FROM asientos a WHERE a.fecha_negocio = d::date ORDER BY a.fecha_negocio DESC, a.id DESC LIMIT 1)
    IS DISTINCT FROM (SELECT k.asiento_id FROM libro_dias k WHERE k.fecha = d::date)
$$;

-- What a leg says, as the days keep it: each of its numbers is a 0, so that a thousand amounts are one text. A word
-- without digits, dots and commas is in it exactly if it is in the concept or in the operation number.
CREATE OR REPLACE FUNCTION dia_texto(p_glosa text, p_detalle text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(normalizar(concat_ws(E'\n', p_glosa, p_detalle)), '[0-9.,]+', '0', 'g');

-- What went into and out of each account, or one, on the days of a range; with `p_como`, of the legs whose text is like
-- it, which must be a word as above.
CREATE OR REPLACE FUNCTION dias_sumas(p_desde date, p_hasta date, p_cuenta bigint DEFAULT NULL,
    p_como text DEFAULT NULL)
  RETURNS TABLE (cuenta_id bigint, entradas bigint, salidas bigint, debe numeric, haber numeric) LANGUAGE sql STABLE
  ROWS 100 AS $$
  SELECT x.cuenta_id, sum(x.entradas)::bigint, sum(x.salidas)::bigint, sum(x.debe), sum(x.haber)
  FROM (
    SELECT c.cuenta_id, c.entradas, c.salidas, c.debe, c.haber
    FROM dias_buenos(p_desde, p_hasta) d JOIN libro_dias_cuentas c ON c.fecha = d.fecha
    WHERE p_como IS NULL AND (p_cuenta IS NULL OR c.cuenta_id = p_cuenta)
    UNION ALL
    SELECT c.cuenta_id, c.entradas, c.salidas, c.debe, c.haber
    FROM dias_buenos(p_desde, p_hasta) d JOIN libro_dias_textos c ON c.fecha = d.fecha
    WHERE d.textos LIKE p_como AND c.texto LIKE p_como AND (p_cuenta IS NULL OR c.cuenta_id = p_cuenta)
    UNION ALL
    SELECT p.cuenta_id, count(*) FILTER (WHERE p.importe > 0), count(*) FILTER (WHERE p.importe < 0),
           coalesce(sum(p.importe) FILTER (WHERE p.importe > 0), 0),
           coalesce(-sum(p.importe) FILTER (WHERE p.importe < 0), 0)
    FROM asientos a
    -- Entry by entry: these days are few, and all legs of an account are not.
    CROSS JOIN LATERAL (SELECT * FROM apuntes p WHERE p.asiento_id = a.id OFFSET 0) p
    WHERE a.fecha_negocio = ANY (ARRAY(SELECT dias_sueltos(p_desde, p_hasta)))
      AND (p_cuenta IS NULL OR p.cuenta_id = p_cuenta)
      AND (p_como IS NULL OR normalizar(a.glosa) LIKE p_como OR normalizar(p.detalle) LIKE p_como)
    GROUP BY p.cuenta_id) x
  GROUP BY x.cuenta_id
$$;

-- Between which legs those of some days lie, both included. Where many of the days are not kept, anywhere: to look
-- would be to read them all.
CREATE OR REPLACE FUNCTION dias_tramo(p_fechas date[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH r AS MATERIALIZED (SELECT min(f) AS desde, max(f) AS hasta FROM unnest(p_fechas) f),
  b AS MATERIALIZED (SELECT d.* FROM r, dias_buenos(r.desde, r.hasta) d WHERE d.fecha = ANY (p_fechas)),
  s AS MATERIALIZED (SELECT d FROM r, dias_sueltos(r.desde, r.hasta) d WHERE d = ANY (p_fechas))
  SELECT CASE WHEN (SELECT count(*) FROM s) > 3 THEN ARRAY[0, 9223372036854775807]
    ELSE (SELECT ARRAY[coalesce(min(x.de), 1), coalesce(max(x.a), 0)] FROM (
      SELECT min(b.desde_id) AS de, max(b.hasta_id) AS a FROM b
      UNION ALL
      SELECT min(p.id), max(p.id) FROM asientos e JOIN apuntes p ON p.asiento_id = e.id
      WHERE e.fecha_negocio = ANY (ARRAY(SELECT d FROM s))) x) END
$$;

-- Each day of a range from the first entry to the last.
CREATE OR REPLACE FUNCTION dias_de(p_desde date, p_hasta date) RETURNS date[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(d::date), '{}')
  FROM generate_series(greatest(p_desde, (SELECT min(fecha_negocio) FROM asientos)),
                       least(p_hasta, (SELECT max(fecha_negocio) FROM asientos)), interval '1 day') d
$$;

-- What each account had, and at what value, after a day.
CREATE OR REPLACE FUNCTION dias_saldos(p_hasta date)
  RETURNS TABLE (cuenta_id bigint, importe numeric, valor numeric) LANGUAGE sql STABLE ROWS 100 AS $$
  SELECT x.cuenta_id, sum(x.importe), sum(x.valor) FROM (
    SELECT c.cuenta_id, c.debe - c.haber AS importe, c.valor
    FROM dias_buenos(NULL, p_hasta) d JOIN libro_dias_cuentas c ON c.fecha = d.fecha
    UNION ALL
    SELECT p.cuenta_id, p.importe, p.valor FROM asientos a
    CROSS JOIN LATERAL (SELECT * FROM apuntes p WHERE p.asiento_id = a.id OFFSET 0) p
    WHERE a.fecha_negocio = ANY (ARRAY(SELECT dias_sueltos(NULL, p_hasta)))) x
  GROUP BY x.cuenta_id
$$;

-- The first and the last entry of the days of a range.
CREATE OR REPLACE FUNCTION dias_asientos(p_desde date, p_hasta date)
  RETURNS TABLE (primero bigint, ultimo bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT min(p.id), max(u.id) FROM unnest(dias_de(p_desde, p_hasta)) d
  CROSS JOIN LATERAL (SELECT id FROM asientos WHERE fecha_negocio = d ORDER BY fecha_negocio, id LIMIT 1) p
  CROSS JOIN LATERAL (SELECT id FROM asientos WHERE fecha_negocio = d ORDER BY fecha_negocio DESC, id DESC LIMIT 1) u
$$;

-- The days of a range that may have what is searched: `p_como` in a text of theirs, or an entry of the document with
-- that number, or the entry with that id. A search reads no other day.
CREATE OR REPLACE FUNCTION dias_con(p_como text, p_buscar text, p_desde date, p_hasta date)
  RETURNS SETOF date LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT d.fecha FROM dias_buenos(p_desde, p_hasta) d WHERE d.textos LIKE p_como
  UNION SELECT dias_sueltos(p_desde, p_hasta)
  UNION SELECT a.fecha_negocio FROM documentos d JOIN asientos a ON a.origen = d.origen AND a.origen_id = d.origen_id
        WHERE d.numero = upper(p_buscar)
  UNION SELECT a.fecha_negocio FROM asientos a
        WHERE a.id = CASE WHEN p_buscar ~ '^\d{1,18}$' THEN p_buscar::bigint END
$$;

-- Writes a day anew, entries and sums of one snapshot.
CREATE OR REPLACE FUNCTION dia_guardar(p_fecha date)
  RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM libro_dias WHERE fecha = p_fecha;
  WITH l AS MATERIALIZED (
    SELECT p.id, p.asiento_id, p.cuenta_id, p.valor, p.detalle, a.glosa, dia_texto(a.glosa, p.detalle) AS texto,
           (p.importe > 0)::int AS entra, (p.importe < 0)::int AS sale, greatest(p.importe, 0) AS debe,
           greatest(-p.importe, 0) AS haber
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id WHERE a.fecha_negocio = p_fecha),
  d AS (
    INSERT INTO libro_dias (fecha, asiento_id, desde_id, hasta_id, textos)
      SELECT p_fecha, max(l.asiento_id), min(l.id), max(l.id), (
        SELECT string_agg(DISTINCT normalizar(t.texto), E'\n')
        FROM (SELECT glosa AS texto FROM l UNION SELECT detalle FROM l) t)
      FROM l HAVING count(*) > 0 ON CONFLICT DO NOTHING RETURNING fecha),
  c AS (
    INSERT INTO libro_dias_cuentas (fecha, cuenta_id, entradas, salidas, debe, haber, valor)
      SELECT d.fecha, l.cuenta_id, sum(l.entra), sum(l.sale), sum(l.debe), sum(l.haber), sum(l.valor)
      FROM d CROSS JOIN l GROUP BY d.fecha, l.cuenta_id),
  t AS (
    INSERT INTO libro_dias_textos (fecha, cuenta_id, texto, entradas, salidas, debe, haber)
      SELECT d.fecha, l.cuenta_id, l.texto, sum(l.entra), sum(l.sale), sum(l.debe), sum(l.haber)
      FROM d CROSS JOIN l GROUP BY d.fecha, l.cuenta_id, l.texto)
  SELECT EXISTS (SELECT FROM d);
$$;

-- Keeps the latest days that are over and not kept, at most so many; answers how many. A day is over a quarter of an
-- hour after its midnight, as in dias_resumir: no entry of that day that began before can be committed any more.
CREATE OR REPLACE FUNCTION dias_guardar(p_cuantos integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_fecha date;
  v_hechos integer := 0;
BEGIN
  FOR v_fecha IN
    SELECT d FROM dias_sueltos(NULL, fecha_negocio(ahora() - interval '15 minutes') - 1) d
    ORDER BY d DESC LIMIT p_cuantos
  LOOP
    -- Another process may have kept it since this one looked.
    CONTINUE WHEN NOT EXISTS (SELECT FROM dias_sueltos(v_fecha, v_fecha));
    v_hechos := v_hechos + dia_guardar(v_fecha)::int;
  END LOOP;
  RETURN v_hechos;
END $$;
