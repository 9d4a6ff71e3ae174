-- What one person may not do alone (R-132 to R-140, ADR 0047): another one does it or says yes to it; where there is no
-- other, he confirms with his password, and it is kept as an exception.

-- Refuses unless the session's user typed his password again a moment ago.
CREATE OR REPLACE FUNCTION solo_exigir(quien jsonb, p_que text) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sesiones WHERE id = (quien->>'sesion_id')::bigint
      AND usuario_id = (quien->>'usuario_id')::int AND confirmada_hasta > ahora()) THEN
    PERFORM rechazar('SOLO_CONFIRME', jsonb_build_object('que', p_que));
  END IF;
  -- Whoever stands for two has two factors, but in a house that does not ask for them (the demo).
  IF acceso_exige_factor() AND NOT EXISTS (SELECT FROM usuarios_totp
      WHERE usuario_id = (quien->>'usuario_id')::int AND confirmado_en IS NOT NULL) THEN
    PERFORM rechazar('SOLO_SIN_FACTOR', jsonb_build_object('que', p_que));
  END IF;
END $$;

-- What is asked for as whoever answers reads it: nothing in it is unseen (R-376). The lines of `detalle` are the
-- program's own.
CREATE OR REPLACE FUNCTION vistos_visible(p jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p || jsonb_build_object('titulo', visible(p->>'titulo'), 'importe', visible(coalesce(p->>'importe', '')),
    'motivo', visible(coalesce(p->>'motivo', '')));

-- Kinds of which the sentence is part of what is said yes to: old and new value, and every name in it (R-376). The
-- others' sentences hold sums of the day.
CREATE OR REPLACE FUNCTION vistos_a_la_letra(p_clave text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_clave = ANY ('{control,limite,permiso,aviso,cuenta-ajena}');

-- Keeps what its author did alone because nobody else could, where a report of exceptions finds it. `p` as in
-- vistos_exigir.
CREATE OR REPLACE FUNCTION vistos_solo(quien jsonb, p jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_id bigint;
BEGIN
  p := vistos_visible(p);
  PERFORM solo_exigir(quien, p->>'titulo');
  INSERT INTO vistos (fecha, clave, origen, origen_id, que, titulo, importe, motivo, detalle, valor, solicitado_por,
      estado, vence_en, usado_por, usado_en, solo)
    VALUES (ahora(), p->>'clave', p->>'origen', (p->>'origen_id')::bigint, coalesce(p->'que', '{}'), p->>'titulo',
      p->>'importe', p->>'motivo', coalesce(p->>'detalle', ''), (p->>'valor')::numeric, v_usuario, 'usado', ahora(),
      v_usuario, ahora(), true) RETURNING id INTO v_id;
  PERFORM auditar(quien, 'excepcion', 'vistos', v_id::text, NULL, p || '{"solo": true}');
END $$;

-- Whether this user answers his own request, because nobody else can (R-164): keeps it as an exception. Refused while
-- somebody else can. `p` = {origen, origen_id, titulo, importe, valor}.
CREATE OR REPLACE FUNCTION solo_aprobar(quien jsonb, p_permiso text, p jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF aprobaciones_por(p_permiso, (quien->>'usuario_id')::int, (p->>'valor')::numeric) <> '{}' THEN
    PERFORM rechazar('SOLICITUD_PROPIA');
  END IF;
  PERFORM vistos_solo(quien, p || '{"clave": "aprobacion"}');
  RETURN true;
END $$;

-- Names of the active users who hold a permission, those of `p_menos` left out.
CREATE OR REPLACE FUNCTION otros_con(p_permiso text, p_menos integer[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(usuarios_corto(u) ORDER BY rol_slug = 'adm', id), '{}')
  FROM usuarios_con(p_permiso) u WHERE id <> ALL (p_menos);
$$;

-- Refuses the user where he took part himself in what he is about to confirm (`p_suyos`), above the limit of two people
-- (R-132), of the document or of all that he confirmed so that day (R-142). Somebody else with the permission does it;
-- where there is nobody, he does with his password. `p` = {codigo,
-- permiso, clave, origen, origen_id, titulo, importe, dia: of the document}.
CREATE OR REPLACE FUNCTION dos_personas_exigir(quien jsonb, p_usd numeric, p_suyos integer[], p jsonb)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_otros text[];
  v_dia numeric := ajuste('dos_personas_dia_usd')::numeric;
  v_suma numeric;
BEGIN
  p_suyos := personas_de(array_remove(p_suyos, NULL));
  IF NOT personas_de(ARRAY[v_usuario]) && p_suyos THEN RETURN; END IF;
  IF NOT dos_personas(p_usd) THEN
    PERFORM ventana_tomar(v_usuario);
    v_suma := p_usd + ventana_suma('confirma', v_usuario, NULL, (p->>'dia')::date, p->>'origen',
      (p->>'origen_id')::bigint);
    IF v_suma <= v_dia THEN RETURN; END IF;
  END IF;
  v_otros := otros_con(p->>'permiso', p_suyos);
  IF v_otros = '{}' THEN
    IF p->>'clave' IS NOT NULL THEN PERFORM vistos_solo(quien, p); END IF;
    RETURN;
  END IF;
  PERFORM rechazar(CASE WHEN v_suma IS NULL THEN p->>'codigo' ELSE 'DOS_PERSONAS_DIA' END, jsonb_build_object(
    'que', p->>'titulo', 'limite', CASE WHEN v_suma IS NULL THEN dos_personas_limite()
      ELSE importe_texto(v_dia, 'US$', 2) END, 'suma', importe_texto(v_suma, 'US$', 2),
    'quienes', array_to_string(v_otros, ', ')));
END $$;

-- Who confirms in place of a user whom dos_personas_exigir refuses; empty: he may himself (R-338). `p` = {permiso,
-- origen, origen_id, dia: of the document}.
CREATE OR REPLACE FUNCTION dos_personas_otros(p_usuario integer, p_usd numeric, p_suyos integer[], p jsonb)
  RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN personas_de(ARRAY[p_usuario]) && personas_de(p_suyos) AND (dos_personas(p_usd)
      OR p_usd + ventana_suma('confirma', p_usuario, NULL, (p->>'dia')::date, p->>'origen', (p->>'origen_id')::bigint)
        > ajuste('dos_personas_dia_usd')::numeric)
    THEN otros_con(p->>'permiso', personas_de(array_remove(p_suyos, NULL))) ELSE '{}' END;
$$;

-- Whether an amount, in US$, needs two people; one without a price does.
CREATE OR REPLACE FUNCTION dos_personas(p_usd numeric) RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(p_usd, 'Infinity') > ajuste('orden_doble_control_usd')::numeric;

CREATE OR REPLACE FUNCTION dos_personas_limite() RETURNS text LANGUAGE sql STABLE
  RETURN importe_texto(ajuste('orden_doble_control_usd')::numeric, 'US$', 2);

-- Names of those who may say yes to a request: neither its author nor anybody who took part, nor whose key did. Empty
-- `p_implicados`: also who took part, where nobody else is left (R-189).
CREATE OR REPLACE FUNCTION vistos_quienes(p_solicitante integer, p_implicados integer[], p_pen numeric)
  RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(usuarios_corto(u) ORDER BY rol_slug = 'adm', id), '{}')
  FROM usuarios_con('vistos:aprobar') u
  WHERE id <> ALL (personas_de(p_solicitante || p_implicados)) AND aprobaciones_alcanza(id, p_pen);
$$;

CREATE OR REPLACE FUNCTION vistos_implicados(p jsonb) RETURNS integer[] LANGUAGE sql IMMUTABLE
  RETURN (SELECT coalesce(array_agg(DISTINCT x::int), '{}')
  FROM jsonb_array_elements_text(coalesce(p->'implicados', '[]')) x WHERE x IS NOT NULL);

-- Requires another person's yes to exactly this, and uses it up. `p` = {clave, origen, origen_id, que: by value what is
-- allowed, titulo, importe, motivo, valor, implicados, queda: it may be used again}. Whoever gave it does not use it,
-- nor does one count that the asker's own maker gave (R-407).
-- Without a yes it refuses with VISTO_FALTA, and the server asks for it with vistos_pedir; where nobody else may
-- answer, the user confirms with his password, if he may answer such requests of this amount himself, and otherwise
-- somebody who took part does.
CREATE OR REPLACE FUNCTION vistos_exigir(quien jsonb, p jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v vistos;
  v_quienes text[];
BEGIN
  p := vistos_visible(p);
  SELECT * INTO v FROM vistos WHERE clave = p->>'clave' AND origen = p->>'origen' AND que = p->'que'
    AND (titulo = p->>'titulo' OR NOT vistos_a_la_letra(clave))
    AND (estado = 'aprobado' AND vence_en > ahora() OR estado = 'usado' AND (p->>'queda')::boolean)
    AND (resuelto_por IS NULL OR resuelto_por <> ALL (personas_de(ARRAY[v_usuario, solicitado_por]))
      AND (solo OR resuelto_por <> ALL (personas_de(implicados))))
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE;
  IF FOUND THEN
    IF v.estado = 'aprobado' THEN
      UPDATE vistos SET estado = 'usado', usado_por = v_usuario, usado_en = ahora() WHERE id = v.id;
      PERFORM auditar(quien, 'usar', 'vistos', v.id::text, NULL, p);
      PERFORM avisar('aprobaciones', v.id);
    END IF;
    RETURN;
  END IF;
  v_quienes := vistos_quienes(v_usuario, vistos_implicados(p), (p->>'valor')::numeric);
  IF v_quienes = '{}' AND aprobaciones_alcanza(v_usuario, (p->>'valor')::numeric)
     AND EXISTS (SELECT FROM usuarios_con('vistos:aprobar') WHERE id = v_usuario) THEN
    PERFORM vistos_solo(quien, p);
    RETURN;
  END IF;
  IF v_quienes = '{}' THEN v_quienes := vistos_quienes(v_usuario, '{}', (p->>'valor')::numeric); END IF;
  PERFORM rechazar('VISTO_FALTA', jsonb_build_object('que', p->>'titulo', 'visto', p, 'quienes',
    array_to_string(v_quienes, ', ')));
END $$;

-- Asks for a yes that was missing. The same request of the same person is one; another one about the same document
-- replaces it, and so does one that says another thing of the same. `p.filas`: what is in a file, row by row. A key
-- asks for nothing: whoever made it could answer (R-407).
CREATE OR REPLACE FUNCTION vistos_pedir(quien jsonb, p jsonb)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_id bigint;
BEGIN
  PERFORM persona_exigir(quien);
  p := vistos_visible(p);
  PERFORM pg_advisory_xact_lock(48, v_usuario);
  SELECT id INTO v_id FROM vistos WHERE clave = p->>'clave' AND origen = p->>'origen' AND que = p->'que'
    AND (titulo = p->>'titulo' OR NOT vistos_a_la_letra(clave))
    AND solicitado_por = v_usuario AND estado = 'pendiente' AND vence_en > ahora();
  IF FOUND THEN RETURN v_id; END IF;
  UPDATE vistos SET estado = 'retirado' WHERE clave = p->>'clave' AND origen = p->>'origen'
    AND (origen_id = (p->>'origen_id')::bigint OR que = p->'que') AND solicitado_por = v_usuario
    AND estado = 'pendiente';
  INSERT INTO vistos (fecha, clave, origen, origen_id, que, titulo, importe, motivo, detalle, valor, solicitado_por,
      implicados, estado, vence_en)
    VALUES (ahora(), p->>'clave', p->>'origen', (p->>'origen_id')::bigint, p->'que', p->>'titulo', p->>'importe',
      p->>'motivo', coalesce(p->>'detalle', ''), (p->>'valor')::numeric, v_usuario, vistos_implicados(p), 'pendiente',
      ahora() + interval '1 day') RETURNING id INTO v_id;
  INSERT INTO vistos_filas (visto_id, fila, estado, nombre, texto)
    SELECT v_id, r.fila, r.estado, visible(r.nombre), visible(r.texto)
    FROM jsonb_to_recordset(coalesce(p->'filas', '[]')) AS r (fila int, estado text, nombre text, texto text);
  -- The rows themselves are people: the audit has the digest of their file, within `que`.
  PERFORM auditar(quien, 'pedir', 'vistos', v_id::text, NULL, p - 'filas');
  PERFORM avisar('aprobaciones', v_id);
  RETURN v_id;
END $$;

-- Refuses who took part in what is asked about, while another may answer; the last one answers with his password, and
-- the row says so (R-189). Answers whether it is so.
CREATE OR REPLACE FUNCTION vistos_implicado(quien jsonb, v vistos, p_estado text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_otros text[] := vistos_quienes(v.solicitado_por, v.implicados, v.valor);
BEGIN
  IF (quien->>'usuario_id')::int <> ALL (personas_de(v.implicados)) THEN RETURN false; END IF;
  IF v_otros <> '{}' THEN
    PERFORM rechazar('VISTO_IMPLICADO', jsonb_build_object('quienes', array_to_string(v_otros, ', ')));
  END IF;
  IF p_estado = 'aprobado' THEN PERFORM solo_exigir(quien, v.titulo); END IF;
  RETURN true;
END $$;

-- Answers a request, or takes the user's own back. A yes is good for a day.
CREATE OR REPLACE FUNCTION vistos_resolver(quien jsonb, p_id bigint, p_estado text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v vistos;
  v_solo boolean := false;
BEGIN
  SELECT * INTO v FROM vistos WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR p_estado = 'retirado' AND v.solicitado_por <> v_usuario THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "esa solicitud"}');
  END IF;
  PERFORM detener_reloj();
  IF v.estado <> 'pendiente' OR v.vence_en <= ahora() THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', 'La solicitud',
      'estado', CASE v.estado WHEN 'pendiente' THEN 'vencido' ELSE v.estado END));
  END IF;
  IF p_estado <> 'retirado' THEN
    IF misma_persona(v.solicitado_por, v_usuario) THEN PERFORM rechazar('SOLICITUD_PROPIA'); END IF;
    v_solo := vistos_implicado(quien, v, p_estado);
    IF p_estado = 'aprobado' THEN PERFORM aprobaciones_exigir(quien, v.valor); END IF;
  END IF;
  UPDATE vistos SET estado = p_estado, nota = p_nota, solo = v_solo,
      resuelto_por = CASE WHEN p_estado <> 'retirado' THEN v_usuario END,
      resuelto_en = CASE WHEN p_estado <> 'retirado' THEN ahora() END,
      vence_en = CASE p_estado WHEN 'aprobado' THEN ahora() + interval '1 day' ELSE vence_en END WHERE id = p_id;
  PERFORM auditar(quien, CASE p_estado WHEN 'aprobado' THEN 'aprobar' WHEN 'rechazado' THEN 'rechazar'
      ELSE 'retirar' END, 'vistos', p_id::text, jsonb_build_object('estado', v.estado),
    jsonb_build_object('estado', p_estado, 'nota', p_nota));
  PERFORM avisar('aprobaciones', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', p_estado, 'message',
    CASE p_estado WHEN 'aprobado' THEN 'Visto bueno dado: quien lo pidió ya puede registrarlo.'
      WHEN 'rechazado' THEN 'Visto bueno negado.' ELSE 'Solicitud retirada.' END);
END $$;

-- What was asked for never changes, and an answer is not rewritten.
CREATE OR REPLACE TRIGGER vistos_fijos BEFORE UPDATE OR DELETE ON vistos
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
    '^pendiente (aprobado|rechazado|retirado)$', '{estado,vence_en,resuelto_por,resuelto_en,nota,solo}',
    '^aprobado usado$', '{estado,usado_por,usado_en}');
CREATE OR REPLACE TRIGGER vistos_filas_fijas BEFORE UPDATE ON vistos_filas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
SELECT prohibir(NULL, '{vistos_no_trunca}');
