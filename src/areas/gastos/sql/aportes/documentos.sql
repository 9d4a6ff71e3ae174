SELECT 'gastos', id, numero, NULL, NULL FROM gastos
