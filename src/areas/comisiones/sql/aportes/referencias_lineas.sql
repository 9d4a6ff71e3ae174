SELECT r.* FROM comisiones_liquidaciones g
CROSS JOIN LATERAL referencias_usadas_de('comisiones_liquidaciones', 'comisiones-liquidaciones', g.id, true,
    to_jsonb(g)) r
