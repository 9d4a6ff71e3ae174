-- Reports (spec 2.19, ADR 0031): what moved the result and what was operated, day by day, kept once a day is over so that
-- a year answers as quickly as a week.

-- Accounts of the result of operating, and which figure each one is. Currency only where the account is one currency's.
CREATE VIEW reportes_cuentas AS
  SELECT ganancia_id AS cuenta_id, 'ganancia'::text AS concepto, moneda_id FROM posiciones
  UNION ALL
  SELECT id, CASE codigo WHEN 'gastos-bancarios' THEN 'bancarios' WHEN 'gasto:comisiones' THEN 'comisiones' ELSE codigo END, NULL
  FROM cuentas_contables WHERE codigo IN ('servicio', 'redondeo', 'gastos-bancarios', 'gasto:comisiones');

-- Every leg of such an account with the document that caused it: what earns is positive. A reversal counts on its own day.
-- The currency is the one whose profit it is (of an exchange, the one that leaves), the user whoever made the document.
CREATE VIEW reportes_movimientos AS
  SELECT p.id, a.id AS asiento_id, a.fecha, a.fecha_negocio, a.glosa, r.concepto, -p.importe AS importe,
         coalesce(k.origen, a.origen) AS origen, coalesce(k.origen_id, a.origen_id) AS origen_id,
         coalesce(v.tipo, CASE coalesce(k.origen, a.origen) WHEN 'ordenes' THEN 'orden' WHEN 'transferencias' THEN 'transferencia'
                          ELSE 'otro' END) AS tipo,
         coalesce(r.moneda_id, CASE v.tipo WHEN 'canje' THEN v.contramoneda_id ELSE v.divisa_id END,
                  CASE WHEN n.funcional THEN o.envia_moneda_id ELSE o.recibe_moneda_id END) AS moneda_id,
         coalesce(CASE v.tipo WHEN 'venta' THEN v.contramoneda_id ELSE v.divisa_id END, o.envia_moneda_id) AS de_id,
         coalesce(CASE v.tipo WHEN 'venta' THEN v.divisa_id ELSE v.contramoneda_id END, o.recibe_moneda_id) AS a_id,
         coalesce(v.historico_id, o.historico_id) AS historico_id,
         coalesce(v.usuario_id, o.usuario_id, t.usuario_id, a.usuario_id) AS usuario_id,
         coalesce(v.cliente_id, o.cliente_id) AS cliente_id,
         extract(hour FROM a.fecha AT TIME ZONE 'America/Lima')::int AS hora
  FROM asientos a
  JOIN apuntes p ON p.asiento_id = a.id
  JOIN reportes_cuentas r ON r.cuenta_id = p.cuenta_id
  LEFT JOIN comisiones k ON a.origen = 'comisiones' AND k.id = a.origen_id
  LEFT JOIN compras_ventas v ON coalesce(k.origen, a.origen) = 'compras-ventas' AND v.id = coalesce(k.origen_id, a.origen_id)
  LEFT JOIN ordenes o ON coalesce(k.origen, a.origen) = 'ordenes' AND o.id = coalesce(k.origen_id, a.origen_id)
  LEFT JOIN monedas n ON n.id = o.recibe_moneda_id
  LEFT JOIN transferencias t ON a.origen = 'transferencias' AND t.id = a.origen_id;

-- What was operated: an operation of the counter on its day, an order on the day its client paid it. Annulled ones too:
-- who counts leaves them out by their state, which may change after their day is over.
CREATE VIEW reportes_documentos AS
  SELECT 'compras-ventas'::text AS origen, v.id, v.numero, v.fecha, v.fecha_negocio, v.tipo, v.estado, v.cliente_id, v.usuario_id,
         CASE v.tipo WHEN 'canje' THEN v.contramoneda_id ELSE v.divisa_id END AS moneda_id,
         CASE v.tipo WHEN 'canje' THEN v.contravalor ELSE v.monto END AS monto,
         CASE v.tipo WHEN 'canje' THEN v.divisa_id ELSE v.contramoneda_id END AS contramoneda_id,
         CASE v.tipo WHEN 'canje' THEN v.monto ELSE v.contravalor END AS contravalor,
         CASE v.tipo WHEN 'venta' THEN v.contramoneda_id ELSE v.divisa_id END AS de_id,
         CASE v.tipo WHEN 'venta' THEN v.divisa_id ELSE v.contramoneda_id END AS a_id,
         x.segmento, v.monto_usd, v.tasa, v.precision
  FROM compras_ventas v JOIN tipos_cambios_historico h ON h.id = v.historico_id JOIN tipos_cambios x ON x.id = h.tipo_cambio_id
  UNION ALL
  SELECT 'ordenes', o.id, o.numero, o.pagada_en, fecha_negocio(o.pagada_en), 'orden', o.estado, o.cliente_id, o.usuario_id,
         o.recibe_moneda_id, o.recibe, o.envia_moneda_id, o.envia, o.envia_moneda_id, o.recibe_moneda_id, o.segmento, o.monto_usd,
         o.tasa, o.precision
  FROM ordenes o WHERE o.pagada_en IS NOT NULL;
