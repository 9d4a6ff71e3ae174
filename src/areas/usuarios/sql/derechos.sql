GRANT INSERT, UPDATE ON sucursales, roles, usuarios TO cambista_app;
GRANT INSERT, DELETE ON roles_permisos TO cambista_app;
-- Removing the second factor deletes its rows.
GRANT INSERT, UPDATE, DELETE ON usuarios_totp, usuarios_codigos TO cambista_app;
