-- Writes the audit rows of a set of changes, each {quien, id, antes, despues} and, where not all have the same, accion
-- and entidad; queues them for the sealer. `quien` = {usuario_id, sesion_id, ip, solicitud}: the request that causes
-- the change. Areas that react to the audit, as Telegram does, have their own trigger.
CREATE OR REPLACE FUNCTION auditar_lote(p_accion text, p_entidad text, p_filas jsonb[])
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH filas AS (
    INSERT INTO auditoria (usuario_id, sesion_id, accion, entidad, entidad_id, antes, despues, ip, solicitud)
    SELECT (r->'quien'->>'usuario_id')::int, (r->'quien'->>'sesion_id')::bigint, coalesce(p_accion, r->>'accion'),
           coalesce(p_entidad, r->>'entidad'), r->>'id',
           nullif(auditoria_sin_secretos(r->'antes'), 'null'), nullif(auditoria_sin_secretos(r->'despues'), 'null'),
           r->'quien'->>'ip', r->'quien'->>'solicitud'
    FROM unnest(p_filas) r RETURNING id)
  INSERT INTO auditoria_por_sellar SELECT id FROM filas;
$$;

-- One change.
CREATE OR REPLACE FUNCTION auditar(quien jsonb, p_accion text, p_entidad text, p_id text, p_antes jsonb,
    p_despues jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  RETURN auditar_lote(p_accion, p_entidad, ARRAY[jsonb_build_object('quien', quien, 'id', p_id, 'antes', p_antes,
    'despues', p_despues)]);

-- Many changes by one request: a price source may move a thousand rates at once.
CREATE OR REPLACE FUNCTION auditar_varios(quien jsonb, p_accion text, p_entidad text, p_filas jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  RETURN auditar_lote(p_accion, p_entidad, ARRAY(
    SELECT r || jsonb_build_object('quien', quien) FROM jsonb_array_elements(p_filas) r));

-- One field of a link: the length of its UTF-8 bytes (4 bytes, ffffffff for null), then the bytes.
CREATE OR REPLACE FUNCTION auditoria_campo(valor text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(int4send(octet_length(valor)) || convert_to(valor, 'UTF8'), '\xffffffff'::bytea);

CREATE OR REPLACE FUNCTION auditoria_instante(instante timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(instante AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- The link of a row: SHA-256 over its fields as they are stored, and the link before it.
CREATE OR REPLACE FUNCTION auditoria_huella(p_pos bigint, a auditoria, previo bytea)
  RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(
    auditoria_campo(p_pos::text) || auditoria_campo(a.id::text) || auditoria_campo(auditoria_instante(a.fecha))
    || auditoria_campo(a.usuario_id::text) || auditoria_campo(a.sesion_id::text) || auditoria_campo(a.accion)
    || auditoria_campo(a.entidad) || auditoria_campo(a.entidad_id) || auditoria_campo(a.antes::text)
    || auditoria_campo(a.despues::text) || auditoria_campo(a.ip) || auditoria_campo(a.solicitud) || previo);

-- The predecessor of the first link.
CREATE OR REPLACE FUNCTION auditoria_origen() RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(convert_to('cambista-auditoria-1', 'UTF8'));

-- Seals at most p_maximo changed rows and chains at most p_maximo committed audit rows; answers the larger number. One
-- sealer at a time across all processes: only sealers take this lock, never the writers of rows. READ COMMITTED, so
-- that the last link is read after the lock is held.
CREATE OR REPLACE FUNCTION auditoria_sellar(p_maximo integer DEFAULT 5000)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids bigint[];
  v_pos bigint;
  v_hash bytea;
  v_notas integer;
  a auditoria;
BEGIN
  IF NOT EXISTS (SELECT FROM auditoria_por_sellar) AND NOT EXISTS (SELECT FROM sellos_por_hacer) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(727002);
  -- The rows first: what seals them is a row of the audit, and is chained with the others.
  v_notas := sellos_sellar(p_maximo);
  WITH tomadas AS (
    DELETE FROM auditoria_por_sellar WHERE ctid = ANY (ARRAY(SELECT ctid FROM auditoria_por_sellar LIMIT p_maximo))
    RETURNING auditoria_id)
  SELECT array_agg(auditoria_id) INTO v_ids FROM tomadas;
  SELECT pos, hash INTO v_pos, v_hash FROM auditoria_cadena ORDER BY pos DESC LIMIT 1;
  v_pos := coalesce(v_pos, 0);
  v_hash := coalesce(v_hash, auditoria_origen());
  FOR a IN SELECT * FROM auditoria WHERE id = ANY (v_ids) ORDER BY id LOOP
    v_pos := v_pos + 1;
    v_hash := auditoria_huella(v_pos, a, v_hash);
    INSERT INTO auditoria_cadena VALUES (v_pos, a.id, v_hash);
  END LOOP;
  RETURN greatest(coalesce(cardinality(v_ids), 0), v_notas);
END $$;

-- Removes secrets by the names of their fields: the audit records that a password changed, not its value.
CREATE OR REPLACE FUNCTION auditoria_sin_secretos(valor jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN jsonb_typeof(valor) = 'object'
    THEN valor - '{password,password_hash,contrasena,token,token_hash,token_cifrado,previo_hash}'::text[]
      - '{semilla,secreto,secreto_totp,totp,codigos,x-token}'::text[]
    ELSE valor END;
