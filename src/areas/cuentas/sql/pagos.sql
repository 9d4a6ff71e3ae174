-- Why the change of a payment cannot be given (R-286), null when it can: `p_recibido` is more cash than the payment, of
-- which the client gets the rest back at once. With a note less he would have paid as well, so that the rest is below
-- the largest one of `p_billetes`.
CREATE OR REPLACE FUNCTION pagos_vuelto_reparo(p_lado text, p_efectivo boolean, p_cuenta bigint, p_monto numeric,
    p_recibido numeric, p_billetes text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_moneda integer := (SELECT moneda_id FROM cuentas WHERE id = p_cuenta);
  v_mayor numeric := (SELECT max(b::numeric) FROM unnest(string_to_array(p_billetes, ' ')) b);
BEGIN
  RETURN CASE
    WHEN NOT p_efectivo OR p_lado <> 'recibimos' THEN reparo('VUELTO_SIN_EFECTIVO')
    WHEN p_recibido <= p_monto THEN reparo('VUELTO_NADA', jsonb_build_object('pago', importe_de(v_moneda, p_monto)))
    WHEN p_recibido - p_monto >= v_mayor THEN reparo('VUELTO_GRANDE', jsonb_build_object(
      'vuelto', importe_de(v_moneda, p_recibido - p_monto), 'billete', importe_de(v_moneda, v_mayor)))
    ELSE efectivo_reparo(p_cuenta, p_recibido) END;
END $$;

-- Why a count of cash is refused, null when it is not: of a way that is no cash, with a denomination that its currency
-- does not have, or of another sum than `p_monto`.
CREATE OR REPLACE FUNCTION pagos_conteo_reparo(p_denominaciones jsonb, p_monto numeric, p_efectivo boolean,
    p_tipo text, p_cuenta bigint, p_billetes text, p_metalicas text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  c cuentas;
BEGIN
  IF p_denominaciones IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM cuentas WHERE id = p_cuenta;
  RETURN CASE
    WHEN NOT p_efectivo THEN reparo('TIPO_PAGO_SIN_CONTEO', jsonb_build_object('tipo', p_tipo))
    WHEN EXISTS (SELECT FROM jsonb_array_elements(p_denominaciones) e
        WHERE ((e->>'valor')::numeric = ANY (string_to_array(
          CASE e->>'clase' WHEN 'billete' THEN p_billetes ELSE p_metalicas END, ' ')::numeric[])) IS NOT TRUE) THEN
      reparo('CONTEO_DENOMINACION', jsonb_build_object('cuenta', c.nombre))
    WHEN denominaciones_suma(p_denominaciones) IS DISTINCT FROM p_monto THEN
      reparo('CONTEO_NO_ES_EL_PAGO', jsonb_build_object(
        'suma', importe_de(c.moneda_id, coalesce(denominaciones_suma(p_denominaciones), 0)),
        'pago', importe_de(c.moneda_id, p_monto))) END;
END $$;

-- Reads and checks the payment lines of both sides; a cash line must use the user's own till and a payable amount, and
-- a way of paying of one currency an account of that currency.
CREATE OR REPLACE FUNCTION pagos_leer(quien jsonb, p jsonb) RETURNS pago_leido[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  pagos pago_leido[] := '{}';
  r record;
  falla jsonb;
  v_ajenas boolean := false;
BEGIN
  FOR r IN
    SELECT x.lado, (x.n - 1)::int AS n, (x.j->>'tipo_pago_id')::int AS tipo_pago_id, (x.j->>'cuenta_id')::bigint
           AS cuenta_id, (x.j->>'monto')::numeric AS monto, nullif(x.j->>'referencia', '') AS referencia,
           (x.j->>'comprobante_id')::bigint AS adjunto_id, nullif(x.j->'denominaciones', 'null') AS denominaciones,
           (x.j->>'recibido')::numeric AS recibido,
           t.nombre AS tipo, t.estatus AS tipo_activo, t.sentido, t.pide_referencia, t.pide_comprobante,
           t.requiere_verificacion, t.efectivo, t.tope_op, t.moneda_id AS de_moneda, (k.c).nombre AS cuenta,
           (k.c).tipo AS clase, (k.c).moneda_id, (k.c).estatus AS cuenta_activa, (k.c).limite_op, m.simbolo,
           m.decimales, m.billetes, m.metalicas, cuentas_reparo_forma(t, k.c) AS sin_forma,
           cuentas_suya(quien, k.c) AS suya, efectivo_paso(m) AS paso
    FROM (SELECT 'recibimos' AS lado, j, n FROM jsonb_array_elements(p->'recibimos') WITH ORDINALITY AS a (j, n)
          UNION ALL
          SELECT 'entregamos', j, n FROM jsonb_array_elements(p->'entregamos') WITH ORDINALITY AS b (j, n)) x
    LEFT JOIN tipos_pagos t ON t.id = (x.j->>'tipo_pago_id')::int
    -- One account at a time: the lines of JSON are taken for two hundred, for which all accounts would be read.
    LEFT JOIN LATERAL (SELECT c FROM cuentas c WHERE c.id = (x.j->>'cuenta_id')::bigint LIMIT 1) k ON true
    LEFT JOIN monedas m ON m.id = (k.c).moneda_id
    ORDER BY x.lado, x.n
  LOOP
    -- A statement, and no query: each condition is a simple expression, which costs a tenth.
    CASE
      WHEN r.tipo IS NULL THEN falla := reparo('TIPO_PAGO_NO_EXISTE');
      WHEN r.cuenta IS NULL THEN falla := reparo('CUENTA_NO_EXISTE');
      WHEN NOT r.tipo_activo THEN falla := reparo('TIPO_PAGO_INACTIVO', jsonb_build_object('tipo', r.tipo));
      WHEN NOT r.cuenta_activa THEN falla := reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', r.cuenta));
      WHEN r.sentido = 'entra' AND r.lado = 'entregamos' THEN
        falla := reparo('SOLO_RECIBE', jsonb_build_object('tipo', r.tipo));
      WHEN r.sentido = 'sale' AND r.lado = 'recibimos' THEN
        falla := reparo('SOLO_ENTREGA', jsonb_build_object('tipo', r.tipo));
      WHEN r.efectivo <> (r.clase IN ('caja', 'boveda')) THEN
        falla := reparo('TIPO_PAGO_DE_OTRA_CUENTA', jsonb_build_object('tipo', r.tipo, 'cuenta', r.cuenta));
      WHEN r.de_moneda <> r.moneda_id THEN falla := tipos_pagos_otra_moneda(r.tipo_pago_id, r.cuenta);
      WHEN r.sin_forma IS NOT NULL THEN falla := r.sin_forma;
      WHEN r.pide_referencia AND r.referencia IS NULL THEN
        falla := reparo('PIDE_REFERENCIA', jsonb_build_object('tipo', r.tipo));
      WHEN scale(trim_scale(r.monto)) > r.decimales THEN
        falla := reparo('DECIMALES_CUENTA', jsonb_build_object('cuenta', r.cuenta, 'decimales', r.decimales));
      WHEN r.efectivo AND r.monto % r.paso <> 0 THEN falla := efectivo_reparo(r.cuenta_id, r.monto);
      WHEN r.monto > r.tope_op THEN falla := reparo('LIMITE_OPERACION', jsonb_build_object('que', r.tipo,
          'limite', importe_texto(r.tope_op, r.simbolo, r.decimales)));
      WHEN r.monto > r.limite_op THEN falla := reparo('LIMITE_OPERACION', jsonb_build_object('que', r.cuenta,
          'limite', importe_texto(r.limite_op, r.simbolo, r.decimales)));
      -- A line to be verified may get its voucher later: compras_ventas_verificar requires it.
      WHEN r.pide_comprobante AND NOT r.requiere_verificacion AND r.adjunto_id IS NULL THEN
        falla := reparo('PIDE_COMPROBANTE', jsonb_build_object('tipo', r.tipo));
      WHEN r.denominaciones IS NULL AND r.recibido IS NULL THEN falla := NULL;
      ELSE
        falla := coalesce(CASE WHEN r.recibido IS NOT NULL THEN pagos_vuelto_reparo(r.lado, r.efectivo, r.cuenta_id,
          r.monto, r.recibido, r.billetes) END, pagos_conteo_reparo(r.denominaciones, coalesce(r.recibido, r.monto),
          r.efectivo, r.tipo, r.cuenta_id, r.billetes, r.metalicas));
    END CASE;
    IF falla IS NOT NULL THEN PERFORM rechazar_campo(format('%s.%s', r.lado, r.n), falla); END IF;
    pagos := pagos || (r.lado, r.n, r.tipo_pago_id, r.cuenta_id, r.monto, r.referencia, r.moneda_id, r.efectivo,
                       r.requiere_verificacion, r.adjunto_id, r.denominaciones)::pago_leido;
    v_ajenas := v_ajenas OR NOT r.suya;
  END LOOP;
  IF v_ajenas THEN PERFORM cuentas_exigir_suyas(quien, ARRAY(SELECT x.cuenta_id FROM unnest(pagos) x)); END IF;
  RETURN pagos;
END $$;

-- What the lines of one side say that their fees are which are apart from them (R-298): foreign ones with a fee.
CREATE OR REPLACE FUNCTION pagos_aparte(p_pagos pago_leido[], p jsonb) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT coalesce(sum((p->x.lado->x.n->>'tarifa')::numeric), 0) FROM unnest(p_pagos) x
    WHERE x.moneda_id <> moneda_funcional());

-- The payments as they move, each with its fee (`tarifas`), which the client pays on top of what he pays, or gets
-- less, and with what it costs the house (`costos`). Refused unless each line says the fee that its screen showed
-- (R-242). The fee of a foreign payment is apart from it, in the functional currency, in which every fee is posted: the
-- caller charges it with the other side (R-298). Payments of one side by one way and account count together, also with
-- earlier ones of the document, and each has what it adds to their fee: its fixed part is there once, and its least and
-- its most are of all of them (R-300). `p`: the request, with the lines of each side, and as `antes` the payments that
-- the document has already, {tipo_pago_id, cuenta_id, monto, tarifa, rechazado} each.
CREATE OR REPLACE FUNCTION pagos_con_tarifa(p_pagos pago_leido[], p jsonb, OUT pagos pago_leido[],
    OUT tarifas numeric[], OUT costos numeric[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
  f monedas;
  x pago_leido;
  v_dicha numeric;
BEGIN
  SELECT * INTO STRICT f FROM monedas WHERE funcional;
  pagos := p_pagos;
  SELECT array_agg(tipos_pagos_tarifa_mas(t, a.monto, a.tarifa, a.montos, a.tarifas, g.suma, f.decimales)
           - tipos_pagos_tarifa_mas(t, a.monto, a.tarifa, a.montos, a.tarifas, g.suma - g.monto, f.decimales)
           ORDER BY g.ordinality),
         array_agg(tipos_pagos_costo(t, g.monto, m.decimales) ORDER BY g.ordinality) INTO tarifas, costos
    FROM (SELECT *, sum(y.monto) OVER w AS suma FROM unnest(p_pagos) WITH ORDINALITY y
          WINDOW w AS (PARTITION BY y.lado, y.tipo_pago_id, y.cuenta_id ORDER BY y.ordinality)) g
    JOIN tipos_pagos t ON t.id = g.tipo_pago_id JOIN monedas m ON m.id = g.moneda_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(y.monto) FILTER (WHERE NOT y.rechazado), 0) AS monto,
        coalesce(sum(y.tarifa) FILTER (WHERE NOT y.rechazado), 0) AS tarifa,
        array_agg(y.monto) FILTER (WHERE y.rechazado) AS montos,
        array_agg(y.tarifa) FILTER (WHERE y.rechazado) AS tarifas
      FROM jsonb_to_recordset(p->'antes') y (tipo_pago_id integer, cuenta_id bigint, monto numeric, tarifa numeric,
        rechazado boolean)
      WHERE (y.tipo_pago_id, y.cuenta_id) = (g.tipo_pago_id, g.cuenta_id)) a;
  FOR i IN 1 .. cardinality(pagos) LOOP
    x := pagos[i];
    v_dicha := coalesce((p->x.lado->x.n->>'tarifa')::numeric, 0);
    IF tarifas[i] <> v_dicha THEN
      PERFORM rechazar('TARIFA_CAMBIO', (SELECT jsonb_build_object('tipo', nombre,
        'antes', importe_de(f.id, v_dicha), 'ahora', importe_de(f.id, tarifas[i]))
        FROM tipos_pagos WHERE id = x.tipo_pago_id));
    END IF;
    CONTINUE WHEN v_dicha = 0;
    IF x.moneda_id <> f.id THEN
      PERFORM rechazar_campo(x.lado || '.' || x.n, tipos_pagos_otra_moneda(x.tipo_pago_id,
        (SELECT nombre FROM cuentas WHERE id = x.cuenta_id)))
        FROM tipos_pagos t WHERE t.id = x.tipo_pago_id AND t.moneda_id <> x.moneda_id;
      CONTINUE;
    END IF;
    IF x.lado = 'entregamos' AND v_dicha >= x.monto THEN
      PERFORM rechazar_campo(x.lado || '.' || x.n, reparo('TARIFA_SUPERA_PAGO', jsonb_build_object('tarifa',
        importe_de(x.moneda_id, v_dicha))));
    END IF;
    x.monto := x.monto + CASE x.lado WHEN 'recibimos' THEN v_dicha ELSE -v_dicha END;
    pagos[i] := x;
    costos[i] := (SELECT tipos_pagos_costo(t, x.monto, m.decimales) FROM tipos_pagos t, monedas m
      WHERE t.id = x.tipo_pago_id AND m.id = x.moneda_id);
  END LOOP;
END $$;

-- The entry of what the bank takes of a payment: out of the account that it came to or left, an expense at its cost.
CREATE OR REPLACE FUNCTION pagos_costo_entrada(p_origen text, p_origen_id bigint, p_glosa text, p_usuario integer,
    p_cuenta bigint, p_moneda integer, p_costo numeric, p_referencia text)
  RETURNS libro_entrada LANGUAGE sql STABLE AS $$
  SELECT (p_origen, p_origen_id, p_glosa, p_usuario, NULL, ARRAY[
    (p_cuenta, -p_costo, NULL, p_referencia)::libro_linea,
    (libro_de('gastos-bancarios'), CASE WHEN f.es THEN p_costo END, CASE WHEN NOT f.es THEN p_costo END,
      NULL)::libro_linea], NULL, false)::libro_entrada
  FROM (SELECT p_moneda = moneda_funcional() AS es) f;
$$;

-- At what the ledger posted the cost of a payment, in the functional currency.
CREATE OR REPLACE FUNCTION pagos_gasto(p_moneda integer, p_costo numeric, p_libro jsonb)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_libro->'costos' ? p_moneda::text THEN (p_libro->'costos'->>p_moneda::text)::numeric
    ELSE p_costo END;

-- The accounts that have a limit of the day or month: two operations of one set do not both take the rest of it.
CREATE OR REPLACE FUNCTION cuentas_ocupan(p_cuentas bigint[]) RETURNS text[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT 'cuenta ' || id FROM cuentas WHERE (limite_dia IS NOT NULL OR limite_mes IS NOT NULL)
    AND id = ANY (p_cuentas));

-- The ways to pay and the accounts of payments that have one.
CREATE OR REPLACE FUNCTION pagos_ocupan(pagos pago_leido[]) RETURNS text[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT 'forma ' || t.id FROM tipos_pagos t WHERE (t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL)
    AND t.id IN (SELECT tipo_pago_id FROM unnest(pagos)))
    || cuentas_ocupan(ARRAY(SELECT cuenta_id FROM unnest(pagos)));

-- Above the limit of two people nothing but cash is confirmed at once, whatever its way to pay says (R-134).
CREATE OR REPLACE FUNCTION pagos_por_verificar(pagos pago_leido[], p_usd numeric)
  RETURNS pago_leido[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN dos_personas(p_usd) THEN ARRAY(
      SELECT (x.lado, x.n, x.tipo_pago_id, x.cuenta_id, x.monto, x.referencia, x.moneda_id, x.efectivo,
              x.verifica OR NOT x.efectivo, x.adjunto_id, x.denominaciones)::pago_leido
      FROM unnest(pagos) WITH ORDINALITY x ORDER BY x.ordinality)
    ELSE pagos END;
$$;

-- The sum of a side must equal the operation's amount, per currency. Functional currency in cash is rounded in the
-- client's favour: we may deliver more or charge less, by less than the smallest coin.
CREATE OR REPLACE FUNCTION pagos_cuadrar(pagos pago_leido[], p_lado text, p_moneda integer, p_total numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_suma numeric := 0;
  v_efectivo boolean := false;
  v_favor numeric;
  x pago_leido;
  m monedas;
BEGIN
  FOREACH x IN ARRAY pagos LOOP
    CONTINUE WHEN x.lado <> p_lado OR x.moneda_id <> p_moneda;
    v_suma := v_suma + x.monto;
    v_efectivo := v_efectivo OR x.efectivo;
  END LOOP;
  v_favor := CASE p_lado WHEN 'entregamos' THEN v_suma - p_total ELSE p_total - v_suma END;
  IF v_favor = 0 THEN RETURN v_favor; END IF;
  SELECT * INTO STRICT m FROM monedas WHERE id = p_moneda;
  IF m.funcional AND v_efectivo AND v_favor > 0 AND v_favor < coalesce(efectivo_paso(m), 0) THEN RETURN v_favor; END IF;
  PERFORM rechazar('PAGOS_NO_CUADRAN', jsonb_build_object(
    'lado', CASE p_lado WHEN 'entregamos' THEN 'Entregamos' ELSE 'Recibimos' END,
    'suma', importe_texto(v_suma, m.simbolo, m.decimales), 'total', importe_texto(p_total, m.simbolo, m.decimales)));
  RETURN NULL;
END $$;
