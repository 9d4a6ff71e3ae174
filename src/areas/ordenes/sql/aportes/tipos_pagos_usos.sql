SELECT tipo_pago_id, moneda_id, 'recibimos', fecha_negocio, (monto + a_favor)::numeric(38,8)
FROM ordenes_cobros
WHERE estado IN ('por_verificar', 'verificado') AND tipo_pago_id IS NOT NULL
