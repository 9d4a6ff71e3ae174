-- An operation as its request and its rate make it, with what it is worth: `d` without its id, `valor` as
-- compras_ventas_valorar. It locks the rate, the rules of the service fee and the permission.
CREATE OR REPLACE FUNCTION compras_ventas_leida(pedido jsonb, OUT h tipos_cambios_historico, OUT divisa monedas,
    OUT contra monedas, OUT d compras_ventas, OUT valor numeric) LANGUAGE plpgsql AS $$
DECLARE
  quien constant jsonb := pedido->'quien';
  p constant jsonb := pedido->'p';
  t tipos_cambios;
  x record;
BEGIN
  PERFORM actuar_como(quien);
  SELECT id, tipo_cambio_id INTO x FROM tipos_cambios_historico WHERE id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with other operations, exclusive with a change of this rate: see tipos_cambios_publicar.
  PERFORM pg_advisory_xact_lock_shared(1, x.tipo_cambio_id);
  PERFORM pg_advisory_xact_lock_shared(55, 0); -- with a change of the fee's rules: see servicio_reglas_exigir
  SELECT r AS h, k AS t, m AS divisa, n AS contra INTO STRICT x
    FROM tipos_cambios_historico r JOIN tipos_cambios k ON k.id = r.tipo_cambio_id
    JOIN monedas m ON m.id = CASE p->>'tipo' WHEN 'venta' THEN k.cotizacion_id ELSE k.base_id END
    JOIN monedas n ON n.id = CASE p->>'tipo' WHEN 'venta' THEN k.base_id ELSE k.cotizacion_id END
    WHERE r.id = x.id;
  h := x.h;
  t := x.t;
  divisa := x.divisa;
  contra := x.contra;
  PERFORM detener_reloj(lower(h.vigencia));
  d := compras_ventas_leer(quien, p, h, t, divisa, contra);
  d := compras_ventas_servicio_leer(quien, p, pedido->'ticket', d);
  x := compras_ventas_valorar(d, t.pais);
  valor := x.valor;
  d.monto_usd := x.usd;
END $$;

-- Judges an operation at the counter: everything that it is refused for but balances and cost. It locks the rate, the
-- permission, limits of the day, the client and the person, in this order, and takes up what it uses of quotes, yeses
-- and permissions. `pedido` as in compras_ventas_registrar_lote; of a ticket also `ticket` = {id, usd: what all its
-- operations are worth, by which the person and the client are judged, partes and n: by which the service fee is}.
CREATE OR REPLACE FUNCTION compras_ventas_juzgar(pedido jsonb) RETURNS compra_venta_caso LANGUAGE plpgsql AS $$
DECLARE
  quien constant jsonb := pedido->'quien';
  p constant jsonb := pedido->'p';
  h tipos_cambios_historico;
  d compras_ventas;         -- the operation, from the typed values to the stored row
  c compra_venta_caso;
  l record;
  x record;
  v_usd numeric;
BEGIN
  l := compras_ventas_leida(pedido);
  h := l.h;
  d := l.d;
  PERFORM compras_ventas_servicio_motivo(d);
  v_usd := CASE WHEN pedido ? 'ticket' THEN (pedido->'ticket'->>'usd')::numeric ELSE d.monto_usd END;
  d.ticket_id := (pedido->'ticket'->>'id')::bigint;
  d.id := nextval('compras_ventas_id_seq');
  PERFORM cotizaciones_tomar(quien, jsonb_build_object('mantenida', d.tasa_mantenida, 'tipo', d.tipo,
    'historico_id', h.id, 'tasa', d.tasa, 'cliente_id', d.cliente_id, 'monto', d.monto, 'origen', 'compras-ventas',
    'origen_id', d.id));
  d.fecha_negocio := fecha_negocio(ahora());
  x := compras_ventas_pagos_leer(quien, p, d);
  c.pagos := x.pagos;
  d.redondeo := x.redondeo;
  x := pagos_con_tarifa(c.pagos, p);
  c.pagos := x.pagos;
  c.tarifas := x.tarifas;
  c.costos := x.costos;
  d.tarifa := (SELECT sum(tarifa) FROM unnest(c.tarifas) tarifa);
  PERFORM tipos_pagos_topes(c.pagos, d.fecha_negocio);
  c.pagos := pagos_por_verificar(c.pagos, v_usd);
  c.entrada := compras_ventas_entrada(d, c.pagos, l.valor, l.divisa);
  d.declaracion := compras_ventas_persona_exigir(quien, p, d, v_usd);
  IF compras_ventas_fuera_de_rango(quien, d.tasa, h.tasa) THEN
    c.autorizacion_id := (p->>'autorizacion_id')::bigint;
  END IF;
  d.estado := CASE WHEN EXISTS (SELECT FROM unnest(c.pagos) WHERE verifica) THEN 'pendiente' ELSE 'completada' END;
  d.clave := (pedido->>'clave')::uuid;
  c.quien := quien;
  c.p := p;
  c.d := d;
  c.tasa_costo := h.tasa_costo;
  c.decimales := (l.divisa).decimales;
  c.contra_decimales := (l.contra).decimales;
  RETURN c;
