SELECT prohibir('DELETE', '{comisiones_reglas_fijas}');
SELECT prohibir(NULL, '{comisiones_no_trunca,comisiones_liquidaciones_no_trunca}');

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
