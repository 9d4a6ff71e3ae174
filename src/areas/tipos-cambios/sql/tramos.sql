-- The ladder of a corridor: from `desde` (inclusive) to `hasta` (exclusive; null: no end), with its own maximum `tope`
-- (inclusive).
CREATE OR REPLACE FUNCTION tipos_cambios_tramos(p_pais text, p_base integer, p_cotizacion integer)
  RETURNS TABLE (tipo_cambio_id integer, segmento text, desde numeric, hasta numeric, tope numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  BEGIN ATOMIC
    SELECT t.id, t.segmento, coalesce(t.monto_min, 0),
           lead(t.monto_min) OVER (ORDER BY coalesce(t.monto_min, 0)), t.monto_max
    FROM tipos_cambios t
    WHERE t.pais = p_pais AND t.base_id = p_base AND t.cotizacion_id = p_cotizacion AND t.estatus
    ORDER BY coalesce(t.monto_min, 0);
  END;

-- The rate for an amount that the client hands over; null below the least amount or above the step's own maximum.
CREATE OR REPLACE FUNCTION tipos_cambios_del_monto(p_pais text, p_base integer, p_cotizacion integer, p_monto numeric)
  RETURNS integer LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN p_monto <= coalesce(t.monto_max, p_monto) THEN t.id END FROM tipos_cambios t
          WHERE t.pais = p_pais AND t.base_id = p_base AND t.cotizacion_id = p_cotizacion AND t.estatus
            AND coalesce(t.monto_min, 0) <= p_monto
          ORDER BY coalesce(t.monto_min, 0) DESC LIMIT 1);

-- The rate for an amount that this client hands over (R-225): his own segment reigns from the first amount on. Twin of
-- `tramosPara` in core/dinero/tramos.ts.
CREATE OR REPLACE FUNCTION tipos_cambios_del_cliente(p_pais text, p_base integer, p_cotizacion integer, p_monto numeric,
    p_cliente bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT tipos_cambios_del_monto(p_pais, p_base, p_cotizacion, CASE WHEN p_monto < min(coalesce(t.monto_min, 0))
    THEN p_monto ELSE greatest(p_monto, min(t.monto_min) FILTER (WHERE t.segmento = (
      SELECT segmento FROM clientes WHERE id = p_cliente AND segmento <> 'publico'))) END)
  FROM tipos_cambios t WHERE t.pais = p_pais AND t.base_id = p_base AND t.cotizacion_id = p_cotizacion AND t.estatus;
$$;

-- The first amount of a rate for this client.
CREATE OR REPLACE FUNCTION tipos_cambios_desde(t tipos_cambios, p_cliente bigint) RETURNS numeric LANGUAGE sql STABLE
  AS $$
  SELECT CASE WHEN t.segmento = 'publico'
      OR NOT EXISTS (SELECT FROM clientes WHERE id = p_cliente AND segmento = t.segmento) THEN coalesce(t.monto_min, 0)
    ELSE (SELECT min(coalesce(x.monto_min, 0)) FROM tipos_cambios x WHERE x.estatus
      AND (x.pais, x.base_id, x.cotizacion_id) = (t.pais, t.base_id, t.cotizacion_id)) END;
$$;

-- Constraints across rows: the public rate is the first step, and no maximum leaves a gap between steps.
CREATE OR REPLACE FUNCTION tipos_cambios_escalera()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Serialises changes of one corridor: two concurrent changes, each valid alone, could leave a gap together.
  PERFORM pg_advisory_xact_lock(2, hashtext(format('%s %s %s', NEW.pais, NEW.base_id, NEW.cotizacion_id)));
  IF NEW.segmento <> 'publico' AND NOT EXISTS (
       SELECT FROM tipos_cambios WHERE segmento = 'publico'
         AND (pais, base_id, cotizacion_id) = (NEW.pais, NEW.base_id, NEW.cotizacion_id)) THEN
    PERFORM rechazar_campo('segmento', reparo('SIN_TASA_AL_PUBLICO'));
  ELSIF TG_OP = 'UPDATE' AND OLD.segmento = 'publico' AND (
       SELECT bool_and(segmento <> 'publico') FROM tipos_cambios
       WHERE (pais, base_id, cotizacion_id) = (OLD.pais, OLD.base_id, OLD.cotizacion_id)) THEN
    PERFORM rechazar_campo('segmento', reparo('TASA_AL_PUBLICO_FIJA'));
  ELSIF EXISTS (
       SELECT FROM tipos_cambios p JOIN tipos_cambios s USING (pais, base_id, cotizacion_id)
       WHERE (pais, base_id, cotizacion_id) = (NEW.pais, NEW.base_id, NEW.cotizacion_id)
         AND p.segmento = 'publico' AND s.segmento <> 'publico' AND s.monto_min <= coalesce(p.monto_min, 0)) THEN
    PERFORM rechazar_campo('monto_min', reparo('SEGMENTO_EMPIEZA_DESPUES'));
  END IF;
  PERFORM rechazar_campo(CASE WHEN NEW.monto_max = x.tope THEN 'monto_max' ELSE 'monto_min' END,
      reparo('MONTOS_SIN_TASA', jsonb_build_object('desde', trim_scale(x.tope)::text,
        'hasta', trim_scale(x.hasta)::text)))
    FROM tipos_cambios_tramos(NEW.pais, NEW.base_id, NEW.cotizacion_id) x JOIN monedas m ON m.id = NEW.base_id
    WHERE x.tope < x.hasta - 10::numeric ^ -m.decimales;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER tipos_cambios_escalera AFTER INSERT
    OR UPDATE OF pais, base_id, cotizacion_id, segmento, monto_min, monto_max, estatus
  ON tipos_cambios FOR EACH ROW EXECUTE FUNCTION tipos_cambios_escalera();

-- The open rows of a corridor, read under the lock that a publication holds from computing its instant until its
-- commit, so that the answered rate is in force at this instant. VOLATILE, because the query after the lock needs a new
-- snapshot.
CREATE OR REPLACE FUNCTION tipos_cambios_en_vigor(p_pais text, p_base integer, p_cotizacion integer)
  RETURNS SETOF tipos_cambios_historico LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1, x.id) FROM (
    SELECT id FROM tipos_cambios WHERE pais = p_pais AND base_id = p_base AND cotizacion_id = p_cotizacion AND estatus
    ORDER BY id) x;
  RETURN QUERY SELECT h.* FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE t.pais = p_pais AND t.base_id = p_base AND t.cotizacion_id = p_cotizacion AND t.estatus
        AND upper_inf(h.vigencia);
