-- Everything that posts goes through here in sets of one transaction: each operation is judged, then the entries of
-- all are posted at once, then each is kept.

-- Registers a set of requests {ruta, quien, clave, huella: in hex, …} in one transaction: each is judged, then all are
-- posted and kept. Answers in the same order, one of {repetida, respuesta}: the answer of the call, the first one again
-- for the same key; {rechazo: {codigo, datos}}: refused when it was judged, the others are not disturbed; {aparte}: it
-- shares with another one of the set what `operacion_ocupa` says, and is to be asked again. Any other refusal is raised
-- and leaves nothing: the caller then asks one by one, where every refusal is raised. `casos`, `caso`: empty; their
-- type says whose operacion_juzgar, operacion_ocupa and operaciones_cumplir run.
CREATE OR REPLACE FUNCTION conjunto_registrar(p_pedidos jsonb, casos anyarray, caso anyelement)
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  n constant integer := jsonb_array_length(p_pedidos);
  respuestas jsonb[] := idempotencia_tomar_lote(p_pedidos);
  hechas jsonb[];
  lugares integer[] := '{}';
  ocupado text[] := '{}';
  suyo text[];
  v_codigo text;
  v_datos text;
BEGIN
  IF n = 1 AND respuestas[1] ? 'rechazo' THEN PERFORM rechazar(respuestas[1]->'rechazo'->>'codigo'); END IF;
  FOR i IN 1 .. n LOOP
    CONTINUE WHEN respuestas[i] IS NOT NULL;
    IF n = 1 THEN
      caso := operacion_juzgar(caso, p_pedidos->0);
    ELSE
      BEGIN
        caso := operacion_juzgar(caso, p_pedidos->(i - 1));
        suyo := operacion_ocupa(caso);
        IF ocupado && suyo THEN RAISE EXCEPTION USING ERRCODE = 'CB004', MESSAGE = 'not in one set'; END IF;
      EXCEPTION
        WHEN SQLSTATE 'CB004' THEN
          respuestas[i] := '{"aparte": true}';
          CONTINUE;
        WHEN SQLSTATE 'CB001' THEN
          GET STACKED DIAGNOSTICS v_codigo = MESSAGE_TEXT, v_datos = PG_EXCEPTION_DETAIL;
          respuestas[i] := jsonb_build_object('rechazo', jsonb_build_object('codigo', v_codigo, 'datos',
            v_datos::jsonb));
          CONTINUE;
      END;
      ocupado := ocupado || suyo;
    END IF;
    lugares := lugares || i;
    casos := array_append(casos, caso);
  END LOOP;
  IF lugares <> '{}' THEN
    hechas := operaciones_cumplir(casos);
    FOR k IN 1 .. cardinality(lugares) LOOP
      respuestas[lugares[k]] := jsonb_build_object('repetida', false, 'respuesta', hechas[k]);
    END LOOP;
  END IF;
  PERFORM idempotencia_guardar_lote(p_pedidos, respuestas);
  RETURN to_jsonb(respuestas);
END $$;

-- Registers a set of everything that posts but the counter's. `p_pedidos` also have accion, id and p, and come in the
-- order of their locks; `clave` may be null.
CREATE OR REPLACE FUNCTION operaciones_registrar(p_pedidos jsonb)
  RETURNS jsonb LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  RETURN conjunto_registrar(p_pedidos, '{}'::operacion[], NULL::operacion);

-- Judges one operation by its first function. Two operations of one person, his keys' too, or of one document do not
-- share a set.
CREATE OR REPLACE FUNCTION operacion_juzgar(o operacion, p_pedido jsonb) RETURNS operacion LANGUAGE plpgsql AS $$
BEGIN
  o := jsonb_populate_record(NULL::operacion, p_pedido);
  o.ocupa := ARRAY['persona ' || persona_de((o.quien->>'usuario_id')::int), 'documento ' || o.id];
  o.entradas := '{}';
  PERFORM actuar_como(o.quien);
  EXECUTE format('SELECT * FROM %I($1)', o.accion || '_juzgar') INTO o USING o;
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION operacion_ocupa(o operacion) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN o.ocupa;

-- Posts what the operations post, in their order, and keeps each by its second function, which gets what the ledger
-- answered for its entries and returns what it has to say (`operacion_hecha`). Answers what they answer.
CREATE OR REPLACE FUNCTION operaciones_cumplir(ops operacion[]) RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  o operacion;
  entradas libro_entrada[] := '{}';
  libro jsonb[] := '{}';
  hechos jsonb[] := '{}';
  v_hasta integer := 0;
  v_hecho jsonb;
BEGIN
  FOREACH o IN ARRAY ops LOOP
    entradas := entradas || o.entradas;
  END LOOP;
  IF entradas <> '{}' THEN libro := libro_asentar(entradas); END IF;
  FOREACH o IN ARRAY ops LOOP
    PERFORM actuar_como(o.quien);
    EXECUTE format('SELECT %I($1, $2)', o.accion || '_guardar') INTO v_hecho
      USING o, libro[v_hasta + 1 : v_hasta + cardinality(o.entradas)];
    v_hasta := v_hasta + cardinality(o.entradas);
    hechos := array_append(hechos, v_hecho || jsonb_build_object('quien', o.quien));
  END LOOP;
  -- With several people in the set, what the commit still runs asks none of them.
  IF cardinality(ops) > 1 THEN PERFORM actuar_como(NULL); END IF;
  RETURN operaciones_decir(hechos);
END $$;

-- What is said of a document once something was done to it: its audit row with number and state, the areas that hear
-- of it, and the answer. `d`: the row, with id, numero and estado; `p_mensaje`: with a place for its number; `p_antes`:
-- its state before; `p_mas`: what else is answered.
CREATE OR REPLACE FUNCTION operacion_hecha(p_entidad text, d anyelement, p_accion text, p_mensaje text,
    p_despues jsonb DEFAULT '{}', p_antes text DEFAULT NULL, p_mas jsonb DEFAULT '{}', p_areas text[] DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN jsonb_build_object('areas', coalesce(p_areas, ARRAY[p_entidad]), 'entidad', p_entidad, 'id', d.id,
    'accion', p_accion,
    'antes', CASE WHEN p_antes IS NOT NULL THEN jsonb_build_object('estado', p_antes) END,
    'despues', p_despues || jsonb_build_object('numero', d.numero, 'estado', d.estado),
    'respuesta', jsonb_build_object('id', d.id, 'estado', d.estado,
      'message', replace(p_mensaje, '%s', d.numero)) || p_mas);
END $$;

-- Writes the audit rows of what was done, tells of it, and answers.
CREATE OR REPLACE FUNCTION operaciones_decir(hechos jsonb[]) RETURNS jsonb[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM auditar_lote(NULL, NULL, hechos);
  PERFORM avisar(area, (h->>'id')::bigint) FROM unnest(hechos) h, jsonb_array_elements_text(h->'areas') area;
  RETURN ARRAY(SELECT h->'respuesta' FROM unnest(hechos) WITH ORDINALITY x (h, n) ORDER BY n);
END $$;

-- One operation from within the database, a job's or a trigger's; answers what it answers, every refusal is raised.
CREATE OR REPLACE FUNCTION operacion_hacer(p_accion text, quien jsonb, p_id bigint, p jsonb) RETURNS jsonb LANGUAGE sql
  RETURN (operaciones_cumplir(ARRAY[operacion_juzgar(NULL::operacion, jsonb_build_object('accion', p_accion,
    'quien', quien, 'id', p_id, 'p', p))]))[1];
