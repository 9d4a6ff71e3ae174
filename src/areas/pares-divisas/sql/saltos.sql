-- How far a price may move, whoever writes it: what a source does by itself (R-165), and what a person does (R-166).

-- The prices of a pair: those that no person publishes stay near the last ones that somebody confirmed, and move
-- nothing of what he confirmed.
CREATE OR REPLACE FUNCTION pares_precio_cerca() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.actualizado_por IS NOT NULL THEN RETURN NEW; END IF;
  IF (OLD.persona_compra, OLD.persona_venta, OLD.persona_en)
     IS DISTINCT FROM (NEW.persona_compra, NEW.persona_venta, NEW.persona_en) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'pares_divisas: what a person confirmed is no source''s';
  END IF;
  IF (OLD.compra, OLD.venta) IS DISTINCT FROM (NEW.compra, NEW.venta)
     AND pares_fuente_uso(NEW.id, NEW.compra, NEW.venta) > 1 THEN
    PERFORM rechazar('FUENTE_LEJOS', jsonb_build_object('hora', ajuste('fuente_hora_pct')::text,
      'dia', ajuste('fuente_dia_pct')::text));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER pares_precio_cerca
  BEFORE UPDATE OF compra, venta, actualizado_por, persona_compra, persona_venta, persona_en ON pares_divisas
  FOR EACH ROW EXECUTE FUNCTION pares_precio_cerca();

-- The history says what the pair says: no row of another price, or of somebody else.
CREATE OR REPLACE FUNCTION pares_historico_del_par()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pares_divisas WHERE id = NEW.par_id AND compra = NEW.compra AND venta = NEW.venta
      AND (NEW.usuario_id IS NULL OR actualizado_por = NEW.usuario_id)) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'pares_divisas_historico: not the price of its pair';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER pares_historico_del_par AFTER INSERT ON pares_divisas_historico
  FOR EACH ROW EXECUTE FUNCTION pares_historico_del_par();

-- By how much a price moves, in percent.
CREATE OR REPLACE FUNCTION precio_salto(p_de numeric, p_a numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (p_a - p_de) * 100 / p_de;

-- How far a published price lies from the one before it, and from the one of an hour ago or what two people agreed on
-- since: steps below the alert do not add up to more. The largest of these moves, in percent.
CREATE OR REPLACE FUNCTION pares_salto(h pares_divisas_historico) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH antes AS (
    (SELECT compra, venta FROM pares_divisas_historico WHERE par_id = h.par_id AND upper(vigencia) = lower(h.vigencia))
    UNION ALL
    (SELECT x.compra, x.venta FROM (
      SELECT 1 AS n, (v.que->h.par_id::text->>0)::numeric AS compra, (v.que->h.par_id::text->>1)::numeric AS venta, v.id
        FROM vistos v WHERE v.estado = 'usado' AND v.clave = 'precio' AND v.origen = 'pares-divisas'
          AND v.que ? h.par_id::text AND v.usado_en > lower(h.vigencia) - interval '1 hour'
      UNION ALL SELECT 2, compra, venta, -id FROM pares_divisas_historico
        WHERE par_id = h.par_id AND id < h.id
          AND vigencia && tstzrange(lower(h.vigencia) - interval '1 hour', lower(h.vigencia))
      ) x ORDER BY x.n, x.id DESC LIMIT 1))
  SELECT s FROM antes,
    LATERAL unnest(ARRAY[precio_salto(antes.compra, h.compra), precio_salto(antes.venta, h.venta)]) s
  ORDER BY abs(s) DESC LIMIT 1;
$$;

-- The pairs whose price a person moves beyond their alert in this transaction. At its end, so that a yes is asked for
-- what would pass: one for all prices of a publication.
CREATE OR REPLACE FUNCTION pares_salto_exigir() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v record;
BEGIN
  IF current_setting('cambista.control', true) = 'dado'
     OR coalesce(abs(pares_salto(NEW)) <= (SELECT alerta_pct FROM pares_divisas WHERE id = NEW.par_id), true) THEN
    RETURN NULL;
  END IF;
  SELECT min(s.id) AS id, jsonb_object_agg(s.id, jsonb_build_array(s.compra, s.venta)) AS que,
      string_agg(format('%s a %s y %s (%s %%)', s.nombre, s.compra, s.venta, round(s.salto, 2)), ', ' ORDER BY s.id)
        AS frase
    INTO v FROM (
      SELECT p.id, b.iso || '/' || q.iso AS nombre, round(h.compra, p.precision)::text AS compra,
             round(h.venta, p.precision)::text AS venta, x.salto
      FROM pares_divisas_historico h JOIN pares_divisas p ON p.id = h.par_id
      JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
      CROSS JOIN LATERAL (SELECT pares_salto(h) AS salto OFFSET 0) x
      WHERE (h.id = NEW.id OR h.xmin = pg_current_xact_id()::xid AND upper_inf(h.vigencia))
        AND h.usuario_id IS NOT NULL AND abs(x.salto) > p.alerta_pct) s;
  IF (v_quien->>'usuario_id')::int IS DISTINCT FROM NEW.usuario_id THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'pares_divisas_historico: a jump that nobody answers for';
  END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'precio', 'origen', 'pares-divisas', 'origen_id', v.id,
    'que', v.que, 'titulo', 'publicar ' || v.frase));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS pares_salto_exigir ON pares_divisas_historico;
CREATE CONSTRAINT TRIGGER pares_salto_exigir AFTER INSERT ON pares_divisas_historico DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.usuario_id IS NOT NULL) EXECUTE FUNCTION pares_salto_exigir();