END $$;

-- Reads the typed operation, without its service fee, and computes both amounts. Checks the rate (in force or kept
-- within its validity, not stale, in the cashier's range or with a permission) and the amounts (decimals, bounds of the
-- corridor).
CREATE OR REPLACE FUNCTION compras_ventas_leer(quien jsonb, p jsonb, h tipos_cambios_historico, t tipos_cambios,
    divisa monedas, contra monedas) RETURNS compras_ventas LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
  funcional record;
  tot record;
  d compras_ventas;
BEGIN
  SELECT m.decimales, t.pais = pais_de_la_casa() AS mercado
    INTO STRICT funcional FROM monedas m WHERE m.funcional;
  -- The counter trades at the rates of its own market: another one's price is not in force here.
  IF divisa.id <> (p->>'divisa_id')::int OR divisa.funcional OR (v_tipo = 'canje') = contra.funcional
     OR NOT funcional.mercado THEN
    PERFORM rechazar_campo('historico_id', reparo('TASA_DE_OTRA_OPERACION'));
  END IF;
  tot := tipos_cambios_montos(v_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, v_tasa,
    h.metodo_calculo, divisa.decimales, contra.decimales);
  IF NOT upper_inf(h.vigencia) THEN
    PERFORM tipos_cambios_tasa_vieja(v_tipo, h.id, p, tot.monto, tot.contravalor, divisa, contra);
  END IF;
  PERFORM compras_ventas_tasa_exigir(quien, p, h, t, divisa, contra, tot.monto);
  IF tot.monto <= 0 OR tot.contravalor <= 0 THEN PERFORM rechazar_campo('monto', reparo('MONTO_PEQUENO')); END IF;
  PERFORM compras_ventas_decimales(p, divisa.decimales, contra.decimales, funcional.decimales);
  -- The bounds of the corridor apply to what the client hands over.
  IF (CASE v_tipo WHEN 'venta' THEN tot.contravalor ELSE tot.monto END)
     NOT BETWEEN tipos_cambios_desde(t, (p->>'cliente_id')::bigint) AND coalesce(t.monto_max, 1e29) THEN
    PERFORM rechazar_campo(CASE v_tipo WHEN 'venta' THEN 'contravalor' ELSE 'monto' END,
      reparo_rango(false, trim_scale(nullif(tipos_cambios_desde(t, (p->>'cliente_id')::bigint), 0))::text,
        trim_scale(t.monto_max)::text));
  END IF;
  d.tipo := v_tipo;
  d.cliente_id := (p->>'cliente_id')::bigint;
  d.divisa_id := divisa.id;
  d.monto := tot.monto;
  d.contramoneda_id := contra.id;
  d.contravalor := tot.contravalor;
  d.historico_id := h.id;
  d.tasa := v_tasa;
  d.precision := h.precision;
  d.metodo_calculo := h.metodo_calculo;
  d.tasa_mantenida := NOT upper_inf(h.vigencia);
  d.observacion := p->>'observacion';
  d.motivo := p->>'motivo';
  d.usuario_id := (quien->>'usuario_id')::int;
  RETURN d;
END $$;

-- Checks that this user may use the rate now.
CREATE OR REPLACE FUNCTION compras_ventas_tasa_exigir(quien jsonb, p jsonb, h tipos_cambios_historico, t tipos_cambios,
    divisa monedas, contra monedas, p_monto numeric) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
