-- Makes a key (R-406). `p` = {nombre, huella: in hex, pista, permisos, direcciones, dias, limite_usd, sucursal_id},
-- which its schema checked. It is another hand of the house: another person says yes to all that it may, as to a new
-- user (R-188).
CREATE OR REPLACE FUNCTION claves_api_crear(quien jsonb, p jsonb)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_yo integer := (quien->>'usuario_id')::int;
  v_usuario integer;
  v_id integer;
BEGIN
  PERFORM control_exigir(quien, jsonb_build_object('clave', 'permiso', 'origen', 'claves-api',
    -- Of whose hands it becomes: another one does not make it with this yes (R-407).
    'que', (p - '{huella,pista}'::text[]) || jsonb_build_object('creada_por', v_yo),
    'titulo', format('crear la clave de API %s, de %s, por %s días, con %s', citado(p->>'nombre'),
      (SELECT dicho(nombres || ' ' || apellidos) FROM usuarios WHERE id = v_yo), p->>'dias',
      CASE jsonb_array_length(p->'permisos') WHEN 1 THEN 'el permiso ' || (p->'permisos'->>0)
        ELSE jsonb_array_length(p->'permisos') || ' permisos' END),
    'detalle', concat_ws(E'\n',
      (SELECT string_agg(x, E'\n') FROM jsonb_array_elements_text(p->'permisos') x),
      'Límite por operación: ' || coalesce(importe_texto((p->>'limite_usd')::numeric, 'US$', 2), 'sin límite propio'),
      'Desde: ' || coalesce((SELECT string_agg(x, ', ') FROM jsonb_array_elements_text(p->'direcciones') x),
        'cualquier dirección'),
      'Sucursal: ' || (SELECT dicho(nombre) FROM sucursales WHERE id = (p->>'sucursal_id')::int),
      'Reconoce lo que registró la clave …' || (SELECT pista FROM claves_api WHERE creada_por = v_yo
        AND normalizar(nombre) = normalizar(p->>'nombre') ORDER BY id DESC LIMIT 1))));
  INSERT INTO roles (slug, nombre) VALUES ('claveapi', 'Clave de API') ON CONFLICT (slug) DO NOTHING;
  v_id := nextval(pg_get_serial_sequence('claves_api', 'id'));
  INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, sucursal_id, desvio_pct,
      limite_usd, integracion, creado_en)
    VALUES (p->>'nombre', '(API)', 'api-' || v_id, format('api-%s@api.invalid', v_id), '!', 'claveapi',
      (p->>'sucursal_id')::int, 0, (p->>'limite_usd')::numeric, true, ahora()) RETURNING id INTO v_usuario;
  INSERT INTO claves_api (id, nombre, usuario_id, creada_por, huella, pista, permisos, direcciones, limite_usd,
      creada_en, vence_en)
    VALUES (v_id, p->>'nombre', v_usuario, v_yo, decode(p->>'huella', 'hex'), p->>'pista',
      ARRAY(SELECT x FROM jsonb_array_elements_text(p->'permisos') x),
      ARRAY(SELECT network(x::inet) FROM jsonb_array_elements_text(p->'direcciones') x), (p->>'limite_usd')::numeric,
      ahora(), ahora() + make_interval(days => (p->>'dias')::int));
  PERFORM auditar(quien, 'crear', 'claves-api', v_id::text, NULL, p - '{huella}'::text[]
    || jsonb_build_object('usuario_id', v_usuario));
  PERFORM avisar('claves-api', v_id);
  RETURN v_id;
END $$;

-- No key begins with more than its maker may, nor with what no key may.
CREATE OR REPLACE FUNCTION claves_api_juzgar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_de_mas text;
  v_tope numeric;
BEGIN
  SELECT x INTO v_de_mas FROM unnest(NEW.permisos) x
    WHERE x <> ALL (permisos_de_clave()) OR NOT EXISTS (SELECT FROM usuarios_con(x) WHERE id = NEW.creada_por) LIMIT 1;
  IF FOUND THEN PERFORM rechazar('MAS_PERMISOS', jsonb_build_object('permiso', v_de_mas)); END IF;
  SELECT limite_usd INTO v_tope FROM usuarios WHERE id = NEW.creada_por;
  IF coalesce(NEW.limite_usd, 'Infinity') > v_tope THEN
    PERFORM rechazar_campo('limite_usd', reparo('CLAVE_API_LIMITE', jsonb_build_object('limite',
      importe_texto(v_tope, 'US$', 2))));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER claves_api_juzga BEFORE INSERT ON claves_api
  FOR EACH ROW EXECUTE FUNCTION claves_api_juzgar();

-- What a key is does not change: another one is made. It ends once.
CREATE OR REPLACE TRIGGER claves_api_fijas BEFORE UPDATE OR DELETE ON claves_api FOR EACH ROW
  EXECUTE FUNCTION cambios_fijos('revocada_en', '^nulo ', '{usada_en,usada_desde,revocada_en,revocada_por}');

-- Ends a key: its next request is refused, in whatever process.
CREATE OR REPLACE FUNCTION claves_api_revocar(quien jsonb, p_id integer, p_motivo text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c claves_api;
BEGIN
  SELECT * INTO c FROM claves_api WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa clave de API"}'); END IF;
  IF c.revocada_en IS NOT NULL THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', 'La clave ' || c.nombre, 'estado', 'revocada'));
  END IF;
  UPDATE claves_api SET revocada_en = ahora(), revocada_por = (quien->>'usuario_id')::int WHERE id = p_id;
  UPDATE usuarios SET estatus = false, version = version + 1 WHERE id = c.usuario_id;
  PERFORM auditar(quien, 'revocar', 'claves-api', p_id::text, NULL, jsonb_build_object('nombre', c.nombre,
    'motivo', p_motivo));
  PERFORM avisar('claves-api', p_id);
END $$;

-- The keys of somebody whose account is switched off end with it, and do not come back with him (R-407).
CREATE OR REPLACE FUNCTION claves_api_terminar()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := coalesce(nullif(current_setting('cambista.quien', true), '')::jsonb, '{}');
  c claves_api;
BEGIN
  FOR c IN UPDATE claves_api SET revocada_en = ahora() WHERE creada_por = NEW.id AND revocada_en IS NULL
    RETURNING *
  LOOP
    UPDATE usuarios SET estatus = false, version = version + 1 WHERE id = c.usuario_id;
    PERFORM auditar(v_quien, 'revocar', 'claves-api', c.id::text, NULL, jsonb_build_object('nombre', c.nombre,
      'motivo', 'Se desactivó la cuenta de quien la creó'));
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER usuarios_claves_terminan AFTER UPDATE OF estatus ON usuarios FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus AND NOT NEW.integracion) EXECUTE FUNCTION claves_api_terminar();
