CREATE OR REPLACE TRIGGER comisiones_no_trunca BEFORE TRUNCATE ON comisiones EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_liquidaciones_no_trunca BEFORE TRUNCATE
    ON comisiones_liquidaciones EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_reglas_fijas BEFORE DELETE ON comisiones_reglas
    FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_reglas_no_trunca BEFORE TRUNCATE
    ON comisiones_reglas EXECUTE FUNCTION prohibir_cambio();

-- A bank's operation number is used once, in whatever area.
CREATE OR REPLACE TRIGGER comisiones_liquidaciones_referencias AFTER UPDATE OF estado, referencia
    ON comisiones_liquidaciones
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('comisiones-liquidaciones', 'id', 'sale');

-- Who the client and the agent were (R-151).
CREATE OR REPLACE TRIGGER comisiones_ficha BEFORE INSERT OR UPDATE OF ficha_id ON comisiones
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('ficha_id');
CREATE OR REPLACE TRIGGER comisiones_ficha_agente BEFORE INSERT OR UPDATE OF agente_ficha_id ON comisiones
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('agente_ficha_id');
CREATE OR REPLACE TRIGGER comisiones_liquidaciones_ficha BEFORE INSERT OR UPDATE OF agente_ficha_id
    ON comisiones_liquidaciones
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('agente_ficha_id');