END $$;

-- The open rows of every corridor, in the same way; their locks are taken in the order of a publication's.
CREATE OR REPLACE FUNCTION tipos_cambios_todas_en_vigor()
  RETURNS SETOF tipos_cambios_historico LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1, x.id) FROM (SELECT id FROM tipos_cambios WHERE estatus ORDER BY id) x;
  RETURN QUERY SELECT h.* FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE t.estatus AND upper_inf(h.vigencia);
END $$;

-- Refuses an amount at the rate of another step than the one that reigns for this client. Called by the counter and by
-- orders.
CREATE OR REPLACE FUNCTION tipos_cambios_exigir_tramo(p_historico bigint, p_entrega numeric, p_cliente bigint)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_otro integer;
BEGIN
  SELECT nullif(tipos_cambios_del_cliente(x.pais, x.base_id, x.cotizacion_id, p_entrega, p_cliente), x.id) INTO v_otro
    FROM tipos_cambios_historico h JOIN tipos_cambios x ON x.id = h.tipo_cambio_id WHERE h.id = p_historico;
  IF v_otro IS NULL THEN RETURN; END IF;
  PERFORM rechazar('TASA_OTRO_TRAMO', jsonb_build_object(
      'monto', importe_texto(p_entrega, m.simbolo, m.decimales), 'segmento', x.segmento,
      'tasa', round(h.tasa, h.precision)::text, 'historico_id', h.id))
    FROM tipos_cambios x JOIN tipos_cambios_historico h ON h.tipo_cambio_id = x.id AND upper_inf(h.vigencia)
    JOIN monedas m ON m.id = x.base_id WHERE x.id = v_otro;
END $$;
