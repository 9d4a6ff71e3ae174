-- The papers of a client (R-222, R-223). Only these functions write them.

CREATE OR REPLACE FUNCTION clientes_documento_nombre(d clientes_documentos) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE d.tipo WHEN 'identidad-anverso' THEN 'anverso del documento de identidad'
    WHEN 'identidad-reverso' THEN 'reverso del documento de identidad' WHEN 'domicilio' THEN 'comprobante de domicilio'
    WHEN 'origen-fondos' THEN 'declaración de origen de fondos' WHEN 'poderes' THEN 'poderes del representante'
    ELSE d.titulo END;

-- The paper in force that a new one replaces; null where it replaces none. Who adds one of a kind that is there says
-- which he saw.
CREATE OR REPLACE FUNCTION clientes_documento_reemplazado(p_cliente bigint, p jsonb)
  RETURNS clientes_documentos LANGUAGE plpgsql AS $$
DECLARE
  v clientes_documentos;
BEGIN
  SELECT * INTO v FROM clientes_documentos WHERE cliente_id = p_cliente AND estado = 'vigente' AND tipo = p->>'tipo'
    AND (tipo <> 'otro' OR id = (p->>'reemplaza_id')::bigint);
  IF v.id IS DISTINCT FROM (p->>'reemplaza_id')::bigint THEN PERFORM rechazar('DOCUMENTO_CAMBIO'); END IF;
  RETURN v;
END $$;

-- Refuses more papers than a client has, or a person hands in on a day, his keys with him (R-407): files stay, and a
-- disk has an end.
CREATE OR REPLACE FUNCTION clientes_documentos_caben(p_usuario integer, p_cliente bigint) RETURNS void LANGUAGE plpgsql
  AS $$
BEGIN
  IF (SELECT count(*) FROM clientes_documentos WHERE cliente_id = p_cliente) >= 100 THEN
    PERFORM rechazar_campo('adjunto_id', reparo('DOCUMENTOS_DEL_CLIENTE', '{"maximo": 100}'));
  END IF;
  PERFORM pg_advisory_xact_lock(11, persona_de(p_usuario));
  IF (SELECT count(*) FROM clientes_documentos WHERE subido_por = ANY (personas_de(ARRAY[p_usuario]))
      AND subido_en > ahora() - interval '1 day') >= 200 THEN
    PERFORM rechazar_campo('adjunto_id', reparo('DOCUMENTOS_DEL_DIA', '{"maximo": 200}'));
  END IF;
END $$;

