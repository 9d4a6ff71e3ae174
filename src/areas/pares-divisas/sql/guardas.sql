SELECT prohibir(NULL, '{pares_historico_no_trunca=pares_divisas_historico,pares_propuestas_no_trunca}');

CREATE OR REPLACE TRIGGER pares_historico_solo_lectura BEFORE INSERT ON pares_divisas_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
