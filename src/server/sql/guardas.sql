CREATE OR REPLACE TRIGGER auditoria_fija BEFORE UPDATE OR DELETE ON auditoria
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER auditoria_no_trunca BEFORE TRUNCATE ON auditoria EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER asientos_fijos BEFORE UPDATE OR DELETE ON asientos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER asientos_no_trunca BEFORE TRUNCATE ON asientos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER apuntes_fijos BEFORE UPDATE OR DELETE ON apuntes
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER apuntes_no_trunca BEFORE TRUNCATE ON apuntes EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER adjuntos_fijos BEFORE UPDATE ON adjuntos FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER adjuntos_no_trunca BEFORE TRUNCATE ON adjuntos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER adjuntos_usos_fijos BEFORE UPDATE OR DELETE ON adjuntos_usos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER adjuntos_usos_no_trunca BEFORE TRUNCATE ON adjuntos_usos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER auditoria_cadena_fija BEFORE UPDATE OR DELETE ON auditoria_cadena
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER auditoria_cadena_no_trunca BEFORE TRUNCATE
    ON auditoria_cadena EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER referencias_usadas_fijas BEFORE UPDATE ON referencias_usadas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER referencias_usadas_no_trunca BEFORE TRUNCATE
    ON referencias_usadas EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER reloj_confirmaciones_fijas BEFORE UPDATE OR DELETE ON reloj_confirmaciones
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER reloj_confirmaciones_no_trunca BEFORE TRUNCATE
    ON reloj_confirmaciones EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER sellos_fijos BEFORE UPDATE OR DELETE ON sellos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER sellos_no_trunca BEFORE TRUNCATE ON sellos EXECUTE FUNCTION prohibir_cambio();
