SELECT cliente_id, huella FROM beneficiarios WHERE huella IS NOT NULL
