-- Several operations of one client in one visit (R-257): each is judged, posted and kept as if it came alone, all of
-- them in one transaction, and joined by their ticket. What depends on how much is done is judged by the whole ticket,
-- so that an operation in parts is not below a limit (R-266).

-- Registers a set of tickets, as compras_ventas_registrar_lote does operations; `p` = the body of POST
-- /compras-ventas/tickets, already checked by its schema.
CREATE OR REPLACE FUNCTION compras_ventas_tickets_registrar(p_pedidos jsonb)
  RETURNS jsonb LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  RETURN conjunto_registrar(p_pedidos, '{}'::ticket_caso[], NULL::ticket_caso);

CREATE OR REPLACE FUNCTION operacion_ocupa(caso ticket_caso) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT x) FROM unnest(caso.casos) c CROSS JOIN LATERAL unnest(
    ARRAY['persona ' || persona_de((c.d).usuario_id), 'cliente ' || (c.d).cliente_id] || pagos_ocupan(c.pagos)) x
  WHERE x IS NOT NULL;
$$;

CREATE OR REPLACE FUNCTION operacion_juzgar(caso ticket_caso, p_pedido jsonb) RETURNS ticket_caso LANGUAGE plpgsql AS $$
DECLARE
  leidas compras_ventas[];
  v_usd numeric := 0; -- null: one of them has no price
  d compras_ventas;
BEGIN
  caso.id := nextval('compras_ventas_tickets_id_seq');
  caso.quien := p_pedido->'quien';
  caso.clave := (p_pedido->>'clave')::uuid;
  caso.p := p_pedido->'p';
  PERFORM actuar_como(caso.quien);
  PERFORM tickets_tomar(caso.quien, caso.p);
  leidas := ARRAY(SELECT c.d FROM unnest(tickets_casos(caso, false, NULL)) WITH ORDINALITY c ORDER BY c.ordinality);
  FOREACH d IN ARRAY leidas LOOP
    v_usd := v_usd + d.monto_usd;
  END LOOP;
  PERFORM tickets_distintas(caso.p, leidas);
  IF caso.p->>'cliente_id' IS NULL THEN PERFORM tickets_cupo_exigir(caso, leidas, v_usd); END IF;
  caso.casos := tickets_casos(caso, true, v_usd);
  PERFORM tipos_pagos_topes(ARRAY(SELECT g FROM unnest(caso.casos) c CROSS JOIN LATERAL unnest(c.pagos) g),
    fecha_negocio(ahora()));
  caso.sucursal_id := tickets_sucursal(caso.casos);
  RETURN caso;
END $$;

-- Locks, in the order of the house, all that the ticket's operations lock: two tickets with the same things in another
-- order wait for each other in one direction.
CREATE OR REPLACE FUNCTION tickets_tomar(quien jsonb, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  pagos constant jsonb := jsonb_path_query_array(p, '$.items[*].*[*] ? (exists(@.cuenta_id))');
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1, tipo_cambio_id) FROM (
    SELECT DISTINCT tipo_cambio_id FROM tipos_cambios_historico
    WHERE id IN (SELECT (x->>'historico_id')::bigint FROM jsonb_array_elements(p->'items') x) ORDER BY 1) x;
  PERFORM pg_advisory_xact_lock_shared(55, 0);
  PERFORM FROM autorizaciones_tasa
    WHERE id IN (SELECT (x->>'autorizacion_id')::bigint FROM jsonb_array_elements(p->'items') x)
    ORDER BY id FOR NO KEY UPDATE;
  IF p @? '$.items[*] ? (@.mantener_tasa == true)' THEN
    PERFORM pg_advisory_xact_lock(53, persona_de((quien->>'usuario_id')::int)); -- as cotizaciones_tomar, of any line
  END IF;
  PERFORM pg_advisory_xact_lock(10, id) FROM (
    SELECT id FROM tipos_pagos WHERE (tope_dia IS NOT NULL OR tope_mes IS NOT NULL)
      AND id IN (SELECT (x->>'tipo_pago_id')::int FROM jsonb_array_elements(pagos) x) ORDER BY id) x;
  PERFORM FROM clientes WHERE id = (p->>'cliente_id')::bigint FOR NO KEY UPDATE;
  IF p->>'cliente_id' IS NULL THEN PERFORM ventana_tomar((quien->>'usuario_id')::int); END IF;
