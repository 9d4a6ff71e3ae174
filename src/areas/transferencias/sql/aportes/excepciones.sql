SELECT 'transferencias:anulada:' || t.id, 'anulacion', fecha_negocio(t.anulada_en), t.anulada_en, t.anulada_por, NULL,
       'transferencias', t.id::text, importe_texto(t.monto, m.simbolo, m.decimales), t.costo,
       format('Anuló %s', t.numero), t.motivo_anulacion, false
FROM transferencias t JOIN monedas m ON m.id = t.moneda_id WHERE t.estado = 'anulada'
UNION ALL
-- What arrived differently, whoever bears it.
SELECT 'transferencias:diferencia:' || t.id, 'diferencia-transito', fecha_negocio(t.resuelta_en), t.resuelta_en,
       t.resuelta_por, t.diferencia_resuelta_por, 'transferencias', t.id::text,
       importe_texto(abs(t.contado - t.monto), m.simbolo, m.decimales), abs(coalesce(t.diferencia_valor, 0)),
       format('%s: %s', t.numero, CASE WHEN t.contado < t.monto THEN 'llegó menos de lo enviado'
         ELSE 'llegó más de lo enviado' END), coalesce(t.diferencia_nota, t.motivo), t.diferencia_solo
FROM transferencias t JOIN monedas m ON m.id = t.moneda_id WHERE t.contado <> t.monto AND t.estado = 'recibida'
