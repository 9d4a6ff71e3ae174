SELECT 'gastos', id, numero FROM gastos
