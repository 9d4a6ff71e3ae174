SELECT 'compras-ventas', id, numero, fecha, tipo, estado, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
    tasa,
       precision, costo, historico_id, ficha_id, usuario_id FROM compras_ventas
