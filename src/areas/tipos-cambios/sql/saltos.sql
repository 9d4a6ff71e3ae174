-- How far a published rate lies from the one before it, and from the one of an hour ago or what two people agreed on
-- since, in percent; all as prices of the same unit. The first rate of a segment lies that far from the public one.
CREATE OR REPLACE FUNCTION tipos_salto(h tipos_cambios_historico) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH antes AS (
    (SELECT tasa, metodo_calculo FROM tipos_cambios_historico
     WHERE tipo_cambio_id = h.tipo_cambio_id AND upper(vigencia) = lower(h.vigencia))
    UNION ALL
    (SELECT x.tasa, x.metodo_calculo FROM (
      SELECT 1 AS n, (v.que->>'tasa')::numeric AS tasa, v.que->>'metodo_calculo' AS metodo_calculo, v.id
        FROM vistos v WHERE v.estado = 'usado' AND v.clave = 'precio' AND v.origen = 'tipos-cambios'
          AND v.origen_id = h.tipo_cambio_id AND v.usado_en > lower(h.vigencia) - interval '1 hour'
      UNION ALL SELECT 2, tasa, metodo_calculo, -id FROM tipos_cambios_historico
        WHERE tipo_cambio_id = h.tipo_cambio_id AND id < h.id AND origen <> 'par'
          AND vigencia && tstzrange(lower(h.vigencia) - interval '1 hour', lower(h.vigencia))
      ) x ORDER BY x.n, x.id DESC LIMIT 1)
    UNION ALL
    (SELECT b.tasa, b.metodo_calculo FROM tipos_cambios t JOIN tipos_cambios p ON p.segmento = 'publico'
       AND (p.pais, p.base_id, p.cotizacion_id) = (t.pais, t.base_id, t.cotizacion_id)
     JOIN tipos_cambios_historico b ON b.tipo_cambio_id = p.id AND upper_inf(b.vigencia)
     WHERE t.id = h.tipo_cambio_id AND t.segmento <> 'publico'
       AND NOT EXISTS (SELECT FROM tipos_cambios_historico a WHERE a.tipo_cambio_id = t.id AND a.id < h.id)))
  SELECT s FROM antes, LATERAL precio_salto(
    CASE antes.metodo_calculo WHEN h.metodo_calculo THEN antes.tasa ELSE 1 / antes.tasa END, h.tasa) s
  ORDER BY abs(s) DESC LIMIT 1;
$$;

-- A rate that a person moves by itself (typed, its margin, its pairs, undone) further than the alert of its pairs takes
-- what publishing such a price takes (R-166). One that follows its pairs was judged with them.
CREATE OR REPLACE FUNCTION tipos_salto_exigir() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v record;
BEGIN
  IF current_setting('cambista.control', true) = 'dado' THEN RETURN NULL; END IF;
  SELECT format('%s a %s en %s', b.iso, q.iso, round(NEW.tasa, NEW.precision)) AS frase,
      round(NEW.tasa, NEW.precision)::text AS tasa, tipos_salto(NEW) AS salto,
      coalesce(least(o.alerta_pct, d.alerta_pct), 3) AS alerta
    INTO v FROM tipos_cambios t JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id
    LEFT JOIN pares_divisas o ON o.id = t.par_origen_id LEFT JOIN pares_divisas d ON d.id = t.par_destino_id
    WHERE t.id = NEW.tipo_cambio_id;
  IF coalesce(abs(v.salto) <= v.alerta, true) THEN RETURN NULL; END IF;
  IF (v_quien->>'usuario_id')::int IS DISTINCT FROM NEW.usuario_id THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'tipos_cambios_historico: a jump that nobody answers for';
  END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'precio', 'origen', 'tipos-cambios',
    'origen_id', NEW.tipo_cambio_id, 'que', jsonb_build_object('tasa', v.tasa, 'metodo_calculo', NEW.metodo_calculo),
    'titulo', format('publicar %s (%s %%)', v.frase, round(v.salto, 2)), 'motivo', NEW.motivo));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS tipos_salto_exigir ON tipos_cambios_historico;
CREATE CONSTRAINT TRIGGER tipos_salto_exigir AFTER INSERT ON tipos_cambios_historico DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.usuario_id IS NOT NULL AND NEW.origen <> 'par') EXECUTE FUNCTION tipos_salto_exigir();
