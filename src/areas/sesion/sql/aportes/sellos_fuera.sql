VALUES
  ('sesiones', NULL, 'quién está dentro ahora; se limpia'),
  ('sesiones_tokens', NULL, 'se limpia con su sesión'),
  ('intentos_ingreso', NULL, 'conteo que vence'),
  ('accesos_repetidos', NULL, 'conteo que vence; lo que dice está en la auditoría')
