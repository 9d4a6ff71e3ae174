-- How far the instant of an operation may be ahead of the clock, since small corrections set the clock back.
CREATE OR REPLACE FUNCTION reloj_tolerancia() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN interval '10 seconds';

-- The last instant in the append-only histories: an entry, a price, a rate, or the last confirmation of the clock,
-- whichever is later; null in a house that has written nothing yet.
CREATE OR REPLACE FUNCTION reloj_ultimo() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(x.instante) FROM (
    SELECT u.instante FROM reloj_ultimos u
      LEFT JOIN (SELECT marcas FROM reloj_confirmaciones ORDER BY id DESC LIMIT 1) c ON true
      WHERE u.id > coalesce((c.marcas->>u.tabla)::bigint, 0)
    UNION ALL (SELECT fecha FROM reloj_confirmaciones ORDER BY id DESC LIMIT 1)) x;
$$;

CREATE OR REPLACE FUNCTION reloj_texto(p timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(p AT TIME ZONE zona_horaria(), 'DD/MM/YYYY HH24:MI');

CREATE OR REPLACE FUNCTION reloj_duda_de(p_codigo text, p_ahora timestamptz, p_ultimo timestamptz)
  RETURNS jsonb LANGUAGE sql STABLE
  RETURN jsonb_build_object('codigo', p_codigo, 'ahora', reloj_texto(p_ahora), 'ultimo', reloj_texto(p_ultimo));

-- Whether the clock was set on purpose (tests, demo days); such a clock is always trusted.
CREATE OR REPLACE FUNCTION reloj_puesto() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(current_setting('cambista.ahora', true), '') <> '';

-- The last confirmation of the clock; 0 before the first.
CREATE OR REPLACE FUNCTION reloj_confirmada() RETURNS bigint LANGUAGE sql STABLE
  RETURN coalesce((SELECT max(id) FROM reloj_confirmaciones), 0);

-- What a program found wrong with the clock and nobody has answered yet (R-426); null: nothing.
CREATE OR REPLACE FUNCTION reloj_duda_equipo(p_ahora timestamptz) RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT jsonb_build_object('codigo', codigo, 'ahora', reloj_texto(p_ahora), 'lapso', lapso)
          FROM reloj_dudas WHERE confirmacion = reloj_confirmada() ORDER BY equipo LIMIT 1);

