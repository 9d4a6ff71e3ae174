-- Amounts in sentences have their thousands apart, as on every screen: what an account's limit says, what a client's says, and
-- the entries of the counter.

-- As in 0008.
CREATE OR REPLACE FUNCTION cuentas_exigir(p_cuentas bigint[], p_fecha date)
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
    SELECT c.nombre, c.limite_dia, c.limite_mes, mov.dia, mov.mes, m.simbolo, m.decimales
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id CROSS JOIN LATERAL (
      SELECT sum(abs(p.importe)) AS mes, sum(abs(p.importe)) FILTER (WHERE a.fecha_negocio = p_fecha) AS dia
      FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
      WHERE p.cuenta_id = c.id AND p.id >= v_desde AND a.fecha_negocio >= date_trunc('month', p_fecha)
      GROUP BY sign(p.importe)) mov
    WHERE c.id = ANY (p_cuentas) AND (c.limite_dia IS NOT NULL OR c.limite_mes IS NOT NULL)
  LOOP
    IF r.dia > r.limite_dia THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'diario',
        'limite', importe_texto(r.limite_dia, r.simbolo, r.decimales)));
    ELSIF r.mes > r.limite_mes THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'mensual',
        'limite', importe_texto(r.limite_mes, r.simbolo, r.decimales)));
    END IF;
  END LOOP;
END $$;

-- One expression each in functions of hundreds of lines, which stay as their newest migration wrote them.
DO $$
DECLARE
  r record;
  v_antes text;
BEGIN
  FOR r IN SELECT * FROM (VALUES
    ('compras_ventas_registrar', $x$format('%s %s %s', initcap(v_tipo), divisa.simbolo, round(tot.monto, divisa.decimales))$x$,
      $x$format('%s %s', initcap(v_tipo), importe_texto(tot.monto, divisa.simbolo, divisa.decimales))$x$),
    ('clientes_exigir', $x$'US$ ' || round(c.limite_dia, 2)$x$, $x$importe_texto(c.limite_dia, 'US$', 2)$x$),
    ('clientes_exigir', $x$'US$ ' || round(c.limite_mes, 2)$x$, $x$importe_texto(c.limite_mes, 'US$', 2)$x$)
  ) AS c (nombre, antes, despues) LOOP
    SELECT pg_get_functiondef(oid) INTO STRICT v_antes FROM pg_proc
      WHERE proname = r.nombre AND pronamespace = 'public'::regnamespace;
    IF strpos(v_antes, r.antes) = 0 THEN
      RAISE EXCEPTION '%: the expression to be replaced is not there', r.nombre;
    END IF;
    EXECUTE replace(v_antes, r.antes, r.despues);
  END LOOP;
END $$;
