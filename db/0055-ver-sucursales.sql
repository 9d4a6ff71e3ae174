-- Who may see every branch (R-260). Until now everybody did. The same permission says who may use others' money at every
-- branch, so whoever may use others' money and was left at his own branch stays there. Nobody else's changes: in a house
-- with several branches every other role gets it, and in any house those that see something of the whole house by their
-- work, so that a second branch does not take it from them.
INSERT INTO roles_permisos (rol_slug, permiso)
SELECT DISTINCT p.rol_slug, 'sucursales:todas' FROM roles_permisos p
WHERE NOT EXISTS (SELECT FROM roles_permisos a WHERE a.rol_slug = p.rol_slug AND a.permiso = 'cuentas:ajenas')
  AND ((SELECT count(*) FROM sucursales) > 1
    OR p.permiso IN ('auditoria:ver', 'libro:ver', 'ordenes:pagar', 'reportes:ro', 'reportes:excepciones'))
ON CONFLICT DO NOTHING;
