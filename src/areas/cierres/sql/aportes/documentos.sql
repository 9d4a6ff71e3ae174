SELECT 'turnos', id, numero, NULL, NULL FROM turnos
