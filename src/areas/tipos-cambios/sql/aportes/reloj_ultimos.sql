(SELECT 'tipos_cambios_historico', 'tipo_cambio_id', id, lower(vigencia) FROM tipos_cambios_historico ORDER BY id DESC
    LIMIT 1)