END $$;

-- The operations as the rules of the service fee see them, in their order; one that is nothing counts as nothing here
-- and is refused where it is judged. `p_items`: of each its terms.
CREATE OR REPLACE FUNCTION tickets_partes(p_items jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(compras_ventas_parte(i->>'tipo', m.id, k.monto, k.contravalor) ORDER BY x.n), '[]')
  FROM jsonb_array_elements(p_items) WITH ORDINALITY x (i, n)
  LEFT JOIN tipos_cambios_historico h ON h.id = (i->>'historico_id')::bigint
  LEFT JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
  LEFT JOIN monedas m ON m.id = CASE i->>'tipo' WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END
  LEFT JOIN monedas c ON c.id = CASE i->>'tipo' WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END
  LEFT JOIN LATERAL tipos_cambios_montos(i->>'tipo', (i->>'monto')::numeric, (i->>'contravalor')::numeric,
    (i->>'tasa')::numeric, h.metodo_calculo, m.decimales, c.decimales) k ON h.id IS NOT NULL;
$$;

-- The request of one operation of a ticket, with what all of them share and a key of its own.
CREATE OR REPLACE FUNCTION tickets_pedido(caso ticket_caso, n integer, p_usd numeric, p_partes jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('quien', caso.quien, 'clave', md5(caso.clave || ' ' || n)::uuid,
    'p', caso.p->'items'->(n - 1) || jsonb_build_object('cliente_id', caso.p->'cliente_id',
      'declaracion', caso.p->'declaracion', 'confirmo_duplicado', caso.p->'confirmo_duplicado'),
    'ticket', jsonb_build_object('id', caso.id, 'usd', p_usd, 'partes', p_partes, 'n', n));
$$;

-- Says of which line a refusal is; its fields are that line's.
CREATE OR REPLACE FUNCTION tickets_rechazar(n integer, p_codigo text, p_datos jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_datos ? 'errors' THEN
    p_datos := p_datos || jsonb_build_object('errors', (
      SELECT jsonb_agg(e || jsonb_build_object('campo', concat_ws('.', 'items', n - 1, e->>'campo')))
      FROM jsonb_array_elements(p_datos->'errors') e));
  END IF;
  PERFORM rechazar(p_codigo, p_datos || jsonb_build_object('linea', n));
END $$;

-- Which line of its ticket the n-th operation of a set is, as {linea}; {} for one without a ticket.
CREATE OR REPLACE FUNCTION tickets_linea(casos compra_venta_caso[], n integer) RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN (SELECT CASE count(*) WHEN 0 THEN '{}'::jsonb ELSE jsonb_build_object('linea', count(*)) END
    FROM unnest(casos[:n]) c WHERE (c.d).ticket_id = (casos[n].d).ticket_id);

-- The operations of a ticket: as their requests make them (only `d` is set) or, with p_juzga, judged by what all of
-- them are worth.
CREATE OR REPLACE FUNCTION tickets_casos(caso ticket_caso, p_juzga boolean, p_usd numeric) RETURNS compra_venta_caso[]
  LANGUAGE plpgsql AS $$
DECLARE
  casos compra_venta_caso[] := '{}';
  partes constant jsonb := tickets_partes(caso.p->'items');
  c compra_venta_caso;
  v_pedido jsonb;
  v_datos text;
BEGIN
  FOR n IN 1 .. jsonb_array_length(caso.p->'items') LOOP
    v_pedido := tickets_pedido(caso, n, p_usd, partes);
    BEGIN
      IF p_juzga THEN c := compras_ventas_juzgar(v_pedido); ELSE c.d := (compras_ventas_leida(v_pedido)).d; END IF;
      casos := array_append(casos, c);
    EXCEPTION WHEN SQLSTATE 'CB001' THEN
      GET STACKED DIAGNOSTICS v_datos = PG_EXCEPTION_DETAIL;
      PERFORM tickets_rechazar(n, SQLERRM, v_datos::jsonb);
    END;
  END LOOP;
  RETURN casos;
END $$;

-- What is asked of two operations of which one is kept: the same one again is confirmed, and a permission for a rate is
-- for one.
CREATE OR REPLACE FUNCTION tickets_distintas(p jsonb, leidas compras_ventas[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR j IN 2 .. cardinality(leidas) LOOP
    FOR i IN 1 .. j - 1 LOOP
      IF p->'items'->(i - 1)->>'autorizacion_id' = p->'items'->(j - 1)->>'autorizacion_id' THEN
        PERFORM tickets_rechazar(j, 'AUTORIZACION_USADA', '{}');
      END IF;
      CONTINUE WHEN (p->>'confirmo_duplicado')::boolean
        OR (leidas[i].tipo, leidas[i].divisa_id, leidas[i].monto)
          <> (leidas[j].tipo, leidas[j].divisa_id, leidas[j].monto);
      PERFORM tickets_rechazar(j, 'DOBLE_OPERACION', jsonb_build_object('hace', 'En este ticket',
        'numero', format('la línea %s', i)));
    END LOOP;
  END LOOP;
END $$;

-- Beyond what one cashier registers without a client in a day (R-142), another person says yes to exactly this ticket,
-- once.
CREATE OR REPLACE FUNCTION tickets_cupo_exigir(caso ticket_caso, leidas compras_ventas[], p_usd numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_limite constant numeric := compras_ventas_cupo(caso.quien, jsonb_build_object('recibimos',
    jsonb_path_query_array(caso.p, '$.items[*].*[*] ? (exists(@.cuenta_id))')));
  v_suma constant numeric := ventana_suma('sin-cliente', (caso.quien->>'usuario_id')::int) + p_usd;
BEGIN
  IF v_suma <= v_limite THEN RETURN; END IF;
  PERFORM vistos_exigir(caso.quien, (SELECT jsonb_build_object('clave', 'cupo', 'origen', 'compras-ventas',
    'que', jsonb_agg(jsonb_build_object('tipo', x.tipo, 'divisa', x.divisa_id, 'monto', x.monto,
      'contra', x.contramoneda_id, 'contravalor', x.contravalor) ORDER BY x.n),
    'titulo', format('un ticket de %s operaciones sin cliente (%s; con un cliente identificado no hace falta)',
      count(*), coalesce(ventana_texto(v_suma, v_limite, 'US$'), 'alguna no tiene precio')),
    'importe', string_agg(initcap(x.tipo) || ' ' || importe_de(x.divisa_id, x.monto), ' y ' ORDER BY x.n),
    'valor', CASE WHEN count(*) = count(x.valor) THEN sum(x.valor) END,
    'motivo', coalesce(string_agg(x.observacion, ' · ' ORDER BY x.n), ''))
    FROM (SELECT (l).*, n, round((l).monto * precio_funcional((l).divisa_id), 2) AS valor
      FROM (SELECT l, ordinality AS n FROM unnest(leidas) WITH ORDINALITY l) y) x));
END $$;

-- The branch of a ticket: that of each of its operations.
CREATE OR REPLACE FUNCTION tickets_sucursal(casos compra_venta_caso[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_una integer;
  v_esta integer;
BEGIN
  FOR n IN 1 .. cardinality(casos) LOOP
    v_esta := sucursal_de(ARRAY(SELECT y.cuenta_id FROM unnest(casos[n].pagos) y ORDER BY y.lado DESC, y.n),
      (casos[n].d).usuario_id);
    IF n = 1 THEN v_una := v_esta; END IF;
    IF v_esta IS DISTINCT FROM v_una THEN
      PERFORM rechazar_campo(format('items.%s', n - 1), reparo('TICKET_DE_DOS_SUCURSALES'));
    END IF;
  END LOOP;
  RETURN v_una;
END $$;

-- Posts and keeps the operations of all tickets at once; tickets take their numbers before their operations do.
CREATE OR REPLACE FUNCTION operaciones_cumplir(tickets ticket_caso[]) RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  t ticket_caso;
  casos compra_venta_caso[] := '{}';
  numeros text[];
  respuestas jsonb[] := '{}';
  v_desde integer := 0;
BEGIN
  FOREACH t IN ARRAY tickets LOOP
    casos := casos || t.casos;
  END LOOP;
  casos := compras_ventas_contabilizar(casos);
  numeros := series_varios('TK', fecha_negocio(ahora()), ARRAY(SELECT sucursal_id FROM unnest(tickets)
    WITH ORDINALITY x ORDER BY x.ordinality));
  INSERT INTO compras_ventas_tickets (id, numero, clave, fecha, cliente_id, usuario_id, sucursal_id, operaciones)
    OVERRIDING SYSTEM VALUE
    SELECT x.id, numeros[x.ordinality], x.clave, ahora(), (x.p->>'cliente_id')::bigint, (x.quien->>'usuario_id')::int,
      x.sucursal_id, cardinality(x.casos) FROM unnest(tickets) WITH ORDINALITY x ORDER BY x.ordinality;
  casos := compras_ventas_guardar(casos);
  FOR i IN 1 .. cardinality(tickets) LOOP
    t := tickets[i];
    respuestas := array_append(respuestas, jsonb_build_object('id', t.id, 'numero', numeros[i],
      'operaciones', (SELECT jsonb_agg(c.respuesta - 'message' ORDER BY c.ordinality)
        FROM unnest(casos[v_desde + 1 : v_desde + cardinality(t.casos)]) WITH ORDINALITY c),
      'totales', tickets_totales(t.id),
      'message', format('Ticket %s registrado con %s operaciones.', numeros[i], cardinality(t.casos))));
    v_desde := v_desde + cardinality(t.casos);
    PERFORM auditar(t.quien, 'registrar', 'compras-ventas-tickets', t.id::text, NULL, jsonb_build_object(
      'numero', numeros[i], 'operaciones', (SELECT jsonb_agg(o->'numero')
        FROM jsonb_array_elements(respuestas[i]->'operaciones') o)));
  END LOOP;
  RETURN respuestas;
END $$;

-- What changes hands in a ticket, by currency, without its annulled operations: what the client hands over (`entrega`)
-- and receives (`recibe`). Notes of both directions are set off; what goes by a bank is not.
CREATE OR REPLACE FUNCTION tickets_totales(p_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('moneda', jsonb_build_object('id', m.id, 'iso', m.iso,
      'simbolo', m.simbolo, 'decimales', m.decimales),
    'entrega', round(x.entra + greatest(x.notas, 0), m.decimales)::text,
    'recibe', round(x.sale + greatest(-x.notas, 0), m.decimales)::text) ORDER BY m.id), '[]')
  FROM (SELECT g.moneda_id,
      coalesce(sum(g.monto) FILTER (WHERE g.lado = 'recibimos' AND NOT t.efectivo), 0) AS entra,
      coalesce(sum(g.monto) FILTER (WHERE g.lado = 'entregamos' AND NOT t.efectivo), 0) AS sale,
      coalesce(sum(CASE g.lado WHEN 'recibimos' THEN g.monto ELSE -g.monto END) FILTER (WHERE t.efectivo), 0) AS notas
    FROM compras_ventas o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id
    JOIN tipos_pagos t ON t.id = g.tipo_pago_id
    WHERE o.ticket_id = p_id AND g.estado NOT IN ('anulado', 'sustituido') GROUP BY g.moneda_id) x
  JOIN monedas m ON m.id = x.moneda_id;
$$;

-- What an operation is worth with all others of its ticket, annulled ones included, in US$ and soles (R-266); null: one
-- of them has no price.
CREATE OR REPLACE FUNCTION compras_ventas_juntas(d compras_ventas, OUT usd numeric, OUT valor numeric)
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = count(x.monto_usd) THEN sum(x.monto_usd) END,
    CASE WHEN count(*) = count(x.valor) THEN sum(x.valor) END
  FROM (SELECT monto_usd, round(monto * precio_funcional(divisa_id), 2) AS valor FROM compras_ventas
    WHERE id = d.id OR ticket_id = d.ticket_id) x;
$$;

-- What an operation is worth where its value decides whether one person is enough: of a ticket that needs two, all of
-- it (R-266).
CREATE OR REPLACE FUNCTION compras_ventas_vale(d compras_ventas) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN dos_personas(usd) THEN usd ELSE d.monto_usd END FROM compras_ventas_juntas(d);
$$;

-- A ticket never changes but for how often it was printed.
CREATE OR REPLACE TRIGGER compras_ventas_tickets_fijos BEFORE UPDATE OR DELETE ON compras_ventas_tickets
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('numero', '.', '{impresiones}');
SELECT prohibir(NULL, '{compras_ventas_tickets_no_trunca}');
