-- A person's limits (R-163): nobody changes his own while somebody else can; more than before asks for the password and
-- another administrator. So does a role of which people hold more afterwards.
CREATE OR REPLACE FUNCTION usuarios_controlar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v_yo integer := (v_quien->>'usuario_id')::int;
  v jsonb := control_aflojado('usuarios', to_jsonb(OLD), to_jsonb(NEW));
  v_mas text[] := '{}';
  v_menos boolean;
BEGIN
  IF v_quien IS NULL OR current_setting('cambista.control', true) = 'dado' THEN RETURN NEW; END IF;
  IF NEW.id = v_yo AND (OLD.limite_usd, OLD.desvio_pct) IS DISTINCT FROM (NEW.limite_usd, NEW.desvio_pct) THEN
    PERFORM limites_ajenos_exigir(v_quien);
    v := coalesce(v, jsonb_build_object('que', jsonb_build_object('limite_usd', NEW.limite_usd, 'desvio_pct',
      NEW.desvio_pct), 'afloja', true,
      'frase', format('sus propios límites: por operación de %s a %s, desvío de %s a %s',
      control_palabra('usuarios', 'limite_usd', to_jsonb(OLD.limite_usd)),
      control_palabra('usuarios', 'limite_usd', to_jsonb(NEW.limite_usd)), control_valor(to_jsonb(OLD.desvio_pct)),
      control_valor(to_jsonb(NEW.desvio_pct)))));
  END IF;
  IF OLD.rol_slug <> NEW.rol_slug THEN v_mas := roles_ganan(OLD.rol_slug, NEW.rol_slug); END IF;
  -- One who could say no leaves: the one who stays would answer for both.
  v_menos := OLD.estatus AND roles_manda(OLD.rol_slug) AND NOT (NEW.estatus AND roles_manda(NEW.rol_slug));
  IF v_mas <> '{}' OR v_menos THEN
    v := jsonb_build_object('que', jsonb_build_object('rol_slug', NEW.rol_slug, 'estatus', NEW.estatus),
      'afloja', true,
      'frase', CASE WHEN OLD.rol_slug <> NEW.rol_slug THEN format('Rol: de %s a %s',
        roles_nombre(OLD.rol_slug), roles_nombre(NEW.rol_slug))
        ELSE 'desactivar su cuenta' END);
  END IF;
  IF v IS NULL THEN RETURN NEW; END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object(
    'clave', CASE WHEN v_mas = '{}' AND NOT v_menos THEN 'limite' ELSE 'permiso' END,
    'origen', 'usuarios', 'origen_id', NEW.id, 'que', v->'que', 'implicados', jsonb_build_array(NEW.id),
    'titulo', format('%s a %s, %s', CASE WHEN v_menos THEN 'quitar de quienes aprueban'
      WHEN (v->>'afloja')::boolean THEN 'permitir más' ELSE 'cambiar' END, usuarios_corto(NEW), v->>'frase')));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER usuarios_controla BEFORE UPDATE ON usuarios FOR EACH ROW
  EXECUTE FUNCTION usuarios_controlar();

-- A new person is another pair of hands, and one who may approve a second person: another one says yes to all that he
-- may from the beginning (R-188).
CREATE OR REPLACE FUNCTION usuarios_nuevo_controlar()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
BEGIN
  IF v_quien IS NULL OR current_setting('cambista.control', true) = 'dado' THEN RETURN NEW; END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'permiso', 'origen', 'usuarios', 'que',
    jsonb_build_object('usuario', NEW.usuario, 'correo', NEW.correo, 'rol_slug', NEW.rol_slug,
      'limite_usd', NEW.limite_usd, 'desvio_pct', NEW.desvio_pct, 'sucursal_id', NEW.sucursal_id),
    'titulo', format('crear a %s (%s, %s) con el rol %s, límite por operación %s, desvío %s %%%s', usuarios_corto(NEW),
      NEW.usuario, NEW.correo, roles_nombre(NEW.rol_slug),
      control_palabra('usuarios', 'limite_usd', to_jsonb(NEW.limite_usd)), control_valor(to_jsonb(NEW.desvio_pct)),
      ', sucursal ' || control_nombre('usuarios', 'sucursal_id', NEW.sucursal_id::text))));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER usuarios_nuevo_controla BEFORE INSERT ON usuarios FOR EACH ROW
  EXECUTE FUNCTION usuarios_nuevo_controlar();

