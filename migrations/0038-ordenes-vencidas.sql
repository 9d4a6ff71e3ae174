-- Quotes that nobody paid do not stay on the board for weeks, the dashboard's days count orders beside the counter, and the
-- client's declaration of an order is printed and its prints are counted.

INSERT INTO ajustes VALUES
  -- Hours after which an expired order without a payment is annulled by the clock; 0: never.
  ('orden_anular_vencida_horas', '24');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales) VALUES
  ('orden_anular_vencida_horas', 'entero', 0, 8760, NULL);

-- The clock may annul too.
ALTER TABLE ordenes_pasos DROP CONSTRAINT ordenes_pasos_check,
  ADD CONSTRAINT ordenes_pasos_autor CHECK (usuario_id IS NOT NULL OR accion IN ('vencer', 'anular'));

-- When the clock annuls an order; null where it does not: it did not expire, somebody paid something or says so, or
-- the house keeps them.
CREATE FUNCTION ordenes_anula_en(o ordenes) RETURNS timestamptz
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT o.vence_en + make_interval(hours => h) FROM (SELECT ajuste('orden_anular_vencida_horas')::int AS h) x
          WHERE h > 0 AND (o.estado = 'vencida' OR o.estado = 'pendiente' AND o.vence_en <= ahora())
            AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id AND g.estado IN ('por_verificar', 'verificado')));

-- As in 0026; where nobody does it, it is audited as what it is.
CREATE OR REPLACE FUNCTION ordenes_anular(quien jsonb, p_id bigint, p_motivo text, p_cuenta bigint) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'anular');
  v_usuario integer := (quien->>'usuario_id')::int;
  v_devuelve boolean;
  c cuentas;
  lineas libro_linea[];
  v_asiento bigint;
BEGIN
  v_devuelve := EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = p_id AND estado = 'verificado');
  IF (v_devuelve OR d.usuario_id <> v_usuario) AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  PERFORM ordenes_sin_pagos(d);
  IF v_devuelve THEN
    SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
    CASE
      WHEN p_cuenta IS NULL THEN PERFORM ordenes_reparo('cuenta_devolucion_id', 'Elija la cuenta de la que se devuelve al cliente.');
      WHEN c.id IS NULL THEN PERFORM ordenes_reparo('cuenta_devolucion_id', 'La cuenta no existe.');
      WHEN NOT c.estatus THEN PERFORM ordenes_reparo('cuenta_devolucion_id', c.nombre || ' está inactiva.');
      WHEN c.moneda_id <> d.envia_moneda_id THEN
        PERFORM ordenes_reparo('cuenta_devolucion_id', 'La cuenta es de otra moneda que la que pagó el cliente.');
      ELSE NULL;
    END CASE;
    PERFORM ordenes_bloquear(ARRAY(SELECT p_cuenta UNION SELECT x.cuenta_id FROM asientos a JOIN apuntes x ON x.asiento_id = a.id
      WHERE a.origen = 'ordenes' AND a.origen_id = p_id), d.envia_moneda_id);
    SELECT array_agg((cuenta_id, monto, NULL, NULL)::libro_linea) || (p_cuenta, -sum(monto), NULL, NULL)::libro_linea
      INTO lineas FROM (SELECT cuenta_id, sum(monto) AS monto FROM ordenes_cobros
        WHERE orden_id = p_id AND estado = 'verificado' AND cuenta_id <> p_cuenta GROUP BY cuenta_id) g HAVING count(*) > 0;
    IF lineas IS NOT NULL THEN
      PERFORM libro_contabilizar('ordenes', p_id, 'Devolución de orden ' || d.numero, v_usuario, lineas);
    END IF;
    FOR v_asiento IN
      SELECT id FROM asientos a WHERE origen = 'ordenes' AND origen_id = p_id AND anula_a IS NULL
        AND (EXISTS (SELECT FROM apuntes x JOIN cuentas_contables k ON k.id = x.cuenta_id
                     WHERE x.asiento_id = a.id AND k.codigo = 'ordenes-por-pagar'))
        AND NOT EXISTS (SELECT FROM asientos r WHERE r.anula_a = a.id) ORDER BY id DESC
    LOOP
      PERFORM libro_anular(v_asiento, 'Anulación de orden ' || d.numero, v_usuario);
    END LOOP;
    PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
    UPDATE ordenes_cobros SET estado = 'devuelto', devuelto_de = p_cuenta WHERE orden_id = p_id AND estado = 'verificado';
  END IF;
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = 'La orden se anuló.' WHERE orden_id = p_id AND estado = 'por_verificar';
  UPDATE ordenes SET estado = 'anulada', estado_desde = ahora(), anulada_en = ahora(), anulada_por = v_usuario,
         motivo_anulacion = p_motivo, observada = NULL, observada_nota = NULL, observada_desde = NULL, version = version + 1
    WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'anular', d.estado, 'anulada', p_motivo);
  -- What the clock does is no news to anybody's phone.
  RETURN ordenes_hecho(quien, p_id, CASE WHEN v_usuario IS NULL THEN 'anular-vencida' ELSE 'anular' END, 'Orden %s anulada.',
    jsonb_build_object('motivo', p_motivo, 'cuenta_devolucion_id', p_cuenta));
