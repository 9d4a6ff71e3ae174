-- A closing is not rewritten: it is reopened, once.
CREATE OR REPLACE TRIGGER cierres_versiones_fijas BEFORE UPDATE ON cierres_versiones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('reabierto_en', '^nulo ', '{reabierto_en,reabierto_por,motivo}');

-- Value of a currency's unit in the functional currency at an instant, as on the page of positions: by our own pair at
-- home, otherwise through the two dollar pairs, otherwise by what it buys where dollars buy the same; null without a
-- price.
CREATE OR REPLACE FUNCTION cierre_precio(p_moneda integer, p_instante timestamptz)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(p1.compra, p2.compra / nullif(p3.venta, 0), (
    SELECT min(i.compra * p2.compra / j.venta)
    FROM pares_divisas suyo JOIN pares_divisas_historico i ON i.par_id = suyo.id AND i.vigencia @> p_instante
    JOIN pares_divisas dolar ON dolar.pais = suyo.pais AND dolar.base_id = usd.id
      AND dolar.cotizacion_id = suyo.cotizacion_id AND dolar.estatus
    JOIN pares_divisas_historico j ON j.par_id = dolar.id AND j.vigencia @> p_instante
    WHERE suyo.pais = 'usd' AND suyo.base_id = p_moneda AND suyo.estatus))
  FROM monedas f JOIN monedas usd ON usd.iso = 'USD' LEFT JOIN paises h ON h.id = pais_de_la_casa()
  LEFT JOIN LATERAL (SELECT i.compra FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
    WHERE d.pais = h.id AND d.base_id = p_moneda AND d.cotizacion_id = f.id AND d.estatus
      AND i.vigencia @> p_instante) p1 ON true
  LEFT JOIN LATERAL (SELECT i.compra FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
    WHERE d.pais = h.id AND d.base_id = usd.id AND d.cotizacion_id = f.id AND d.estatus
      AND i.vigencia @> p_instante UNION ALL SELECT 1 WHERE usd.id = f.id) p2 ON true
  LEFT JOIN LATERAL (SELECT i.venta FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
    WHERE d.pais = 'usd' AND d.base_id = usd.id AND d.cotizacion_id = p_moneda AND d.estatus
      AND i.vigencia @> p_instante) p3 ON true
  WHERE f.funcional;
$$;

