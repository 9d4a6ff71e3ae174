-- The fee of a way of paying of a foreign currency in that currency, in which an order is paid whole: at what we buy it
-- for, and rounded up as all that the house charges (R-298). Null without a price.
CREATE OR REPLACE FUNCTION ordenes_tarifa_convertida(t tipos_pagos) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT round(ceil(t.tarifa_fija / precio_funcional(pais_de_la_casa(), m.id) * 10::numeric ^ m.decimales)
      / 10::numeric ^ m.decimales, m.decimales) FROM monedas m WHERE m.id = t.moneda_id);
END $$;

-- The fees of foreign payments in their own currency, null elsewhere, and the lines with each of those fees as its way
-- of paying has it: once for each way and account of the order (R-300), whose earlier payments are `p_antes`. Refused
-- unless a line says what its screen showed (R-242), and without a price.
CREATE OR REPLACE FUNCTION ordenes_tarifas_convertidas(pagos pago_leido[], p_lineas jsonb, p_antes jsonb,
    OUT dichas jsonb, OUT tarifas numeric[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
  x pago_leido;
  t tipos_pagos;
  v_dicha numeric;
  v_forma text;
  v_pagadas text[] := ARRAY(SELECT concat_ws(' ', y->>'tipo_pago_id', y->>'cuenta_id')
    FROM jsonb_array_elements(p_antes) y WHERE (y->>'tarifa')::numeric > 0 AND NOT (y->>'rechazado')::boolean);
BEGIN
  dichas := p_lineas;
  tarifas := array_fill(NULL::numeric, ARRAY[cardinality(pagos)]);
  FOREACH x IN ARRAY pagos LOOP
    SELECT * INTO t FROM tipos_pagos y
      WHERE y.id = x.tipo_pago_id AND y.moneda_id = x.moneda_id AND tipos_pagos_aparte(y);
    CONTINUE WHEN NOT FOUND;
    v_dicha := coalesce((p_lineas->x.n->>'tarifa')::numeric, 0);
    v_forma := concat_ws(' ', x.tipo_pago_id, x.cuenta_id);
    IF v_forma = ANY (v_pagadas) THEN
      IF v_dicha <> 0 THEN
        PERFORM rechazar('TARIFA_CAMBIO', jsonb_build_object('tipo', t.nombre, 'antes',
          importe_de(x.moneda_id, v_dicha), 'ahora', importe_de(x.moneda_id, 0)));
      END IF;
      CONTINUE;
    END IF;
    v_pagadas := v_pagadas || v_forma;
    tarifas[x.n + 1] := ordenes_tarifa_convertida(t);
    IF tarifas[x.n + 1] IS NULL THEN
      PERFORM rechazar('SIN_PRECIO', jsonb_build_object('moneda', iso)) FROM monedas WHERE id = x.moneda_id;
    ELSIF tarifas[x.n + 1] <> v_dicha THEN
      PERFORM rechazar('TARIFA_CAMBIO', jsonb_build_object('tipo', t.nombre, 'antes', importe_de(x.moneda_id, v_dicha),
        'ahora', importe_de(x.moneda_id, tarifas[x.n + 1])));
    END IF;
    dichas := jsonb_set(dichas, ARRAY[x.n::text, 'tarifa'], to_jsonb(t.tarifa_fija::text));
  END LOOP;
END $$;

-- The entry of a client's payment in the functional currency: Dr its account, Cr orders payable, by which the order is
-- worth more. The fee (`p_tarifa`) comes on top of it, an income in the functional currency, at which a foreign one
-- enters (`p_tarifa_valor`, null where it is in that currency itself); and what is too much (`p_a_favor`), which the
-- client has still. A foreign payment is valued at our purchase price, and refused without one.
CREATE OR REPLACE FUNCTION ordenes_cobro_entrada(quien jsonb, d ordenes, x pago_leido, p_redondeo numeric,
    p_tarifa numeric, p_tarifa_valor numeric, p_a_favor numeric) RETURNS libro_entrada LANGUAGE plpgsql AS $$
DECLARE
  v_deuda bigint := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
  v_funcional boolean := d.envia_moneda_id = moneda_funcional();
  v_valor numeric := CASE WHEN v_funcional THEN x.monto
    ELSE round(x.monto * precio_funcional(d.pais, d.envia_moneda_id), 2) END;
  lineas libro_linea[];
BEGIN
  IF p_tarifa <> 0 AND v_funcional <> (p_tarifa_valor IS NULL) THEN
    PERFORM rechazar_campo('cobro_id', tipos_pagos_otra_moneda(x.tipo_pago_id,
      (SELECT nombre FROM cuentas WHERE id = x.cuenta_id)));
  END IF;
  IF v_valor IS NULL THEN
    PERFORM rechazar('SIN_PRECIO', jsonb_build_object('moneda', iso)) FROM monedas WHERE id = d.envia_moneda_id;
  END IF;
  v_valor := greatest(v_valor, 0.01);
  lineas := ARRAY[
    (x.cuenta_id, x.monto + p_tarifa + p_a_favor, v_valor + coalesce(p_tarifa_valor, 0), x.referencia)::libro_linea,
    (v_deuda, -(v_valor + p_redondeo), NULL, NULL)::libro_linea];
  IF p_redondeo <> 0 THEN lineas := lineas || (libro_de('redondeo'), p_redondeo, NULL, NULL)::libro_linea; END IF;
  IF p_tarifa <> 0 THEN lineas := lineas || (libro_de('tarifas'), -coalesce(p_tarifa_valor, p_tarifa), NULL,
    NULL)::libro_linea; END IF;
  IF p_a_favor <> 0 THEN
    lineas := lineas || (ordenes_saldos_cuenta(x.moneda_id), -p_a_favor, NULL, NULL)::libro_linea;
  END IF;
  RETURN ('ordenes', d.id, concat_ws(' ', 'Cobro de orden', d.numero), (quien->>'usuario_id')::int, NULL, lineas, NULL,
    false)::libro_entrada;
END $$;

-- The entry of what the bank takes of a client's payment, `p_costo` in its currency (R-243), once the payment is
-- confirmed; none for what costs nothing. It is no part of what the order is worth: annulling returns the client's
-- money, and the bank keeps what it took.
CREATE OR REPLACE FUNCTION ordenes_costo_entradas(quien jsonb, d ordenes, p_costo numeric, x pago_leido)
  RETURNS libro_entrada[] LANGUAGE sql STABLE
  RETURN CASE WHEN p_costo <> 0 THEN ARRAY[pagos_costo_entrada('ordenes', d.id, concat_ws(' ',
      'Costo de cobro de orden', d.numero), (quien->>'usuario_id')::int, x.cuenta_id, x.moneda_id, p_costo,
      x.referencia)]
    ELSE '{}'::libro_entrada[] END;

-- What the ledger answered for a payment, with the expense that its cost (`p_costo`, in the payment's currency) was
-- posted as, by what the ledger answered for that (`p_gasto`); null while the payment waits.
CREATE OR REPLACE FUNCTION ordenes_con_gasto(p_moneda integer, p_costo numeric, p_libro jsonb, p_gasto jsonb)
  RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN p_libro || CASE WHEN p_gasto IS NULL THEN '{}' ELSE
    jsonb_build_object('gasto', pagos_gasto(p_moneda, p_costo, p_gasto)) END;

-- What banks charged for the payouts of an order that stand, which are judged together (R-299); not of `p_menos`.
CREATE OR REPLACE FUNCTION ordenes_cargos(p_orden bigint, p_menos bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta', cuenta_id, 'monto', monto, 'cargo', comision)
      ORDER BY id), '[]') FROM ordenes_pagos
    WHERE orden_id = p_orden AND estado = 'pagado' AND id IS DISTINCT FROM p_menos);

-- An open order names its way of being paid by the code, under which alone is said what paying it may cost, by which
-- account and in which currency: the code stays (R-297), and a currency in which such orders can be paid (R-289).
CREATE OR REPLACE FUNCTION tipos_pagos_con_ordenes()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_codigo constant boolean := NEW.codigo <> OLD.codigo;
BEGIN
  PERFORM rechazar_campo(CASE WHEN v_codigo THEN 'codigo' ELSE 'moneda_id' END,
      reparo(CASE WHEN v_codigo THEN 'FORMA_DE_ORDENES' ELSE 'FORMA_CON_ORDENES' END, jsonb_build_object(
        'tipo', OLD.nombre, 'ordenes', nombres_algunos(array_agg(o.numero ORDER BY o.id)))))
    FROM ordenes o WHERE o.estado NOT IN ('completada', 'anulada') AND o.beneficiario->>'metodo' = OLD.codigo
      AND (v_codigo OR o.recibe_moneda_id <> NEW.moneda_id) HAVING count(*) > 0;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS tipos_pagos_codigo_de_ordenes ON tipos_pagos;
-- By its name before the trigger that asks for a second person: nobody says yes to what cannot be.
CREATE OR REPLACE TRIGGER tipos_pagos_con_ordenes BEFORE UPDATE OF codigo, moneda_id ON tipos_pagos FOR EACH ROW
  WHEN (NEW.codigo <> OLD.codigo OR NEW.moneda_id IS DISTINCT FROM OLD.moneda_id)
  EXECUTE FUNCTION tipos_pagos_con_ordenes();

-- What the payments of an order owe of the fees of their ways and accounts, since a payment that carried it was refused
-- (R-300): those that are verified, and `g`, which is about to be.
CREATE OR REPLACE FUNCTION ordenes_tarifas_faltan(p_orden bigint, g ordenes_cobros) RETURNS numeric LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum(tipos_pagos_tarifa_debida(t, v.suma, v.pagada, v.montos, v.tarifas, m.decimales)), 0)
  FROM (SELECT y.tipo_pago_id, y.cuenta_id, sum(y.monto) FILTER (WHERE NOT y.rechazado) AS suma,
      sum(y.tarifa) FILTER (WHERE NOT y.rechazado) AS pagada, array_agg(y.monto) FILTER (WHERE y.rechazado) AS montos,
      array_agg(y.tarifa) FILTER (WHERE y.rechazado) AS tarifas
    FROM (SELECT x.tipo_pago_id, x.cuenta_id, x.monto + x.a_favor AS monto, coalesce(x.tarifa_valor, x.tarifa)
        AS tarifa, x.estado = 'rechazado' AS rechazado
      FROM (SELECT (c).* FROM ordenes_cobros c WHERE c.orden_id = p_orden AND c.estado IN ('verificado', 'rechazado')
        UNION ALL SELECT (g).*) x) y GROUP BY 1, 2) v
  JOIN tipos_pagos t ON t.id = v.tipo_pago_id JOIN monedas m ON m.funcional WHERE v.suma > 0;
$$;

-- An order is not paid while its payments owe a fee, unless another person says yes.
CREATE OR REPLACE FUNCTION ordenes_tarifas_exigir(quien jsonb, d ordenes, g ordenes_cobros)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_falta constant numeric := ordenes_tarifas_faltan(d.id, g);
  v_importe text;
BEGIN
  IF v_falta <= 0 THEN RETURN; END IF;
  v_importe := importe_funcional(v_falta);
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'incobrable', 'origen', 'ordenes', 'origen_id', d.id,
    'que', jsonb_build_object('orden', d.id, 'tarifa', v_falta),
    'titulo', format('dejar de cobrar una tarifa de %s en %s', v_importe, d.numero), 'importe', v_importe,
    'valor', v_falta, 'motivo', 'El cobro que la llevaba se rechazó, y los demás no la llevan.'));
END $$;
