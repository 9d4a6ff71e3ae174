SELECT 'comisiones_liquidaciones:anulada:' || l.id, 'anulacion', fecha_negocio(l.anulada_en), l.anulada_en,
       l.anulada_por, NULL, 'comisiones-liquidaciones', l.id::text, NULL, NULL, format('Anuló %s', l.numero),
       l.motivo_anulacion, false
FROM comisiones_liquidaciones l WHERE l.estado = 'anulada'
