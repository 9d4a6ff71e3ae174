-- Conditions that last and are told once: accounts below their minimum, and rates in force that give more than they cost.
CREATE OR REPLACE VIEW telegram_condiciones AS
  SELECT 'saldo_bajo' AS evento, c.id AS objeto,
         jsonb_build_object('id', c.id, 'saldo', k.saldo::text, 'minimo', c.saldo_min::text) AS datos
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus AND k.saldo < c.saldo_min
  UNION ALL
  SELECT 'tasa_bajo_costo', t.id, jsonb_build_object('id', t.id, 'tasa', h.tasa::text, 'costo', h.tasa_costo::text)
  FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
  WHERE t.estatus AND CASE h.metodo_calculo WHEN 'm' THEN h.tasa > h.tasa_costo ELSE h.tasa < h.tasa_costo END;
