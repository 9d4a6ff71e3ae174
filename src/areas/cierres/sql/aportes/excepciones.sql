-- The first count of an account that differs from the books, at the opening, at the close or at any moment; and every
-- count after a first one, whatever it found.
SELECT 'conteos:' || c.id, CASE WHEN c.vuelta > 1 THEN 'recuento' WHEN c.momento = 'arqueo' THEN 'arqueo'
         ELSE 'conteo' END, c.fecha_negocio, c.fecha, c.usuario_id, t.aprobado_por,
       CASE WHEN c.turno_id IS NULL THEN 'arqueos' ELSE 'turnos' END, coalesce(c.turno_id, c.id)::text,
       importe_texto(abs(c.diferencia), m.simbolo, m.decimales),
       abs(CASE WHEN m.funcional THEN c.diferencia ELSE conteos_valor(c.moneda_id, c.diferencia) END),
       format('%s%s: %s', CASE WHEN c.vuelta > 1 THEN format('%sª cuenta de ', c.vuelta) ELSE '' END, k.nombre,
         CASE sign(c.diferencia) WHEN -1 THEN 'faltaba' WHEN 1 THEN 'sobraba' ELSE 'cuadró' END),
       coalesce(c.motivo, t.motivo), false
FROM conteos c JOIN cuentas k ON k.id = c.cuenta_id JOIN monedas m ON m.id = c.moneda_id
LEFT JOIN turnos t ON t.id = c.turno_id
WHERE c.diferencia <> 0 OR c.vuelta > 1
UNION ALL
SELECT 'cierres:' || c.fecha || ':' || c.version, 'reapertura', fecha_negocio(c.reabierto_en), c.reabierto_en,
       c.reabierto_por, NULL, 'cierres', c.fecha::text, NULL, NULL,
       format('Reabrió el día %s', to_char(c.fecha, 'DD/MM/YYYY')), c.motivo, false
FROM cierres_versiones c WHERE c.reabierto_en IS NOT NULL
UNION ALL
SELECT 'cierres_sucursales:' || c.sucursal_id || ':' || c.fecha || ':' || c.version, 'reapertura',
       fecha_negocio(c.reabierto_en), c.reabierto_en, c.reabierto_por, NULL, 'cierres', c.fecha::text, NULL, NULL,
       format('Reabrió el día %s de %s', to_char(c.fecha, 'DD/MM/YYYY'), s.nombre), c.motivo, false
FROM cierres_sucursales c JOIN sucursales s ON s.id = c.sucursal_id WHERE c.reabierto_en IS NOT NULL
