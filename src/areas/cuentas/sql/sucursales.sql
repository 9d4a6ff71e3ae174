-- Accounts and branches (R-219). The lock on the branch makes whoever switches it off wait for whoever adds an account.
CREATE OR REPLACE FUNCTION cuentas_en_sucursal()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.estatus AND NEW.sucursal_id IS NOT NULL
     AND NOT (SELECT estatus FROM sucursales WHERE id = NEW.sucursal_id FOR SHARE) THEN
    PERFORM rechazar_campo('sucursal_id', reparo('SUCURSAL_INACTIVA'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_en_sucursal BEFORE INSERT OR UPDATE OF sucursal_id, estatus ON cuentas
  FOR EACH ROW EXECUTE FUNCTION cuentas_en_sucursal();

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
