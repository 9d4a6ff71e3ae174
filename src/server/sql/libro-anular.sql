-- The account of what annulments at the average leave as a gain or loss; only the commissions' are locked after it.
CREATE OR REPLACE FUNCTION anulaciones_cuenta() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 9000000000000000;

-- The entry that reverses another one leg by leg, with exactly the quantities that moved; `libro_revertir` values it
-- when it is posted.
CREATE OR REPLACE FUNCTION libro_reversa(p_asiento bigint, p_glosa text, p_usuario integer)
  RETURNS libro_entrada LANGUAGE sql STABLE AS $$
  SELECT (a.origen, a.origen_id, p_glosa, p_usuario, a.id, ARRAY(
      SELECT (cuenta_id, -importe, -valor, detalle)::libro_linea FROM apuntes WHERE asiento_id = a.id ORDER BY id),
    NULL, true)::libro_entrada FROM asientos a WHERE a.id = p_asiento;
$$;

-- The entries that reverse all those of a document, the newest first.
CREATE OR REPLACE FUNCTION libro_reversas(p_origen text, p_id bigint, p_glosa text, p_usuario integer)
  RETURNS libro_entrada[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(libro_reversa(id, p_glosa, p_usuario) ORDER BY id DESC) FROM asientos
  WHERE origen = p_origen AND origen_id = p_id AND anula_a IS NULL;
$$;

-- The legs of a reversal under the locks `s`: at the cost at which they moved while the average is untouched. A
-- currency that came in and of which units left since leaves at today's average; the difference goes to an account of
-- its own (R-177). Refused when the currency that came in is no longer held (R-10). `p_anuladas`, `p_tocadas`: what the
-- entries before it in its set reversed, and the accounts that they touched.
CREATE OR REPLACE FUNCTION libro_revertir(e libro_entrada, s libro_estado, p_anuladas bigint[], p_tocadas bigint[])
  RETURNS libro_linea[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  lineas libro_linea[] := e.lineas;
  sale record;
  v_valor numeric;
  v_diferencia numeric := 0;
BEGIN
  -- Checked under the locks, so that a second reversal sees the first one.
  IF EXISTS (SELECT FROM asientos WHERE id = e.anula_a AND anula_a IS NOT NULL OR anula_a = e.anula_a) THEN
    PERFORM rechazar('YA_ANULADA', (SELECT jsonb_build_object('numero', glosa) FROM asientos WHERE id = e.anula_a));
  END IF;
  FOR sale IN
    SELECT x.moneda_id, x.posicion_id, x.contravalor_id, -p.importe AS unidades, p.valor, p.id
    FROM apuntes p JOIN posiciones x ON x.posicion_id = p.cuenta_id
    WHERE p.asiento_id = e.anula_a AND p.importe < 0 ORDER BY x.moneda_id
  LOOP
    IF sale.unidades > -s.saldos[array_position(s.ids, sale.posicion_id)] THEN
      PERFORM rechazar('DIVISA_YA_VENDIDA');
    END IF;
    CONTINUE WHEN sale.posicion_id <> ALL (p_tocadas) AND NOT libro_tocada(sale.posicion_id, sale.id, p_anuladas);
    v_valor := libro_costo(sale.moneda_id, sale.unidades, -s.saldos[array_position(s.ids, sale.posicion_id)],
      s.saldos[array_position(s.ids, sale.contravalor_id)]);
    CONTINUE WHEN v_valor = -sale.valor;
    lineas := libro_revaluar(lineas, sale.moneda_id, sale.contravalor_id, sale.unidades, v_valor);
    v_diferencia := v_diferencia + v_valor + sale.valor;
  END LOOP;
  IF v_diferencia = 0 THEN RETURN lineas; END IF;
  RETURN lineas || (anulaciones_cuenta(), v_diferencia, v_diferencia, NULL)::libro_linea;
END $$;

-- What the annulment of a document left on that account, for the message that tells it; empty where nothing.
CREATE OR REPLACE FUNCTION libro_diferencia_frase(p_origen text, p_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT format(' Parte de esa divisa ya se había vendido: salió a su costo promedio, y %s de %s quedan en «%s».',
                  importe_texto(abs(sum(p.importe)), m.simbolo, m.decimales),
                  CASE WHEN sum(p.importe) > 0 THEN 'pérdida' ELSE 'ganancia' END, k.nombre)
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id AND p.cuenta_id = anulaciones_cuenta()
    JOIN cuentas_contables k ON k.id = p.cuenta_id JOIN monedas m ON m.id = k.moneda_id
    WHERE a.origen = p_origen AND a.origen_id = p_id
    GROUP BY k.nombre, m.simbolo, m.decimales HAVING sum(p.importe) <> 0), '');
$$;

-- The legs as if every annulment had been at cost: those of one with a difference are its entry's, reversed. What a
-- document moved is judged by these; that the difference itself is right is a rule of the entries.
CREATE OR REPLACE VIEW apuntes_al_costo AS
  SELECT p.asiento_id, p.cuenta_id, p.importe, p.valor FROM apuntes p
  WHERE p.asiento_id NOT IN (SELECT d.asiento_id FROM apuntes d WHERE d.cuenta_id = anulaciones_cuenta())
  UNION ALL
  SELECT r.id, p.cuenta_id, -p.importe, -p.valor FROM asientos r JOIN apuntes p ON p.asiento_id = r.anula_a
  WHERE r.id IN (SELECT d.asiento_id FROM apuntes d WHERE d.cuenta_id = anulaciones_cuenta());

-- Whether units of a position left after one of its legs, other than by what was annulled (`p_anuladas`: is about to
-- be) or by annulments at cost: its average is no longer that of what came in.
CREATE OR REPLACE FUNCTION libro_tocada(p_posicion bigint, p_apunte bigint, p_anuladas bigint[])
  RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
    WHERE p.cuenta_id = p_posicion AND p.id > p_apunte AND p.importe > 0 AND a.id <> ALL (p_anuladas)
      AND NOT EXISTS (SELECT FROM asientos r WHERE r.anula_a = a.id)
      AND (a.anula_a IS NULL OR EXISTS (
        SELECT FROM apuntes d WHERE d.asiento_id = a.id AND d.cuenta_id = anulaciones_cuenta())));

