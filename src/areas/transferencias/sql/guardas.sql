CREATE OR REPLACE TRIGGER transferencias_no_trunca BEFORE TRUNCATE ON transferencias EXECUTE FUNCTION prohibir_cambio();

-- A bank's operation number is used once, in whatever area.
CREATE OR REPLACE TRIGGER transferencias_referencias AFTER INSERT OR UPDATE OF estado, referencia ON transferencias
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('transferencias', 'id', 'sale');

-- Where it leaves and where it arrives (R-221): the branches of its accounts. Cash between two of them has somebody who
-- carries it, and nothing else has (R-237).
CREATE OR REPLACE FUNCTION transferencias_sucursales()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.sucursal_id := sucursal_de_cuenta(NEW.origen_id);
  NEW.sucursal_destino_id := sucursal_de_cuenta(NEW.destino_id);
  PERFORM transferencias_portador_exigir(NEW, cuentas_leer(NEW.origen_id), cuentas_leer(NEW.destino_id));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER transferencias_sucursales BEFORE INSERT ON transferencias
  FOR EACH ROW EXECUTE FUNCTION transferencias_sucursales();
