VALUES
  ('telegram_enlaces', NULL, 'códigos que vencen en minutos'),
  ('telegram_lectura', NULL, 'hasta dónde se leyó'),
  ('telegram_salida', NULL, 'mensajes que se envían; ningún documento'),
  ('telegram_vigilados', NULL, 'condiciones que duran; se recalculan')
