-- The audit's hash chain (PG-13, ADR 0018): rows are chained in batches after their commit, so that no posting waits for another.

-- The places that 0001 kept inside the row: a row is never touched again, so its links stand beside it.
ALTER TABLE auditoria DROP COLUMN previo, DROP COLUMN hash;

-- Rows not yet chained. Written with the row itself, in its transaction: what is committed is here or in the chain.
CREATE TABLE auditoria_por_sellar (auditoria_id bigint NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One link per row, in the order of sealing. The previous link is the one at pos - 1: two links after one cannot be written.
CREATE TABLE auditoria_cadena (
  pos bigint PRIMARY KEY CHECK (pos > 0),
  auditoria_id bigint NOT NULL UNIQUE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TRIGGER auditoria_cadena_fija BEFORE UPDATE OR DELETE ON auditoria_cadena
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER auditoria_cadena_no_trunca BEFORE TRUNCATE ON auditoria_cadena EXECUTE FUNCTION prohibir_cambio();

INSERT INTO auditoria_por_sellar SELECT id FROM auditoria ORDER BY id;

-- What the screen filters by. Time is a BRIN: rows arrive in its order, and it costs an insert nothing.
CREATE INDEX auditoria_fecha ON auditoria USING brin (fecha) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX auditoria_usuario ON auditoria (usuario_id, id);
CREATE INDEX auditoria_denegada ON auditoria (id) WHERE accion = 'denegado';

-- One field of a link: the length of its UTF-8 bytes (4 bytes, ffffffff for null), then the bytes.
CREATE FUNCTION auditoria_campo(valor text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(int4send(octet_length(valor)) || convert_to(valor, 'UTF8'), '\xffffffff'::bytea);

CREATE FUNCTION auditoria_instante(instante timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(instante AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- The link of a row: SHA-256 over its fields as they are stored, and the link before it.
CREATE FUNCTION auditoria_huella(p_pos bigint, a auditoria, previo bytea) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(
    auditoria_campo(p_pos::text) || auditoria_campo(a.id::text) || auditoria_campo(auditoria_instante(a.fecha))
    || auditoria_campo(a.usuario_id::text) || auditoria_campo(a.sesion_id::text) || auditoria_campo(a.accion)
    || auditoria_campo(a.entidad) || auditoria_campo(a.entidad_id) || auditoria_campo(a.antes::text)
    || auditoria_campo(a.despues::text) || auditoria_campo(a.ip) || auditoria_campo(a.solicitud) || previo);

-- What the first link follows.
CREATE FUNCTION auditoria_origen() RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(convert_to('cambista-auditoria-1', 'UTF8'));

-- Chains at most p_maximo committed rows; answers how many. One sealer at a time, whatever the number of processes:
-- the lock is theirs alone, nobody who writes an audit row ever takes it. READ COMMITTED: the last link is read after it.
CREATE FUNCTION auditoria_sellar(p_maximo integer DEFAULT 5000) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ids bigint[];
  v_pos bigint;
  v_hash bytea;
  a auditoria;
BEGIN
  IF NOT EXISTS (SELECT FROM auditoria_por_sellar) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(727002);
  WITH tomadas AS (
    DELETE FROM auditoria_por_sellar
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM auditoria_por_sellar LIMIT p_maximo))
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
  RETURN coalesce(cardinality(v_ids), 0);
END $$;

-- Names of what is never kept, wherever it came from: the audit says that a password changed, not to what.
CREATE FUNCTION auditoria_sin_secretos(valor jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN jsonb_typeof(valor) = 'object'
    THEN valor - '{password,password_hash,contrasena,token,token_hash,token_cifrado,previo_hash,semilla,secreto,secreto_totp,totp,codigos,x-token}'::text[]
    ELSE valor END;

-- The same call as ever (0001); the row is also put where the sealer finds it.
CREATE OR REPLACE FUNCTION auditar(quien jsonb, p_accion text, p_entidad text, p_id text, p_antes jsonb, p_despues jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH fila AS (
    INSERT INTO auditoria (usuario_id, sesion_id, accion, entidad, entidad_id, antes, despues, ip, solicitud)
    VALUES ((quien->>'usuario_id')::int, (quien->>'sesion_id')::bigint, p_accion, p_entidad, p_id,
            auditoria_sin_secretos(p_antes), auditoria_sin_secretos(p_despues), quien->>'ip', quien->>'solicitud')
    RETURNING id)
  INSERT INTO auditoria_por_sellar SELECT id FROM fila;
$$;
