-- Prices that were told (R-145): a rate that changed is kept only for a quote that was stored while it was in force.

-- Whether a note says to whom a price was told: a name of two words, or a phone. "Sin cliente" says nobody.
CREATE OR REPLACE FUNCTION cotizaciones_dice_quien(p_nota text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_nota ~ '([0-9][^0-9]*){6}'
    OR p_nota ~ '[[:alpha:]]{2,}[^[:alpha:]]+([[:alpha:]]+[^[:alpha:]]+)*[[:alpha:]]{2,}'
       AND normalizar(btrim(p_nota)) !~ '^(sin|ningun|no|varios|cualquier) ';

-- How many promises one cashier may have open at once, and how many of a day may stay unused.
CREATE OR REPLACE FUNCTION cotizaciones_topes(OUT abiertas integer, OUT sin_usar integer)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 10, 40';

-- A promise as a sentence says it: `US$ 100.00 a 3.560, hasta las 10:20`.
CREATE OR REPLACE FUNCTION cotizaciones_texto(c tipos_cambios_cotizaciones) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT format('%s a %s, hasta las %s', importe_texto(c.monto, m.simbolo, m.decimales),
      round(c.tasa, h.precision), to_char(c.vence_en AT TIME ZONE zona_horaria(), 'HH24:MI'))
    FROM monedas m, tipos_cambios_historico h WHERE m.id = c.moneda_id AND h.id = c.historico_id);

-- What a promise is worth in dollars; one that nobody prices is beyond every limit.
CREATE OR REPLACE FUNCTION cotizaciones_usd(c tipos_cambios_cotizaciones) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT coalesce(en_dolares(t.pais, c.moneda_id, c.monto,
      round(c.monto * precio_funcional(t.pais, c.moneda_id), 2)), 'Infinity')
    FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id WHERE h.id = c.historico_id);

-- The cashier's open promise to the same person of the same rate's amount, or of another price of the same rate: one
-- person is told one price. The caller holds the lock of the cashier's quotes.
CREATE OR REPLACE FUNCTION cotizaciones_igual(c tipos_cambios_cotizaciones)
  RETURNS tipos_cambios_cotizaciones LANGUAGE sql STABLE AS $$
  SELECT o FROM tipos_cambios_cotizaciones o JOIN tipos_cambios_historico h ON h.id = o.historico_id
  JOIN tipos_cambios_historico n ON n.id = c.historico_id AND n.tipo_cambio_id = h.tipo_cambio_id
  WHERE o.usuario_id = ANY (personas_de(ARRAY[c.usuario_id])) AND o.usada_en IS NULL AND o.vence_en > ahora()
    AND o.tipo = c.tipo
    AND o.cliente_id IS NOT DISTINCT FROM c.cliente_id
    AND (c.cliente_id IS NOT NULL OR normalizar(btrim(o.nota)) = normalizar(btrim(c.nota)))
    AND (o.historico_id <> c.historico_id OR o.monto = c.monto OR o.contravalor = c.contravalor)
  ORDER BY o.historico_id = c.historico_id AND o.tasa = c.tasa, o.id LIMIT 1;
$$;

-- What one cashier may promise, with her keys (R-183, R-407): so many at once, so many of a day that nobody takes up,
-- and together no more dollars than one operation of hers and the house's own limit.
CREATE OR REPLACE FUNCTION cotizaciones_cupo_exigir(c tipos_cambios_cotizaciones)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_limite numeric := least((SELECT min(limite_usd) FROM usuarios WHERE id IN (c.usuario_id, persona_de(c.usuario_id))),
    ajuste('cotizacion_abiertas_usd')::numeric);
  v_abiertas integer;
  v_sin_usar integer;
  v_usd numeric;
BEGIN
  SELECT count(*) FILTER (WHERE o.vence_en > ahora()),
      count(*) FILTER (WHERE fecha_negocio(o.fecha) = fecha_negocio(ahora())),
      coalesce(sum(cotizaciones_usd(o)) FILTER (WHERE o.vence_en > ahora()), 0) + cotizaciones_usd(c)
    INTO v_abiertas, v_sin_usar, v_usd FROM tipos_cambios_cotizaciones o
    WHERE o.usuario_id = ANY (personas_de(ARRAY[c.usuario_id])) AND o.usada_en IS NULL
      AND o.vence_en > ahora() - interval '1 day';
  IF v_abiertas >= (cotizaciones_topes()).abiertas OR v_sin_usar >= (cotizaciones_topes()).sin_usar THEN
    PERFORM rechazar('COTIZACION_CUPO', jsonb_build_object('cuantas', CASE
      WHEN v_abiertas >= (cotizaciones_topes()).abiertas THEN format('%s cotizaciones abiertas', v_abiertas)
      ELSE format('%s cotizaciones que nadie usó hoy', v_sin_usar) END));
  END IF;
  IF v_usd > v_limite THEN
    PERFORM rechazar('COTIZACION_LIMITE', jsonb_build_object('limite', importe_texto(v_limite, 'US$', 2),
      'suma', CASE v_usd WHEN 'Infinity' THEN 'más de lo que se puede valorar'
        ELSE importe_texto(v_usd, 'US$', 2) END));
  END IF;
