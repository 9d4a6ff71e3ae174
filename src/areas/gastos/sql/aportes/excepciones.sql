SELECT 'gastos:anulado:' || g.id, 'anulacion', fecha_negocio(g.anulado_en), g.anulado_en, g.anulado_por, NULL, 'gastos',
       g.id::text, importe_texto(g.monto, m.simbolo, m.decimales), g.valor, format('Anuló %s', g.numero),
       g.motivo_anulacion, false
FROM gastos g JOIN monedas m ON m.id = g.moneda_id WHERE g.estado = 'anulado'