-- The summary of a day: its gains and operations, the balance of every account and currency at its end, the rates in
-- force, its tills. One statement, so one snapshot. The result for a closed day does not depend on when it is computed.
CREATE OR REPLACE FUNCTION cierre_resumen(p_fecha date, p_instante timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH fin AS (SELECT least(p_instante, (p_fecha + 1)::timestamp AT TIME ZONE zona_horaria() - interval '1 microsecond')
      AS t),
  movido AS (
    SELECT p.cuenta_id, coalesce(sum(p.importe) FILTER (WHERE a.fecha_negocio = p_fecha), 0) AS dia,
           coalesce(sum(p.importe) FILTER (WHERE a.fecha_negocio > p_fecha), 0) AS despues
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id WHERE a.fecha_negocio >= p_fecha GROUP BY p.cuenta_id),
  libro AS MATERIALIZED (
    SELECT k.id, k.codigo, k.nombre, k.clase, k.saldo - coalesce(v.despues, 0) AS saldo, coalesce(v.dia, 0) AS dia
    FROM cuentas_contables k LEFT JOIN movido v ON v.cuenta_id = k.id),
  -- What was registered that day; an annulment counts on the day of the annulment, as in dia_resultado.
  operado AS (SELECT o.tipo FROM compras_ventas o WHERE o.fecha_negocio = p_fecha)
  SELECT jsonb_build_object(
    'hasta', (SELECT instante_texto(t) FROM fin),
    'ganancia', (SELECT round(coalesce(-sum(l.dia), 0), 2)::text FROM posiciones s
      JOIN libro l ON l.id = s.ganancia_id),
    'margen', (SELECT round(margen, 2)::text FROM dia_resultado(p_fecha, p_instante)),
    'resultado', (SELECT round(coalesce(-sum(dia), 0), 2)::text FROM libro WHERE clase IN ('ingreso', 'gasto')),
    'resultados', (SELECT coalesce(jsonb_agg(jsonb_build_object('codigo', codigo, 'nombre', nombre,
        'importe', round(-dia, 2)::text) ORDER BY clase DESC, codigo), '[]')
      FROM libro WHERE clase IN ('ingreso', 'gasto') AND dia <> 0),
    'operaciones', (SELECT jsonb_build_object('compra', count(*) FILTER (WHERE tipo = 'compra'),
        'venta', count(*) FILTER (WHERE tipo = 'venta'), 'canje', count(*) FILTER (WHERE tipo = 'canje'),
        'orden', (SELECT count(*) FROM ordenes WHERE fecha_negocio = p_fecha),
        'anulada', (SELECT count(*) FROM compras_ventas WHERE estado = 'anulada'
            AND fecha_negocio(anulada_en) = p_fecha)) FROM operado),
    'posiciones', (SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', m.id, 'iso', m.iso, 'simbolo', m.simbolo,
        'decimales', m.decimales, 'cantidad', round(-q.saldo, m.decimales)::text, 'costo', round(k.saldo, 2)::text,
        'promedio', round(k.saldo / nullif(-q.saldo, 0), 6)::text, 'ganancia', round(-g.dia, 2)::text,
        'precio', trim_scale(round(x.precio, 8))::text, 'valor', round(-q.saldo * x.precio, 2)::text)
        ORDER BY m.id), '[]')
      FROM posiciones s JOIN monedas m ON m.id = s.moneda_id JOIN libro q ON q.id = s.posicion_id
      JOIN libro k ON k.id = s.contravalor_id JOIN libro g ON g.id = s.ganancia_id
      CROSS JOIN LATERAL (SELECT cierre_precio(m.id, (SELECT t FROM fin)) AS precio) x
      WHERE q.saldo <> 0 OR k.saldo <> 0 OR g.dia <> 0),
    'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'nombre', c.nombre, 'tipo', c.tipo,
        'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales, 'saldo', round(l.saldo, m.decimales)::text)
        ORDER BY m.funcional DESC, m.id, c.nombre), '[]')
      FROM cuentas c JOIN libro l ON l.id = c.id JOIN monedas m ON m.id = c.moneda_id WHERE c.estatus OR l.saldo <> 0),
    'tasas', (SELECT coalesce(jsonb_agg(jsonb_build_object('pais', t.pais, 'base', b.iso, 'cotizacion', q.iso,
        'segmento', t.segmento, 'tasa', round(h.tasa, h.precision)::text, 'precision', h.precision,
        'metodo_calculo', h.metodo_calculo) ORDER BY t.pais, b.id, q.id, t.id), '[]')
      FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id
          AND h.vigencia @> (SELECT x.t FROM fin x)
      JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id WHERE t.estatus),
    'cajas', (SELECT coalesce(jsonb_agg(jsonb_build_object('turno_id', t.id, 'numero', t.numero, 'estado', t.estado,
        'cajero', usuarios_corto(u), 'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', c.nombre,
            'simbolo', m.simbolo, 'decimales', m.decimales, 'contado', round(n.contado, m.decimales)::text,
            'esperado', round(n.esperado, m.decimales)::text,
            'diferencia', round(n.diferencia, m.decimales)::text) ORDER BY c.id), '[]')
          FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
          JOIN conteos n ON n.id = x.conteo_id WHERE x.turno_id = t.id)) ORDER BY t.id), '[]')
      FROM turnos t JOIN usuarios u ON u.id = t.usuario_id WHERE t.fecha_negocio = p_fecha),
    -- Balance of every ledger account: the verification of the books compares these.
    'libro', (SELECT coalesce(jsonb_object_agg(id, trim_scale(saldo)::text), '{}') FROM libro WHERE saldo <> 0));
$$;

-- The day of a house with several branches is for who sees them all (R-261).
CREATE OR REPLACE FUNCTION cierres_de_la_casa(quien jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (SELECT count(*) FROM sucursales) > 1 AND NOT coalesce((quien->>'todas')::boolean, false) THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "sucursales:todas"}');
  END IF;
