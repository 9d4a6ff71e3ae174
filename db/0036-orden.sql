-- By which columns the lists sort (R-230): a page of any of them costs what a page by day costs.
CREATE INDEX compras_ventas_monto ON compras_ventas (monto, id);
CREATE INDEX compras_ventas_contravalor ON compras_ventas (contravalor, id);
CREATE INDEX compras_ventas_ganancia ON compras_ventas (ganancia, id);
CREATE INDEX ordenes_beneficiario_nombre ON ordenes (normalizar(beneficiario->>'nombre'), id);
CREATE INDEX ordenes_envia ON ordenes (envia, id);
CREATE INDEX ordenes_recibe ON ordenes (recibe, id);
CREATE INDEX ordenes_ganancia ON ordenes (ganancia, id);
CREATE INDEX transferencias_monto ON transferencias (monto, id);
CREATE INDEX gastos_proveedor ON gastos (coalesce(normalizar(proveedor), ''), id);
CREATE INDEX gastos_monto ON gastos (monto, id);
CREATE INDEX gastos_valor ON gastos (valor, id);
CREATE INDEX ajustes_saldo_importe ON ajustes_saldo (importe, id);
CREATE INDEX comisiones_comision ON comisiones (comision, id);
CREATE INDEX clientes_num_doc ON clientes (num_doc, id);
CREATE INDEX clientes_vence_doc ON clientes (coalesce(vence_doc, 'infinity'::date), id);
