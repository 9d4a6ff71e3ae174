SELECT 'aprueba', aprobado_por, NULL, fecha_negocio(aprobado_en), 'turnos', id, (turnos_diferencias(id)).total
  FROM turnos WHERE aprobado_en IS NOT NULL
