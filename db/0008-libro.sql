-- Roles that see reports, costs and profit see the ledger that these come from, and may export it.
INSERT INTO roles_permisos (rol_slug, permiso)
  SELECT r.rol_slug, p.permiso FROM roles_permisos r
  CROSS JOIN (VALUES ('libro:ver'), ('libro:exportar')) p (permiso)
  WHERE r.permiso = 'reportes:ver'
    AND EXISTS (SELECT FROM roles_permisos g WHERE g.rol_slug = r.rol_slug AND g.permiso = 'ganancia:ver')
  ON CONFLICT DO NOTHING;
