-- A house that has no entry yet works with its tills open; one that works keeps the way it has.
UPDATE ajustes SET valor = 'true' WHERE clave = 'exigir_turno' AND NOT EXISTS (SELECT FROM asientos);

INSERT INTO ajustes (clave, valor) VALUES
  -- What who approves may approve alone, in soles; above it, who may approve any amount.
  ('aprobacion_limite_pen', '5000'),
  -- Differences of a till, in soles, that are approved without a word.
  ('turno_nota_pen', '20');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('aprobacion_limite_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('turno_nota_pen', 'decimal', 0, 1000000000, 2, NULL);

-- Roles that approved until now approved any amount: they go on doing so.
INSERT INTO roles_permisos (rol_slug, permiso)
  SELECT DISTINCT rol_slug, 'aprobaciones:sin-limite' FROM roles_permisos
  WHERE permiso IN ('cuentas:aprobar-ajuste', 'gastos:aprobar', 'cierres:aprobar');