-- The legs of a reversal in which a currency's units leave at another value than they came in at.
CREATE OR REPLACE FUNCTION libro_revaluar(p_lineas libro_linea[], p_moneda integer, p_contravalor bigint,
    p_unidades numeric, p_valor numeric) RETURNS libro_linea[] LANGUAGE sql STABLE AS $$
  WITH l AS (
    SELECT l.*, c.moneda_id = p_moneda AS suya, c.clase = 'posicion' AS posicion,
           row_number() OVER (PARTITION BY c.moneda_id = p_moneda, c.clase = 'posicion' ORDER BY l.n) AS k
    FROM unnest(p_lineas) WITH ORDINALITY AS l (cuenta_id, importe, valor, detalle, n)
    JOIN cuentas_contables c ON c.id = l.cuenta_id WHERE l.cuenta_id <> p_contravalor
  ), v AS (
    SELECT libro_repartir(array_agg(importe ORDER BY n), -p_unidades, -p_valor, -p_valor) AS valores
    FROM l WHERE suya AND NOT posicion)
  SELECT array_agg((l.cuenta_id, l.importe, CASE WHEN NOT l.suya THEN l.valor WHEN l.posicion THEN p_valor
             ELSE v.valores[l.k] END, l.detalle)::libro_linea ORDER BY l.suya, l.n)
      || CASE WHEN p_valor <> 0 THEN ARRAY[(p_contravalor, -p_valor, -p_valor, NULL)::libro_linea] ELSE '{}' END
  FROM l, v;
$$;
