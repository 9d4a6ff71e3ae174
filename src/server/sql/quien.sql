-- Who may do what changed (R-196), of one user or of everybody. The process whose connection did it sees the notice
-- before the statement is answered, the others hear of it at the commit. The argument is the column with the user's id;
-- without one it is everybody.
CREATE OR REPLACE FUNCTION quien_avisa() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE NOTICE USING ERRCODE = 'CB010', MESSAGE = 'quien';
  PERFORM avisar('quien', (to_jsonb(OLD)->>TG_ARGV[0])::bigint);
  RETURN NULL;
END $$;

-- All that the session's reading (src/server/acceso/sesion.ts) makes its answer of.
CREATE OR REPLACE TRIGGER quien AFTER UPDATE OR DELETE OR TRUNCATE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();
CREATE OR REPLACE TRIGGER quien AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON roles_permisos
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();
CREATE OR REPLACE TRIGGER quien AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sucursales
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();
CREATE OR REPLACE TRIGGER quien AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ajustes
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();
CREATE OR REPLACE TRIGGER quien
  AFTER INSERT OR UPDATE OF confirmado_en, usuario_id OR DELETE OR TRUNCATE ON usuarios_totp
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();
CREATE OR REPLACE TRIGGER quien AFTER UPDATE OF usuario, nombres, apellidos, correo, rol_slug, sucursal_id, desvio_pct,
    limite_usd, estatus, password_temporal_hasta ON usuarios
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION quien_avisa('id');
CREATE OR REPLACE TRIGGER quien_fin AFTER DELETE ON sesiones
  FOR EACH ROW WHEN (OLD.terminada_en IS NULL) EXECUTE FUNCTION quien_avisa('usuario_id');
-- A use is written each minute and says nothing new, unless it is set back.
CREATE OR REPLACE TRIGGER quien AFTER UPDATE ON sesiones
  FOR EACH ROW WHEN (OLD.terminada_en IS DISTINCT FROM NEW.terminada_en OR OLD.token_hash <> NEW.token_hash
    OR OLD.previo_hash IS DISTINCT FROM NEW.previo_hash OR OLD.previo_hasta IS DISTINCT FROM NEW.previo_hasta
    OR OLD.vence_en <> NEW.vence_en OR OLD.creada_en <> NEW.creada_en OR OLD.usada_en > NEW.usada_en
    OR OLD.usuario_id <> NEW.usuario_id) EXECUTE FUNCTION quien_avisa('usuario_id');
