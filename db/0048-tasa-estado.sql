-- A rate that is switched off, or on again, is news for whoever hears of published rates.
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('tasa_estado', 'Tasa activada o desactivada', false, true, true, 12);
INSERT INTO telegram_causas VALUES ('tipos-cambios', 'estatus', 'tasa_estado');
INSERT INTO telegram_destinos (evento, reservado, chat_id, gerencia)
SELECT 'tasa_estado', false, chat_id, gerencia FROM telegram_destinos WHERE evento = 'tasas_publicadas';
