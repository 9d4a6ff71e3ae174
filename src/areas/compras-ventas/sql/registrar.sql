-- Registers a set of operations at the counter in one transaction: each table is written once. `p_pedidos`: the
-- requests, ordered by client, as {ruta, quien, clave, huella: in hex, p}; `quien` = {usuario_id, sesion_id, ip,
-- solicitud, desvio_pct, vencida, ganancia: may see cost, limite_usd: maximum value of one operation of this user,
-- null: no limit, servicio: may charge another fee than a rule's}; `p` = the body of POST /compras-ventas, already
-- checked by its schema. A rate outside the cashier's range requires a permission (`autorizacion_id`), which is used
-- up. Answers as conjunto_registrar does.
CREATE OR REPLACE FUNCTION compras_ventas_registrar_lote(p_pedidos jsonb)
  RETURNS jsonb LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  RETURN conjunto_registrar(p_pedidos, '{}'::compra_venta_caso[], NULL::compra_venta_caso);

-- One operation; every refusal is raised. A process of an earlier version calls it while its database is upgraded.
CREATE OR REPLACE FUNCTION compras_ventas_registrar(quien jsonb, p_clave uuid, p_huella bytea, p jsonb)
  RETURNS jsonb LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  RETURN compras_ventas_registrar_lote(jsonb_build_array(jsonb_build_object('ruta', 'compras-ventas', 'quien', quien,
    'clave', p_clave, 'huella', encode(p_huella, 'hex'), 'p', p))) -> 0;

-- The three parts of a set (conjunto_registrar): what an operation reads that another one of its set would change; its
-- judging; and all that follows, of the whole set at once.
CREATE OR REPLACE FUNCTION operacion_ocupa(caso compra_venta_caso) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY['persona ' || persona_de((caso.d).usuario_id), 'cliente ' || (caso.d).cliente_id]
    || pagos_ocupan(caso.pagos);
$$;

CREATE OR REPLACE FUNCTION operacion_juzgar(caso compra_venta_caso, p_pedido jsonb)
  RETURNS compra_venta_caso LANGUAGE sql
  RETURN compras_ventas_juzgar(p_pedido);

CREATE OR REPLACE FUNCTION operaciones_cumplir(casos compra_venta_caso[]) RETURNS jsonb[] LANGUAGE plpgsql AS $$
BEGIN
  casos := compras_ventas_guardar(compras_ventas_contabilizar(casos));
  RETURN ARRAY(SELECT c.respuesta FROM unnest(casos) WITH ORDINALITY c ORDER BY c.ordinality);
END $$;

-- Posts the operations; returns them with entry, instant, cost, profit and margin. A loss requires a reason.
CREATE OR REPLACE FUNCTION compras_ventas_contabilizar(casos compra_venta_caso[])
  RETURNS compra_venta_caso[] LANGUAGE plpgsql AS $$
DECLARE
  c compra_venta_caso;
  d compras_ventas;
  libro jsonb[] := libro_asentar(ARRAY(SELECT x.entrada FROM unnest(casos) WITH ORDINALITY x ORDER BY x.ordinality)
    || compras_ventas_costos(casos));
  v_costos integer := cardinality(casos); -- the entries of costs that are taken so far, after those of the cases
  hechos compra_venta_caso[] := '{}';
BEGIN
  PERFORM cuentas_exigir(ARRAY(SELECT g.cuenta_id FROM unnest(casos) x CROSS JOIN LATERAL unnest(x.pagos) g),
    fecha_negocio(ahora()));
  FOR i IN 1 .. cardinality(casos) LOOP
    c := casos[i];
    d := c.d;
    d.asiento_id := (libro[i]->>'asiento_id')::bigint;
    d.fecha := ahora();
    d.costo := (libro[i]->'costos'->>(CASE d.tipo WHEN 'venta' THEN d.divisa_id
      ELSE d.contramoneda_id END)::text)::numeric;
    d.ganancia := (libro[i]->>'resultado')::numeric;
    IF d.ganancia < 0 AND coalesce(d.motivo, '') = '' THEN
      PERFORM rechazar('BAJO_COSTO', tickets_linea(casos, i) || CASE WHEN (c.quien->>'ganancia')::boolean
        THEN jsonb_build_object('costo', round(d.costo, 2)::text, 'perdida', libro[i]->>'resultado') ELSE '{}' END);
    END IF;
    d.margen := compras_ventas_margen(d, c.tasa_costo);
    d.gastos := 0;
    c.gastos := array_fill(NULL::numeric, ARRAY[cardinality(c.pagos)]);
    FOR j IN 1 .. cardinality(c.pagos) LOOP
      CONTINUE WHEN c.pagos[j].verifica OR c.costos[j] = 0;
      v_costos := v_costos + 1;
      c.gastos[j] := pagos_gasto(c.pagos[j].moneda_id, c.costos[j], libro[v_costos]);
      d.gastos := d.gastos + c.gastos[j];
    END LOOP;
    c.d := d;
    hechos := array_append(hechos, c);
  END LOOP;
  RETURN hechos;
END $$;

-- The entries of what the payments that are confirmed at once cost the house, in the order of cases and payments.
CREATE OR REPLACE FUNCTION compras_ventas_costos(casos compra_venta_caso[])
  RETURNS libro_entrada[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  c compra_venta_caso;
  x pago_leido;
  entradas libro_entrada[] := '{}';
BEGIN
  FOREACH c IN ARRAY casos LOOP
    FOR i IN 1 .. cardinality(c.pagos) LOOP
      x := c.pagos[i];
      CONTINUE WHEN x.verifica OR c.costos[i] = 0;
      entradas := entradas || pagos_costo_entrada('compras-ventas', (c.d).id, 'Costo de la forma de pago',
        (c.d).usuario_id, x.cuenta_id, x.moneda_id, c.costos[i], x.referencia);
    END LOOP;
  END LOOP;
  RETURN entradas;
END $$;

-- The margin of the rate against its cost; null for a canje.
CREATE OR REPLACE FUNCTION compras_ventas_margen(d compras_ventas, p_tasa_costo numeric)
  RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE d.tipo
    WHEN 'compra' THEN convertir(d.monto, p_tasa_costo, d.metodo_calculo, 2, 'medio') - d.contravalor
    WHEN 'venta' THEN d.contravalor
      - convertir(d.monto, p_tasa_costo, CASE d.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END, 2, 'medio') END;

-- Numbers the operations and stores them, their payments, vouchers and audit; returns them with their answers. The
-- numbers are the last lock before the audit's: all operations of a branch share the row of its series.
CREATE OR REPLACE FUNCTION compras_ventas_guardar(p_casos compra_venta_caso[])
  RETURNS compra_venta_caso[] LANGUAGE plpgsql AS $$
DECLARE
  casos compra_venta_caso[] := p_casos;
  d compras_ventas;
  sucursales integer[] := ARRAY(SELECT sucursal_de(ARRAY(SELECT y.cuenta_id FROM unnest(c.pagos) y
      ORDER BY y.lado DESC, y.n), (c.d).usuario_id) FROM unnest(p_casos) WITH ORDINALITY c ORDER BY c.ordinality);
  numeros text[] := series_varios('CV', fecha_negocio(ahora()), sucursales);
  g record;
BEGIN
  FOR i IN 1 .. cardinality(casos) LOOP
    d := casos[i].d;
    d.numero := numeros[i];
    casos[i].d := d;
    casos[i].respuesta := jsonb_build_object('id', d.id, 'numero', d.numero, 'estado', d.estado,
      'monto', round(d.monto, casos[i].decimales)::text,
      'contravalor', round(d.contravalor, casos[i].contra_decimales)::text,
      'message', format('%s %s registrad%s.', initcap(d.tipo), d.numero,
        CASE d.tipo WHEN 'canje' THEN 'o' ELSE 'a' END));
  END LOOP;
  -- With several people in the set, the triggers of what is written ask none of them.
  PERFORM actuar_como(CASE WHEN (SELECT count(DISTINCT quien->'usuario_id') FROM unnest(casos)) = 1
    THEN casos[1].quien END);
  INSERT INTO compras_ventas (id, numero, clave, fecha, tipo, cliente_id, divisa_id, monto, contramoneda_id,
      contravalor, historico_id, tasa, precision, metodo_calculo, tasa_mantenida, servicio, redondeo, costo, ganancia,
      margen, monto_usd, observacion, motivo, asiento_id, usuario_id, estado, declaracion, sucursal_id, tarifa, gastos,
      ticket_id, servicio_regla_id, servicio_debido)
    OVERRIDING SYSTEM VALUE
    SELECT x.id, x.numero, x.clave, x.fecha, x.tipo, x.cliente_id, x.divisa_id, x.monto, x.contramoneda_id,
      x.contravalor, x.historico_id, x.tasa, x.precision, x.metodo_calculo, x.tasa_mantenida, x.servicio, x.redondeo,
      x.costo, x.ganancia, x.margen, x.monto_usd, x.observacion, x.motivo, x.asiento_id, x.usuario_id, x.estado,
      x.declaracion, sucursales[c.ordinality], x.tarifa, x.gastos, x.ticket_id,
      x.servicio_regla_id, x.servicio_debido
    FROM unnest(casos) WITH ORDINALITY c CROSS JOIN LATERAL (SELECT (c.d).*) x ORDER BY c.ordinality;
  INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
      estado, asiento_id, fecha_negocio, denominaciones, recibido, tarifa, costo, gasto)
    SELECT (c.d).id, x.lado, x.tipo_pago_id, x.cuenta_id, x.moneda_id, x.monto, x.referencia,
           CASE WHEN x.verifica THEN 'por_verificar' ELSE 'verificado' END,
           CASE WHEN NOT x.verifica THEN (c.d).asiento_id END, (c.d).fecha_negocio,
           x.denominaciones, (c.p->x.lado->x.n->>'recibido')::numeric, x.tarifa, x.costo, x.gasto
    FROM unnest(casos) WITH ORDINALITY c
    CROSS JOIN LATERAL unnest(c.pagos, c.tarifas, c.costos, c.gastos) AS x (lado, n, tipo_pago_id, cuenta_id, monto,
      referencia, moneda_id, efectivo, verifica, adjunto_id, denominaciones, tarifa, costo, gasto)
    ORDER BY c.ordinality, x.lado DESC, x.n;
  UPDATE autorizaciones_tasa a SET estado = 'usada', compra_venta_id = (c.d).id
    FROM unnest(casos) c WHERE a.id = c.autorizacion_id;
  -- The ids of the lines are in the order of insertion.
  FOR g IN
    SELECT k.id, c.quien, (c.d).id AS operacion, x.adjunto_id, x.lado, x.n
    FROM unnest(casos) c CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY lado DESC, n) AS orden FROM unnest(c.pagos)) x
    CROSS JOIN LATERAL (SELECT id FROM compras_ventas_pagos WHERE compra_venta_id = (c.d).id
      ORDER BY id OFFSET x.orden - 1 LIMIT 1) k
    WHERE x.adjunto_id IS NOT NULL ORDER BY x.adjunto_id
  LOOP
    PERFORM adjuntos_usar(g.quien, g.adjunto_id, 'compras-ventas', g.operacion, g.id, format('%s.%s', g.lado, g.n));
  END LOOP;
  PERFORM auditar_lote('registrar', 'compras-ventas', ARRAY(SELECT jsonb_build_object('quien', c.quien,
    'id', (c.d).id, 'despues', c.p || jsonb_build_object('numero', (c.d).numero)) FROM unnest(casos) c));
  PERFORM avisar('compras-ventas', (c.d).id) FROM unnest(casos) c;
  RETURN casos;
END $$;
