-- One active administrator always stays. The lock serialises concurrent changes, so that the second transaction sees
-- the first one's.
CREATE OR REPLACE FUNCTION usuarios_queda_adm()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.rol_slug <> 'adm' OR NOT OLD.estatus THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.rol_slug = 'adm' AND NEW.estatus THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(18, 1);
  IF NOT EXISTS (SELECT FROM usuarios WHERE rol_slug = 'adm' AND estatus) THEN PERFORM rechazar('ULTIMO_ADM'); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER usuarios_queda_adm AFTER UPDATE OF rol_slug, estatus OR DELETE ON usuarios
  FOR EACH ROW EXECUTE FUNCTION usuarios_queda_adm();

-- A user who can sign in has an active role. The role's row is locked so that it is not switched off meanwhile.
CREATE OR REPLACE FUNCTION usuarios_rol_en_uso()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rol roles;
BEGIN
  IF NOT NEW.estatus THEN RETURN NEW; END IF;
  SELECT * INTO v_rol FROM roles WHERE slug = NEW.rol_slug FOR SHARE;
  IF NOT v_rol.estatus THEN PERFORM rechazar('INACTIVO', jsonb_build_object('que', 'El rol ' || v_rol.nombre)); END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER usuarios_rol_en_uso BEFORE INSERT OR UPDATE OF rol_slug, estatus ON usuarios
  FOR EACH ROW EXECUTE FUNCTION usuarios_rol_en_uso();

CREATE OR REPLACE FUNCTION roles_sin_usuarios()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT NEW.estatus AND EXISTS (SELECT FROM usuarios WHERE rol_slug = NEW.slug AND estatus) THEN
    PERFORM rechazar('EN_USO', jsonb_build_object('que', 'el rol ' || NEW.nombre));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER roles_sin_usuarios AFTER UPDATE OF estatus ON roles
  FOR EACH ROW EXECUTE FUNCTION roles_sin_usuarios();
