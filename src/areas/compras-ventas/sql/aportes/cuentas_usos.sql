SELECT cuenta_id, estado = 'por_verificar' FROM compras_ventas_pagos
