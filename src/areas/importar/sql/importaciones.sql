-- A file stays what it was when somebody said yes to it, and a step is not taken back (R-276).
CREATE OR REPLACE TRIGGER importaciones_fijas BEFORE UPDATE ON importaciones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
    '^revisando revisando$', '{hechas,nueva,igual,distinta,rechazada,debe}',
    '^revisando revisada$', '{estado,acabada_en}',
    '^revisada importando$', '{estado,quien,dado,hechas,nueva,igual,distinta,rechazada,acabada_en,vista_en}',
    '^importando importando$', '{hechas,nueva,igual,distinta,rechazada}',
    '^importando terminada$', '{estado,acabada_en}',
    '^(revisando|revisada|importando) (cancelada|detenida)$', '{estado,acabada_en,motivo}',
    '^(revisada|terminada|cancelada|detenida) \1$', '{vista_en}');

CREATE OR REPLACE FUNCTION importaciones_empezar()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.estado := 'revisando';
  NEW.dado := false;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER importaciones_empieza BEFORE INSERT ON importaciones
  FOR EACH ROW EXECUTE FUNCTION importaciones_empezar();

-- Forgets the rows of files that ended 30 days ago, and those that somebody else was asked about then; answers how many
-- of the first.
CREATE OR REPLACE FUNCTION importaciones_limpiar()
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH idas AS (DELETE FROM importaciones_filas WHERE importacion_id IN (
    SELECT id FROM importaciones WHERE estado IN ('terminada', 'cancelada', 'detenida')
      AND acabada_en < ahora() - interval '30 days') RETURNING 1)
  , leidas AS (DELETE FROM vistos_filas WHERE visto_id IN (
    SELECT id FROM vistos WHERE fecha < ahora() - interval '30 days'))
  SELECT count(*) FROM idas;
$$;