-- A program notes that the clock is off by half an hour or more. A doubt that was answered stays answered while its
-- difference is the same within half an hour. `p_confirmacion` is the last confirmation when the clocks were read.
CREATE OR REPLACE FUNCTION reloj_dudar(p_equipo text, p_codigo text, p_segundos integer, p_lapso text,
  p_confirmacion bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The clocks were read before the last confirmation.
  IF p_confirmacion <> reloj_confirmada() THEN RETURN; END IF;
  -- A doubt that lasts writes nothing.
  IF EXISTS (SELECT FROM reloj_dudas WHERE equipo = p_equipo AND codigo = p_codigo
             AND abs(segundos - p_segundos) < 1800) THEN RETURN; END IF;
  INSERT INTO reloj_dudas VALUES (p_equipo, p_codigo, p_segundos, p_lapso, p_confirmacion)
    ON CONFLICT (equipo) DO UPDATE SET codigo = excluded.codigo, segundos = excluded.segundos,
      lapso = excluded.lapso, confirmacion = excluded.confirmacion;
  PERFORM avisar('ajustes');
END $$;

-- A program takes back what it had noted (all of it, or a difference between two clocks alone): the clock is right.
CREATE OR REPLACE FUNCTION reloj_creer(p_equipo text, p_todo boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reloj_dudas WHERE equipo = p_equipo AND (p_todo OR codigo = 'RELOJ_DISTINTO');
  IF FOUND THEN PERFORM avisar('ajustes'); END IF;
END $$;

-- A program notes how the clocks stand that it believes, for one that is started anew in the same run of its machine.
-- Of two processes of a machine the later one counts. Forgets runs that nobody has been in for two months.
CREATE OR REPLACE FUNCTION reloj_conocer(p_arranque text, p_diferencia numeric, p_propia numeric,
  p_confirmacion bigint, p_salto numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reloj_arranques VALUES (p_arranque, p_diferencia, p_propia, p_confirmacion, p_salto)
    ON CONFLICT (arranque) DO UPDATE SET diferencia = excluded.diferencia, propia = excluded.propia,
      confirmacion = excluded.confirmacion, salto = excluded.salto, visto = excluded.visto;
  DELETE FROM reloj_arranques WHERE visto < ahora() - interval '60 days' AND arranque <> p_arranque;
END $$;

-- Why the machine's clock is not trusted; null when it is.
CREATE OR REPLACE FUNCTION reloj_duda() RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_ahora timestamptz := reloj();
  v_ultimo timestamptz;
BEGIN
  IF reloj_puesto() THEN RETURN NULL; END IF;
  v_ultimo := reloj_ultimo();
  IF v_ultimo > v_ahora + reloj_tolerancia() THEN RETURN reloj_duda_de('RELOJ_ATRASADO', v_ahora, v_ultimo); END IF;
  -- So long without an entry or a price, longer than any run of holidays, an administrator must confirm the date.
  IF v_ultimo < v_ahora - interval '7 days' THEN RETURN reloj_duda_de('RELOJ_ADELANTADO', v_ahora, v_ultimo); END IF;
  RETURN reloj_duda_equipo(v_ahora);
END $$;

-- Refuses to write an instant while the clock is in doubt. Volatile, so that it sees what others have just committed.
CREATE OR REPLACE FUNCTION reloj_exigir() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_duda jsonb := reloj_duda();
BEGIN
  IF v_duda IS NOT NULL THEN PERFORM rechazar(v_duda->>'codigo', v_duda - 'codigo'); END IF;
END $$;

-- Fixes the clock for the rest of the transaction, never before `desde`: an operation has one instant, however long it
-- waits for its locks, so that its rate, its day and the year of its number agree. A rate that begins further ahead
-- than the tolerance was published by a wrong clock, and no operation is dated by it.
CREATE OR REPLACE FUNCTION detener_reloj(desde timestamptz DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('cambista.instante', true), '') = '' THEN
    PERFORM reloj_exigir();
  ELSIF desde IS NULL OR desde <= ahora() THEN
    RETURN;
  END IF;
  IF desde > reloj() + reloj_tolerancia() AND NOT reloj_puesto() THEN
    PERFORM rechazar('RELOJ_ATRASADO', reloj_duda_de('RELOJ_ATRASADO', reloj(), desde) - 'codigo');
  END IF;
  PERFORM set_config('cambista.instante', greatest(ahora(), desde)::text, true);
END $$;

-- Refuses an hour that is not the clock's, within a quarter of an hour; it may be left out where no doubt is about it.
CREATE OR REPLACE FUNCTION reloj_confirmar_hora(p_ahora timestamptz, p_fecha date, p_hora time)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_hora IS NULL AND reloj_duda_equipo(p_ahora) IS NULL THEN RETURN; END IF;
  IF p_hora IS NULL THEN PERFORM rechazar_campo('hora', reparo('HORA_FALTA')); END IF;
  IF abs(extract(epoch FROM (p_fecha + p_hora) AT TIME ZONE zona_horaria() - p_ahora)) > 900 THEN
    PERFORM rechazar_campo('hora', reparo('HORA_EQUIPO', jsonb_build_object('marca', reloj_texto(p_ahora))));
  END IF;
END $$;

-- An administrator confirms the clock; `p_fecha` is today's date as he typed it, not the machine's date, and `p_hora`
-- the hour, which is asked for where the clock may be wrong by hours.
-- Prices and rates that a wrong clock published in the future are moved back to now, in their order and with their
-- values. Entries keep their instants. An area corrects further dates of its own when the confirmation is
-- written.
CREATE OR REPLACE FUNCTION reloj_confirmar(quien jsonb, p_fecha date, p_hora time)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ahora timestamptz;
  v_antes timestamptz;
  v_duda jsonb;
  v_movidas integer;
  h record;
BEGIN
  LOCK TABLE reloj_confirmaciones IN SHARE ROW EXCLUSIVE MODE;
  FOR h IN SELECT tabla FROM reloj_ultimos WHERE de IS NOT NULL ORDER BY tabla LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', h.tabla);
  END LOOP;
  v_ahora := reloj();
  v_antes := reloj_ultimo();
  IF p_fecha <> fecha_negocio(v_ahora) THEN
    PERFORM rechazar_campo('fecha', reparo('RELOJ_EQUIPO', jsonb_build_object('marca', reloj_texto(v_ahora))));
  END IF;
  PERFORM reloj_confirmar_hora(v_ahora, p_fecha, p_hora);
  v_duda := reloj_duda();
  INSERT INTO reloj_confirmaciones (fecha, anterior, marcas, usuario_id)
    SELECT v_ahora, v_antes, coalesce(jsonb_object_agg(tabla, id), '{}'), (quien->>'usuario_id')::int
    FROM reloj_ultimos;
  -- Whoever compares takes the hour as it is now for right; the next jump, of the same size too, is another doubt.
  DELETE FROM reloj_dudas WHERE codigo = 'RELOJ_SALTO';
  SELECT coalesce(sum(reloj_traer(tabla, de, v_ahora)), 0) INTO v_movidas FROM (
    SELECT tabla, de FROM reloj_ultimos WHERE de IS NOT NULL ORDER BY tabla) x;
  PERFORM auditar(quien, 'confirmar', 'reloj', NULL, jsonb_build_object('ultimo', v_antes, 'duda', v_duda->>'codigo'),
                  jsonb_build_object('ahora', v_ahora, 'lapso', v_duda->>'lapso', 'vigencias_corregidas', v_movidas));
  PERFORM avisar(area) FROM unnest('{ajustes,pares-divisas,tipos-cambios,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('vigencias_corregidas', v_movidas, 'message', 'Hora del equipo confirmada.');
END $$;

-- Moves the rows of a history that lie after `p_ahora` back to it, a microsecond apart, so that they still follow each
-- other without gap or overlap. Answers how many rows changed.
CREATE OR REPLACE FUNCTION reloj_traer(p_tabla text, p_de text, p_ahora timestamptz)
  RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  r record;
  n integer := 0;
BEGIN
  FOR r IN EXECUTE format(
    'SELECT id, vigencia, count(*) FILTER (WHERE lower(vigencia) > $1) OVER (PARTITION BY %I ORDER BY id) AS k
     FROM %I WHERE lower(vigencia) > $1 OR upper(vigencia) > $1 ORDER BY id', p_de, p_tabla) USING p_ahora
  LOOP
    EXECUTE format('UPDATE %I SET vigencia = $2 WHERE id = $1', p_tabla) USING r.id, tstzrange(
      least(lower(r.vigencia), p_ahora + r.k * interval '1 microsecond'),
      CASE WHEN NOT upper_inf(r.vigencia) THEN p_ahora + (r.k + 1) * interval '1 microsecond' END);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;
