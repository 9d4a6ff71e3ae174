-- His password, and what others do to his account.
SELECT 'usuarios', a.accion, u.id::bigint, a.evento, u.id, NULL
FROM usuarios u CROSS JOIN (VALUES ('password', 'mi_clave'), ('rol', 'mi_cuenta'), ('estatus', 'mi_cuenta'),
  ('restablecer', 'mi_cuenta'), ('quitar-factor', 'mi_cuenta'), ('editar', 'mi_cuenta'),
  ('terminar-sesion', 'mi_cuenta')) a (accion, evento)
