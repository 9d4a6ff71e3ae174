-- Closes the open row and opens the next at the same instant: no gap, no overlap. The caller holds the lock of the
-- pair's row.
CREATE OR REPLACE FUNCTION pares_divisas_publicar(p_par integer, p_compra numeric, p_venta numeric, p_usuario integer,
    p_motivo text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_desde timestamptz;
  v_abierta pares_divisas_historico;
BEGIN
  PERFORM reloj_exigir();
  SELECT * INTO v_abierta FROM pares_divisas_historico WHERE par_id = p_par AND upper_inf(vigencia);
  -- Two changes at one instant still get consecutive rows.
  v_desde := greatest(ahora(), lower(v_abierta.vigencia) + interval '1 microsecond');
  UPDATE pares_divisas SET compra = p_compra, venta = p_venta, actualizado_en = v_desde,
         actualizado_por = p_usuario, version = version + 1 WHERE id = p_par;
  IF v_abierta.compra = p_compra AND v_abierta.venta = p_venta THEN RETURN; END IF;
  UPDATE pares_divisas_historico SET vigencia = tstzrange(lower(vigencia), v_desde) WHERE id = v_abierta.id;
  INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia, usuario_id, motivo)
    VALUES (p_par, p_compra, p_venta, tstzrange(v_desde, NULL), p_usuario, p_motivo);
END $$;

-- A proposal is resolved once, and the source's prices in it cannot change.
CREATE OR REPLACE FUNCTION pares_propuesta_fija() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.estado = 'pendiente'
     AND (OLD.id, OLD.par_id, OLD.fuente, OLD.compra, OLD.venta, OLD.salto, OLD.creada_en)
       = (NEW.id, NEW.par_id, NEW.fuente, NEW.compra, NEW.venta, NEW.salto, NEW.creada_en) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'pares_propuestas: resolved once, never rewritten';
END $$;
CREATE OR REPLACE TRIGGER pares_propuesta_fija BEFORE UPDATE OR DELETE ON pares_propuestas
  FOR EACH ROW EXECUTE FUNCTION pares_propuesta_fija();

-- Confirming the clock moves back the dates that a wrong clock set ahead: when a pair changed, and when a source is
-- due.
CREATE OR REPLACE FUNCTION pares_divisas_reloj() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pares_divisas SET actualizado_en = NEW.fecha WHERE actualizado_en > NEW.fecha;
  UPDATE pares_fuentes SET proxima_en = NEW.fecha WHERE proxima_en > NEW.fecha + make_interval(mins => minutos);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER pares_divisas_reloj AFTER INSERT ON reloj_confirmaciones
  FOR EACH ROW EXECUTE FUNCTION pares_divisas_reloj();
