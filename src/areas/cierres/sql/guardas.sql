SELECT prohibir('DELETE', '{turnos_no_borra,turnos_cuentas_no_borra,cierres_versiones_no_borra,
  cierres_sucursales_no_borra}');
SELECT prohibir('UPDATE OR DELETE', '{conteos_fijos}');

-- The branch of a count is its account's, that of a turn its tills' (R-221).
CREATE OR REPLACE FUNCTION conteos_sucursal()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.sucursal_id := sucursal_de_cuenta(NEW.cuenta_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER conteos_sucursal BEFORE INSERT ON conteos FOR EACH ROW EXECUTE FUNCTION conteos_sucursal();
CREATE OR REPLACE FUNCTION turnos_sucursal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.sucursal_id := sucursal_de(ARRAY(SELECT id FROM cuentas
    WHERE responsable_id = NEW.usuario_id AND tipo = 'caja' AND estatus ORDER BY id), NEW.usuario_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER turnos_sucursal BEFORE INSERT ON turnos FOR EACH ROW EXECUTE FUNCTION turnos_sucursal();
