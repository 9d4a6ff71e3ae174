SELECT 'tarifas de tipos de pago' FROM tipos_pagos WHERE num_nonnulls(tarifa_pct, tarifa_fija) > 0
