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
UNION ALL
-- A conversion of our own outside the market's prices, however little: what it cost is its distance.
SELECT 'transferencias:conversion:' || t.id, 'conversion', t.fecha_negocio, t.fecha, t.usuario_id, NULL,
       'transferencias', t.id::text, importe_texto(t.monto, m.simbolo, m.decimales),
       round(t.costo * t.desvio_pct / 100, 2), format('%s a una tasa que se aparta %s %% del mercado', t.numero,
         trim_scale(round(t.desvio_pct, 2))), t.motivo, false
FROM transferencias t JOIN monedas m ON m.id = t.moneda_id
WHERE t.tipo = 'conversion' AND t.desvio_pct > 0 AND t.estado <> 'anulada'