BEGIN
  IF NOT t.estatus THEN
    PERFORM rechazar('TASA_INACTIVA', jsonb_build_object('base', CASE v_tipo WHEN 'venta' THEN contra.iso
        ELSE divisa.iso END,
      'cotizacion', CASE v_tipo WHEN 'venta' THEN divisa.iso ELSE contra.iso END, 'pais', t.pais));
  END IF;
  IF NOT (quien->>'vencida')::boolean AND tipos_cambios_edad(t.id) > 2 * ajuste('tasa_rancia_horas')::numeric THEN
    PERFORM rechazar('TASA_VENCIDA', jsonb_build_object('par', divisa.iso || '/' || contra.iso,
      'horas', floor(tipos_cambios_edad(t.id))));
  END IF;
  IF NOT compras_ventas_fuera_de_rango(quien, v_tasa, h.tasa) THEN RETURN; END IF;
  IF p->>'autorizacion_id' IS NULL THEN
    PERFORM rechazar('TASA_FUERA_DE_RANGO', jsonb_build_object('tasa', trim_scale(v_tasa),
      'vigente', round(h.tasa, h.precision), 'desvio', trim_scale((quien->>'desvio_pct')::numeric)));
  END IF;
  PERFORM autorizaciones_tasa_exigir((p->>'autorizacion_id')::bigint, (quien->>'usuario_id')::int, v_tipo, divisa.id,
      contra.id, h.metodo_calculo, h.tasa, v_tasa, p_monto, (p->>'cliente_id')::bigint);
END $$;

