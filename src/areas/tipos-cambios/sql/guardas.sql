CREATE OR REPLACE TRIGGER tipos_historico_no_trunca BEFORE TRUNCATE
    ON tipos_cambios_historico EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER tipos_deshechos_fijos BEFORE UPDATE OR DELETE ON tipos_cambios_deshechos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER tipos_deshechos_no_trunca BEFORE TRUNCATE
    ON tipos_cambios_deshechos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER tipos_deshechos_filas_fijas BEFORE UPDATE OR DELETE ON tipos_cambios_deshechos_filas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER tipos_deshechos_filas_no_trunca BEFORE TRUNCATE
    ON tipos_cambios_deshechos_filas EXECUTE FUNCTION prohibir_cambio();

CREATE OR REPLACE TRIGGER tipos_historico_solo_lectura BEFORE INSERT ON tipos_cambios_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
