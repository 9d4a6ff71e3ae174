VALUES
  ('telegram_salida', NULL, 'mensajes que se envían; ningún documento'),
  ('telegram_vigilados', NULL, 'condiciones que duran; se recalculan')
