-- The day of one branch (R-264, ADR 0085). The house's close is above it: a day that the house closed is closed at
-- every branch.
CREATE OR REPLACE TRIGGER cierres_sucursales_fijas BEFORE UPDATE ON cierres_sucursales
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('reabierto_en', '^nulo ', '{reabierto_en,reabierto_por,motivo}');

-- An entry is refused on the day of a closed branch when it moves one of its accounts, whoever's document it is, or
-- when it is of a document of the branch, whatever account it moves. A document that is registered with its entry is
-- asked by its own table.
CREATE OR REPLACE FUNCTION asientos_sucursal_abierta()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NOT EXISTS (SELECT FROM cierres_sucursales WHERE reabierto_en IS NULL AND fecha >= NEW.fecha_negocio) THEN
    RETURN NULL;
  END IF;
  PERFORM sucursales_abiertas_exigir(ARRAY(
    SELECT c.sucursal_id FROM apuntes p JOIN cuentas c ON c.id = p.cuenta_id WHERE p.asiento_id = NEW.id
    UNION SELECT d.sucursal_id FROM documentos d WHERE d.origen = NEW.origen AND d.origen_id = NEW.origen_id),
    NEW.fecha_negocio);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER asientos_sucursal_abierta AFTER INSERT ON asientos
  FOR EACH ROW EXECUTE FUNCTION asientos_sucursal_abierta();

-- An account does not leave a branch that closed today, nor come to one: its entries would be of a day that is over
-- there. Postings under way on it end first; later ones find it at its new branch.
CREATE OR REPLACE FUNCTION cuentas_sucursal_abierta()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM cuentas_contables WHERE id = NEW.id FOR NO KEY UPDATE;
  PERFORM sucursales_abiertas_exigir(ARRAY[OLD.sucursal_id, NEW.sucursal_id], fecha_negocio(ahora()));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_sucursal_abierta BEFORE UPDATE OF sucursal_id ON cuentas FOR EACH ROW
  WHEN (OLD.sucursal_id IS DISTINCT FROM NEW.sucursal_id) EXECUTE FUNCTION cuentas_sucursal_abierta();

-- The last day that is closed at a branch, by itself or by the house; null: none is.
CREATE OR REPLACE FUNCTION cierre_sucursal_ultimo(p_sucursal integer) RETURNS date LANGUAGE sql STABLE
  RETURN greatest((SELECT max(fecha) FROM cierres),
    (SELECT max(fecha) FROM cierres_sucursales WHERE sucursal_id = p_sucursal AND reabierto_en IS NULL));

-- The first day between two, neither included, on which a branch's accounts or documents moved; null: none.
CREATE OR REPLACE FUNCTION cierre_sucursal_falta(p_sucursal integer, p_desde date, p_hasta date)
  RETURNS date LANGUAGE sql STABLE AS $$
  SELECT min(a.fecha_negocio) FROM asientos a
  WHERE a.fecha_negocio > p_desde AND a.fecha_negocio < p_hasta
    AND (EXISTS (SELECT FROM apuntes p JOIN cuentas c ON c.id = p.cuenta_id
                 WHERE p.asiento_id = a.id AND c.sucursal_id = p_sucursal)
      OR EXISTS (SELECT FROM documentos d
                 WHERE d.origen = a.origen AND d.origen_id = a.origen_id AND d.sucursal_id = p_sucursal))
$$;

-- How many days with entries somebody has left open, for the bell: the house's, or his branch's where he sees no more.
-- Without any close nobody is reminded of past days.
CREATE OR REPLACE FUNCTION cierres_dias_abiertos(p_usuario integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT a.fecha_negocio) FROM asientos a CROSS JOIN (
    SELECT CASE WHEN current_user = 'cambista_sucursal' THEN cierre_sucursal_ultimo(u.sucursal_id)
      ELSE (SELECT max(fecha) FROM cierres) END AS ultimo, u.sucursal_id FROM usuarios u WHERE u.id = p_usuario) x
  WHERE a.fecha_negocio > x.ultimo AND a.fecha_negocio < fecha_negocio(ahora())
    AND (current_user <> 'cambista_sucursal'
      OR cierre_sucursal_falta(x.sucursal_id, a.fecha_negocio - 1, a.fecha_negocio + 1) IS NOT NULL)
$$;

