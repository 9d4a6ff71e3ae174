-- Whoever uses the money of others does so at his own branch, unless he may at every branch (R-220). Whoever could
-- before still can. The branch of a person and of an account says what he may use, so it is a control.
INSERT INTO roles_permisos (rol_slug, permiso)
SELECT rol_slug, 'sucursales:todas' FROM roles_permisos WHERE permiso = 'cuentas:ajenas' ON CONFLICT DO NOTHING;
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('usuarios', 'sucursal_id', 'cambia', false, 'Sucursal'),
  ('cuentas', 'sucursal_id', 'cambia', false, 'Sucursal');
