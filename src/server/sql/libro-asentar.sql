-- Locks every account that these entries can touch, including the positions of the currencies that they move, in id
-- order: the one lock order of balances everywhere. Refuses when one of them is blocked, before anything is said about
-- a balance.
CREATE OR REPLACE FUNCTION libro_tomar(p_entradas libro_entrada[]) RETURNS libro_estado LANGUAGE plpgsql AS $$
DECLARE
  s libro_estado;
  e libro_entrada;
  l libro_linea;
  v_ids bigint[] := '{}';
  v_mas bigint[] := '{}';
  netos numeric[];
  k record;
  v_nombre text;
  v_bloqueo text;
BEGIN
  FOREACH e IN ARRAY p_entradas LOOP
    IF e.resultado IS NOT NULL THEN v_ids := array_append(v_ids, e.resultado); END IF;
    FOREACH l IN ARRAY e.lineas LOOP
      IF l.cuenta_id <> ALL (v_ids) THEN v_ids := array_append(v_ids, l.cuenta_id); END IF;
    END LOOP;
  END LOOP;
  SELECT array_agg(c.id) AS ids, array_agg(c.moneda_id) AS monedas, array_agg(p.posicion_id) AS posiciones,
         array_agg(p.contravalor_id) AS contravalores INTO k
    FROM cuentas_contables c LEFT JOIN posiciones p ON p.moneda_id = c.moneda_id WHERE c.id = ANY (v_ids);
  FOREACH e IN ARRAY p_entradas LOOP
    IF e.anula_a IS NOT NULL THEN v_mas := v_mas || libro_de_reversa(e, k.ids, k.posiciones, k.contravalores); END IF;
    CONTINUE WHEN e.completa;
    netos := array_fill(0::numeric, ARRAY[cardinality(k.ids)]);
    FOREACH l IN ARRAY e.lineas LOOP
      DECLARE
        -- The sum of a currency is kept at its first account.
        j constant integer := array_position(k.monedas, k.monedas[array_position(k.ids, l.cuenta_id)]);
      BEGIN
        netos[j] := netos[j] + coalesce(l.importe, 0);
      END;
    END LOOP;
    FOR j IN 1 .. cardinality(netos) LOOP
      CONTINUE WHEN netos[j] = 0 OR k.posiciones[j] IS NULL OR k.monedas[j] = ANY (s.divisas);
      s.divisas := array_append(s.divisas, k.monedas[j]);
      s.posiciones := array_append(s.posiciones, k.posiciones[j]);
      s.contravalores := array_append(s.contravalores, k.contravalores[j]);
    END LOOP;
  END LOOP;
  -- NO KEY UPDATE, so that the lock of a balance does not block foreign keys to the account.
  SELECT array_agg(x.id), array_agg(x.saldo), array_agg(x.minimo), array_agg(x.maximo), array_agg(x.moneda_id),
         (array_agg(x.nombre) FILTER (WHERE x.bloqueo IS NOT NULL))[1], min(x.bloqueo), min(f.id)
    INTO s.ids, s.saldos, s.minimos, s.maximos, s.monedas, v_nombre, v_bloqueo, s.funcional
    FROM (SELECT * FROM cuentas_contables WHERE id = ANY (v_ids || v_mas || s.posiciones || s.contravalores)
          ORDER BY id
          FOR NO KEY UPDATE) x, (SELECT id FROM monedas WHERE funcional) f;
  IF v_bloqueo IS NOT NULL THEN PERFORM contables_rechazar(v_nombre, v_bloqueo); END IF;
  RETURN s;
END $$;

-- What the reversal of units that came in can touch besides its own accounts: the value of their position, and the
-- account of differences.
CREATE OR REPLACE FUNCTION libro_de_reversa(e libro_entrada, p_ids bigint[], p_posiciones bigint[],
    p_contravalores bigint[]) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  l libro_linea;
  i integer;
  v_mas bigint[] := '{}';
BEGIN
  FOREACH l IN ARRAY e.lineas LOOP
    i := array_position(p_ids, l.cuenta_id);
    CONTINUE WHEN l.importe < 0 OR p_posiciones[i] IS DISTINCT FROM l.cuenta_id;
    v_mas := v_mas || p_contravalores[i] || anulaciones_cuenta();
  END LOOP;
  RETURN v_mas;
END $$;

-- Fills the last leg, which has no amount: the average cost of `valor` units of the first leg's currency, as a bank's
-- fee is an expense at its cost. One that costs nothing is left out.
CREATE OR REPLACE FUNCTION libro_al_costo(e libro_entrada, s libro_estado)
  RETURNS libro_entrada LANGUAGE plpgsql STABLE AS $$
