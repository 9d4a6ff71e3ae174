VALUES
  ('auditoria', NULL, 'tiene su propia cadena'),
  ('auditoria_cadena', NULL, 'es la cadena'),
  ('auditoria_por_sellar', NULL, 'cola: lo que espera al sellador'),
  ('sellos', NULL, 'cada lote está en la cadena'),
  ('sellos_por_hacer', NULL, 'cola: lo que espera al sellador'),
  ('apuntes', NULL, 'están en la huella de su asiento'),
  ('cuentas_contables', 'saldo', 'se recalcula de los apuntes'),
  ('adjuntos', 'contenido', 'está su huella, que la base calcula'),
  ('series', NULL, 'se recalcula de los números de los documentos'),
  ('idempotencia', NULL, 'respuestas que vencen; ningún documento'),
  ('solo_lectura', NULL, 'el paro de los libros, que la revisión pone y quita')
