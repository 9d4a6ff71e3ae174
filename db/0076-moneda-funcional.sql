-- The country of the house, whose currency is that of the books (ADR 0096). The flag monedas.funcional follows it.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('pais_casa', 'texto', 2, 2, NULL, '^[a-z]{2}$');
INSERT INTO ajustes (clave, valor)
  SELECT 'pais_casa', to_jsonb(p.id) FROM paises p JOIN monedas m ON m.id = p.moneda_id AND m.funcional
  ORDER BY p.id LIMIT 1;
-- Limits that kept their number when the currency of the books changed, until somebody saves them.
INSERT INTO ajustes (clave, valor) VALUES ('limites_por_revisar', '[]');

-- Chosen before the first document and never after it, so it loosens nothing.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'pais_casa', 'no', false, 'País de la casa');

-- Values are kept, added and compared with two decimals everywhere.
ALTER TABLE monedas ADD CONSTRAINT monedas_funcional_decimales CHECK (NOT funcional OR decimales = 2),
  ADD CONSTRAINT monedas_funcional_activa CHECK (NOT funcional OR estatus);
