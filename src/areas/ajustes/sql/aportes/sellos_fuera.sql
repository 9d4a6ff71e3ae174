VALUES
  ('disco_muestras', NULL, 'cuánto disco quedaba; se olvida al mes'),
  ('trabajos', NULL, 'cómo anda cada trabajo del programa; se escribe en cada falla y cada hora')