-- What a branch has unfinished on a day or before it. Orders that are still to be paid out stop until the next day,
-- because their entries are the branch's too: whoever closes today is told of them.
-- Counted with the owner's rights: a turn or a document that is of two branches stands in the way of both.
CREATE OR REPLACE FUNCTION cierre_sucursal_contar(p_sucursal integer, p_fecha date)
  RETURNS TABLE (clave text, bloquea boolean, cuantos integer) LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT x.clave, bool_or(x.bloquea), count(*)::int FROM (
    SELECT p.clave, p.bloquea FROM cierre_pendientes p WHERE p.fecha <= p_fecha AND p_sucursal = ANY (p.sucursales)
    UNION ALL
    SELECT 'ordenes-curso', false FROM ordenes o WHERE o.sucursal_id = p_sucursal
      AND p_fecha = fecha_negocio(ahora()) AND o.estado IN ('pagada', 'en_proceso')
      AND o.pagada_en >= ahora() - make_interval(mins => ajuste('orden_sla_minutos')::int)
    -- The bank has them in a file, to be paid from an account of the branch or with its orders.
    UNION ALL
    SELECT 'ordenes-lote', false FROM ordenes_lotes_lineas l JOIN ordenes_lotes k ON k.id = l.lote_id
      JOIN ordenes o ON o.id = l.orden_id JOIN cuentas c ON c.id = k.cuenta_id
      WHERE l.estado = 'pendiente' AND fecha_negocio(k.fecha) <= p_fecha
        AND p_sucursal IN (o.sucursal_id, c.sucursal_id)) x
  GROUP BY x.clave ORDER BY bool_or(x.bloquea) DESC, x.clave
$$;

-- The same, of a branch that the reader sees.
CREATE OR REPLACE FUNCTION cierre_sucursal_pendientes(p_sucursal integer, p_fecha date)
  RETURNS TABLE (clave text, bloquea boolean, cuantos integer) LANGUAGE sql STABLE AS $$
  SELECT x.* FROM cierre_sucursal_contar(p_sucursal, p_fecha) x
  WHERE current_user <> 'cambista_sucursal' OR p_sucursal = ANY (sucursales_vistas())
$$;

-- What the entries of a branch's documents earned on a day, and the margin of its operations.
CREATE OR REPLACE FUNCTION cierre_sucursal_ganado(p_sucursal integer, p_fecha date, p_hasta timestamptz,
    OUT ganancia numeric, OUT margen numeric) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(p.importe), 0) FROM asientos a
          -- Entry by entry: the documents of all days are many.
          CROSS JOIN LATERAL (SELECT d.sucursal_id FROM documentos d
            WHERE d.origen = a.origen AND d.origen_id = a.origen_id OFFSET 0) d
          JOIN apuntes p ON p.asiento_id = a.id
          WHERE a.fecha_negocio = p_fecha AND a.fecha <= p_hasta AND d.sucursal_id = p_sucursal
            AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))),
         (SELECT coalesce(sum(x.margen), 0) FROM dia_margenes(p_fecha) x
          WHERE x.sucursal_id = p_sucursal AND x.cuando <= p_hasta)
$$;

-- Turns of other branches with a till of the reader's: they stand in the way of his branch's close.
CREATE OR REPLACE FUNCTION turnos_compartidos()
  RETURNS bigint[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ARRAY(SELECT x.turno_id FROM cuentas c JOIN turnos_cuentas x ON x.cuenta_id = c.id
    JOIN turnos t ON t.id = x.turno_id
    WHERE c.sucursal_id = ANY (sucursales_vistas()) AND t.sucursal_id <> ALL (sucursales_vistas()))
$$;

-- The turns with a till of a branch on a day, with its tills' counts, as the summary of the house has them.
CREATE OR REPLACE FUNCTION cierre_sucursal_cajas(p_sucursal integer, p_fecha date)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('turno_id', t.id, 'numero', t.numero, 'estado', t.estado,
      'cajero', usuarios_corto(u), 'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', c.nombre,
          'simbolo', m.simbolo, 'decimales', m.decimales, 'contado', round(n.contado, m.decimales)::text,
          'esperado', round(n.esperado, m.decimales)::text,
          'diferencia', round(n.diferencia, m.decimales)::text) ORDER BY c.id), '[]')
        FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
        JOIN conteos n ON n.id = x.conteo_id WHERE x.turno_id = t.id
          AND coalesce(c.sucursal_id, t.sucursal_id) = p_sucursal)) ORDER BY t.id), '[]')
  FROM turnos t JOIN usuarios u ON u.id = t.usuario_id WHERE t.fecha_negocio = p_fecha
    AND (t.sucursal_id = p_sucursal OR EXISTS (SELECT FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id
      WHERE x.turno_id = t.id AND c.sucursal_id = p_sucursal))
