-- An account's ledger account never changes; its currency only through cuentas_cambiar_moneda.
GRANT INSERT, UPDATE (nota, conciliado_por, conciliado_en) ON movimientos_notas TO cambista_app;
GRANT INSERT ON cuentas TO cambista_app;
GRANT INSERT (cuenta_id, saldo, tasa_costo, denominaciones) ON cuentas_aperturas TO cambista_app;
GRANT UPDATE (nombre, tipo, pais, entidad_id, numero, titular, titular_doc, sucursal_id, responsable_id, saldo_min,
    saldo_max, limite_op, limite_dia, limite_mes, comision_salida_pct, comision_salida_fija, estatus, version)
    ON cuentas TO cambista_app;
SELECT sucursales_filtrar('cuentas_contables', cuenta_en('id')), sucursales_filtrar('apuntes', cuenta_en('cuenta_id')),
  sucursales_filtrar('cuentas_aperturas', cuenta_en('cuenta_id')),
  sucursales_filtrar('libro_dias_cuentas', cuenta_en('cuenta_id')),
  sucursales_filtrar('libro_dias_textos', cuenta_en('cuenta_id')),
  -- A voucher of an order is of what was collected for it, or of a payout.
  sucursales_filtrar('adjuntos_usos',
    $$NOT documento_oculto(regexp_replace(origen, '-(cobros|pagos)$', ''), origen_id)$$);
