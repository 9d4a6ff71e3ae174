SELECT 'gastos', id, numero, NULL, NULL, sucursal_id FROM gastos