$$;

-- The summary of a branch's day: its operations and what they earned, the balance of each of its accounts at the day's
-- end beside what was last counted there that day, and its tills. One statement, so one snapshot. A count stands
-- beside a balance once another person approved it (R-141).
CREATE OR REPLACE FUNCTION cierre_sucursal_resumen(p_sucursal integer, p_fecha date, p_instante timestamptz)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH fin AS (SELECT least(p_instante, (p_fecha + 1)::timestamp AT TIME ZONE zona_horaria() - interval '1 microsecond')
      AS t),
  suyas AS MATERIALIZED (
    SELECT c.id, c.nombre, c.tipo, c.estatus, m.iso, m.simbolo, m.decimales, m.funcional, m.id AS moneda_id,
      k.saldo - coalesce((SELECT sum(p.importe) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
        WHERE a.fecha_negocio > p_fecha AND p.cuenta_id = c.id), 0) AS saldo,
      (SELECT n.contado FROM conteos n JOIN turnos t ON t.id = n.turno_id AND t.estado = 'aprobado'
       WHERE n.cuenta_id = c.id AND n.fecha_negocio = p_fecha AND n.momento = 'cierre'
       ORDER BY n.id DESC LIMIT 1) AS contado
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    WHERE c.sucursal_id = p_sucursal),
  operado AS (SELECT o.tipo FROM compras_ventas o WHERE o.fecha_negocio = p_fecha AND o.sucursal_id = p_sucursal)
  SELECT jsonb_build_object('hasta', (SELECT instante_texto(t) FROM fin),
    'ganancia', round(g.ganancia, 2)::text, 'margen', round(g.margen, 2)::text,
    'operaciones', (SELECT jsonb_build_object('compra', count(*) FILTER (WHERE tipo = 'compra'),
        'venta', count(*) FILTER (WHERE tipo = 'venta'), 'canje', count(*) FILTER (WHERE tipo = 'canje'),
        'orden', (SELECT count(*) FROM ordenes WHERE fecha_negocio = p_fecha AND sucursal_id = p_sucursal),
        'anulada', (SELECT count(*) FROM compras_ventas WHERE estado = 'anulada' AND sucursal_id = p_sucursal
            AND fecha_negocio(anulada_en) = p_fecha)) FROM operado),
    'posiciones', '[]'::jsonb, 'tasas', '[]'::jsonb, 'cajas', cierre_sucursal_cajas(p_sucursal, p_fecha),
    'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', id, 'nombre', nombre, 'tipo', tipo,
        'iso', iso, 'simbolo', simbolo, 'decimales', decimales, 'saldo', round(saldo, decimales)::text,
        'contado', round(contado, decimales)::text) ORDER BY funcional DESC, moneda_id, nombre), '[]')
      FROM suyas WHERE estatus OR saldo <> 0),
    -- The verification of the books compares these.
    'libro', (SELECT coalesce(jsonb_object_agg(id, trim_scale(saldo)::text), '{}') FROM suyas))
  FROM cierre_sucursal_ganado(p_sucursal, p_fecha, (SELECT t FROM fin)) g
$$;

-- The branch whose day somebody closes or reopens: his own, or any for whoever sees them all. A house with one has the
-- day of the house alone.
CREATE OR REPLACE FUNCTION cierres_sucursal_suya(quien jsonb, p_sucursal integer)
  RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_nombre text := (SELECT nombre FROM sucursales WHERE id = p_sucursal);
BEGIN
  IF v_nombre IS NULL OR (SELECT count(*) FROM sucursales) < 2
     OR NOT coalesce((quien->>'todas')::boolean OR p_sucursal = (quien->>'sucursal')::int, false) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "esa sucursal entre las suyas"}');
  END IF;
  RETURN v_nombre;
END $$;

