SELECT tipo_pago_id, moneda_id, 'recibimos', fecha_negocio, monto FROM ordenes_cobros
WHERE estado IN ('por_verificar', 'verificado')
