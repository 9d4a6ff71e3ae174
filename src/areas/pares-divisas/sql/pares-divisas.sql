-- How much of what a source may do by itself these prices use up (R-165): 1 is all of it. In an hour, from the price of
-- an hour ago or what a person published since; at any time, from what a person published or confirmed last.
CREATE OR REPLACE FUNCTION pares_fuente_uso(p_par integer, p_compra numeric, p_venta numeric)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(
    greatest(abs(p_compra - d.c) / d.c, abs(p_venta - d.v) / d.v) * 100 / ajuste('fuente_dia_pct')::numeric,
    greatest(abs(p_compra - h.c) / h.c, abs(p_venta - h.v) / h.v) * 100 / ajuste('fuente_hora_pct')::numeric)
  FROM pares_divisas p
  LEFT JOIN pares_divisas_historico a ON a.par_id = p.id AND a.vigencia @> ahora() - interval '1 hour'
  CROSS JOIN LATERAL (SELECT coalesce(p.persona_compra, a.compra, p.compra) AS c,
    coalesce(p.persona_venta, a.venta, p.venta) AS v) d
  CROSS JOIN LATERAL (SELECT CASE WHEN p.persona_en > ahora() - interval '1 hour' THEN d.c
    ELSE coalesce(a.compra, d.c) END AS c, CASE WHEN p.persona_en > ahora() - interval '1 hour' THEN d.v
    ELSE coalesce(a.venta, d.v) END AS v) h
  WHERE p.id = p_par;
$$;

-- Closes the open row and opens the next at the same instant: no gap, no overlap. The caller holds the lock of the
-- pair's row.
CREATE OR REPLACE FUNCTION pares_divisas_publicar(p_par integer, p_compra numeric, p_venta numeric, p_usuario integer,
    p_motivo text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_desde timestamptz;
  v_abierta pares_divisas_historico;
BEGIN
  PERFORM reloj_exigir();
  SELECT * INTO v_abierta FROM pares_divisas_historico WHERE par_id = p_par AND upper_inf(vigencia);
  -- Two changes at one instant still get consecutive rows.
  v_desde := greatest(ahora(), lower(v_abierta.vigencia) + interval '1 microsecond');
  UPDATE pares_divisas SET compra = p_compra, venta = p_venta, actualizado_en = v_desde,
         actualizado_por = p_usuario, version = version + 1,
         persona_compra = CASE WHEN p_usuario IS NULL THEN persona_compra ELSE p_compra END,
         persona_venta = CASE WHEN p_usuario IS NULL THEN persona_venta ELSE p_venta END,
         persona_en = CASE WHEN p_usuario IS NULL THEN persona_en ELSE v_desde END WHERE id = p_par;
  IF v_abierta.compra = p_compra AND v_abierta.venta = p_venta THEN RETURN; END IF;
  UPDATE pares_divisas_historico SET vigencia = tstzrange(lower(vigencia), v_desde) WHERE id = v_abierta.id;
  INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia, usuario_id, motivo)
    VALUES (p_par, p_compra, p_venta, tstzrange(v_desde, NULL), p_usuario, p_motivo);
END $$;

-- A proposal is resolved once, and the source's prices in it cannot change.
CREATE OR REPLACE TRIGGER pares_propuesta_fija BEFORE UPDATE OR DELETE ON pares_propuestas
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^pendiente ', '{estado,resuelta_en,resuelta_por}');

-- Confirming the clock moves back the dates that a wrong clock set ahead: when a pair changed, and when a source is
-- due.
CREATE OR REPLACE FUNCTION pares_divisas_reloj()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pares_divisas SET actualizado_en = NEW.fecha WHERE actualizado_en > NEW.fecha;
  UPDATE pares_fuentes SET proxima_en = NEW.fecha WHERE proxima_en > NEW.fecha + make_interval(mins => minutos);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER pares_divisas_reloj AFTER INSERT ON reloj_confirmaciones
  FOR EACH ROW EXECUTE FUNCTION pares_divisas_reloj();
