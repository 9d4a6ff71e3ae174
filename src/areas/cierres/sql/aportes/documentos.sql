SELECT 'turnos', id, numero FROM turnos
