-- Of a PostgreSQL of the house's own (DATABASE_URL): what the program knows of its backups and of its archived log
-- (R-456).

-- Whether it is one of its own: it lacks the role by which the program copies the one that it brings.
CREATE OR REPLACE FUNCTION base_ajena() RETURNS boolean LANGUAGE sql STABLE
  RETURN NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_respaldo');

-- Whether a house works, so that its backups matter: its books began on an earlier day. The demo needs none.
CREATE OR REPLACE FUNCTION casa_trabaja() RETURNS boolean LANGUAGE sql STABLE
  RETURN NOT EXISTS (SELECT FROM ajustes WHERE clave = 'demo')
    AND EXISTS (SELECT FROM asientos WHERE fecha_negocio < fecha_negocio(ahora()));

-- Whoever makes the backups of such a PostgreSQL says what came of one: where it is, when it was begun, its bytes, or
-- why there is none. The role that serves may not; who may is told in despliegue/pgbackrest/anotar.sql.
CREATE OR REPLACE FUNCTION respaldo_anotar(p_carpeta text, p_inicio timestamptz, p_bytes bigint, p_falla text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla) SELECT least(p_inicio, ahora()), ahora(), p_carpeta,
    CASE WHEN f.falla IS NULL THEN p_bytes END, f.falla FROM (SELECT nullif(p_falla, '') AS falla) f;
$$;

-- Why what was registered ten minutes ago or longer is not in the archived log of such a PostgreSQL, as it says of
-- itself (pg_stat_archiver); null: it is, or the house does not ask.
CREATE OR REPLACE FUNCTION archivo_falla() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_ultimo timestamptz;
  a record;
BEGIN
  IF NOT base_ajena() OR NOT casa_trabaja() OR NOT ajuste('respaldo_archivo')::boolean THEN RETURN NULL; END IF;
  IF current_setting('archive_mode') = 'off' THEN
    RETURN 'PostgreSQL no archiva su registro (archive_mode = off)';
  END IF;
  SELECT last_archived_time AS bien, last_failed_time > coalesce(last_archived_time, '-infinity') AS falla,
    coalesce(last_archived_time, stats_reset, '-infinity') AS desde INTO a FROM pg_stat_archiver;
  -- Found by the end of the books, however long nothing was archived.
  SELECT fecha INTO v_ultimo FROM asientos WHERE fecha < ahora() - interval '10 minutes' ORDER BY id DESC LIMIT 1;
  IF v_ultimo IS NULL OR v_ultimo <= a.desde THEN RETURN NULL; END IF;
  RETURN concat(CASE WHEN a.falla THEN 'el comando que archiva (archive_command) falla'
      ELSE 'PostgreSQL espera a llenar un segmento (archive_timeout)' END, ', ',
    coalesce('y lo último se archivó el ' || reloj_texto(a.bien), 'y no se archivó nada'));
END $$;
