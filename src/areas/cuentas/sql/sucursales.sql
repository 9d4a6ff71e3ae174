-- Accounts and branches (R-219).
CREATE OR REPLACE TRIGGER cuentas_en_sucursal BEFORE INSERT OR UPDATE OF sucursal_id, estatus ON cuentas
  FOR EACH ROW EXECUTE FUNCTION sucursal_activa();

CREATE OR REPLACE FUNCTION sucursales_sin_cuentas()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('SUCURSAL_EN_USO', jsonb_build_object('sucursal', NEW.nombre,
      'que', nombres_algunos(array_agg(c.nombre ORDER BY c.nombre))))
    FROM cuentas c WHERE c.sucursal_id = NEW.id AND c.estatus HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sucursales_sin_cuentas BEFORE UPDATE OF estatus ON sucursales FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION sucursales_sin_cuentas();