END $$;

-- Annuls what expired so long ago, through the same door as anybody; one that somebody is moving is left to him.
-- Answers how many.
CREATE FUNCTION ordenes_anular_vencidas() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_horas integer := ajuste('orden_anular_vencida_horas')::int;
  o ordenes;
  n integer := 0;
BEGIN
  FOR o IN SELECT * FROM ordenes WHERE v_horas > 0 AND estado = 'vencida' AND vence_en <= ahora() - make_interval(hours => v_horas)
           ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED LOOP
    -- Read again now that nobody else moves it.
    CONTINUE WHEN coalesce(ordenes_anula_en(o) > ahora(), true);
    PERFORM ordenes_anular('{"devolver": true}', o.id, format('Venció sin pago hace más de %s h.', v_horas), NULL);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;
CREATE INDEX ordenes_vencidas ON ordenes (vence_en) WHERE estado = 'vencida';

-- As in 0032; beside the counter's operations, the orders that clients paid that day: the day on which their margin counts.
DROP FUNCTION dia_resultado(date, timestamptz, integer);
CREATE FUNCTION dia_resultado(p_fecha date, p_hasta timestamptz DEFAULT 'infinity', p_usuario integer DEFAULT NULL)
  RETURNS TABLE (ganancia numeric, margen numeric, operaciones integer, ordenes integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
          WHERE a.fecha_negocio = p_fecha AND a.fecha <= p_hasta AND (p_usuario IS NULL OR a.usuario_id = p_usuario)
            AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))),
         coalesce(n.margen, 0) - coalesce(x.margen, 0) + coalesce(r.margen, 0) - coalesce(d.margen, 0),
         (n.operaciones - x.operaciones)::int, (r.ordenes - d.ordenes)::int
  FROM (SELECT sum(o.margen) AS margen, count(*) AS operaciones FROM compras_ventas o
        WHERE o.fecha_negocio = p_fecha AND o.fecha <= p_hasta AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) n,
       (SELECT sum(o.margen) AS margen, count(*) FILTER (WHERE o.fecha_negocio = p_fecha) AS operaciones
        FROM compras_ventas o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) x,
       (SELECT sum(o.margen) AS margen, count(*) AS ordenes FROM ordenes o
        WHERE o.pagada_en IS NOT NULL AND fecha_negocio(o.pagada_en) = p_fecha AND o.pagada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) r,
       (SELECT sum(o.margen) AS margen, count(*) FILTER (WHERE fecha_negocio(o.pagada_en) = p_fecha) AS ordenes FROM ordenes o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND o.pagada_en IS NOT NULL AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) d
$$;
-- A day that is over never changes: what it lacked is added to it, once, here.
ALTER TABLE dias_resumen ADD COLUMN ordenes integer;
ALTER TABLE dias_resumen DISABLE TRIGGER dias_resumen_fijos;
UPDATE dias_resumen d SET ordenes = (SELECT r.ordenes FROM dia_resultado(d.fecha) r);
ALTER TABLE dias_resumen ENABLE TRIGGER dias_resumen_fijos;
ALTER TABLE dias_resumen ALTER ordenes SET NOT NULL;

CREATE OR REPLACE FUNCTION dias_resumir(p_dias integer DEFAULT 100) RETURNS integer
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
    INSERT INTO dias_resumen (fecha, ganancia, margen, operaciones, ordenes)
      SELECT v_fecha, r.ganancia, r.margen, r.operaciones, r.ordenes FROM dia_resultado(v_fecha) r ON CONFLICT DO NOTHING;
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

ALTER TABLE ordenes ADD COLUMN impresiones_declaracion integer NOT NULL DEFAULT 0;

-- As in 0025; both counts of prints move.
CREATE OR REPLACE FUNCTION ordenes_fijas() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  impresas text[] := '{impresiones,impresiones_declaracion,fecha_negocio}';
  libres text[] := impresas || '{estado,estado_desde,pagador_id,observada,observada_nota,observada_desde,pausa_segundos,
    pagada_en,completada_en,anulada_en,anulada_por,motivo_anulacion,valor,redondeo,costo,gastos,ganancia,version}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - impresas = to_jsonb(NEW) - impresas THEN RETURN NEW; END IF;
    IF NEW.estado = 'pendiente' AND OLD.estado IN ('pendiente', 'vencida') THEN
      libres := libres || '{envia,recibe,historico_id,tasa,precision,metodo_calculo,tasa_mantenida,segmento,cotizada_en,vence_en,
        margen,monto_usd,declaracion}';
    END IF;
    IF OLD.estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso') THEN
      libres := libres || '{beneficiario_id,beneficiario,pais_destino}';
    END IF;
    IF to_jsonb(OLD) - libres = to_jsonb(NEW) - libres AND EXISTS (
         SELECT FROM ordenes_transiciones WHERE de = OLD.estado AND a = NEW.estado) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'ordenes: documents are not rewritten';
END $$;
