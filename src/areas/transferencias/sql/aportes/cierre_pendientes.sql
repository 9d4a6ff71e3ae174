SELECT 'transferencias', false, fecha_negocio FROM transferencias WHERE estado = 'enviada'
