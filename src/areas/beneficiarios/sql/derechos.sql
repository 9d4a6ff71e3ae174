-- A beneficiary keeps its client, and is never deleted.
GRANT INSERT, UPDATE (alias, nombre, tipo_doc, num_doc, pais, moneda_id, tipo_pago_id, entidad_id, campos, huella,
    parentesco, verificado_por, verificado_en, cuenta_por, estatus, version) ON beneficiarios TO cambista_app;
