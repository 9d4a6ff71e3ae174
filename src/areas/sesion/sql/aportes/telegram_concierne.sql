-- Sign-ins from a device that the house does not know as his.
SELECT 'sesiones', 'ingreso', s.id, 'mi_ingreso', s.usuario_id, 'equipo_nuevo' FROM sesiones s
