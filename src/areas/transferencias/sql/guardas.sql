CREATE OR REPLACE TRIGGER transferencias_no_trunca BEFORE TRUNCATE ON transferencias EXECUTE FUNCTION prohibir_cambio();

-- A bank's operation number is used once, in whatever area.
CREATE OR REPLACE TRIGGER transferencias_referencias AFTER INSERT OR UPDATE OF estado, referencia ON transferencias
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('transferencias', 'id', 'sale');
