CREATE OR REPLACE TRIGGER pares_historico_no_trunca BEFORE TRUNCATE
    ON pares_divisas_historico EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER pares_propuestas_no_trunca BEFORE TRUNCATE
    ON pares_propuestas EXECUTE FUNCTION prohibir_cambio();

CREATE OR REPLACE TRIGGER pares_historico_solo_lectura BEFORE INSERT ON pares_divisas_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
