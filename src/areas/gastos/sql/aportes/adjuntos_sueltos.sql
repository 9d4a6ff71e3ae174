SELECT 'gastos', id, NULL FROM gastos WHERE estado IN ('anulado', 'rechazado')
