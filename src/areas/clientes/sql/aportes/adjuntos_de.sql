SELECT 'clientes-documentos', id, 'los documentos de ' || nombre FROM clientes