END $$;

-- Reads what is promised, at a rate in force. `p` as in cotizaciones_guardar.
CREATE OR REPLACE FUNCTION cotizaciones_leer(quien jsonb, p jsonb)
  RETURNS tipos_cambios_cotizaciones LANGUAGE plpgsql AS $$
DECLARE
  t record;
  divisa monedas;
  contra monedas;
  tot record;
  c tipos_cambios_cotizaciones;
BEGIN
  c.tipo := p->>'tipo';
  SELECT h.id, h.tasa, h.metodo_calculo, x.id AS tipo_cambio_id, x.base_id, x.cotizacion_id,
         x.estatus, coalesce(x.bloqueo_minutos, ajuste('bloqueo_minutos')::int) AS minutos INTO t
    FROM tipos_cambios_historico h JOIN tipos_cambios x ON x.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND OR NOT t.estatus THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with operations: the rate does not end while it is being promised.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  IF NOT upper_inf((SELECT vigencia FROM tipos_cambios_historico WHERE id = t.id)) THEN
    PERFORM rechazar_campo('historico_id', reparo('TASA_CAMBIO_COTICE'));
  END IF;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE c.tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE c.tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  c.tasa := coalesce((p->>'tasa')::numeric, t.tasa);
  SELECT * INTO tot FROM tipos_cambios_montos(CASE c.tipo WHEN 'orden' THEN 'compra' ELSE c.tipo END,
    (p->>'monto')::numeric, (p->>'contravalor')::numeric, c.tasa, t.metodo_calculo, divisa.decimales, contra.decimales);
  IF tot.monto <= 0 OR tot.contravalor <= 0 OR tot.monto >= 1e29 OR tot.contravalor >= 1e29 THEN
    PERFORM rechazar_campo('monto', reparo('MONTO_NO_SIRVE'));
  END IF;
  c.cliente_id := (p->>'cliente_id')::bigint;
  c.nota := btrim(p->>'nota');
  IF c.cliente_id IS NULL AND NOT coalesce(cotizaciones_dice_quien(c.nota), false) THEN
    PERFORM rechazar_campo('nota', reparo('COTIZACION_QUIEN'));
  END IF;
  IF c.cliente_id IS NOT NULL AND NOT EXISTS (SELECT FROM clientes WHERE id = c.cliente_id) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}');
  END IF;
  -- A promise at the rate of another step could not be kept.
  PERFORM tipos_cambios_exigir_tramo(t.id, CASE c.tipo WHEN 'venta' THEN tot.contravalor ELSE tot.monto END,
    c.cliente_id);
  RETURN jsonb_populate_record(c, jsonb_build_object('usuario_id', quien->'usuario_id', 'historico_id', t.id,
    'moneda_id', divisa.id, 'monto', tot.monto, 'contramoneda_id', contra.id, 'contravalor', tot.contravalor,
    'fecha', ahora(), 'vence_en', ahora() + make_interval(mins => t.minutos)));
END $$;

