SELECT prohibir(NULL, '{tipos_historico_no_trunca=tipos_cambios_historico}');
SELECT prohibir('UPDATE OR DELETE', '{tipos_deshechos_fijos=tipos_cambios_deshechos,
  tipos_deshechos_filas_fijas=tipos_cambios_deshechos_filas}');

CREATE OR REPLACE TRIGGER tipos_historico_solo_lectura BEFORE INSERT ON tipos_cambios_historico
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
