GRANT INSERT, UPDATE ON tipos_cambios TO cambista_app;
-- Records of an undo are append-only.
GRANT INSERT ON tipos_cambios_deshechos, tipos_cambios_deshechos_filas TO cambista_app;