-- Keeps a paper. `p` = {tipo, titulo, adjunto_id, vence, reemplaza_id, motivo: of the replacement}. One of whoever is
-- observed or blocked is replaced by compliance alone; the replacement of a paper that was good, after its client
-- operated, is an exception.
CREATE OR REPLACE FUNCTION clientes_documento_guardar(quien jsonb, p_cliente bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  c clientes;
  v clientes_documentos;
  d clientes_documentos;
  v_excepcion jsonb;
BEGIN
  SELECT * INTO c FROM clientes WHERE id = p_cliente FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  PERFORM clientes_documentos_caben(v_usuario, p_cliente);
  v := clientes_documento_reemplazado(p_cliente, p);
  IF v.id IS NOT NULL THEN
    IF c.estado IN ('observado', 'bloqueado')
       AND NOT EXISTS (SELECT FROM usuarios_con('clientes:aprobar') WHERE id = v_usuario) THEN
      PERFORM rechazar('DOCUMENTO_DE_OBSERVADO', jsonb_build_object('nombre', c.nombre, 'estado', c.estado));
    END IF;
    IF coalesce(p->>'motivo', '') = '' THEN PERFORM rechazar_campo('motivo', reparo('DOCUMENTO_MOTIVO')); END IF;
    UPDATE clientes_documentos SET estado = 'reemplazado', cambiado_por = v_usuario, cambiado_en = ahora(),
      motivo = p->>'motivo' WHERE id = v.id;
    IF coalesce(v.vence >= fecha_negocio(ahora()), true)
       AND EXISTS (SELECT FROM clientes_operaciones WHERE cliente_id = p_cliente) THEN
      v_excepcion := jsonb_build_object('excepcion', jsonb_build_object('clase', 'documento', 'motivo', p->>'motivo',
        'frase', format('Reemplazó de %s, que ya operó: %s', c.nombre, clientes_documento_nombre(v))));
    END IF;
  END IF;
  INSERT INTO clientes_documentos (cliente_id, tipo, titulo, adjunto_id, vence, subido_por, subido_en)
    VALUES (p_cliente, p->>'tipo', p->>'titulo', (p->>'adjunto_id')::bigint, (p->>'vence')::date, v_usuario, ahora())
    RETURNING * INTO d;
  PERFORM adjuntos_usar(quien, d.adjunto_id, 'clientes-documentos', p_cliente, d.id, 'adjunto_id');
  PERFORM auditar(quien, CASE WHEN v.id IS NULL THEN 'documento' ELSE 'reemplazar-documento' END, 'clientes',
    p_cliente::text, CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('documento_id', v.id, 'adjunto_id',
      v.adjunto_id, 'vence', v.vence) END,
    jsonb_strip_nulls(jsonb_build_object('documento_id', d.id, 'tipo', d.tipo, 'titulo', d.titulo, 'adjunto_id',
      d.adjunto_id, 'vence', d.vence, 'motivo', p->>'motivo')) || coalesce(v_excepcion, '{}'));
  PERFORM avisar('clientes', p_cliente);
  RETURN jsonb_build_object('id', d.id, 'message', 'Documento guardado.');
END $$;

-- Compliance says that a paper does not serve. It stays, and another one is asked for.
CREATE OR REPLACE FUNCTION clientes_documento_rechazar(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d clientes_documentos;
BEGIN
  IF NOT EXISTS (SELECT FROM usuarios_con('clientes:aprobar') WHERE id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "clientes:aprobar"}');
  END IF;
  SELECT * INTO d FROM clientes_documentos WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese documento"}'); END IF;
  IF d.estado <> 'vigente' THEN PERFORM rechazar('DOCUMENTO_CAMBIO'); END IF;
  UPDATE clientes_documentos SET estado = 'rechazado', cambiado_por = (quien->>'usuario_id')::int,
    cambiado_en = ahora(), motivo = p_motivo WHERE id = p_id;
  PERFORM auditar(quien, 'rechazar-documento', 'clientes', d.cliente_id::text, NULL, jsonb_build_object(
    'documento_id', d.id, 'tipo', d.tipo, 'adjunto_id', d.adjunto_id, 'motivo', p_motivo));
  PERFORM avisar('clientes', d.cliente_id);
  RETURN jsonb_build_object('id', p_id, 'message', 'Documento rechazado: se pedirá otro.');
END $$;

-- The file of a paper, for whoever may read it: one that is no longer in force is compliance's. Nobody looks at one
-- without a row of the audit.
CREATE OR REPLACE FUNCTION clientes_documento_ver(quien jsonb, p_adjunto bigint)
  RETURNS TABLE (tipo text, nombre text, contenido bytea) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  d clientes_documentos;
BEGIN
  SELECT * INTO d FROM clientes_documentos x WHERE x.adjunto_id = p_adjunto;
  IF NOT FOUND THEN RETURN; END IF;
  IF d.estado <> 'vigente'
     AND NOT EXISTS (SELECT FROM usuarios_con('clientes:aprobar') WHERE id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "clientes:aprobar"}');
  END IF;
  PERFORM auditar(quien, 'ver-documento', 'clientes-documentos', d.id::text, NULL, jsonb_build_object(
    'cliente_id', d.cliente_id, 'tipo', d.tipo, 'adjunto_id', d.adjunto_id));
  RETURN QUERY SELECT a.tipo, a.nombre, a.contenido FROM adjuntos a WHERE a.id = p_adjunto;
END $$;

CREATE OR REPLACE TRIGGER clientes_documentos_fijos BEFORE UPDATE OR DELETE ON clientes_documentos
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^vigente (reemplazado|rechazado)$',
    '{estado,cambiado_por,cambiado_en,motivo}');
SELECT prohibir(NULL, '{clientes_documentos_no_trunca}');
