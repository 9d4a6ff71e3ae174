-- Opens a ledger account, or answers the existing one with this code.
CREATE OR REPLACE FUNCTION libro_cuenta(p_codigo text, p_nombre text, p_clase text, p_moneda integer,
                             p_minimo numeric DEFAULT NULL, p_maximo numeric DEFAULT NULL)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  SELECT id INTO v_id FROM cuentas_contables WHERE codigo = p_codigo;
  IF FOUND THEN RETURN v_id; END IF;
  INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id, minimo, maximo)
    VALUES (p_codigo, p_nombre, p_clase, p_moneda, p_minimo, p_maximo)
    ON CONFLICT (codigo) DO NOTHING RETURNING id INTO v_id;
  IF v_id IS NULL THEN SELECT id INTO STRICT v_id FROM cuentas_contables WHERE codigo = p_codigo; END IF;
  RETURN v_id;
END $$;

-- Opens the accounts that a currency needs. Posición, stored with its sign reversed, never falls below zero units, nor
-- does its cost. Ganancia is kept per currency: it is reported so, and sales of two currencies lock no common row.
CREATE OR REPLACE FUNCTION libro_abrir_moneda(p_moneda integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  m monedas;
  f integer := moneda_funcional();
BEGIN
  SELECT * INTO STRICT m FROM monedas WHERE id = p_moneda;
  PERFORM libro_cuenta('por-cobrar:' || m.iso, 'Cuentas por cobrar clientes ' || m.iso, 'activo', m.id, 0);
  PERFORM libro_cuenta('por-entregar:' || m.iso, 'Entregas por pagar a clientes ' || m.iso, 'pasivo', m.id, NULL, 0);
  IF m.funcional THEN
    PERFORM libro_cuenta('capital', 'Capital', 'patrimonio', m.id);
    PERFORM libro_cuenta('servicio', 'Ingresos por servicio', 'ingreso', m.id);
    PERFORM libro_cuenta('redondeo', 'Redondeo', 'gasto', m.id);
    RETURN;
  END IF;
  INSERT INTO posiciones VALUES (
    m.id,
    libro_cuenta('posicion:' || m.iso, 'Posición ' || m.iso, 'posicion', m.id, NULL, 0),
    libro_cuenta('contravalor:' || m.iso, 'Contravalor ' || m.iso, 'contravalor', f, 0, NULL),
    libro_cuenta('ganancia:' || m.iso, 'Ganancia cambiaria realizada ' || m.iso, 'ingreso', f))
    ON CONFLICT DO NOTHING;
END $$;

-- Locks every account that an entry of these legs can touch, including the positions of its currencies, in id order:
-- the one lock order of balances everywhere. Refuses when one of them is blocked.
CREATE OR REPLACE FUNCTION libro_bloquear(p_lineas libro_linea[], p_resultado bigint) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ids bigint[];
  v_nombre text;
  v_bloqueo text;
BEGIN
  SELECT array_agg(id ORDER BY id) INTO v_ids FROM (
    SELECT DISTINCT l.cuenta_id AS id FROM unnest(p_lineas) l
    UNION SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id]) FROM posiciones p
      WHERE p.moneda_id IN (SELECT c.moneda_id FROM unnest(p_lineas) l JOIN cuentas_contables c ON c.id = l.cuenta_id
                            GROUP BY c.moneda_id HAVING sum(l.importe) <> 0)
    UNION SELECT p_resultado WHERE p_resultado IS NOT NULL) t;
  -- NO KEY UPDATE, so that the lock of a balance does not block foreign keys to the account.
  SELECT (array_agg(k.nombre) FILTER (WHERE k.bloqueo IS NOT NULL))[1], min(k.bloqueo) INTO v_nombre, v_bloqueo
    FROM (SELECT nombre, bloqueo FROM cuentas_contables WHERE id = ANY (v_ids) ORDER BY id FOR NO KEY UPDATE) k;
  IF v_bloqueo IS NOT NULL THEN PERFORM contables_rechazar(v_nombre, v_bloqueo); END IF;
END $$;

-- The two legs that take a currency through its position: its units with reversed sign, and their value.
CREATE OR REPLACE FUNCTION libro_por_posicion(p_posicion bigint, p_contravalor bigint, p_importe numeric,
    p_valor numeric)
  RETURNS libro_linea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY[(p_posicion, -p_importe, NULL, NULL)::libro_linea]
    || CASE WHEN p_valor <> 0 THEN ARRAY[(p_contravalor, p_valor, NULL, NULL)::libro_linea] ELSE '{}' END;

