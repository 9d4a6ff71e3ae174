-- What an operation would be if it were registered now, without its payments: refused for what its registration would
-- be refused for of rate, amount, cashier and client; otherwise both amounts, its worth, and what would be asked:
-- whether the client will have to declare, and whether it takes another person's yes, which a question neither uses nor
-- asks for. Of a ticket it is judged with what its other operations are worth (R-266), and pays the service fee of the
-- last of them (`ademas`, R-381). Writes nothing. `quien` as in
-- compras_ventas_registrar_lote; `p` = the body of POST /compras-ventas/cotizar; a process of the version before sends
-- no `ademas_usd`.
CREATE OR REPLACE FUNCTION compras_ventas_cotizar(quien jsonb, p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  x record;
  d compras_ventas;
  v_mes numeric;
  v_otras jsonb := '[]';
  v_usd numeric := CASE WHEN p ? 'ademas_usd' THEN (p->>'ademas_usd')::numeric ELSE 0 END;
BEGIN
  PERFORM actuar_como(quien);
  SELECT h, t, m AS divisa, n AS contra INTO x
    FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    JOIN monedas m ON m.id = CASE p->>'tipo' WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END
    JOIN monedas n ON n.id = CASE p->>'tipo' WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  d := compras_ventas_leer(quien, p, x.h, x.t, x.divisa, x.contra);
  IF p ? 'ademas' THEN v_otras := tickets_partes(p->'ademas'); END IF;
  d := compras_ventas_servicio_leer(quien, p, jsonb_build_object('n', jsonb_array_length(v_otras) + 1,
    'partes', v_otras || compras_ventas_parte(d.tipo, d.divisa_id, d.monto, d.contravalor)), d);
  d.monto_usd := (compras_ventas_valorar(d, (x.t).pais)).usd;
  v_usd := v_usd + d.monto_usd;
  PERFORM limite_exigir(quien, v_usd);
  v_mes := clientes_admitir(d.cliente_id, v_usd, fecha_negocio(ahora()));
  d.tarifa := compras_ventas_tarifa(p, d);
  RETURN jsonb_build_object('monto', round(d.monto, (x.divisa).decimales)::text,
    'contravalor', round(d.contravalor, (x.contra).decimales)::text, 'monto_usd', round(d.monto_usd, 2)::text,
    'contramoneda_id', d.contramoneda_id, 'funcional_id', moneda_funcional(), 'tarifa', round(d.tarifa, 2)::text,
    'servicio', round(d.servicio, 2)::text, 'servicio_debido', round(d.servicio_debido, 2)::text,
    'servicio_regla', (SELECT nombre FROM servicio_reglas WHERE id = d.servicio_regla_id),
    'pide_declaracion', d.cliente_id IS NOT NULL
      AND v_mes + coalesce(v_usd, 'Infinity') >= ajuste('umbral_declaracion_usd')::numeric,
    'pide_visto', d.cliente_id IS NULL
      AND ventana_suma('sin-cliente', d.usuario_id) + v_usd > compras_ventas_cupo(quien, p));
END $$;

-- The fees of an operation of which each side is paid whole by the way that the question names for it: of the side in
-- the functional currency, and of a foreign one what is apart from it (R-298). Refused for a way that does not serve
-- there, and for fees that leave nothing of a payout.
CREATE OR REPLACE FUNCTION compras_ventas_tarifa(p jsonb, d compras_ventas)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_lado text := CASE d.tipo WHEN 'compra' THEN 'entregamos' ELSE 'recibimos' END;
  v_campo text;
  t tipos_pagos;
  v_aparte numeric := 0;
  v_tarifa numeric := 0;
BEGIN
  FOREACH v_campo IN ARRAY ARRAY['recibimos_por', 'entregamos_por'] LOOP
    CONTINUE WHEN p->>v_campo IS NULL;
    SELECT * INTO t FROM tipos_pagos WHERE id = (p->>v_campo)::int;
    PERFORM rechazar_campo(v_campo, falla) FROM (VALUES
      (t.id IS NULL, reparo('TIPO_PAGO_NO_EXISTE')),
      (NOT t.estatus, reparo('TIPO_PAGO_INACTIVO', jsonb_build_object('tipo', t.nombre))),
      (t.sentido = CASE v_campo WHEN 'recibimos_por' THEN 'sale' ELSE 'entra' END,
        reparo(CASE v_campo WHEN 'recibimos_por' THEN 'SOLO_ENTREGA' ELSE 'SOLO_RECIBE' END,
          jsonb_build_object('tipo', t.nombre)))) x (mal, falla) WHERE mal;
    IF tipos_pagos_aparte(t) AND t.moneda_id = (CASE WHEN (v_campo = 'recibimos_por') = (d.tipo <> 'venta')
        THEN d.divisa_id ELSE d.contramoneda_id END) THEN
      v_aparte := v_aparte + t.tarifa_fija;
    END IF;
  END LOOP;
  SELECT * INTO t FROM tipos_pagos WHERE id = (p->>(v_lado || '_por'))::int AND NOT tipos_pagos_aparte(tipos_pagos);
  IF FOUND AND (d.tipo <> 'canje' OR d.servicio + v_aparte <> 0) THEN
    v_tarifa := tipos_pagos_tarifa(t, CASE d.tipo WHEN 'compra' THEN d.contravalor - d.servicio - v_aparte
      WHEN 'venta' THEN d.contravalor + d.servicio + v_aparte ELSE d.servicio + v_aparte END, 2);
  END IF;
  v_tarifa := v_tarifa + v_aparte;
  IF v_lado = 'entregamos' AND v_tarifa <> 0 AND v_tarifa >= d.contravalor - d.servicio THEN
    PERFORM rechazar_campo(CASE WHEN v_aparte = 0 THEN 'entregamos_por' ELSE 'recibimos_por' END,
      reparo('TARIFA_SUPERA_PAGO', jsonb_build_object('tarifa', importe_de(moneda_funcional(), v_tarifa))));
  END IF;
  RETURN v_tarifa;
END $$;
