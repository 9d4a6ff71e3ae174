-- A blocked client who returns with another document is recognised, and waits until compliance has looked (R-153).

-- Who may judge a client: compliance, but not who registered him where somebody else can.
CREATE OR REPLACE FUNCTION clientes_jueces(p_cliente bigint) RETURNS SETOF usuarios LANGUAGE sql STABLE AS $$
  WITH jueces AS (SELECT * FROM usuarios_con('clientes:aprobar')),
  otros AS (SELECT * FROM jueces j WHERE j.id <> ALL (personas_de(ARRAY(SELECT usuario_id FROM auditoria
    WHERE entidad = 'clientes' AND entidad_id = p_cliente::text AND accion = 'crear'
      AND usuario_id IS NOT NULL))))
  SELECT * FROM otros UNION ALL SELECT * FROM jueces WHERE NOT EXISTS (SELECT FROM otros);
$$;

CREATE OR REPLACE FUNCTION clientes_parecido_exigir(c clientes) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_por text;
BEGIN
  -- Nearly everybody shares nothing with a blocked client: four looks at their small indexes say so before the view,
  -- which is five joins, is asked.
  IF c.tipo_persona = 'natural' AND NOT (
      EXISTS (SELECT FROM clientes b WHERE b.estado = 'bloqueado' AND nombre_llave(b.nombre) = nombre_llave(c.nombre))
      OR EXISTS (SELECT FROM clientes b WHERE b.estado = 'bloqueado'
        AND documento_llave(b.tipo_doc, b.num_doc) = documento_llave(c.tipo_doc, c.num_doc))
      OR EXISTS (SELECT FROM clientes b WHERE b.estado = 'bloqueado' AND b.celular = c.celular)
      OR EXISTS (SELECT FROM clientes_cuentas l JOIN clientes_cuentas k USING (huella)
        JOIN clientes b ON b.id = k.cliente_id WHERE l.cliente_id = c.id AND b.estado = 'bloqueado')) THEN
    RETURN;
  END IF;
  SELECT string_agg(DISTINCT por, '; ') INTO v_por FROM clientes_parecidos WHERE cliente_id = c.id;
  IF v_por IS NULL THEN RETURN; END IF;
  PERFORM rechazar('CLIENTE_PARECIDO', jsonb_build_object('nombre', c.nombre, 'por', v_por, 'cliente_id', c.id,
    'quienes', (SELECT string_agg(usuarios_corto(u), ', ' ORDER BY u.rol_slug = 'adm', u.id)
                FROM clientes_jueces(c.id) u)));
END $$;

-- For whoever wrote a client: another one with the same name and birth date, if any, and whether compliance has to look
-- at him, which hears of it. A function, because its plan is kept: a file has thousands of clients.
CREATE OR REPLACE FUNCTION clientes_mirar(p_id bigint, OUT otro bigint, OUT visto boolean) LANGUAGE plpgsql AS $$
DECLARE
  c clientes;
BEGIN
  SELECT * INTO STRICT c FROM clientes WHERE id = p_id;
  IF c.fecha_nac IS NOT NULL THEN
    otro := (SELECT min(o.id) FROM clientes o
      WHERE nombre_llave(o.nombre) = nombre_llave(c.nombre) AND o.fecha_nac = c.fecha_nac AND o.id <> p_id);
  END IF;
  visto := EXISTS (SELECT FROM clientes_parecidos WHERE cliente_id = p_id);
  IF visto THEN PERFORM avisar('aprobaciones', p_id); END IF;
END $$;

-- Compliance's answer about all the blocked clients that he resembles, which are those that it saw: another person,
-- once and for all, or the same, who is blocked too.
CREATE OR REPLACE FUNCTION clientes_parecido_resolver(quien jsonb, p_id bigint, p_vistos text, p_mismo boolean,
    p_nota text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  c clientes;
  v_bloqueados bigint[];
BEGIN
  SELECT * INTO c FROM clientes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF NOT EXISTS (SELECT FROM clientes_jueces(p_id) WHERE id = v_usuario) THEN
    PERFORM rechazar('PARECIDO_PROPIO', jsonb_build_object('quienes', (
      SELECT string_agg(usuarios_corto(u), ', ') FROM clientes_jueces(p_id) u)));
  END IF;
  SELECT array_agg(DISTINCT bloqueado_id ORDER BY bloqueado_id) INTO v_bloqueados
    FROM clientes_parecidos WHERE cliente_id = p_id;
  IF array_to_string(v_bloqueados, ',') IS DISTINCT FROM p_vistos THEN
    PERFORM rechazar('PARECIDO_CAMBIO', jsonb_build_object('nombre', c.nombre));
  END IF;
  IF p_mismo THEN
    UPDATE clientes SET estado = 'bloqueado', motivo_estado = p_nota WHERE id = p_id;
  ELSE
    INSERT INTO clientes_distintos (cliente_id, bloqueado_id, fecha, usuario_id, nota)
      SELECT p_id, b, ahora(), v_usuario, coalesce(p_nota, 'Otra persona') FROM unnest(v_bloqueados) b;
  END IF;
  PERFORM auditar(quien, CASE WHEN p_mismo THEN 'estado' ELSE 'distinto' END, 'clientes', p_id::text,
    jsonb_build_object('estado', c.estado), jsonb_build_object(
      'estado', CASE WHEN p_mismo THEN 'bloqueado' ELSE c.estado END, 'parecido_a', to_jsonb(v_bloqueados),
      'motivo', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{clientes,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'message', format(CASE WHEN p_mismo THEN '%s queda bloqueado.'
    ELSE '%s puede operar: es otra persona.' END, c.nombre));
END $$;

SELECT prohibir('UPDATE OR DELETE', '{clientes_distintos_fijos}');

-- The mark of an exposed person is set by whoever edits and lifted by compliance alone, with its reason (R-152).
CREATE OR REPLACE FUNCTION clientes_pep_queda() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- The function below acts as the owner.
  IF current_user = 'cambista_app' THEN PERFORM rechazar_campo('pep', reparo('PEP_LO_QUITA_CUMPLIMIENTO')); END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_pep_queda BEFORE UPDATE OF pep ON clientes FOR EACH ROW
  WHEN (OLD.pep AND NOT NEW.pep) EXECUTE FUNCTION clientes_pep_queda();

CREATE OR REPLACE FUNCTION clientes_pep_quitar(quien jsonb, p_id bigint, p_version integer, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
BEGIN
  IF NOT EXISTS (SELECT FROM usuarios_con('clientes:aprobar') WHERE id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "clientes:aprobar"}');
  END IF;
  SELECT * INTO c FROM clientes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF c.version <> p_version THEN 
    PERFORM rechazar('VERSION', jsonb_build_object('version', c.version,
      'actual', jsonb_build_object('id', c.id, 'version', c.version)));
  END IF;
  IF NOT c.pep THEN PERFORM rechazar_campo('motivo', reparo('NO_ES_PEP')); END IF;
  UPDATE clientes SET pep = false, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'pep', 'clientes', p_id::text, jsonb_build_object('pep', true, 'pep_cargo', c.pep_cargo,
    'pep_entidad', c.pep_entidad), jsonb_build_object('pep', false, 'motivo', p_motivo));
  PERFORM avisar('clientes', p_id);
  RETURN jsonb_build_object('id', p_id, 'message', format('%s ya no lleva la marca PEP.', c.nombre));
END $$;