END $$;

-- Closes a day: refuses later postings on it or before it, and stores its summary.
CREATE OR REPLACE FUNCTION cierres_cerrar(quien jsonb, p_fecha date, p_confirmo boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_dia jsonb := jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY'));
  v_ultimo date;
  v_version integer;
BEGIN
  PERFORM cierres_de_la_casa(quien);
  -- Exclusive lock: waits for postings under way; later ones wait here, and then find the day closed.
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  IF p_fecha > fecha_negocio(ahora()) THEN PERFORM rechazar('DIA_FUTURO', v_dia); END IF;
  SELECT max(fecha) INTO v_ultimo FROM cierres;
  IF p_fecha <= v_ultimo THEN PERFORM rechazar('DIA_YA_CERRADO', v_dia); END IF;
  -- Days without movements are skipped. Before the first close no earlier day is required: the house starts with it.
  PERFORM rechazar('DIA_ANTERIOR_ABIERTO', jsonb_build_object('fecha', to_char(x.falta, 'DD/MM/YYYY'))) FROM (
    SELECT min(fecha_negocio) AS falta FROM asientos WHERE fecha_negocio > v_ultimo AND fecha_negocio < p_fecha) x
    WHERE x.falta IS NOT NULL;
  PERFORM rechazar('CIERRE_BLOQUEADO') FROM cierre_pendientes WHERE bloquea AND fecha <= p_fecha;
  IF NOT p_confirmo THEN PERFORM rechazar('CIERRE_CON_AVISOS') FROM cierre_pendientes WHERE fecha <= p_fecha; END IF;
  SELECT coalesce(max(version), 0) + 1 INTO v_version FROM cierres_versiones WHERE fecha = p_fecha;
  INSERT INTO cierres (fecha, usuario_id, cerrado_en) VALUES (p_fecha, (quien->>'usuario_id')::int, ahora());
  INSERT INTO cierres_versiones (fecha, version, usuario_id, cerrado_en, resumen)
    SELECT p_fecha, v_version, (quien->>'usuario_id')::int, ahora(), cierre_resumen(p_fecha, ahora())
      || jsonb_build_object('pendientes', (SELECT coalesce(jsonb_object_agg(clave, n), '{}') FROM (
        SELECT clave, count(*) AS n FROM cierre_pendientes WHERE fecha <= p_fecha GROUP BY clave) x));
  PERFORM auditar(quien, 'cerrar', 'cierres', p_fecha::text, NULL, jsonb_build_object('version', v_version));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'version', v_version, 'message',
      format('Día %s cerrado.', to_char(p_fecha, 'DD/MM/YYYY')));
END $$;

-- Reopens the last closed day; its stored summary stays.
CREATE OR REPLACE FUNCTION cierres_reabrir(quien jsonb, p_fecha date, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_dia jsonb := jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY'));
  v_ultimo date;
BEGIN
  PERFORM cierres_de_la_casa(quien);
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  SELECT max(fecha) INTO v_ultimo FROM cierres;
  IF NOT EXISTS (SELECT FROM cierres WHERE fecha = p_fecha) THEN PERFORM rechazar('DIA_NO_CERRADO', v_dia); END IF;
  IF p_fecha <> v_ultimo THEN
    PERFORM rechazar('DIA_NO_ULTIMO', v_dia || jsonb_build_object('ultimo', to_char(v_ultimo, 'DD/MM/YYYY')));
  END IF;
  DELETE FROM cierres WHERE fecha = p_fecha;
  UPDATE cierres_versiones SET reabierto_en = ahora(), reabierto_por = (quien->>'usuario_id')::int, motivo = p_motivo
    WHERE fecha = p_fecha AND reabierto_en IS NULL;
  PERFORM auditar(quien, 'reabrir', 'cierres', p_fecha::text, NULL, jsonb_build_object('motivo', p_motivo));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'message', format('Día %s reabierto.', to_char(p_fecha, 'DD/MM/YYYY')));
END $$;
