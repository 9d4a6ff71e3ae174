-- Opens a ledger account, or answers the existing one with this code.
CREATE OR REPLACE FUNCTION libro_cuenta(p_codigo text, p_nombre text, p_clase text, p_moneda integer,
    p_minimo numeric DEFAULT NULL, p_maximo numeric DEFAULT NULL) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
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
  INSERT INTO posiciones VALUES (m.id,
      libro_cuenta('posicion:' || m.iso, 'Posición ' || m.iso, 'posicion', m.id, NULL, 0),
      libro_cuenta('contravalor:' || m.iso, 'Contravalor ' || m.iso, 'contravalor', f, 0, NULL),
      libro_cuenta('ganancia:' || m.iso, 'Ganancia cambiaria realizada ' || m.iso, 'ingreso', f))
    ON CONFLICT DO NOTHING;
END $$;

-- The cost of an amount of a currency, of which the house holds `p_hay` units at cost `p_costo`: the average; the last
-- unit carries all the remaining cost. Refuses more than the house holds.
CREATE OR REPLACE FUNCTION libro_costo(p_moneda integer, p_importe numeric, p_hay numeric, p_costo numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_importe > p_hay THEN
    PERFORM rechazar('POSICION_INSUFICIENTE', (SELECT jsonb_build_object('moneda', m.iso,
      'disponible', importe_texto(p_hay, m.simbolo, m.decimales)) FROM monedas m WHERE m.id = p_moneda));
  END IF;
  RETURN CASE WHEN p_importe = p_hay THEN p_costo ELSE round(p_importe * p_costo / p_hay, 2) END;
END $$;

-- Posts a set of entries in their order, each on the balances that the one before left: all of them or, with the first
-- refusal, none. Order, for speed and against deadlocks: locks in id order first, then each table is written once.
-- Answers for each {asiento_id, costos: {moneda_id: cost of the outgoing amount}, resultado: gain (+) or loss (−)}.
CREATE OR REPLACE FUNCTION libro_asentar(p_entradas libro_entrada[]) RETURNS jsonb[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s libro_estado := libro_tomar(p_entradas);
  e libro_entrada;
  hecha record;
  x libro_linea;
  i integer;
  v_a_costo boolean;
  v_anuladas bigint[] := '{}';     -- the entries that this set has reversed so far
  v_tocadas bigint[] := '{}';      -- the accounts to which it brought something, other than by a reversal at cost
  v_saldos numeric[] := s.saldos;  -- as the entries so far leave them
  hechas libro_entrada[] := '{}';
  respuestas jsonb[] := '{}';
BEGIN
  FOREACH e IN ARRAY p_entradas LOOP
    s.saldos := v_saldos;
    IF e.completa THEN
      SELECT e.lineas AS lineas, '{}'::jsonb AS costos, 0::numeric AS ganancia INTO hecha;
      IF e.anula_a IS NOT NULL THEN
        hecha.lineas := libro_revertir(e, s, v_anuladas, v_tocadas);
        v_anuladas := array_append(v_anuladas, e.anula_a);
      END IF;
    ELSE
      IF e.lineas[cardinality(e.lineas)].importe IS NULL THEN e := libro_al_costo(e, s); END IF;
      hecha := libro_completar(e, s);
    END IF;
    e.lineas := hecha.lineas;
    v_a_costo := e.anula_a IS NOT NULL AND e.lineas[cardinality(e.lineas)].cuenta_id <> anulaciones_cuenta();
    FOREACH x IN ARRAY e.lineas LOOP
      i := array_position(s.ids, x.cuenta_id);
      v_saldos[i] := v_saldos[i] + x.importe;
      IF x.importe > 0 AND NOT v_a_costo THEN v_tocadas := array_append(v_tocadas, x.cuenta_id); END IF;
    END LOOP;
    PERFORM libro_saldos_exigir(s, v_saldos);
    hechas := array_append(hechas, e);
    respuestas := array_append(respuestas, jsonb_build_object('costos', hecha.costos,
      'resultado', round(hecha.ganancia, 2)::text));
  END LOOP;
  RETURN ARRAY(SELECT r || jsonb_build_object('asiento_id', id)
    FROM unnest(libro_apuntar(hechas), respuestas) WITH ORDINALITY x (id, r, n) ORDER BY n);
END $$;

-- The only writer of the ledger: writes entries with all their legs, each leg with the balance that it leaves, under
-- the locks of their accounts (libro_tomar). Answers their ids.
CREATE OR REPLACE FUNCTION libro_apuntar(p_entradas libro_entrada[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[] := ARRAY(SELECT nextval('asientos_id_seq') FROM generate_subscripts(p_entradas, 1));
BEGIN
  PERFORM detener_reloj();
  WITH e AS MATERIALIZED (
    SELECT v_ids[n] AS id, x.* FROM unnest(p_entradas) WITH ORDINALITY
      x (origen, origen_id, glosa, usuario_id, anula_a, lineas, resultado, completa, n)
  ), l AS MATERIALIZED (
    SELECT e.id, e.n, x.*, c.moneda_id, c.saldo + sum(x.importe) OVER (PARTITION BY c.id ORDER BY e.n, x.lugar) AS saldo
    FROM e CROSS JOIN LATERAL unnest(e.lineas) WITH ORDINALITY x (cuenta_id, importe, valor, detalle, lugar)
    JOIN cuentas_contables c ON c.id = x.cuenta_id
  ), a AS (
    INSERT INTO asientos (id, fecha, origen, origen_id, glosa, usuario_id, anula_a) OVERRIDING SYSTEM VALUE
      SELECT id, ahora(), origen, origen_id, glosa, usuario_id, anula_a FROM e ORDER BY n
  ), u AS (
    UPDATE cuentas_contables c SET saldo = c.saldo + d.importe
      FROM (SELECT cuenta_id, sum(importe) AS importe FROM l GROUP BY cuenta_id) d
      WHERE c.id = d.cuenta_id AND d.importe <> 0
  )
  INSERT INTO apuntes (asiento_id, cuenta_id, moneda_id, importe, valor, saldo_despues, detalle)
    SELECT id, cuenta_id, moneda_id, importe, valor, saldo, detalle FROM l ORDER BY n, lugar;
  RETURN v_ids;
END $$;

-- Posts one entry from its real legs; `libro_asentar` says how and what it answers.
CREATE OR REPLACE FUNCTION libro_contabilizar(p_origen text, p_origen_id bigint, p_glosa text, p_usuario integer,
    p_lineas libro_linea[], p_resultado bigint DEFAULT NULL) RETURNS jsonb LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp
  RETURN (libro_asentar(ARRAY[(p_origen, p_origen_id, p_glosa, p_usuario, NULL, p_lineas, p_resultado,
    false)::libro_entrada]))[1];

-- Posts the reversal of one entry; answers its id.
CREATE OR REPLACE FUNCTION libro_anular(p_asiento bigint, p_glosa text, p_usuario integer)
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  RETURN ((libro_asentar(ARRAY[libro_reversa(p_asiento, p_glosa, p_usuario)]))[1]->>'asiento_id')::bigint;
