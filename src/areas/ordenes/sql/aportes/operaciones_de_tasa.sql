-- An order's amount is what the client sends, its countervalue what is paid out. Before the payout, its cost is the
-- present cost.
SELECT 'ordenes', o.id, o.numero, o.fecha, 'orden', o.estado, o.cliente_id, o.envia_moneda_id, o.envia,
    o.recibe_moneda_id,
       o.recibe, o.tasa, o.precision,
       CASE WHEN o.estado = 'completada' THEN o.costo WHEN o.recibe_moneda_id = moneda_funcional() THEN o.recibe
            ELSE (SELECT round(o.recibe * k.saldo / nullif(-q.saldo, 0), 2) FROM posiciones p
                  JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
                  WHERE p.moneda_id = o.recibe_moneda_id) END, o.historico_id, o.ficha_id, o.usuario_id
FROM ordenes o
