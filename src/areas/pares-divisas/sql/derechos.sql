-- Only functions change prices, always together with their history.
GRANT INSERT ON pares_divisas TO cambista_app;
GRANT UPDATE (pais, base_id, cotizacion_id, precision, alerta_pct, fuente, estatus, version)
    ON pares_divisas TO cambista_app;
GRANT INSERT, UPDATE ON pares_fuentes TO cambista_app;
GRANT INSERT, UPDATE (estado, resuelta_en, resuelta_por) ON pares_propuestas TO cambista_app;
