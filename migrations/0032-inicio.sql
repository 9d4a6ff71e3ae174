-- The dashboard (spec 2.16): what each day earned, kept once it is over, and the price of a currency in one place.

-- What a unit of a currency would bring today in the functional one: our own pair at home, else through the dollar's
-- two pairs. One row; nothing in it where nobody quotes it.
CREATE FUNCTION precio_actual(p_moneda integer) RETURNS TABLE (precio numeric, origen text)
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(propio.compra, casa.compra / nullif(fuera.venta, 0)),
         CASE WHEN propio.compra IS NOT NULL THEN 'par'
              WHEN casa.compra / nullif(fuera.venta, 0) IS NOT NULL THEN 'cruce' END
  FROM monedas f JOIN monedas usd ON usd.iso = 'USD'
  LEFT JOIN paises hogar ON hogar.moneda_id = f.id
  LEFT JOIN pares_divisas propio ON propio.pais = hogar.id AND propio.base_id = p_moneda
    AND propio.cotizacion_id = f.id AND propio.estatus
  LEFT JOIN pares_divisas casa ON casa.pais = hogar.id AND casa.base_id = usd.id
    AND casa.cotizacion_id = f.id AND casa.estatus
  LEFT JOIN pares_divisas fuera ON fuera.pais = 'usd' AND fuera.base_id = usd.id
    AND fuera.cotizacion_id = p_moneda AND fuera.estatus
  WHERE f.funcional ORDER BY hogar.id LIMIT 1
$$;

-- An amount in the functional currency at that price; null where there is none.
CREATE FUNCTION valor_actual(p_moneda integer, p_monto numeric) RETURNS numeric
  LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN p_monto
              ELSE round(p_monto * (SELECT precio FROM precio_actual(p_moneda)), 2) END
$$;

-- What a business day earned until an instant of it: realized profit as the ledger has it, margin of the rates, and
-- operations of the counter; of one user, or of all. An order's margin counts when its client has paid. What is annulled
-- counts on the day of its annulment, so a day that is over never changes.
CREATE FUNCTION dia_resultado(p_fecha date, p_hasta timestamptz DEFAULT 'infinity', p_usuario integer DEFAULT NULL)
  RETURNS TABLE (ganancia numeric, margen numeric, operaciones integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
          WHERE a.fecha_negocio = p_fecha AND a.fecha <= p_hasta AND (p_usuario IS NULL OR a.usuario_id = p_usuario)
            AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))),
         coalesce(n.margen, 0) - coalesce(x.margen, 0) + coalesce(r.margen, 0) - coalesce(d.margen, 0),
         (n.operaciones - x.operaciones)::int
  FROM (SELECT sum(o.margen) AS margen, count(*) AS operaciones FROM compras_ventas o
        WHERE o.fecha_negocio = p_fecha AND o.fecha <= p_hasta AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) n,
       (SELECT sum(o.margen) AS margen, count(*) FILTER (WHERE o.fecha_negocio = p_fecha) AS operaciones
        FROM compras_ventas o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) x,
       (SELECT sum(o.margen) AS margen FROM ordenes o
        WHERE o.pagada_en IS NOT NULL AND fecha_negocio(o.pagada_en) = p_fecha AND o.pagada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) r,
       (SELECT sum(o.margen) AS margen FROM ordenes o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND o.pagada_en IS NOT NULL AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) d
$$;
CREATE INDEX ordenes_pagada_en ON ordenes (fecha_negocio(pagada_en)) WHERE pagada_en IS NOT NULL;
CREATE INDEX ordenes_completada_en ON ordenes (fecha_negocio(completada_en)) WHERE completada_en IS NOT NULL;
CREATE INDEX ordenes_anulada_en ON ordenes (fecha_negocio(anulada_en)) WHERE estado = 'anulada';
CREATE INDEX compras_ventas_anulada_en ON compras_ventas (fecha_negocio(anulada_en)) WHERE estado = 'anulada';