-- The only writer of the ledger. Takes the real legs and completes them:
--   a currency that leaves (net) goes out through its Posición at average cost; the last unit carries all the cost;
--   a currency that comes in enters at the `valor` of its legs or, when none has one, at the remainder in the
--   functional currency (the price of a purchase, or the cost of the outgoing currency in own conversions and swaps);
--   the rest in the functional currency goes to `p_resultado` (Ganancia); without that account it must be zero.
-- Order, for speed and against deadlocks: locks in id order first, then balances, then lines. A blocked account is
-- detected under those locks and refused before anything about its balance is said.
-- Answers {asiento_id, costos: {moneda_id: cost of the outgoing amount}, resultado: gain (+) or loss (−)}.
CREATE OR REPLACE FUNCTION libro_contabilizar(p_origen text, p_origen_id bigint, p_glosa text, p_usuario integer,
                                   p_lineas libro_linea[], p_resultado bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lineas libro_linea[] := p_lineas;
  neto record;
  v_asiento bigint;
  v_resto numeric;          -- what the functional legs still need to sum to zero
  v_valor numeric;
  v_pendiente record;       -- the currency that enters at the remainder, if any
  v_hay boolean := false;
  costos jsonb := '{}';
  v_resultado numeric := 0;
  unidades jsonb := '{}';   -- quantity and value that each currency moved: {moneda_id: {q, v}}
BEGIN
  PERFORM libro_bloquear(p_lineas, p_resultado);
  SELECT coalesce(-sum(l.importe), 0) INTO v_resto
    FROM unnest(lineas) l JOIN cuentas_contables c ON c.id = l.cuenta_id WHERE c.moneda_id = moneda_funcional();
  FOR neto IN
    SELECT c.moneda_id, sum(l.importe) AS x, sum(l.valor) AS valor, p.posicion_id, p.contravalor_id, -pos.saldo AS q,
        con.saldo AS k
    FROM unnest(lineas) l
    JOIN cuentas_contables c ON c.id = l.cuenta_id
    JOIN posiciones p ON p.moneda_id = c.moneda_id
    JOIN cuentas_contables pos ON pos.id = p.posicion_id
    JOIN cuentas_contables con ON con.id = p.contravalor_id
    GROUP BY c.moneda_id, p.posicion_id, p.contravalor_id, pos.saldo, con.saldo
    ORDER BY sum(l.importe)   -- outgoing first: its cost may be the value of the incoming currency
  LOOP
    IF neto.x = 0 THEN
      unidades := unidades || jsonb_build_object(neto.moneda_id, jsonb_build_object('q', neto.q, 'v', neto.k));
      CONTINUE;
    END IF;
    IF neto.x < 0 THEN
      v_valor := -libro_costo(neto.moneda_id, -neto.x, neto.q, neto.k);
      costos := costos || jsonb_build_object(neto.moneda_id, round(-v_valor, 2)::text);
    ELSIF neto.valor IS NOT NULL THEN
      v_valor := neto.valor;
    ELSIF NOT v_hay THEN
      v_pendiente := neto;
      v_hay := true;
      CONTINUE;
    ELSE
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'two currencies enter without a value';
    END IF;
    v_resto := v_resto - v_valor;
    lineas := lineas || libro_por_posicion(neto.posicion_id, neto.contravalor_id, neto.x, v_valor);
    unidades := unidades || jsonb_build_object(neto.moneda_id, jsonb_build_object('q', neto.x, 'v', v_valor));
  END LOOP;

  IF v_hay THEN
    IF v_resto < 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'a currency cannot enter at a negative value';
    END IF;
    lineas := lineas || libro_por_posicion(v_pendiente.posicion_id, v_pendiente.contravalor_id, v_pendiente.x, v_resto);
    unidades := unidades || jsonb_build_object(v_pendiente.moneda_id,
        jsonb_build_object('q', v_pendiente.x, 'v', v_resto));
  ELSIF v_resto <> 0 THEN
    IF p_resultado IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('the entry lacks %s', v_resto);
    END IF;
    lineas := lineas || (p_resultado, v_resto, NULL, NULL)::libro_linea;
    v_resultado := -v_resto;
  END IF;

  v_asiento := libro_escribir(p_origen, p_origen_id, p_glosa, p_usuario, NULL, libro_valorar(lineas, unidades));
  RETURN jsonb_build_object('asiento_id', v_asiento, 'costos', costos, 'resultado', round(v_resultado, 2)::text);
END $$;

-- The cost of an amount of a currency, of which the house holds `p_hay` units at cost `p_costo`: the average; the last
-- unit carries all the remaining cost. Refuses more than the house holds.
CREATE OR REPLACE FUNCTION libro_costo(p_moneda integer, p_importe numeric, p_hay numeric, p_costo numeric) RETURNS
    numeric
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF p_importe > p_hay THEN
    PERFORM rechazar('POSICION_INSUFICIENTE', (SELECT jsonb_build_object('moneda', m.iso,
      'disponible', importe_texto(p_hay, m.simbolo, m.decimales)) FROM monedas m WHERE m.id = p_moneda));
  END IF;
  RETURN CASE WHEN p_importe = p_hay THEN p_costo ELSE round(p_importe * p_costo / p_hay, 2) END;
END $$;

-- Values every leg in the functional currency: its own amount there, else its share of the value that the currency
-- moved. The last leg of each sign takes the remainder, so that the values of an entry sum to zero.
CREATE OR REPLACE FUNCTION libro_valorar(p_lineas libro_linea[], p_unidades jsonb)
  RETURNS libro_linea[] LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH l AS (
    SELECT l.*, c.moneda_id, c.clase,
           (p_unidades -> c.moneda_id::text ->> 'q')::numeric AS q,
           (p_unidades -> c.moneda_id::text ->> 'v')::numeric AS v
    FROM unnest(p_lineas) WITH ORDINALITY AS l (cuenta_id, importe, valor, detalle, n)
    JOIN cuentas_contables c ON c.id = l.cuenta_id
  ), r AS (
    SELECT *, CASE WHEN q IS NULL THEN importe
                   WHEN clase = 'posicion' THEN -v
                   WHEN q = 0 THEN 0
                   ELSE round(importe * v / q, 2) END AS bruto,
           row_number() OVER (PARTITION BY moneda_id, q IS NULL, clase = 'posicion' ORDER BY n DESC) AS desde_final
    FROM l
  ), s AS (
    SELECT *, sum(bruto) OVER (PARTITION BY moneda_id) AS sobra FROM r
  )
  SELECT array_agg((cuenta_id, importe,
           CASE WHEN q IS NOT NULL AND clase <> 'posicion' AND desde_final = 1 THEN bruto - sobra ELSE bruto END,
           detalle)::libro_linea ORDER BY n)
  FROM s;
$$;

-- Writes the balances and lines of an entry with complete legs. The caller has locked the accounts.
CREATE OR REPLACE FUNCTION libro_escribir(p_origen text, p_origen_id bigint, p_glosa text, p_usuario integer,
                               p_anula bigint, p_lineas libro_linea[])
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_asiento bigint;
  malo record;
BEGIN
  -- The CHECKs of the table enforce the minimum; this query, under the same locks, gives the refusal its sentence.
  SELECT c.id, c.nombre, c.saldo, c.minimo, m.simbolo, m.decimales, d.importe INTO malo
    FROM (SELECT cuenta_id, sum(importe) AS importe FROM unnest(p_lineas) GROUP BY cuenta_id) d
    JOIN cuentas_contables c ON c.id = d.cuenta_id JOIN monedas m ON m.id = c.moneda_id
    WHERE c.saldo + d.importe < c.minimo OR c.saldo + d.importe > c.maximo
    ORDER BY c.clase = 'activo' DESC, c.id LIMIT 1;
  IF FOUND THEN
    PERFORM contables_sin_conteo(malo.id);
    IF malo.saldo + malo.importe < malo.minimo THEN
      PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', malo.nombre,
        'disponible', importe_texto(malo.saldo - malo.minimo, malo.simbolo, malo.decimales),
        'necesario', importe_texto(-malo.importe, malo.simbolo, malo.decimales)));
    END IF;
    PERFORM rechazar('SALDO_MAXIMO', jsonb_build_object('cuenta', malo.nombre));
  END IF;
  UPDATE cuentas_contables c SET saldo = c.saldo + d.importe
    FROM (SELECT cuenta_id, sum(importe) AS importe FROM unnest(p_lineas) GROUP BY cuenta_id) d
    WHERE c.id = d.cuenta_id;
  -- No entry is dated while the clock is in doubt, whoever posts it.
  PERFORM detener_reloj();
  INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id, anula_a)
    VALUES (ahora(), p_origen, p_origen_id, p_glosa, p_usuario, p_anula) RETURNING id INTO v_asiento;
  INSERT INTO apuntes (asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues, detalle)
    SELECT v_asiento, l.cuenta_id, c.moneda_id, l.importe, l.valor,
           -- The balance after this leg: the final balance minus the later legs of the same account.
           c.saldo - coalesce(sum(l.importe) OVER (PARTITION BY l.cuenta_id ORDER BY l.n DESC
                                                   ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0),
           l.detalle
    FROM unnest(p_lineas) WITH ORDINALITY AS l (cuenta_id, importe, valor, detalle, n)
    JOIN cuentas_contables c ON c.id = l.cuenta_id
    ORDER BY l.n;
  RETURN v_asiento;
END $$;