-- Reads the payments of both sides: in the currencies of the operation, with the required sums. `redondeo`: cash
-- rounding in the client's favour.
CREATE OR REPLACE FUNCTION compras_ventas_pagos_leer(quien jsonb, p jsonb, d compras_ventas, OUT pagos pago_leido[],
    OUT redondeo numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  f integer;
  x pago_leido;
  v_aparte numeric;         -- fees of foreign payments, which the side in the functional currency pays (R-298)
BEGIN
  pagos := pagos_leer(quien, p);
  v_aparte := pagos_aparte(pagos, p);
  IF d.tipo = 'canje' THEN f := moneda_funcional(); END IF;
  FOREACH x IN ARRAY pagos LOOP
    CONTINUE WHEN x.moneda_id = CASE WHEN (x.lado = 'recibimos') = (d.tipo <> 'venta') THEN d.divisa_id
      ELSE d.contramoneda_id END OR x.lado = 'recibimos' AND x.moneda_id = f;
    PERFORM rechazar_campo('recibimos', reparo('CUENTA_MONEDA_PAGO'));
  END LOOP;
  CASE d.tipo
    WHEN 'compra' THEN
      PERFORM pagos_cuadrar(pagos, 'recibimos', d.divisa_id, d.monto);
      redondeo := pagos_cuadrar(pagos, 'entregamos', d.contramoneda_id,
        d.contravalor - d.servicio - v_aparte);
    WHEN 'venta' THEN
      redondeo := pagos_cuadrar(pagos, 'recibimos', d.contramoneda_id,
        d.contravalor + d.servicio + v_aparte);
      PERFORM pagos_cuadrar(pagos, 'entregamos', d.divisa_id, d.monto);
    ELSE
      PERFORM pagos_cuadrar(pagos, 'recibimos', d.divisa_id, d.monto);
      PERFORM pagos_cuadrar(pagos, 'entregamos', d.contramoneda_id, d.contravalor);
      redondeo := pagos_cuadrar(pagos, 'recibimos', f, d.servicio + v_aparte);
  END CASE;
END $$;

-- `usd`: the value of the operation in dollars, for the limits; a canje without a price counts at the cost of what
-- leaves. `valor`: for a canje, what comes in at its market price in soles; null without a price.
CREATE OR REPLACE FUNCTION compras_ventas_valorar(d compras_ventas, p_pais text, OUT valor numeric, OUT usd numeric)
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  usd := d.contravalor;
  IF d.tipo = 'canje' THEN
    SELECT round(d.monto * compra, 2) INTO valor FROM pares_divisas
      WHERE pais = p_pais AND base_id = d.divisa_id AND cotizacion_id = moneda_funcional() AND estatus;
    SELECT coalesce(valor, d.contravalor * k.saldo / nullif(-q.saldo, 0)) INTO usd FROM posiciones x
      JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
      WHERE x.moneda_id = d.contramoneda_id;
  END IF;
  usd := en_dolares(p_pais, d.divisa_id, d.monto, usd);
END $$;

-- Checks what an operation requires of its cashier and its client; asks once about a recent duplicate. `p_usd`: its
-- value or, of a ticket, that of all its operations (R-266), which asked for the yes of another person itself. Returns
-- the declaration, or null.
CREATE OR REPLACE FUNCTION compras_ventas_persona_exigir(quien jsonb, p jsonb, d compras_ventas, p_usd numeric)
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_mes numeric;
  v_declaracion jsonb;
BEGIN
  PERFORM limite_exigir(quien, p_usd);
  v_mes := clientes_admitir(d.cliente_id, p_usd, d.fecha_negocio);
  IF d.cliente_id IS NULL AND d.ticket_id IS NULL THEN PERFORM compras_ventas_cupo_exigir(quien, p, d); END IF;
  v_declaracion := clientes_declarar(p, d.monto_usd, coalesce(v_mes + (p_usd - d.monto_usd), 'Infinity'));
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM compras_ventas_repetida(d.cliente_id, d.usuario_id, d.tipo, d.divisa_id, d.monto, d.fecha_negocio);
  END IF;
  RETURN v_declaracion;
END $$;

-- The account of what waits to be verified: receivables from clients, or payables to them.
CREATE OR REPLACE FUNCTION compras_ventas_puente(p_lado text, p_moneda integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT libro_de(CASE p_lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || iso)
  FROM monedas WHERE id = p_moneda;
$$;

-- The entry of an operation. A payment to be verified goes to the receivables from clients or the payables to them.
CREATE OR REPLACE FUNCTION compras_ventas_entrada(d compras_ventas, pagos pago_leido[], p_valor numeric, m monedas)
  RETURNS libro_entrada LANGUAGE plpgsql STABLE AS $$
DECLARE
  e libro_entrada;
  x pago_leido;
  v_lado text;
  v_cuenta bigint;
  v_valor numeric;
  v_resto numeric := p_valor;
BEGIN
  e.origen := 'compras-ventas';
  e.origen_id := d.id;
  e.glosa := format('%s %s', initcap(d.tipo), importe_texto(d.monto, m.simbolo, m.decimales));
  e.usuario_id := d.usuario_id;
  e.completa := false;
  SELECT ganancia_id INTO e.resultado FROM posiciones
    WHERE moneda_id = CASE d.tipo WHEN 'canje' THEN d.contramoneda_id ELSE d.divisa_id END;
  e.lineas := '{}';
  FOREACH v_lado IN ARRAY ARRAY['recibimos', 'entregamos'] LOOP
    FOREACH x IN ARRAY pagos LOOP
      CONTINUE WHEN x.lado <> v_lado;
      v_cuenta := CASE WHEN x.verifica THEN compras_ventas_puente(v_lado, x.moneda_id) ELSE x.cuenta_id END;
      v_valor := NULL;
      IF v_lado = 'recibimos' AND x.moneda_id = d.divisa_id THEN
        -- The whole value on one line: rounded shares could have another sum.
        v_valor := v_resto;
        v_resto := NULL;
      END IF;
      e.lineas := array_append(e.lineas, (v_cuenta, CASE v_lado WHEN 'recibimos' THEN x.monto ELSE -x.monto END,
        v_valor, x.referencia)::libro_linea);
    END LOOP;
  END LOOP;
  IF d.servicio <> 0 THEN e.lineas := e.lineas || (libro_de('servicio'), -d.servicio, NULL, NULL)::libro_linea; END IF;
  IF d.tarifa <> 0 THEN e.lineas := e.lineas || (libro_de('tarifas'), -d.tarifa, NULL, NULL)::libro_linea; END IF;
  IF d.redondeo <> 0 THEN e.lineas := e.lineas || (libro_de('redondeo'), d.redondeo, NULL, NULL)::libro_linea; END IF;
  RETURN e;
END $$;