-- Closes the day of a branch and stores its summary: from then on it takes nothing of that day or before.
CREATE OR REPLACE FUNCTION cierres_sucursal_cerrar(quien jsonb, p_sucursal integer, p_fecha date, p_confirmo boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_dia jsonb := jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY'));
  v_nombre text := cierres_sucursal_suya(quien, p_sucursal);
  v_ultimo date;
  v_version integer;
BEGIN
  -- As the house's: waits for postings under way; later ones wait here, and then find the branch closed.
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  IF p_fecha > fecha_negocio(ahora()) THEN PERFORM rechazar('DIA_FUTURO', v_dia); END IF;
  v_ultimo := cierre_sucursal_ultimo(p_sucursal);
  IF p_fecha <= v_ultimo THEN PERFORM rechazar('DIA_YA_CERRADO', v_dia); END IF;
  PERFORM rechazar('DIA_ANTERIOR_ABIERTO', jsonb_build_object('fecha', to_char(falta, 'DD/MM/YYYY')))
    FROM cierre_sucursal_falta(p_sucursal, v_ultimo, p_fecha) falta WHERE falta IS NOT NULL;
  PERFORM rechazar(CASE WHEN p.bloquea THEN 'CIERRE_BLOQUEADO' ELSE 'CIERRE_CON_AVISOS' END)
    FROM cierre_sucursal_pendientes(p_sucursal, p_fecha) p WHERE p.bloquea OR NOT p_confirmo LIMIT 1;
  SELECT coalesce(max(version), 0) + 1 INTO v_version FROM cierres_sucursales
    WHERE sucursal_id = p_sucursal AND fecha = p_fecha;
  INSERT INTO cierres_sucursales (sucursal_id, fecha, version, usuario_id, cerrado_en, resumen)
    SELECT p_sucursal, p_fecha, v_version, (quien->>'usuario_id')::int, ahora(),
      cierre_sucursal_resumen(p_sucursal, p_fecha, ahora()) || jsonb_build_object('pendientes', (
        SELECT coalesce(jsonb_object_agg(clave, cuantos), '{}') FROM cierre_sucursal_pendientes(p_sucursal, p_fecha)));
  PERFORM auditar(quien, 'cerrar-sucursal', 'cierres', p_fecha::text, NULL,
    jsonb_build_object('sucursal', v_nombre, 'version', v_version));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'version', v_version, 'message',
    format('Día %s cerrado en %s.', to_char(p_fecha, 'DD/MM/YYYY'), v_nombre));
END $$;

-- Reopens the last closed day of a branch, while the house has not closed it; its stored summary stays.
CREATE OR REPLACE FUNCTION cierres_sucursal_reabrir(quien jsonb, p_sucursal integer, p_fecha date, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_dia jsonb := jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY'));
  v_nombre text := cierres_sucursal_suya(quien, p_sucursal);
  v_ultimo date;
BEGIN
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  IF p_fecha <= (SELECT max(fecha) FROM cierres) THEN PERFORM rechazar('DIA_CERRADO_CASA', v_dia); END IF;
  SELECT max(fecha) INTO v_ultimo FROM cierres_sucursales WHERE sucursal_id = p_sucursal AND reabierto_en IS NULL;
  IF NOT EXISTS (SELECT FROM cierres_sucursales
      WHERE sucursal_id = p_sucursal AND fecha = p_fecha AND reabierto_en IS NULL) THEN
    PERFORM rechazar('DIA_NO_CERRADO', v_dia);
  END IF;
  IF p_fecha <> v_ultimo THEN
    PERFORM rechazar('DIA_NO_ULTIMO', v_dia || jsonb_build_object('ultimo', to_char(v_ultimo, 'DD/MM/YYYY')));
  END IF;
  UPDATE cierres_sucursales SET reabierto_en = ahora(), reabierto_por = (quien->>'usuario_id')::int, motivo = p_motivo
    WHERE sucursal_id = p_sucursal AND fecha = p_fecha AND reabierto_en IS NULL;
  PERFORM auditar(quien, 'reabrir-sucursal', 'cierres', p_fecha::text, NULL,
    jsonb_build_object('sucursal', v_nombre, 'motivo', p_motivo));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'message',
    format('Día %s reabierto en %s.', to_char(p_fecha, 'DD/MM/YYYY'), v_nombre));
END $$;
