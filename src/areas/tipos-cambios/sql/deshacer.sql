-- The countervalue of an operation at a rate, for an amount. A sale's rate converts the countervalue to the currency;
-- the others convert the currency to the countervalue.
CREATE OR REPLACE FUNCTION tipos_cambios_debido(p_tipo text, p_monto numeric, p_tasa numeric, p_metodo text,
    p_decimales integer) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE p_tipo
    WHEN 'venta' THEN convertir(p_monto, p_tasa, CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END, p_decimales, 'arriba')
    ELSE convertir(p_monto, p_tasa, p_metodo, p_decimales, 'abajo') END;

-- Profit of the house by the wrong rate (a loss is below zero), in the functional currency: the twin of `diferencia` in
-- areas/tipos-cambios/deshacer/rules.ts. A canje's is in the currency that left, valued at its cost; null without a
-- cost.
CREATE OR REPLACE FUNCTION tipos_cambios_diferencia(p_tipo text, p_contravalor numeric, p_debido numeric,
    p_costo numeric) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE p_tipo
    WHEN 'compra' THEN p_debido - p_contravalor
    WHEN 'venta' THEN p_contravalor - p_debido
    ELSE sign(p_debido - p_contravalor) * convertir(abs(p_debido - p_contravalor) * p_costo, p_contravalor, 'd', 2,
        'medio') END;

-- What the house won by an operation at its rate instead of the one in force at that instant (a loss is below zero).
CREATE OR REPLACE FUNCTION tipos_cambios_contra_vigente(p_historico bigint, p_fecha timestamptz, p_tipo text,
    p_monto numeric, p_contravalor numeric, p_decimales integer, p_costo numeric) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT tipos_cambios_diferencia(p_tipo, p_contravalor,
      tipos_cambios_debido(p_tipo, p_monto, v.tasa, v.metodo_calculo, p_decimales), p_costo)
    FROM tipos_cambios_historico h JOIN tipos_cambios_historico v ON v.tipo_cambio_id = h.tipo_cambio_id
      AND v.vigencia @> p_fecha WHERE h.id = p_historico);

-- How a report says it: `: la casa perdió S/ 12.00`; empty where nothing can be said.
CREATE OR REPLACE FUNCTION tipos_cambios_diferencia_texto(p_diferencia numeric) RETURNS text LANGUAGE sql STABLE
  RETURN coalesce((SELECT format(': la casa %s %s', CASE WHEN p_diferencia < 0 THEN 'perdió' ELSE 'ganó' END,
    importe_texto(abs(p_diferencia), simbolo, decimales)) FROM monedas
    WHERE funcional AND round(p_diferencia, 2) <> 0), '');

-- Rates that somebody published and that were put back within half an hour, with operations made at them in between
-- (R-186): back is at most half as far away as they went, whoever puts it back and in however many steps.
CREATE OR REPLACE FUNCTION tipos_cambios_repuestas()
  RETURNS TABLE (id bigint, tipo_cambio_id integer, usuario_id integer, fecha timestamptz, frase text, pen numeric,
    motivo text)
  LANGUAGE sql STABLE AS $$
  SELECT b.id, b.tipo_cambio_id, b.usuario_id, r.desde, format('%s a %s: de %s a %s, y a los %s min otra vez %s (%s). '
      'Entre tanto %s%s', mb.iso, mq.iso, trim_scale(r.antes), trim_scale(b.tasa),
      greatest(round(extract(epoch FROM r.desde - lower(b.vigencia)) / 60), 1), trim_scale(r.despues),
      coalesce(usuarios_corto(u), 'una fuente'), o.quienes, tipos_cambios_diferencia_texto(o.diferencia)),
    abs(o.diferencia), b.motivo
  FROM tipos_cambios_historico b JOIN tipos_cambios t ON t.id = b.tipo_cambio_id
  JOIN monedas mb ON mb.id = t.base_id JOIN monedas mq ON mq.id = t.cotizacion_id
  CROSS JOIN LATERAL (
    SELECT a.tasa AS antes, c.tasa AS despues, a.metodo_calculo, lower(c.vigencia) AS desde, c.usuario_id
    FROM tipos_cambios_historico c JOIN tipos_cambios_historico a ON a.tipo_cambio_id = b.tipo_cambio_id
      AND a.vigencia && tstzrange(lower(c.vigencia) - interval '30 minutes', lower(b.vigencia)) AND a.id < b.id
    WHERE c.tipo_cambio_id = b.tipo_cambio_id AND c.id > b.id
      AND c.vigencia && tstzrange(lower(b.vigencia), lower(b.vigencia) + interval '30 minutes')
      AND a.metodo_calculo = b.metodo_calculo AND c.metodo_calculo = b.metodo_calculo
      AND abs(c.tasa - a.tasa) * 2 <= abs(b.tasa - a.tasa) AND a.tasa <> b.tasa
    ORDER BY c.id, a.id DESC LIMIT 1) r
  CROSS JOIN LATERAL (
    SELECT string_agg(format('%s registró %s', usuarios_corto(x), p.numeros), ', ' ORDER BY x.id) AS quienes,
           sum(p.diferencia) AS diferencia
    FROM (SELECT y.usuario_id, string_agg(y.numero, ', ' ORDER BY y.fecha) AS numeros,
            sum(tipos_cambios_diferencia(y.tipo, y.contravalor,
              tipos_cambios_debido(y.tipo, y.monto, r.antes, r.metodo_calculo, k.decimales), y.costo)) AS diferencia
          FROM operaciones_de_tasa y JOIN monedas k ON k.id = y.contramoneda_id
          WHERE y.historico_id = b.id AND y.estado NOT IN ('anulada', 'vencida') GROUP BY y.usuario_id) p
    JOIN usuarios x ON x.id = p.usuario_id) o
  LEFT JOIN usuarios u ON u.id = r.usuario_id
  WHERE b.usuario_id IS NOT NULL AND NOT upper_inf(b.vigencia) AND o.quienes IS NOT NULL;
$$;
