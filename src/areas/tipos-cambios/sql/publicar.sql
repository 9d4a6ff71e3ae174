-- A histórico row changes only once, when its open end is closed (R-23). Exception: instants dated ahead by a wrong
-- clock are moved back, never forward, when the clock is confirmed.
CREATE OR REPLACE FUNCTION historico_solo_cierra()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND upper_inf(OLD.vigencia) AND NOT upper_inf(NEW.vigencia)
     AND lower(NEW.vigencia) = lower(OLD.vigencia)
     AND to_jsonb(OLD) - 'vigencia' = to_jsonb(NEW) - 'vigencia' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'vigencia' = to_jsonb(NEW) - 'vigencia'
     AND lower(NEW.vigencia) <= lower(OLD.vigencia) AND upper_inf(NEW.vigencia) = upper_inf(OLD.vigencia)
     AND (upper_inf(OLD.vigencia) OR upper(NEW.vigencia) <= upper(OLD.vigencia))
     AND EXISTS (SELECT FROM reloj_confirmaciones WHERE xid = pg_current_xact_id()) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: history is not rewritten', TG_TABLE_NAME);
END $$;
CREATE OR REPLACE TRIGGER pares_historico_fijo BEFORE UPDATE OR DELETE ON pares_divisas_historico
  FOR EACH ROW EXECUTE FUNCTION historico_solo_cierra();
CREATE OR REPLACE TRIGGER tipos_historico_fijo BEFORE UPDATE OR DELETE ON tipos_cambios_historico
  FOR EACH ROW EXECUTE FUNCTION historico_solo_cierra();

-- Publishes a rate. `p` = {tasa, tasa_costo, margen, precision, metodo_calculo, origen, precio_origen, precio_destino,
-- motivo}. A rate that rounding left unchanged writes no row. Answers the id of the row in force.
CREATE OR REPLACE FUNCTION tipos_cambios_publicar(p_tipo integer, p jsonb, p_usuario integer)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_desde timestamptz;
  v tipos_cambios_historico;
  v_id bigint;
BEGIN
  -- Operations hold this lock in shared mode until they commit: a rate never ends while an operation uses it, and the
  -- instant below is read after the last of them.
  PERFORM pg_advisory_xact_lock(1, p_tipo);
  PERFORM reloj_exigir();
  SELECT * INTO v FROM tipos_cambios_historico WHERE tipo_cambio_id = p_tipo AND upper_inf(vigencia);
  IF FOUND AND v.tasa = (p->>'tasa')::numeric AND v.precision = (p->>'precision')::int
     AND v.metodo_calculo = p->>'metodo_calculo' AND (v.origen = 'manual') = (p->>'origen' = 'manual') THEN
    RETURN v.id;
  END IF;
  v_desde := greatest(ahora(), lower(v.vigencia) + interval '1 microsecond');
  UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), v_desde) WHERE id = v.id;
  INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, tasa_costo, margen, precision, metodo_calculo, origen,
                                       precio_origen, precio_destino, vigencia, usuario_id, motivo)
    VALUES (p_tipo, (p->>'tasa')::numeric, (p->>'tasa_costo')::numeric, (p->>'margen')::numeric,
            (p->>'precision')::int, p->>'metodo_calculo', p->>'origen', (p->>'precio_origen')::numeric,
            (p->>'precio_destino')::numeric, tstzrange(v_desde, NULL), p_usuario, p->>'motivo') RETURNING id INTO v_id;
  RETURN v_id;
END $$;

-- When a person last typed or confirmed the source of the rate: its pairs, or the rate itself when manual.
CREATE OR REPLACE FUNCTION tipos_cambios_confirmada(p_tipo integer) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN t.tasa_manual THEN t.actualizado_en ELSE least(o.actualizado_en, d.actualizado_en) END
          FROM tipos_cambios t LEFT JOIN pares_divisas o ON o.id = t.par_origen_id
          LEFT JOIN pares_divisas d ON d.id = t.par_destino_id WHERE t.id = p_tipo);

-- Hours since then.
CREATE OR REPLACE FUNCTION tipos_cambios_edad(p_tipo integer) RETURNS numeric LANGUAGE sql STABLE
  RETURN extract(epoch FROM ahora() - tipos_cambios_confirmada(p_tipo)) / 3600;

-- Active rates that give the client more than their pairs cost now, computed as in rules.ts: one unit handed over is
-- worth num/den at cost. Without division, so that a rate exactly at cost is not reported.
CREATE OR REPLACE FUNCTION tipos_cambios_bajo_costo() RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT x.id FROM (
    SELECT t.id, h.tasa, h.metodo_calculo,
           CASE WHEN o.base_id = t.base_id THEN o.compra ELSE 1 END
           * CASE WHEN d.cotizacion_id = t.cotizacion_id THEN d.compra ELSE 1 END AS num,
           CASE WHEN o.cotizacion_id = t.base_id THEN o.venta ELSE 1 END
           * CASE WHEN d.base_id = t.cotizacion_id THEN d.venta ELSE 1 END AS den
    FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    LEFT JOIN pares_divisas o ON o.id = t.par_origen_id LEFT JOIN pares_divisas d ON d.id = t.par_destino_id
    WHERE t.estatus AND (o.id IS NOT NULL OR d.id IS NOT NULL)) x
  WHERE CASE x.metodo_calculo WHEN 'm' THEN x.tasa * x.den > x.num ELSE x.tasa * x.num < x.den END
$$;

-- Confirming the clock moves back the dates of change that a wrong clock set ahead.
CREATE OR REPLACE FUNCTION tipos_cambios_reloj()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE tipos_cambios SET actualizado_en = NEW.fecha WHERE actualizado_en > NEW.fecha;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER tipos_cambios_reloj AFTER INSERT ON reloj_confirmaciones
  FOR EACH ROW EXECUTE FUNCTION tipos_cambios_reloj();