CREATE OR REPLACE FUNCTION roles_nombre(p_rol text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT dicho(nombre) FROM roles WHERE slug = p_rol), p_rol);
$$;

-- Whether a role may say yes to others, or give rights.
CREATE OR REPLACE FUNCTION roles_manda(p_rol text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_rol = 'adm' OR EXISTS (SELECT FROM roles_permisos WHERE rol_slug = p_rol AND permiso = ANY (
    permisos_que_mandan()));
$$;

CREATE OR REPLACE FUNCTION permisos_que_mandan() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '{vistos:aprobar,cuentas:aprobar-ajuste,gastos:aprobar,compras-ventas:autorizar-tasa,cierres:aprobar,
    clientes:aprobar,aprobaciones:sin-limite,ajustes:editar,usuarios:editar,claves-api:editar,
    roles:editar}'::text[];

-- What a role may that another may not; the administrator's may everything.
CREATE OR REPLACE FUNCTION roles_ganan(p_antes text, p_despues text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_antes = 'adm' THEN '{}' WHEN p_despues = 'adm' THEN '{*}' ELSE ARRAY(
    SELECT permiso FROM roles_permisos WHERE rol_slug = p_despues
    EXCEPT SELECT permiso FROM roles_permisos WHERE rol_slug = p_antes) END;
$$;

-- A role that people hold gains permissions, or loses those by which its people are a second person: all that one
-- statement changes, at once. One that was asked for in words, with all its permissions, is not asked for again.
CREATE OR REPLACE FUNCTION roles_controlar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v_gana boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'permiso', 'origen', 'roles', 'que',
      jsonb_build_object('rol', r.rol_slug, 'permisos', r.permisos, 'gana', v_gana),
      'titulo', format(CASE WHEN v_gana THEN 'dar al rol %s %s' ELSE 'quitar al rol %s %s' END, citado(r.nombre),
        CASE jsonb_array_length(r.permisos) WHEN 1 THEN 'el permiso ' || (r.permisos->>0)
          ELSE jsonb_array_length(r.permisos) || ' permisos' END),
      -- All of them: what is not told is not agreed to (R-375).
      'detalle', (SELECT string_agg(x, E'\n') FROM jsonb_array_elements_text(r.permisos) x)))
    FROM (SELECT n.rol_slug, o.nombre, jsonb_agg(n.permiso ORDER BY n.permiso) AS permisos
          FROM cambiados n JOIN roles o ON o.slug = n.rol_slug
          WHERE v_quien IS NOT NULL AND current_setting('cambista.control', true) IS DISTINCT FROM 'dado'
            AND (v_gana OR n.permiso = ANY (permisos_que_mandan()))
            AND EXISTS (SELECT FROM usuarios u WHERE u.rol_slug = n.rol_slug AND u.estatus) GROUP BY 1, 2) r;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER roles_permisos_controla AFTER INSERT ON roles_permisos
  REFERENCING NEW TABLE AS cambiados FOR EACH STATEMENT EXECUTE FUNCTION roles_controlar();
CREATE OR REPLACE TRIGGER roles_permisos_pierde AFTER DELETE ON roles_permisos
  REFERENCING OLD TABLE AS cambiados FOR EACH STATEMENT EXECUTE FUNCTION roles_controlar();
CREATE OR REPLACE TRIGGER roles_controla BEFORE UPDATE OF exige_totp_desde ON roles FOR EACH ROW
  WHEN (OLD.exige_totp_desde IS NOT NULL AND NEW.exige_totp_desde IS NULL) EXECUTE FUNCTION control_vigilar('control');

-- Refuses somebody who changes what holds himself back, while another person can do it.
CREATE OR REPLACE FUNCTION limites_ajenos_exigir(quien jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM rechazar('LIMITE_PROPIO', jsonb_build_object('quienes', array_to_string(x.otros, ', ')))
    FROM otros_con('usuarios:editar', ARRAY[(quien->>'usuario_id')::int]) x (otros) WHERE x.otros <> '{}';
END $$;
