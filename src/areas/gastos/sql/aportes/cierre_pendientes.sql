SELECT 'gastos', false, fecha FROM gastos WHERE estado = 'pendiente'
