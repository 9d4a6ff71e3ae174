GRANT INSERT, UPDATE ON tipos_cambios TO cambista_app;
-- Records of an undo are append-only.
GRANT INSERT ON tipos_cambios_deshechos, tipos_cambios_deshechos_filas TO cambista_app;
SELECT sucursales_filtrar('tipos_cambios_cotizaciones', 'origen IS NULL OR NOT documento_oculto(origen, origen_id)');
