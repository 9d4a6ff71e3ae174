SELECT 'compras_ventas:anulada:' || v.id, 'anulacion', fecha_negocio(v.anulada_en), v.anulada_en, v.anulada_por, NULL,
       'compras-ventas', v.id::text, importe_texto(v.monto, m.simbolo, m.decimales),
       CASE WHEN c.funcional THEN v.contravalor ELSE v.costo END, compras_ventas_anulada_frase(v),
       v.motivo_anulacion, false
FROM compras_ventas v JOIN monedas m ON m.id = v.divisa_id JOIN monedas c ON c.id = v.contramoneda_id
WHERE v.estado = 'anulada'
UNION ALL
-- A rate beyond the range of its cashier, allowed by another.
SELECT 'autorizaciones_tasa:' || z.id, 'tasa-autorizada', v.fecha_negocio, v.fecha, z.solicitado_por, z.resuelto_por,
       'compras-ventas', v.id::text, importe_texto(v.monto, m.simbolo, m.decimales),
       CASE WHEN c.funcional THEN v.contravalor ELSE v.costo END,
       format('%s a %s en lugar de %s', v.numero, trim_scale(v.tasa), trim_scale(h.tasa)), z.motivo, false
FROM autorizaciones_tasa z JOIN compras_ventas v ON v.id = z.compra_venta_id
JOIN monedas m ON m.id = v.divisa_id JOIN monedas c ON c.id = v.contramoneda_id
JOIN tipos_cambios_historico h ON h.id = v.historico_id
UNION ALL
SELECT 'compras_ventas:mantenida:' || v.id, 'tasa-mantenida', v.fecha_negocio, v.fecha, v.usuario_id, NULL,
       'compras-ventas', v.id::text, importe_texto(v.monto, m.simbolo, m.decimales),
       CASE WHEN c.funcional THEN v.contravalor ELSE v.costo END,
       format('%s a una tasa que ya había cambiado%s', v.numero, tipos_cambios_diferencia_texto(
         tipos_cambios_contra_vigente(v.historico_id, v.fecha, v.tipo, v.monto, v.contravalor, c.decimales, v.costo))),
       v.motivo, false
FROM compras_ventas v JOIN monedas m ON m.id = v.divisa_id JOIN monedas c ON c.id = v.contramoneda_id
WHERE v.tasa_mantenida
UNION ALL
SELECT 'compras_ventas:costo:' || v.id, 'bajo-costo', v.fecha_negocio, v.fecha, v.usuario_id, NULL,
       'compras-ventas', v.id::text, importe_texto(-v.ganancia, f.simbolo, f.decimales), -v.ganancia,
       format('%s entregó divisas por menos de lo que costaron', v.numero), v.motivo, false
FROM compras_ventas v CROSS JOIN monedas f WHERE v.ganancia < 0 AND f.funcional
UNION ALL
-- Another service fee than its rule says.
SELECT 'compras_ventas:servicio:' || v.id, 'servicio-distinto', v.fecha_negocio, v.fecha, v.usuario_id, NULL,
       'compras-ventas', v.id::text, importe_texto(v.servicio_debido - v.servicio, f.simbolo, f.decimales),
       abs(v.servicio_debido - v.servicio),
       format('%s con un servicio de %s en lugar de %s', v.numero, importe_texto(v.servicio, f.simbolo, f.decimales),
         importe_texto(v.servicio_debido, f.simbolo, f.decimales)), v.motivo, false
FROM compras_ventas v CROSS JOIN monedas f
WHERE v.servicio <> v.servicio_debido AND v.estado <> 'anulada' AND f.funcional
UNION ALL
-- Better for the client than the rate in force, within what its cashier may.
SELECT 'compras_ventas:rango:' || v.id, 'tasa-mejorada', v.fecha_negocio, v.fecha, v.usuario_id, NULL,
       'compras-ventas', v.id::text, importe_texto(-x.diferencia, f.simbolo, f.decimales), -x.diferencia,
       format('%s a %s en lugar de %s, dentro de su rango', v.numero, trim_scale(v.tasa), trim_scale(h.tasa)),
       v.motivo, false
FROM compras_ventas v JOIN tipos_cambios_historico h ON h.id = v.historico_id
JOIN monedas c ON c.id = v.contramoneda_id JOIN monedas f ON f.funcional
CROSS JOIN LATERAL (SELECT tipos_cambios_diferencia(v.tipo, v.contravalor,
  tipos_cambios_debido(v.tipo, v.monto, h.tasa, h.metodo_calculo, c.decimales), v.costo) AS diferencia) x
WHERE v.tasa <> h.tasa AND NOT v.tasa_mantenida AND v.estado <> 'anulada' AND coalesce(x.diferencia < 0, true)
  AND NOT EXISTS (SELECT FROM autorizaciones_tasa z WHERE z.compra_venta_id = v.id)
