VALUES
  ('reloj_dudas', NULL, 'lo que un programa halló en el reloj; la respuesta está en reloj_confirmaciones'),
  ('reloj_arranques', NULL, 'cómo estaba el reloj cuando se le creyó; se olvida a los dos meses'),
  ('certificados', NULL, 'con qué certificado se atiende; se escribe cada hora y se olvida al día'),
  ('disco_muestras', NULL, 'cuánto disco quedaba; se olvida al mes'),
  ('trabajos', NULL, 'cómo anda cada trabajo del programa; se escribe en cada falla y cada hora')