-- Stores a quote, once for the same terms (R-182). `p` = {tipo, historico_id, tasa or null: the published one,
-- cliente_id, nota, monto or contravalor}; an order's amounts are what the client sends and what is received.
CREATE OR REPLACE FUNCTION cotizaciones_guardar(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c tipos_cambios_cotizaciones;
  v_otra tipos_cambios_cotizaciones;
BEGIN
  PERFORM detener_reloj();
  c := cotizaciones_leer(quien, p);
  PERFORM pg_advisory_xact_lock(53, persona_de(c.usuario_id));
  v_otra := cotizaciones_igual(c);
  IF v_otra.id IS NOT NULL THEN
    IF (v_otra.historico_id, v_otra.tasa) IS DISTINCT FROM (c.historico_id, c.tasa) THEN
      PERFORM rechazar('COTIZACION_IGUAL', jsonb_build_object('cotizacion', cotizaciones_texto(v_otra),
        'quien', coalesce((SELECT nombre FROM clientes WHERE id = c.cliente_id), c.nota)));
    END IF;
    PERFORM auditar(quien, 'cotizar', 'cotizaciones', v_otra.id::text, NULL, p || '{"repetida": true}');
    RETURN jsonb_build_object('id', v_otra.id,
      'message', format('Esa cotización ya estaba guardada: %s.', cotizaciones_texto(v_otra)));
  END IF;
  PERFORM cotizaciones_cupo_exigir(c);
  c.id := nextval(pg_get_serial_sequence('tipos_cambios_cotizaciones', 'id'));
  INSERT INTO tipos_cambios_cotizaciones OVERRIDING SYSTEM VALUE SELECT c.*;
  PERFORM auditar(quien, 'cotizar', 'cotizaciones', c.id::text, NULL, p);
  PERFORM avisar('tipos-cambios', c.id);
  RETURN jsonb_build_object('id', c.id, 'message', format('Cotización guardada: %s.', cotizaciones_texto(c)));
END $$;

-- The user's open quote for this, or his key's: the same kind, rate and at most that amount, for this client or for
-- nobody yet.
-- `p` = {tipo, historico_id, cliente_id, monto}.
CREATE OR REPLACE FUNCTION cotizaciones_buscar(p jsonb) RETURNS tipos_cambios_cotizaciones LANGUAGE sql STABLE AS $$
  SELECT c FROM tipos_cambios_cotizaciones c
  WHERE usuario_id = ANY (personas_de(
      ARRAY[(nullif(current_setting('cambista.quien', true), '')::jsonb->>'usuario_id')::int]))
    AND usada_en IS NULL AND vence_en > ahora() AND tipo = p->>'tipo' AND historico_id = (p->>'historico_id')::bigint
    AND monto >= (p->>'monto')::numeric AND (cliente_id IS NULL OR cliente_id = (p->>'cliente_id')::bigint)
    AND (p->>'tasa' IS NULL OR tasa = (p->>'tasa')::numeric)
  ORDER BY cliente_id NULLS LAST, monto, id LIMIT 1;
$$;

-- Takes it up for a document, once: of two at once one finds none. An operation at the rate in force keeps what was
-- promised of it too, to its client or to a note of exactly its amount, so that nobody takes that up again (R-184).
-- `p` = {mantenida: the rate ended, origen, origen_id} and what is searched by.
CREATE OR REPLACE FUNCTION cotizaciones_tomar(quien jsonb, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_mantenida boolean := (p->>'mantenida')::boolean;
  c tipos_cambios_cotizaciones;
BEGIN
  IF v_mantenida THEN
    PERFORM pg_advisory_xact_lock(53, persona_de((quien->>'usuario_id')::int));
  ELSIF NOT EXISTS (SELECT FROM tipos_cambios_cotizaciones
      WHERE usuario_id = ANY (personas_de(ARRAY[(quien->>'usuario_id')::int])) AND usada_en IS NULL
        AND vence_en > ahora()) THEN
    RETURN;
  END IF;
  c := cotizaciones_buscar(p);
  IF NOT v_mantenida AND (c.id IS NULL OR c.cliente_id IS NULL AND c.monto <> (p->>'monto')::numeric) THEN
    RETURN;
  END IF;
  UPDATE tipos_cambios_cotizaciones SET usada_en = ahora(), origen = p->>'origen',
    origen_id = (p->>'origen_id')::bigint WHERE id = c.id AND usada_en IS NULL;
  IF FOUND THEN
    PERFORM auditar(quien, 'usar', 'cotizaciones', c.id::text, NULL, p);
    PERFORM avisar('tipos-cambios', c.id);
  ELSIF v_mantenida THEN
    PERFORM rechazar('COTIZACION_FALTA', jsonb_build_object('tasa', (
      SELECT round(coalesce((p->>'tasa')::numeric, tasa), precision)::text FROM tipos_cambios_historico
      WHERE id = (p->>'historico_id')::bigint)));
  END IF;
END $$;

-- What was promised is not rewritten: it is taken up, once.
CREATE OR REPLACE TRIGGER cotizaciones_fijas BEFORE UPDATE OR DELETE ON tipos_cambios_cotizaciones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('usada_en', '^nulo (?!nulo)', '{usada_en,origen,origen_id}');
SELECT prohibir(NULL, '{cotizaciones_no_trunca=tipos_cambios_cotizaciones}');