-- Annulled orders that were paid are few among many.
CREATE INDEX ordenes_pagada_anulada ON ordenes (fecha_negocio(pagada_en)) WHERE estado = 'anulada' AND pagada_en IS NOT NULL;

-- One business day of both, as rows that can be added up.
CREATE FUNCTION reportes_dia(p_fecha date)
  RETURNS TABLE (tipo text, moneda_id integer, de_id integer, a_id integer, segmento text, usuario_id integer, hora integer,
                 operaciones integer, monto numeric, contravalor numeric, usd numeric, sin_usd integer,
                 ganancia numeric, servicio numeric, redondeo numeric, bancarios numeric, comisiones numeric)
  LANGUAGE sql STABLE ROWS 300 AS $$
  SELECT f.tipo, f.moneda_id, f.de_id, f.a_id, f.segmento, f.usuario_id, f.hora,
         sum(f.n)::int, sum(f.monto), sum(f.contravalor), sum(f.usd), sum(f.sin_usd)::int,
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'ganancia'), 0), coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'servicio'), 0),
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'redondeo'), 0), coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'bancarios'), 0),
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'comisiones'), 0)
  FROM (
    SELECT d.tipo, d.moneda_id, d.de_id, d.a_id, d.segmento, d.usuario_id,
           extract(hour FROM d.fecha AT TIME ZONE 'America/Lima')::int AS hora, 1 AS n, d.monto, d.contravalor,
           coalesce(d.monto_usd, 0) AS usd, (d.monto_usd IS NULL)::int AS sin_usd, NULL AS concepto, 0 AS importe
    FROM reportes_documentos d WHERE d.fecha_negocio = p_fecha
    UNION ALL
    SELECT m.tipo, m.moneda_id, m.de_id, m.a_id, x.segmento, m.usuario_id, m.hora, 0, 0, 0, 0, 0, m.concepto, m.importe
    FROM reportes_movimientos m
    LEFT JOIN tipos_cambios_historico h ON h.id = m.historico_id LEFT JOIN tipos_cambios x ON x.id = h.tipo_cambio_id
    WHERE m.fecha_negocio = p_fecha) f
  GROUP BY 1, 2, 3, 4, 5, 6, 7
$$;

-- One business day of each currency's position, in its units, and what its cost moved in the functional currency. What is
-- annulled comes off the column in which it had been.
CREATE FUNCTION reportes_posicion_dia(p_fecha date)
  RETURNS TABLE (moneda_id integer, comprado numeric, vendido numeric, ordenes numeric, transferencias numeric, otros numeric,
                 costo numeric)
  LANGUAGE sql STABLE ROWS 12 AS $$
  SELECT q.moneda_id,
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'compras-ventas' AND (q.x > 0) <> q.reversa), 0),
         coalesce(-sum(q.x) FILTER (WHERE q.origen = 'compras-ventas' AND (q.x > 0) = q.reversa), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'ordenes'), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'transferencias'), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen NOT IN ('compras-ventas', 'ordenes', 'transferencias')), 0),
         sum(q.k)
  FROM (
    SELECT s.moneda_id, a.origen, a.anula_a IS NOT NULL AS reversa,
           CASE WHEN p.cuenta_id = s.posicion_id THEN -p.importe ELSE 0 END AS x,
           CASE WHEN p.cuenta_id = s.contravalor_id THEN p.importe ELSE 0 END AS k
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
    JOIN posiciones s ON p.cuenta_id IN (s.posicion_id, s.contravalor_id)
    WHERE a.fecha_negocio = p_fecha) q
  GROUP BY q.moneda_id
$$;

