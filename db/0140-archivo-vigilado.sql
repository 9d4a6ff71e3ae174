-- Whether the program rings while a PostgreSQL of the house's own does not archive its log (R-456). Who backs it up in
-- another way switches that off, and is still told of backups that are missing.
INSERT INTO ajustes (clave, valor) VALUES ('respaldo_archivo', 'true');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo) VALUES ('respaldo_archivo', 'booleano', NULL, NULL);
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'respaldo_archivo', 'baja', false, 'Vigilar el registro archivado');
