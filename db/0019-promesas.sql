-- What one cashier has promised and nobody took up yet, in US$ (ADR 0062).
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('cotizacion_abiertas_usd', 'decimal', 0, 1000000000, 2, NULL);
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'cotizacion_abiertas_usd', 'sube', false, 'Cotizaciones sin usar de un cajero');
INSERT INTO ajustes (clave, valor) VALUES ('cotizacion_abiertas_usd', '10000');
-- What two people agreed on of a price, for the next steps of the hour.
CREATE INDEX vistos_precios ON vistos (usado_en) WHERE estado = 'usado' AND clave = 'precio';
