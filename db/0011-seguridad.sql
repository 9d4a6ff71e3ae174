-- Whether Salir also ends the session on the server. Off: Salir makes no call (ADR 0058).
INSERT INTO ajustes (clave, valor) VALUES ('salida_avisa', 'false');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('salida_avisa', 'booleano', NULL, NULL, NULL, NULL);
