SELECT 'ajustes_saldo:revierte:' || a.id, 'anulacion', a.fecha_negocio, a.fecha, a.solicitado_por, a.resuelto_por,
       'ajustes-saldo', a.id::text, importe_texto(abs(a.importe), m.simbolo, m.decimales), abs(a.valor),
       format('%s revirtió otro ajuste', a.numero), a.observacion, false
FROM ajustes_saldo a JOIN monedas m ON m.id = a.moneda_id WHERE a.estado = 'aplicado' AND a.revierte_id IS NOT NULL
