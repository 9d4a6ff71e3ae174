-- Text normalised for searching: lower case, without accents.
CREATE OR REPLACE FUNCTION normalizar(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(texto), 'áàäâãåéèëêíìïîóòöôõúùüûñç', 'aaaaaaeeeeiiiiooooouuuunc');

-- The running clock: the machine's, or one set on purpose (tests, loading demo days).
CREATE OR REPLACE FUNCTION reloj() RETURNS timestamptz LANGUAGE sql STABLE
  RETURN coalesce(nullif(current_setting('cambista.ahora', true), '')::timestamptz, clock_timestamp());

-- The instant of the business: the one that detener_reloj fixed for this transaction, else the clock.
CREATE OR REPLACE FUNCTION ahora() RETURNS timestamptz LANGUAGE sql STABLE
  RETURN coalesce(nullif(current_setting('cambista.instante', true), '')::timestamptz, reloj());

-- The time zone of the house. Stored days and indexes depend on it, so its value is the text of an immutable function:
-- Lima's where none was chosen, else the one that zona_horaria_fijar wrote, which this file leaves as it is.
DO $$ BEGIN
  IF to_regprocedure('zona_horaria()') IS NULL THEN
    CREATE FUNCTION zona_horaria() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 'America/Lima';
  END IF;
END $$;

-- The business day of an instant: the day that the calendar shows where the house is.
CREATE OR REPLACE FUNCTION fecha_negocio(instante timestamptz) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (instante AT TIME ZONE zona_horaria())::date;

-- The type of an uploaded file, from its bytes and not from what the client claimed.
CREATE OR REPLACE FUNCTION adjunto_tipo(p bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN substr(p, 1, 3) = '\xffd8ff'::bytea THEN 'image/jpeg'
    WHEN substr(p, 1, 8) = '\x89504e470d0a1a0a'::bytea THEN 'image/png'
    WHEN substr(p, 1, 4) = '\x52494646'::bytea AND substr(p, 9, 4) = '\x57454250'::bytea THEN 'image/webp'
    WHEN substr(p, 1, 5) = '\x255044462d'::bytea THEN 'application/pdf' END;

-- Whether a list of notes and coins is valid: values, largest first, as in `200 100 50`.
CREATE OR REPLACE FUNCTION denominaciones_validas(p_lista text, p_decimales integer)
  RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN p_lista ~ '^\d{1,12}(\.\d{1,8})?( \d{1,12}(\.\d{1,8})?){0,19}$' THEN NOT EXISTS (
      SELECT FROM unnest(string_to_array(p_lista, ' ')::numeric[]) v GROUP BY trim_scale(v)
      HAVING trim_scale(v) = 0 OR scale(trim_scale(v)) > p_decimales OR count(*) > 1)
    ELSE false END;

-- Σ valor × cantidad of `[{clase, valor, cantidad}]`; null when one of them is not greater than zero.
CREATE OR REPLACE FUNCTION denominaciones_suma(d jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT CASE WHEN bool_and((e->>'valor')::numeric > 0 AND (e->>'cantidad')::int > 0)
                 THEN sum((e->>'valor')::numeric * (e->>'cantidad')::int) END FROM jsonb_array_elements(d) e);

-- Whether a piece {clase, valor} of a count is one of these notes and coins.
CREATE OR REPLACE FUNCTION denominacion_existe(pieza jsonb, p_billetes text, p_metalicas text)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce((pieza->>'valor')::numeric = ANY (string_to_array(
    CASE pieza->>'clase' WHEN 'billete' THEN p_billetes ELSE p_metalicas END, ' ')::numeric[]), false);

-- RUC: 11 digits, prefix of a taxpayer, check digit by module 11 (SUNAT). Twin of esRuc in core/documentos.ts.
CREATE OR REPLACE FUNCTION ruc_valido(p text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN p ~ '^(10|15|16|17|20)\d{9}$' THEN
    (11 - (SELECT sum(substr(p, i, 1)::int * (ARRAY[5, 4, 3, 2, 7, 6, 5, 4, 3, 2])[i])
        FROM generate_series(1, 10) i) % 11) % 10
      = right(p, 1)::int ELSE false END;
