-- A revoked link stays revoked, and the identity of a link cannot change.
CREATE OR REPLACE TRIGGER pizarra_enlace_fijo BEFORE UPDATE OR DELETE ON pizarra_enlaces
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('revocado_en', '^nulo ', '{usado_en,revocado_en,revocado_por}');
SELECT prohibir(NULL, '{pizarra_enlaces_no_trunca}');