-- Days that are over, so that a trend reads a row a day.
CREATE TABLE dias_resumen (
  fecha date PRIMARY KEY,
  ganancia numeric(38,8) NOT NULL,
  margen numeric(38,8) NOT NULL,
  operaciones integer NOT NULL
);
-- What left each currency's position on such a day, whatever it left for; what was annulled came back.
CREATE TABLE dias_salidas (
  fecha date NOT NULL REFERENCES dias_resumen,
  moneda_id integer NOT NULL REFERENCES monedas,
  cantidad numeric(38,8) NOT NULL,
  PRIMARY KEY (fecha, moneda_id)
);
CREATE TRIGGER dias_resumen_fijos BEFORE UPDATE OR DELETE ON dias_resumen
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER dias_resumen_no_trunca BEFORE TRUNCATE ON dias_resumen EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER dias_salidas_fijas BEFORE UPDATE OR DELETE ON dias_salidas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER dias_salidas_no_trunca BEFORE TRUNCATE ON dias_salidas EXECUTE FUNCTION prohibir_cambio();

-- Sums up what the last days lack, the oldest first. A day counts as over a quarter of an hour after its midnight: no
-- transaction lives as long, so none that carries its date can still come. Answers how many were added.
CREATE FUNCTION dias_resumir(p_dias integer DEFAULT 100) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora() - interval '15 minutes');
  v_fecha date;
  v_hechos integer := 0;
BEGIN
  FOR v_fecha IN
    SELECT d::date FROM generate_series(v_hoy - p_dias, v_hoy - 1, interval '1 day') d
    WHERE d::date >= (SELECT min(fecha_negocio) FROM asientos)
      AND NOT EXISTS (SELECT FROM dias_resumen r WHERE r.fecha = d::date)
    ORDER BY d LIMIT 31
  LOOP
    INSERT INTO dias_resumen (fecha, ganancia, margen, operaciones)
      SELECT v_fecha, r.ganancia, r.margen, r.operaciones FROM dia_resultado(v_fecha) r ON CONFLICT DO NOTHING;
    -- Another server was quicker.
    CONTINUE WHEN NOT FOUND;
    INSERT INTO dias_salidas (fecha, moneda_id, cantidad)
      SELECT v_fecha, s.moneda_id, sum(p.importe) FROM asientos a
      JOIN apuntes p ON p.asiento_id = a.id JOIN posiciones s ON s.posicion_id = p.cuenta_id
      WHERE a.fecha_negocio = v_fecha AND (a.anula_a IS NULL) = (p.importe > 0) GROUP BY s.moneda_id;
    v_hechos := v_hechos + 1;
  END LOOP;
  RETURN v_hechos;
END $$;

-- Active rates that give the client more than their pairs cost now, as rules.ts computes it: one unit that is handed
-- over is worth num/den at cost. Nothing is divided: a rate at cost is not below it.
CREATE FUNCTION tipos_cambios_bajo_costo() RETURNS SETOF integer
  LANGUAGE sql STABLE AS $$
  SELECT x.id FROM (
    SELECT t.id, h.tasa, h.metodo_calculo,
           CASE WHEN o.base_id = t.base_id THEN o.compra ELSE 1 END
           * CASE WHEN d.cotizacion_id = t.cotizacion_id THEN d.compra ELSE 1 END AS num,
           CASE WHEN o.cotizacion_id = t.base_id THEN o.venta ELSE 1 END
           * CASE WHEN d.base_id = t.cotizacion_id THEN d.venta ELSE 1 END AS den
    FROM tipos_cambios t
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    LEFT JOIN pares_divisas o ON o.id = t.par_origen_id LEFT JOIN pares_divisas d ON d.id = t.par_destino_id
    WHERE t.estatus AND (o.id IS NOT NULL OR d.id IS NOT NULL)) x
  WHERE CASE x.metodo_calculo WHEN 'm' THEN x.tasa * x.den > x.num ELSE x.tasa * x.num < x.den END
$$;
