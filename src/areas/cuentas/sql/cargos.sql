-- What the bank charges for money that leaves an account by a way of paying: what the way says, also when it says zero,
-- else what the account says (R-297). `segun`: who says it. No way: the account. Cash has no bank that charges.
CREATE OR REPLACE FUNCTION cuentas_cargo(c cuentas, t tipos_pagos, OUT pct numeric, OUT fijo numeric, OUT segun text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN c.tipo IN ('caja', 'boveda') THEN ROW(0::numeric, 0::numeric, NULL::text)
    WHEN num_nonnulls(t.costo_pago_pct, t.costo_pago_fijo) > 0
    THEN ROW(coalesce(t.costo_pago_pct, 0), coalesce(t.costo_pago_fijo, 0), t.nombre)
    ELSE ROW(coalesce(c.comision_salida_pct, 0), coalesce(c.comision_salida_fija, 0), NULL::text) END;

-- What banks charge for the payouts of one document by one way of paying (`p_forma`, its code), together (R-299): a row
-- for each that says it, the way (null `cuenta`) or else an account, with the percentage of all that it paid and its
-- fixed part once. `p_cargos` = [{cuenta, monto, cargo}].
CREATE OR REPLACE FUNCTION cuentas_cargos(p_forma text, p_cargos jsonb, OUT cuenta bigint, OUT dice numeric,
    OUT cargo numeric) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN y.segun IS NULL THEN k.id END, round(sum(x.monto) * y.pct / 100 + y.fijo, m.decimales), sum(x.cargo)
  FROM jsonb_to_recordset(p_cargos) x (cuenta bigint, monto numeric, cargo numeric)
  JOIN cuentas k ON k.id = x.cuenta JOIN monedas m ON m.id = k.moneda_id LEFT JOIN tipos_pagos t ON t.codigo = p_forma
  CROSS JOIN LATERAL cuentas_cargo(k, t) y GROUP BY 1, y.pct, y.fijo, m.decimales;
$$;

-- By how much those charges are above what may be charged: less of one does not pay for more of another.
CREATE OR REPLACE FUNCTION cuentas_cargos_exceso(p_forma text, p_cargos jsonb) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(cargo - dice, 0)), 0) FROM cuentas_cargos(p_forma, p_cargos);
$$;

-- What is proposed for one more payout, after those of `p_antes` (as `p_cargos` above): the percentage, and what they
-- left of the fixed part, which a rounding alone takes below zero.
CREATE OR REPLACE FUNCTION cuentas_cargo_queda(c cuentas, t tipos_pagos, p_antes jsonb, OUT pct numeric,
    OUT fijo numeric, OUT segun text) LANGUAGE sql STABLE AS $$
  SELECT y.pct, CASE WHEN a.resto < -1 / 10::numeric ^ m.decimales THEN 0 ELSE least(y.fijo, a.resto) END, y.segun
  FROM cuentas_cargo(c, t) y JOIN monedas m ON m.id = c.moneda_id CROSS JOIN LATERAL (
    SELECT round(y.fijo + coalesce(sum(x.monto), 0) * y.pct / 100 - coalesce(sum(x.cargo), 0), 10) AS resto
    FROM jsonb_to_recordset(p_antes) x (cuenta bigint, monto numeric, cargo numeric) JOIN cuentas k ON k.id = x.cuenta
    CROSS JOIN LATERAL cuentas_cargo(k, t) z WHERE k.id = c.id OR z.segun IS NOT NULL AND y.segun IS NOT NULL) a;
$$;

-- A bank's charge is what the way of paying or its account says, and a little more at most: beyond that it needs
-- another person's yes (R-137). Those of one document are judged together, with one fixed part and one such excess
-- (R-299). `p` = {monto, cargo, forma: the code of its way where it has one, antes: the earlier charges of the document
-- where it may have several, que: what is charged for, origen, origen_id}.
CREATE OR REPLACE FUNCTION cuentas_cargo_exigir(quien jsonb, p_cuenta bigint, p jsonb)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_monto numeric := (p->>'monto')::numeric;
  v_cargo numeric := coalesce((p->>'cargo')::numeric, 0);
  v_antes jsonb := coalesce(p->'antes', '[]');
  v_cobraron constant numeric := (SELECT sum((y->>'cargo')::numeric) FROM jsonb_array_elements(v_antes) y);
  v_exceso numeric;         -- of this charge and those before it
  v_dice numeric;           -- what is left for this one
  v_valor numeric;
  c record;
BEGIN
  IF v_cargo = 0 THEN RETURN; END IF;
  v_exceso := cuentas_cargos_exceso(p->>'forma', v_antes
    || jsonb_build_object('cuenta', p_cuenta, 'monto', v_monto, 'cargo', v_cargo));
  -- What was above before was allowed then, by the setting or by somebody: more than that is asked for.
  IF v_exceso <= cuentas_cargos_exceso(p->>'forma', v_antes) THEN RETURN; END IF;
  SELECT k.nombre, x.pct, x.fijo, coalesce(x.segun, 'la cuenta') AS segun, m.id, m.simbolo, m.decimales, m.funcional
    INTO STRICT c FROM cuentas k JOIN monedas m ON m.id = k.moneda_id LEFT JOIN tipos_pagos t ON t.codigo = p->>'forma'
    CROSS JOIN LATERAL cuentas_cargo_queda(k, t, v_antes) x WHERE k.id = p_cuenta;
  v_valor := CASE WHEN c.funcional THEN v_exceso
    ELSE greatest(a_costo(c.id, v_exceso), v_exceso * precio_funcional(c.id)) END;
  IF v_valor <= ajuste('cargo_exceso_funcional')::numeric THEN RETURN; END IF;
  v_dice := greatest(round(v_monto * c.pct / 100 + c.fijo, c.decimales), 0);
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'cargo', 'origen', p->>'origen',
    'origen_id', p->'origen_id', 'que', jsonb_build_object('cuenta', p_cuenta, 'monto', v_monto,
      'cargo', v_cargo, 'que', p->'que', 'antes', v_cobraron),
    'titulo', format('la comisión bancaria de %s en %s', importe_texto(v_cargo, c.simbolo, c.decimales),
      dicho(c.nombre)),
    'importe', importe_texto(v_monto, c.simbolo, c.decimales), 'valor', v_valor,
    'motivo', format(CASE WHEN v_antes = '[]'
        THEN 'Por %1$s. Según %2$s sería de %4$s; puede pasar de eso hasta %5$s.'
        ELSE 'Por %1$s. Según %2$s, con los %3$s que cobraron sus otros pagos quedaría %4$s; '
          || 'entre todos pueden pasar hasta %5$s.'
      END, p->>'que', c.segun, importe_texto(v_cobraron, c.simbolo, c.decimales),
      importe_texto(v_dice, c.simbolo, c.decimales), importe_funcional(ajuste('cargo_exceso_funcional')::numeric))));
END $$;
