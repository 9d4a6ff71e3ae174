(SELECT 'pares_divisas_historico', 'par_id', id, lower(vigencia) FROM pares_divisas_historico ORDER BY id DESC LIMIT 1)
