-- Currencies and countries that every installation starts with: the calculator's defaults name PEN as 2 and VES as 1.
-- A dollar that trades at another price is another currency (spec 2.2): Zelle, USDT.
INSERT INTO monedas (id, nombre, iso, simbolo, decimales, imagen, redondeo_efectivo, funcional) VALUES
  (1, 'Bolívar', 'VES', 'Bs', 2, 've', NULL, false),
  (2, 'Sol', 'PEN', 'S/', 2, 'pe', 0.10, true),
  (3, 'Dólar', 'USD', 'US$', 2, 'us', NULL, false),
  (4, 'Peso colombiano', 'COP', '$', 2, 'co', NULL, false),
  (5, 'Peso chileno', 'CLP', '$', 0, 'cl', NULL, false),
  (6, 'Euro', 'EUR', '€', 2, 'eu', NULL, false),
  (7, 'Tether', 'USDT', '₮', 2, 'tether', NULL, false),
  (8, 'Real', 'BRL', 'R$', 2, 'br', NULL, false),
  (9, 'Peso argentino', 'ARS', '$', 2, 'ar', NULL, false),
  (10, 'Peso mexicano', 'MXN', '$', 2, 'mx', NULL, false),
  (11, 'Boliviano', 'BOB', 'Bs', 2, 'bo', NULL, false),
  (12, 'Dólar Zelle', 'ZEL', 'US$', 2, 'zelle', NULL, false);
SELECT setval(pg_get_serial_sequence('monedas', 'id'), 100);

INSERT INTO paises VALUES
  ('pe', 'Perú', 2), ('ve', 'Venezuela', 1), ('co', 'Colombia', 4), ('cl', 'Chile', 5), ('ec', 'Ecuador', 3),
  ('us', 'Estados Unidos', 3), ('br', 'Brasil', 8), ('ar', 'Argentina', 9), ('mx', 'México', 10),
  ('bo', 'Bolivia', 11), ('es', 'España', 6), ('usd', 'Referencia internacional US$', NULL);

SELECT libro_abrir_moneda(id) FROM monedas ORDER BY id;
