-- Accounts as people edit them: the ledger account follows its name, and its currency while nothing moved.
CREATE FUNCTION cuentas_renombrar(p_id bigint, p_nombre text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE cuentas_contables SET nombre = p_nombre
    WHERE id = (SELECT id FROM cuentas WHERE id = p_id) AND nombre <> p_nombre;
$$;

CREATE FUNCTION cuentas_cambiar_moneda(p_id bigint, p_moneda integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A posting locks this row before it writes: after the lock, what was written is seen.
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR UPDATE;
  IF EXISTS (SELECT FROM apuntes WHERE cuenta_id = p_id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "La moneda"}');
  END IF;
  -- One statement, because each row refers to the other's currency.
  WITH libro AS (UPDATE cuentas_contables SET moneda_id = p_moneda WHERE id = p_id)
  UPDATE cuentas SET moneda_id = p_moneda WHERE id = p_id;
END $$;

-- Days are looked up among entries that were written in their order: a few kilobytes, and next to nothing per posting.
CREATE INDEX asientos_fecha_negocio ON asientos USING brin (fecha_negocio) WITH (pages_per_range = 16, autosummarize = on);
