-- What the house does: the counter, remittances, or both. Its first steps ask for what that needs, and for nothing else.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('negocio', 'texto', 5, 9, NULL, '^(ambos|mostrador|envios)$');
INSERT INTO ajustes (clave, valor) VALUES ('negocio', '"ambos"');

-- It shows and hides what is proposed to a new house, and allows nothing.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES ('ajustes', 'negocio', 'no', false, 'Qué hace la casa');
