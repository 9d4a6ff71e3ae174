-- Writes down that the house was restored, as it was at `p_hasta`; `p_que`: what else the audit says of it. It is an
-- exception: whoever goes back could hide what was done meanwhile. Whoever restores is the owner: nobody who serves
-- writes a row. With `p_revisar` all sessions end, and somebody has to review who may what; without it nothing was done
-- in the house after that instant.
CREATE OR REPLACE FUNCTION restauracion_anotar(p_hasta timestamptz, p_que jsonb, p_revisar boolean)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_sesiones integer := 0;
BEGIN
  IF p_revisar THEN
    UPDATE sesiones SET terminada_en = ahora() WHERE terminada_en IS NULL;
    GET DIAGNOSTICS v_sesiones = ROW_COUNT;
    INSERT INTO restauraciones (fecha, hasta, claves)
      VALUES (ahora(), p_hasta, (SELECT coalesce(max(id), 0) FROM claves_api));
    p_que := p_que || jsonb_build_object('sesiones_terminadas', v_sesiones);
  END IF;
  PERFORM auditar('{}', 'restaurar', 'respaldo', NULL, NULL, p_que || jsonb_build_object('hasta', p_hasta,
    'excepcion', jsonb_build_object('clase', 'restauracion', 'frase',
      format('La casa volvió a como estaba el %s, desde un respaldo', reloj_texto(p_hasta)))));
END $$;

-- Takes somebody's account away before the restored house is opened, who had been dismissed after that instant: as the
-- owner, by `npm run psql`. Inside, he could ask and answer like everybody else. Answers in Spanish what came of it.
CREATE OR REPLACE FUNCTION restauracion_desactivar(p_usuario text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  u usuarios;
BEGIN
  UPDATE usuarios SET estatus = false WHERE usuario = lower(p_usuario) AND estatus AND NOT integracion
    RETURNING * INTO u;
  IF NOT FOUND THEN RETURN format('No hay un usuario activo «%s».', p_usuario); END IF;
  UPDATE sesiones SET terminada_en = ahora() WHERE usuario_id = u.id AND terminada_en IS NULL;
  PERFORM auditar('{}', 'desactivar', 'usuarios', u.id::text, '{"estatus": true}', jsonb_build_object('estatus', false,
    'excepcion', jsonb_build_object('clase', 'permiso', 'frase',
      format('Se desactivó a %s en la máquina del programa, después de restaurar la casa', usuarios_corto(u)))));
  RETURN format('Se desactivó a %s.', usuarios_corto(u));
END $$;

-- Whether the key of this number waits until somebody reviewed it: it may have been revoked after the instant to which
-- the house went back.
CREATE OR REPLACE FUNCTION restauracion_detiene(p_clave integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM restauraciones WHERE revisada_en IS NULL AND claves >= p_clave);

-- Whether what is told outside waits: a receiver or a chat may have been switched off, or moved, after that instant.
CREATE OR REPLACE FUNCTION restauracion_calla() RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM restauraciones WHERE revisada_en IS NULL);

-- The last restore that nobody has reviewed, with everybody who may sign in, every key that would work and
-- everybody outside who hears of the house; null: none.
CREATE OR REPLACE FUNCTION restauracion_pendiente() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', r.id, 'fecha', instante_texto(r.fecha), 'hasta', instante_texto(r.hasta),
    'usuarios', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'nombre', usuarios_corto(u),
        'usuario', u.usuario, 'rol', o.nombre) ORDER BY u.nombres, u.id), '[]')
      FROM usuarios u JOIN roles o ON o.slug = u.rol_slug WHERE u.estatus AND NOT u.integracion),
    'claves', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre,
        'creada_por', usuarios_corto(p)) ORDER BY c.nombre, c.id), '[]')
      FROM claves_api c JOIN usuarios p ON p.id = c.creada_por
      WHERE c.revocada_en IS NULL AND c.vence_en > ahora() AND c.id <= r.claves),
    'afuera', (SELECT coalesce(jsonb_agg(jsonb_build_object('clase', a.clase, 'id', a.id, 'nombre', a.nombre,
        'adonde', a.dicho) ORDER BY a.clase DESC, a.nombre, a.id), '[]') FROM restauracion_avisados a))
  FROM restauraciones r WHERE r.revisada_en IS NULL ORDER BY r.id DESC LIMIT 1;
$$;

-- Somebody reviewed who may what since the house was restored: the keys that are left work again, and receivers and
-- chats hear again. Another one says yes to exactly these people, keys, receivers and chats, as to new ones (R-188).
CREATE OR REPLACE FUNCTION restauracion_revisar(quien jsonb, p_id integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r restauraciones;
  v jsonb;
  v_usuarios jsonb;
  v_claves jsonb;
BEGIN
  SELECT * INTO r FROM restauraciones WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa restauración"}'); END IF;
  v := restauracion_pendiente();
  IF r.revisada_en IS NOT NULL OR (v->>'id')::int <> p_id THEN
    PERFORM rechazar('YA_RESUELTO', '{"numero": "La restauración", "estado": "revisada"}');
  END IF;
  v_usuarios := v->'usuarios';
  v_claves := v->'claves';
  PERFORM control_exigir(quien, jsonb_build_object('clave', 'permiso', 'origen', 'usuarios',
    'que', jsonb_build_object('restauracion', p_id, 'usuarios', jsonb_path_query_array(v_usuarios, '$[*].id'),
      'claves', jsonb_path_query_array(v_claves, '$[*].id'),
      -- Of a chat the last four figures are shown: the yes is to all of them.
      'afuera', (SELECT md5(string_agg(a::text, E'\n' ORDER BY a.clase, a.id)) FROM restauracion_avisados a)),
    'titulo', format('dar por revisados, después de restaurar, %s usuarios activos, %s claves de API y %s webhooks o '
      'chats', jsonb_array_length(v_usuarios), jsonb_array_length(v_claves), jsonb_array_length(v->'afuera')),
    'detalle', concat_ws(E'\n',
      (SELECT string_agg(dicho((x->>'nombre') || ' (' || (x->>'usuario') || '), ' || (x->>'rol')), E'\n')
        FROM jsonb_array_elements(v_usuarios) x),
      (SELECT string_agg('Clave ' || citado(x->>'nombre') || ', de ' || dicho(x->>'creada_por'), E'\n')
        FROM jsonb_array_elements(v_claves) x),
      (SELECT string_agg(dicho(x->>'clase') || ' ' || citado(x->>'nombre') || ', a ' || dicho(x->>'adonde'), E'\n')
        FROM jsonb_array_elements(v->'afuera') x))));
  UPDATE restauraciones SET revisada_en = ahora(), revisada_por = (quien->>'usuario_id')::int
    WHERE id <= p_id AND revisada_en IS NULL;
  PERFORM auditar(quien, 'revisar', 'respaldo', p_id::text, NULL, jsonb_build_object('hasta', r.hasta,
    'usuarios', jsonb_path_query_array(v_usuarios, '$[*].usuario'),
    'claves', jsonb_path_query_array(v_claves, '$[*].nombre'), 'afuera', v->'afuera'));
  PERFORM avisar(area) FROM unnest('{usuarios,claves-api}'::text[]) area;
END $$;

-- A restore is never forgotten; it is reviewed once.
CREATE OR REPLACE TRIGGER restauraciones_fijas BEFORE UPDATE OR DELETE ON restauraciones FOR EACH ROW
  EXECUTE FUNCTION cambios_fijos('revisada_en', '^nulo (?!nulo)', '{revisada_en,revisada_por}');
