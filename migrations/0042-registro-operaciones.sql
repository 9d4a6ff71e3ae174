-- The Registro de Operaciones (spec 2.19, section 3): from which amounts an operation belongs in it.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales) VALUES
  ('ro_unica_usd', 'decimal', 0, 1000000000, 2),
  ('ro_multiple_usd', 'decimal', 0, 1000000000, 2);
INSERT INTO ajustes (clave, valor) VALUES ('ro_unica_usd', '10000'), ('ro_multiple_usd', '50000');
