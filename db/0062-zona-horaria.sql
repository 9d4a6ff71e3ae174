-- The time zone in which the house counts its days. The function zona_horaria() (src/server/sql/valores.sql) answers it.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('zona_horaria', 'texto', 5, 40, NULL, '^[A-Z][A-Za-z_]+(/[A-Z][A-Za-z_-]+){1,2}$');
INSERT INTO ajustes (clave, valor) VALUES ('zona_horaria', '"America/Lima"');

-- Chosen before the first dated document and never after it, so it loosens nothing.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'zona_horaria', 'no', false, 'Zona horaria');