DECLARE
  n constant integer := cardinality(e.lineas);
  hay record := libro_posicion(s, s.monedas[array_position(s.ids, e.lineas[1].cuenta_id)]);
BEGIN
  e.lineas[n].importe := round(e.lineas[n].valor * hay.v / nullif(hay.q, 0), 2);
  IF coalesce(e.lineas[n].importe, 0) = 0 THEN e.lineas := e.lineas[: n - 1]; END IF;
  RETURN e;
END $$;

-- Shares a value of `p_v` for `p_q` units among amounts of a currency; the last one takes what is left of `p_total`.
CREATE OR REPLACE FUNCTION libro_repartir(p_importes numeric[], p_q numeric, p_v numeric, p_total numeric)
  RETURNS numeric[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  valores numeric[] := '{}';
  v_resto numeric := p_total;
  n constant integer := cardinality(p_importes);
BEGIN
  FOR i IN 1 .. n LOOP
    valores := array_append(valores, CASE WHEN i = n THEN v_resto WHEN p_q = 0 THEN 0
      ELSE round(p_importes[i] * p_v / p_q, 2) END);
    v_resto := v_resto - valores[i];
  END LOOP;
  RETURN valores;
END $$;

-- Values the legs of one currency, and takes what it moves on the whole (`p_x`) through its position: the units with
-- reversed sign, and their value `p_v`. Where nothing is moved, the legs are worth the average.
CREATE OR REPLACE FUNCTION libro_por_posicion(s libro_estado, p_lineas libro_linea[], p_moneda integer, p_x numeric,
    p_v numeric) RETURNS libro_linea[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  lineas libro_linea[] := p_lineas;
  suyas integer[] := '{}';
  importes numeric[] := '{}';
  valores numeric[];
  q numeric := p_x;
  v numeric := p_v;
BEGIN
  FOR i IN 1 .. cardinality(lineas) LOOP
    CONTINUE WHEN s.monedas[array_position(s.ids, lineas[i].cuenta_id)] <> p_moneda;
    suyas := array_append(suyas, i);
    importes := array_append(importes, lineas[i].importe);
  END LOOP;
  IF p_x = 0 THEN SELECT x.q, x.v INTO q, v FROM libro_posicion(s, p_moneda) x; END IF;
  valores := libro_repartir(importes, q, v, CASE WHEN p_x = 0 THEN 0 ELSE v END);
  FOR i IN 1 .. cardinality(suyas) LOOP
    lineas[suyas[i]].valor := valores[i];
  END LOOP;
  IF p_x = 0 THEN RETURN lineas; END IF;
  lineas := array_append(lineas, (s.posiciones[array_position(s.divisas, p_moneda)], -p_x, -v, NULL)::libro_linea);
  IF v = 0 THEN RETURN lineas; END IF;
  RETURN array_append(lineas,
    (s.contravalores[array_position(s.divisas, p_moneda)], v, v, NULL)::libro_linea);
END $$;

-- The units of a currency that the house holds, and their cost: as the entries before left them, else as stored.
CREATE OR REPLACE FUNCTION libro_posicion(s libro_estado, p_moneda integer, OUT q numeric, OUT v numeric)
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  j constant integer := array_position(s.divisas, p_moneda);
BEGIN
  IF j IS NOT NULL THEN
    q := -s.saldos[array_position(s.ids, s.posiciones[j])];
    v := s.saldos[array_position(s.ids, s.contravalores[j])];
    RETURN;
  END IF;
  SELECT -a.saldo, b.saldo INTO q, v FROM posiciones p JOIN cuentas_contables a ON a.id = p.posicion_id
    JOIN cuentas_contables b ON b.id = p.contravalor_id WHERE p.moneda_id = p_moneda;
END $$;

-- Completes the real legs of an entry:
--   a currency that leaves (net) goes out through its Posición at average cost; the last unit carries all the cost;
--   a currency that comes in enters at the `valor` of its legs or, when none has one, at the remainder in the
--   functional currency (the price of a purchase, or the cost of the outgoing currency in own conversions and swaps);
--   the rest in the functional currency goes to `resultado` (Ganancia); without that account it must be zero.
-- Every leg is valued in the functional currency: its own amount there, else its share of the value that its currency
-- moved, so that the values of an entry sum to zero. `costos`: cost of the outgoing amount by currency.
CREATE OR REPLACE FUNCTION libro_completar(e libro_entrada, s libro_estado, OUT lineas libro_linea[], OUT costos jsonb,
    OUT ganancia numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  divisas integer[] := '{}';
  netos numeric[] := '{}';
  dichos numeric[] := '{}'; -- the values that the legs say, by currency
  v_resto numeric := 0;     -- what the functional legs still need to sum to zero
  v_valor numeric;
  v_ultima integer;         -- the currency that enters at the remainder, if any
  m integer;
  j integer;
BEGIN
  lineas := e.lineas;
  costos := '{}';
  ganancia := 0;
  FOR i IN 1 .. cardinality(lineas) LOOP
    m := s.monedas[array_position(s.ids, lineas[i].cuenta_id)];
    IF m = s.funcional THEN
      v_resto := v_resto - lineas[i].importe;
      lineas[i].valor := lineas[i].importe;
      CONTINUE;
    END IF;
    j := array_position(divisas, m);
    IF j IS NULL THEN
      divisas := array_append(divisas, m);
      netos := array_append(netos, lineas[i].importe);
      dichos := array_append(dichos, lineas[i].valor);
    ELSE
      netos[j] := netos[j] + lineas[i].importe;
      dichos[j] := coalesce(dichos[j] + lineas[i].valor, dichos[j], lineas[i].valor);
    END IF;
  END LOOP;
  -- Outgoing first: its cost may be the value of the incoming currency.
  FOREACH j IN ARRAY libro_orden(netos) LOOP
    v_valor := CASE WHEN netos[j] > 0 THEN dichos[j] WHEN netos[j] < 0 THEN libro_sale(s, divisas[j], -netos[j])
      ELSE 0 END;
    IF v_valor IS NULL AND v_ultima IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'two currencies enter without a value';
    END IF;
    IF v_valor IS NULL THEN v_ultima := j; CONTINUE; END IF;
    IF netos[j] < 0 THEN costos := costos || jsonb_build_object(divisas[j], round(-v_valor, 2)::text); END IF;
    v_resto := v_resto - v_valor;
    lineas := libro_por_posicion(s, lineas, divisas[j], netos[j], v_valor);
  END LOOP;
  IF v_ultima IS NOT NULL THEN
    IF v_resto < 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'a currency cannot enter at a negative value';
    END IF;
    lineas := libro_por_posicion(s, lineas, divisas[v_ultima], netos[v_ultima], v_resto);
  ELSIF v_resto <> 0 THEN
    IF e.resultado IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('the entry lacks %s', v_resto);
    END IF;
    lineas := array_append(lineas, (e.resultado, v_resto, v_resto, NULL)::libro_linea);
    ganancia := -v_resto;
  END IF;
END $$;

-- The places of these sums, the lowest first.
CREATE OR REPLACE FUNCTION libro_orden(p_netos numeric[])
  RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  CASE cardinality(p_netos)
    WHEN 0 THEN RETURN '{}';
    WHEN 1 THEN RETURN '{1}';
    WHEN 2 THEN RETURN CASE WHEN p_netos[1] <= p_netos[2] THEN '{1,2}' ELSE '{2,1}' END;
    ELSE RETURN ARRAY(SELECT i FROM generate_subscripts(p_netos, 1) i ORDER BY p_netos[i], i);
  END CASE;
END $$;

-- The value, with its sign, at which an amount of a currency leaves: its cost under the locks.
CREATE OR REPLACE FUNCTION libro_sale(s libro_estado, p_moneda integer, p_importe numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  hay record := libro_posicion(s, p_moneda);
BEGIN
  RETURN -libro_costo(p_moneda, p_importe, hay.q, hay.v);
END $$;

-- Refuses an entry that leaves an account below its minimum or above its maximum. The CHECKs of the table enforce it;
-- this gives the refusal its sentence. `s`: the balances before the entry, `p_saldos`: after it.
CREATE OR REPLACE FUNCTION libro_saldos_exigir(s libro_estado, p_saldos numeric[])
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  malas integer[] := '{}';
  r record;
BEGIN
  FOR i IN 1 .. cardinality(p_saldos) LOOP
    IF p_saldos[i] <> s.saldos[i] AND (p_saldos[i] < s.minimos[i] OR p_saldos[i] > s.maximos[i]) THEN
      malas := array_append(malas, i);
    END IF;
  END LOOP;
  IF malas = '{}' THEN RETURN; END IF;
  SELECT c.nombre, m.simbolo, m.decimales, s.saldos[i] AS saldo, s.minimos[i] AS minimo, p_saldos[i] AS luego INTO r
    FROM unnest(malas) i JOIN cuentas_contables c ON c.id = s.ids[i] JOIN monedas m ON m.id = c.moneda_id
    ORDER BY c.clase = 'activo' DESC, c.id LIMIT 1;
  IF r.minimo IS NULL OR r.luego >= r.minimo THEN
    PERFORM rechazar('SALDO_MAXIMO', jsonb_build_object('cuenta', r.nombre));
  END IF;
  PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', r.nombre,
    'disponible', importe_texto(r.saldo - r.minimo, r.simbolo, r.decimales),
    'necesario', importe_texto(r.saldo - r.luego, r.simbolo, r.decimales)));
END $$;
