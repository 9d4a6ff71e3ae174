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
  IF EXISTS (SELECT FROM apuntes WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "La moneda"}');
  END IF;
  -- One statement, because each row refers to the other's currency.
  WITH libro AS (UPDATE cuentas_contables SET moneda_id = p_moneda WHERE id = p_id)
  UPDATE cuentas SET moneda_id = p_moneda WHERE id = p_id;
END $$;

-- Is nothing in it, and nothing to come or to go? Under the lock that postings take, so that it stays true.
CREATE FUNCTION cuentas_vacia(p_id bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR NO KEY UPDATE;
  RETURN (SELECT saldo = 0 FROM cuentas_contables WHERE id = p_id)
    AND NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id AND estado = 'por_verificar');
END $$;

-- The accounts a posting touched, under its locks: all in use, and none beyond its daily or monthly limit, counted
-- with the posting itself.
CREATE FUNCTION cuentas_exigir(p_cuentas bigint[], p_fecha date)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_desde bigint;
  r record;
BEGIN
  SELECT nombre INTO r FROM cuentas WHERE id = ANY (p_cuentas) AND NOT estatus ORDER BY id LIMIT 1;
  IF FOUND THEN PERFORM rechazar('INACTIVO', jsonb_build_object('que', r.nombre)); END IF;
  IF NOT EXISTS (SELECT FROM cuentas WHERE id = ANY (p_cuentas) AND (limite_dia IS NOT NULL OR limite_mes IS NOT NULL)) THEN
    RETURN;
  END IF;
  -- The month's first leg, so that only the month is read; less the few that postings at that moment could have swapped.
  SELECT min(id) - 1000 INTO v_desde FROM apuntes WHERE asiento_id = (
    SELECT id FROM asientos WHERE fecha_negocio >= date_trunc('month', p_fecha) ORDER BY fecha_negocio, id LIMIT 1);
  FOR r IN
    SELECT c.nombre, c.limite_dia, c.limite_mes, mov.dia, mov.mes
    FROM cuentas c CROSS JOIN LATERAL (
      SELECT sum(abs(p.importe)) AS mes, sum(abs(p.importe)) FILTER (WHERE a.fecha_negocio = p_fecha) AS dia
      FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
      WHERE p.cuenta_id = c.id AND p.id >= v_desde AND a.fecha_negocio >= date_trunc('month', p_fecha)
      GROUP BY sign(p.importe)) mov
    WHERE c.id = ANY (p_cuentas) AND (c.limite_dia IS NOT NULL OR c.limite_mes IS NOT NULL)
  LOOP
    IF r.dia > r.limite_dia THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'diario', 'limite', trim_scale(r.limite_dia)));
    ELSIF r.mes > r.limite_mes THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'mensual', 'limite', trim_scale(r.limite_mes)));
    END IF;
  END LOOP;
END $$;

-- A day's entries, and the first one of a month.
CREATE INDEX asientos_fecha_negocio ON asientos (fecha_negocio, id);
