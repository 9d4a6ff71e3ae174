VALUES
  ('claves_api', 'usada_en', 'cambia con el uso'),
  ('claves_api', 'usada_desde', 'cambia con el uso')
