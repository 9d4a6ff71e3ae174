-- Prices that were told (R-145): a rate that changed is kept only for a quote that was stored while it was in force.

-- Stores a quote. `p` = {tipo, historico_id, tasa or null: the published one, cliente_id, nota, monto or contravalor};
-- an order's amounts are what the client sends and what is received.
CREATE OR REPLACE FUNCTION cotizaciones_guardar(quien jsonb, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tipo text := p->>'tipo';
  t record;
  divisa monedas;
  contra monedas;
  tot record;
  c tipos_cambios_cotizaciones;
BEGIN
  PERFORM detener_reloj();
  SELECT h.id, h.tasa, h.precision, h.metodo_calculo, h.vigencia, x.id AS tipo_cambio_id, x.base_id, x.cotizacion_id,
         x.estatus, coalesce(x.bloqueo_minutos, ajuste('bloqueo_minutos')::int) AS minutos INTO t
    FROM tipos_cambios_historico h JOIN tipos_cambios x ON x.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND OR NOT t.estatus THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with operations: the rate does not end while it is being promised.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  IF NOT upper_inf((SELECT vigencia FROM tipos_cambios_historico WHERE id = t.id)) THEN
    PERFORM rechazar_campo('historico_id', reparo('TASA_CAMBIO_COTICE'));
  END IF;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  c.tasa := coalesce((p->>'tasa')::numeric, t.tasa);
  SELECT * INTO tot FROM tipos_cambios_montos(CASE v_tipo WHEN 'orden' THEN 'compra' ELSE v_tipo END,
    (p->>'monto')::numeric, (p->>'contravalor')::numeric, c.tasa, t.metodo_calculo, divisa.decimales, contra.decimales);
  IF tot.monto <= 0 OR tot.contravalor <= 0 OR tot.monto >= 1e29 OR tot.contravalor >= 1e29 THEN
    PERFORM rechazar_campo('monto', reparo('MONTO_NO_SIRVE'));
  END IF;
  IF p->>'cliente_id' IS NOT NULL AND NOT EXISTS (SELECT FROM clientes WHERE id = (p->>'cliente_id')::bigint) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}');
  END IF;
  INSERT INTO tipos_cambios_cotizaciones (fecha, usuario_id, tipo, historico_id, cliente_id, nota, tasa, moneda_id,
      monto, contramoneda_id, contravalor, vence_en)
    VALUES (ahora(), (quien->>'usuario_id')::int, v_tipo, t.id, (p->>'cliente_id')::bigint, p->>'nota', c.tasa,
      divisa.id, tot.monto, contra.id, tot.contravalor, ahora() + make_interval(mins => t.minutos))
    RETURNING * INTO c;
  PERFORM auditar(quien, 'cotizar', 'cotizaciones', c.id::text, NULL, p);
  PERFORM avisar('tipos-cambios', c.id);
  RETURN jsonb_build_object('id', c.id, 'message', format('Cotización guardada: %s a %s, hasta las %s.',
    importe_texto(c.monto, divisa.simbolo, divisa.decimales), round(c.tasa, t.precision),
    to_char(c.vence_en AT TIME ZONE 'America/Lima', 'HH24:MI')));
END $$;

-- The user's open quote for this: the same kind, rate and at most that amount, for this client or for nobody yet.
-- `p` = {tipo, historico_id, cliente_id, monto}.
CREATE OR REPLACE FUNCTION cotizaciones_buscar(p jsonb) RETURNS tipos_cambios_cotizaciones
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c FROM tipos_cambios_cotizaciones c
  WHERE usuario_id = (nullif(current_setting('cambista.quien', true), '')::jsonb->>'usuario_id')::int
    AND usada_en IS NULL AND vence_en > ahora() AND tipo = p->>'tipo' AND historico_id = (p->>'historico_id')::bigint
    AND monto >= (p->>'monto')::numeric AND (cliente_id IS NULL OR cliente_id = (p->>'cliente_id')::bigint)
    AND (p->>'tasa' IS NULL OR tasa = (p->>'tasa')::numeric)
  ORDER BY cliente_id NULLS LAST, monto, id LIMIT 1;
$$;

-- Takes it up for a document, once: of two at once one finds none.
CREATE OR REPLACE FUNCTION cotizaciones_tomar(quien jsonb, p jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c tipos_cambios_cotizaciones;
BEGIN
  PERFORM pg_advisory_xact_lock(53, (quien->>'usuario_id')::int);
  c := cotizaciones_buscar(p);
  IF c.id IS NULL THEN
    PERFORM rechazar('COTIZACION_FALTA', jsonb_build_object('tasa', (
      SELECT round(coalesce((p->>'tasa')::numeric, tasa), precision)::text FROM tipos_cambios_historico
      WHERE id = (p->>'historico_id')::bigint)));
  END IF;
  UPDATE tipos_cambios_cotizaciones SET usada_en = ahora(), origen = p->>'origen',
    origen_id = (p->>'origen_id')::bigint WHERE id = c.id;
  PERFORM auditar(quien, 'usar', 'cotizaciones', c.id::text, NULL, p);
END $$;

CREATE OR REPLACE FUNCTION cotizaciones_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.usada_en IS NULL AND NEW.usada_en IS NOT NULL
     AND to_jsonb(OLD) - '{usada_en,origen,origen_id}'::text[]
       = to_jsonb(NEW) - '{usada_en,origen,origen_id}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'tipos_cambios_cotizaciones: what was promised is not rewritten';
END $$;
CREATE OR REPLACE TRIGGER cotizaciones_fijas BEFORE UPDATE OR DELETE ON tipos_cambios_cotizaciones
  FOR EACH ROW EXECUTE FUNCTION cotizaciones_fijas();
CREATE OR REPLACE TRIGGER cotizaciones_no_trunca BEFORE TRUNCATE ON tipos_cambios_cotizaciones
  EXECUTE FUNCTION prohibir_cambio();
