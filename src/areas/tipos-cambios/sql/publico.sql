-- The rate of the public of a corridor, the first of its ladder, as the price of one unit: `p_por` is the way of
-- computing whose rate is that price as it stands. No row without an active rate.
CREATE OR REPLACE FUNCTION tipos_cambios_publico(p_pais text, p_base integer, p_cotizacion integer, p_por text,
    OUT precio numeric, OUT decimales integer, OUT desde timestamptz) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE h.metodo_calculo WHEN p_por THEN round(h.tasa, h.precision) ELSE 1 / h.tasa END,
    CASE h.metodo_calculo WHEN p_por THEN h.precision::integer ELSE 0 END, tipos_cambios_confirmada(t.id)
  FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
  WHERE (t.pais, t.base_id, t.cotizacion_id) = (p_pais, p_base, p_cotizacion) AND t.segmento = 'publico' AND t.estatus
  ORDER BY coalesce(t.monto_min, 0), t.id LIMIT 1;
$$;

-- What anybody is told that the house pays (`compra`) and asks (`venta`) for the base of a pair (R-380): what the
-- counter gives, the public rate of that direction, where one is active; the pair's own price where none is. Each has
-- the instant when a person last typed or confirmed it; both are rounded to `decimales`, which no rate exceeds.
CREATE OR REPLACE FUNCTION precio_publico(p_par integer, OUT compra numeric, OUT venta numeric, OUT decimales integer,
    OUT compra_desde timestamptz, OUT venta_desde timestamptz) LANGUAGE sql STABLE AS $$
  SELECT round(coalesce(c.precio, p.compra), d.decimales), round(coalesce(v.precio, p.venta), d.decimales), d.decimales,
    coalesce(c.desde, p.actualizado_en), coalesce(v.desde, p.actualizado_en)
  FROM pares_divisas p
  LEFT JOIN LATERAL tipos_cambios_publico(p.pais, p.base_id, p.cotizacion_id, 'm') c ON true
  LEFT JOIN LATERAL tipos_cambios_publico(p.pais, p.cotizacion_id, p.base_id, 'd') v ON true
  CROSS JOIN LATERAL (SELECT greatest(p.precision, c.decimales, v.decimales)::integer AS decimales) d
  WHERE p.id = p_par;
$$;

-- The rate of the public as it was at an instant: twin of `tipos_cambios_publico`, which reads the open rows alone.
CREATE OR REPLACE FUNCTION tipos_cambios_publico_en(p_pais text, p_base integer, p_cotizacion integer, p_por text,
    p_en timestamptz, OUT precio numeric, OUT decimales integer) RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT CASE h.metodo_calculo WHEN p_por THEN round(h.tasa, h.precision) ELSE 1 / h.tasa END,
    CASE h.metodo_calculo WHEN p_por THEN h.precision::integer ELSE 0 END
  FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND h.vigencia @> p_en
  WHERE (t.pais, t.base_id, t.cotizacion_id) = (p_pais, p_base, p_cotizacion) AND t.segmento = 'publico' AND t.estatus
  ORDER BY coalesce(t.monto_min, 0), t.id LIMIT 1;
$$;

-- What anybody was told at an instant (R-380), of the rates of the public that are in use today; no price where the
-- pair had none yet.
CREATE OR REPLACE FUNCTION precio_publico_en(p_par integer, p_en timestamptz, OUT compra numeric, OUT venta numeric)
    LANGUAGE sql STABLE AS $$
  SELECT round(coalesce(c.precio, h.compra), d.decimales), round(coalesce(v.precio, h.venta), d.decimales)
  FROM pares_divisas p
  LEFT JOIN pares_divisas_historico h ON h.par_id = p.id AND h.vigencia @> p_en
  LEFT JOIN LATERAL tipos_cambios_publico_en(p.pais, p.base_id, p.cotizacion_id, 'm', p_en) c ON true
  LEFT JOIN LATERAL tipos_cambios_publico_en(p.pais, p.cotizacion_id, p.base_id, 'd', p_en) v ON true
  CROSS JOIN LATERAL (SELECT greatest(p.precision, c.decimales, v.decimales)::integer AS decimales) d
  WHERE p.id = p_par;
$$;
