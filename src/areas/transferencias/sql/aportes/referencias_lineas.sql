SELECT r.* FROM transferencias g
CROSS JOIN LATERAL referencias_usadas_de('transferencias', 'transferencias', g.id, true, to_jsonb(g)) r
WHERE g.referencia IS NOT NULL
