GRANT INSERT, UPDATE ON gastos_categorias TO cambista_app;
SELECT sucursales_filtrar('gastos'), sucursales_filtrar('gastos_recurrentes', cuenta_en('cuenta_id'));