-- Days that are over: their ledger never changes, so neither do these.
CREATE TABLE reportes_dias (fecha date PRIMARY KEY);
CREATE TABLE reportes_resumen (
  fecha date NOT NULL REFERENCES reportes_dias,
  tipo text NOT NULL,
  moneda_id integer REFERENCES monedas,
  de_id integer REFERENCES monedas,
  a_id integer REFERENCES monedas,
  segmento text,
  usuario_id integer NOT NULL REFERENCES usuarios,
  hora integer NOT NULL CHECK (hora BETWEEN 0 AND 23),
  operaciones integer NOT NULL,
  monto numeric(38,8) NOT NULL,
  contravalor numeric(38,8) NOT NULL,
  usd numeric(38,8) NOT NULL,
  -- Operations whose worth in dollars nobody knew.
  sin_usd integer NOT NULL,
  ganancia numeric(38,8) NOT NULL,
  servicio numeric(38,8) NOT NULL,
  redondeo numeric(38,8) NOT NULL,
  bancarios numeric(38,8) NOT NULL,
  comisiones numeric(38,8) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, hora)
);
CREATE TABLE reportes_posicion (
  fecha date NOT NULL REFERENCES reportes_dias,
  moneda_id integer NOT NULL REFERENCES monedas,
  comprado numeric(38,8) NOT NULL,
  vendido numeric(38,8) NOT NULL,
  ordenes numeric(38,8) NOT NULL,
  transferencias numeric(38,8) NOT NULL,
  otros numeric(38,8) NOT NULL,
  costo numeric(38,8) NOT NULL,
  PRIMARY KEY (fecha, moneda_id)
);
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['reportes_dias', 'reportes_resumen', 'reportes_posicion'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION prohibir_cambio()', t || '_fijos', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I EXECUTE FUNCTION prohibir_cambio()', t || '_no_trunca', t);
  END LOOP;
END $$;

-- Sums up the days that are over and are not yet, the oldest first. A day counts as over a quarter of an hour after its
-- midnight, as in dias_resumir: none of its entries can still come. Answers how many were added.
CREATE FUNCTION reportes_resumir(p_cuantos integer DEFAULT 31) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora() - interval '15 minutes');
  v_fecha date;
  v_hechos integer := 0;
BEGIN
  FOR v_fecha IN
    SELECT d::date FROM generate_series((SELECT min(fecha_negocio) FROM asientos), v_hoy - 1, interval '1 day') d
    WHERE NOT EXISTS (SELECT FROM reportes_dias r WHERE r.fecha = d::date) ORDER BY d LIMIT p_cuantos
  LOOP
    INSERT INTO reportes_dias VALUES (v_fecha) ON CONFLICT DO NOTHING;
    -- Another server was quicker.
    CONTINUE WHEN NOT FOUND;
    INSERT INTO reportes_resumen SELECT v_fecha, r.* FROM reportes_dia(v_fecha) r;
    INSERT INTO reportes_posicion SELECT v_fecha, r.* FROM reportes_posicion_dia(v_fecha) r;
    v_hechos := v_hechos + 1;
  END LOOP;
  RETURN v_hechos;
END $$;

-- Days of a range that have something and are not kept: today, and what a server that was off still owes.
CREATE FUNCTION reportes_faltan(p_desde date, p_hasta date) RETURNS SETOF date
  LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT d::date FROM generate_series(greatest(p_desde, (SELECT min(fecha_negocio) FROM asientos)),
                                      least(p_hasta, fecha_negocio(ahora())), interval '1 day') d
  WHERE NOT EXISTS (SELECT FROM reportes_dias r WHERE r.fecha = d::date)
$$;

-- Both, of a range of days.
CREATE FUNCTION reportes_rango(p_desde date, p_hasta date) RETURNS SETOF reportes_resumen
  LANGUAGE sql STABLE AS $$
  SELECT * FROM reportes_resumen WHERE fecha BETWEEN p_desde AND p_hasta
  UNION ALL
  SELECT d, r.* FROM reportes_faltan(p_desde, p_hasta) d CROSS JOIN LATERAL reportes_dia(d) r
$$;
CREATE FUNCTION reportes_posicion_rango(p_desde date, p_hasta date) RETURNS SETOF reportes_posicion
  LANGUAGE sql STABLE AS $$
  SELECT * FROM reportes_posicion WHERE fecha BETWEEN p_desde AND p_hasta
  UNION ALL
  SELECT d, r.* FROM reportes_faltan(p_desde, p_hasta) d CROSS JOIN LATERAL reportes_posicion_dia(d) r
$$;
