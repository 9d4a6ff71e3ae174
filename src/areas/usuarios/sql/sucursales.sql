-- People and branches (R-219).
CREATE OR REPLACE TRIGGER usuarios_en_sucursal BEFORE INSERT OR UPDATE OF sucursal_id, estatus ON usuarios
  FOR EACH ROW EXECUTE FUNCTION sucursal_activa();

CREATE OR REPLACE FUNCTION sucursales_sin_gente()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('SUCURSAL_EN_USO', jsonb_build_object('sucursal', NEW.nombre,
      'que', 'a ' || nombres_algunos(array_agg(usuarios_corto(u) ORDER BY u.id))))
    FROM usuarios u WHERE u.sucursal_id = NEW.id AND u.estatus HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sucursales_sin_gente BEFORE UPDATE OF estatus ON sucursales FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION sucursales_sin_gente();
