-- People as the house knows them: document, phone, first passwords that must be changed, roles that can be set aside;
-- and always an administrator who can sign in.
ALTER TABLE usuarios
  ADD COLUMN tipo_doc text CHECK (tipo_doc IN ('DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC')),
  ADD COLUMN num_doc text,
  ADD COLUMN celular text CHECK (celular ~ '^9\d{8}$'),
  -- Somebody else knows this password: until then it opens a session that may only change it. Null: it is his own.
  ADD COLUMN password_temporal_hasta timestamptz,
  ADD COLUMN ultimo_ingreso timestamptz,
  ADD COLUMN creado_en timestamptz NOT NULL DEFAULT ahora(),
  ADD CONSTRAINT usuarios_documento_check CHECK ((tipo_doc IS NULL) = (num_doc IS NULL)),
  ADD CONSTRAINT usuarios_documento_key UNIQUE (tipo_doc, num_doc);
UPDATE usuarios u SET ultimo_ingreso = (SELECT max(creada_en) FROM sesiones WHERE usuario_id = u.id);
CREATE INDEX usuarios_rol ON usuarios (rol_slug) WHERE estatus;

ALTER TABLE roles
  ADD COLUMN estatus boolean NOT NULL DEFAULT true CHECK (estatus OR slug <> 'adm'),
  ADD COLUMN version integer NOT NULL DEFAULT 1;
-- The administrator's permissions are all there are: none of them is a row.
ALTER TABLE roles_permisos ADD CONSTRAINT roles_permisos_sin_adm CHECK (rol_slug <> 'adm');

INSERT INTO ajustes VALUES
  ('sesiones_por_usuario', '5'),
  ('password_temporal_horas', '72'),
  ('bloqueo_pantalla_minutos', '10');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo) VALUES
  ('sesiones_por_usuario', 'entero', 1, 20),
  ('password_temporal_horas', 'entero', 1, 720),
  ('bloqueo_pantalla_minutos', 'entero', 0, 120);

-- One administrator stays, whoever acts at the same time: the lock makes two farewells take turns, and the second one
-- sees the first.
CREATE FUNCTION usuarios_queda_adm() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.rol_slug <> 'adm' OR NOT OLD.estatus THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.rol_slug = 'adm' AND NEW.estatus THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(18, 1);
  IF NOT EXISTS (SELECT FROM usuarios WHERE rol_slug = 'adm' AND estatus) THEN
    PERFORM rechazar('ULTIMO_ADM');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER usuarios_queda_adm AFTER UPDATE OF rol_slug, estatus OR DELETE ON usuarios
  FOR EACH ROW EXECUTE FUNCTION usuarios_queda_adm();

-- Who can sign in has a role in use. The role is held so that nobody sets it aside meanwhile.
CREATE FUNCTION usuarios_rol_en_uso() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_rol roles;
BEGIN
  IF NOT NEW.estatus THEN RETURN NEW; END IF;
  SELECT * INTO v_rol FROM roles WHERE slug = NEW.rol_slug FOR SHARE;
  IF NOT v_rol.estatus THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', 'El rol ' || v_rol.nombre));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER usuarios_rol_en_uso BEFORE INSERT OR UPDATE OF rol_slug, estatus ON usuarios
  FOR EACH ROW EXECUTE FUNCTION usuarios_rol_en_uso();

CREATE FUNCTION roles_sin_usuarios() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT NEW.estatus AND EXISTS (SELECT FROM usuarios WHERE rol_slug = NEW.slug AND estatus) THEN
    PERFORM rechazar('EN_USO', jsonb_build_object('que', 'el rol ' || NEW.nombre));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER roles_sin_usuarios AFTER UPDATE OF estatus ON roles
  FOR EACH ROW EXECUTE FUNCTION roles_sin_usuarios();
