SELECT tipo_pago_id, moneda_id, lado, fecha_negocio, monto
FROM compras_ventas_pagos WHERE estado NOT IN ('anulado', 'sustituido')
