VALUES
  ('libro_dias', NULL, 'copia de lo que dicen los libros; una regla la recalcula'),
  ('libro_dias_cuentas', NULL, 'copia de lo que dicen los libros; una regla la recalcula'),
  ('libro_dias_textos', NULL, 'copia de lo que dicen los libros; una regla la recalcula')
