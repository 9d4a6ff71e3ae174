-- Marks an order as expired; the caller has locked its row. Only the clock does this.
CREATE OR REPLACE FUNCTION ordenes_vencer_una(p_id bigint) RETURNS ordenes
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
BEGIN
  UPDATE ordenes SET estado = 'vencida', estado_desde = vence_en, version = version + 1 WHERE id = p_id RETURNING *
      INTO STRICT d;
  PERFORM ordenes_paso('{}', p_id, 'vencer', 'pendiente', 'vencida');
  PERFORM auditar('{}', 'vencer', 'ordenes', p_id::text, NULL, jsonb_build_object('numero', d.numero));
  PERFORM avisar('ordenes', p_id);
  RETURN d;
END $$;

-- Expires every order whose quote has ended. Skips rows locked by an action, and all of them while the clock is in
-- doubt. Answers how many.
CREATE OR REPLACE FUNCTION ordenes_vencer() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
  n integer := 0;
BEGIN
  IF reloj_duda() IS NOT NULL THEN RETURN 0; END IF;
  FOR v_id IN SELECT id FROM ordenes WHERE estado = 'pendiente' AND vence_en <= ahora()
              ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED LOOP
    PERFORM ordenes_vencer_una(v_id);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- Observes an order: its term is paused until the observation is resolved.
CREATE OR REPLACE FUNCTION ordenes_observar(quien jsonb, p_id bigint, p_motivo text, p_nota text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'observar');
BEGIN
  UPDATE ordenes SET observada = p_motivo, observada_nota = p_nota,
      observada_desde = coalesce(observada_desde, ahora()),
         version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'observar', d.estado, d.estado,
      concat_ws(': ', replace(p_motivo, '_', ' '), p_nota));
  RETURN ordenes_hecho(quien, p_id, 'observar', 'Orden %s observada.',
      jsonb_build_object('motivo', p_motivo, 'nota', p_nota));
END $$;

CREATE OR REPLACE FUNCTION ordenes_resolver(quien jsonb, p_id bigint, p_nota text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'resolver');
BEGIN
  IF d.observada IS NULL THEN PERFORM rechazar('ESTADO', '{"estado": "sin observar"}'); END IF;
  UPDATE ordenes SET pausa_segundos = pausa_segundos + greatest(extract(epoch FROM ahora() - observada_desde), 0)::int,
         observada = NULL, observada_nota = NULL, observada_desde = NULL, version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'resolver', d.estado, d.estado, p_nota);
  RETURN ordenes_hecho(quien, p_id, 'resolver', 'Observación de %s resuelta.', jsonb_build_object('nota', p_nota));
END $$;

-- Annuls an order. The client's payments are returned from `p_cuenta`: if he paid into another account, an entry first
-- moves the amount there, then every entry is reversed exactly, at its value. An annulment by the clock is audited as
-- such.
CREATE OR REPLACE FUNCTION ordenes_anular(quien jsonb, p_id bigint, p_motivo text, p_cuenta bigint) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'anular');
  v_usuario integer := (quien->>'usuario_id')::int;
  v_devuelve boolean;
  c cuentas;
  lineas libro_linea[];
  v_asiento bigint;
  v_reparo jsonb;
BEGIN
  v_devuelve := EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = p_id AND estado = 'verificado');
  IF (v_devuelve OR d.usuario_id <> v_usuario) AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  PERFORM ordenes_sin_pagos(d);
  IF v_devuelve THEN
    PERFORM anular_exigir(quien, jsonb_build_object('origen', 'ordenes', 'origen_id', p_id, 'numero', d.numero,
      'autores', jsonb_build_array(d.usuario_id), 'desde', d.fecha, 'usd', d.monto_usd, 'motivo', p_motivo,
      'pen', d.valor, 'importe', importe_texto(d.monto_usd, 'US$', 2)));
    SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
    CASE
      WHEN p_cuenta IS NULL THEN PERFORM rechazar_campo('cuenta_devolucion_id', reparo('CUENTA_DEVOLUCION'));
      WHEN c.id IS NULL THEN PERFORM rechazar_campo('cuenta_devolucion_id', reparo('CUENTA_NO_EXISTE'));
      WHEN NOT c.estatus THEN PERFORM rechazar_campo('cuenta_devolucion_id',
          reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', c.nombre)));
      WHEN c.moneda_id <> d.envia_moneda_id THEN
        PERFORM rechazar_campo('cuenta_devolucion_id', reparo('CUENTA_MONEDA_PAGADA'));
      ELSE NULL;
    END CASE;
    PERFORM cuentas_exigir_suyas(quien, ARRAY[p_cuenta]);
    SELECT efectivo_reparo(p_cuenta, sum(monto)) INTO v_reparo FROM ordenes_cobros WHERE orden_id = p_id
        AND estado = 'verificado';
    IF v_reparo IS NOT NULL THEN
      PERFORM rechazar_campo('cuenta_devolucion_id', reparo('EFECTIVO_DEVUELVA_DE_BANCO', v_reparo->'datos'));
    END IF;
    PERFORM ordenes_bloquear(ARRAY(SELECT p_cuenta UNION SELECT x.cuenta_id FROM asientos a JOIN apuntes x
        ON x.asiento_id = a.id
      WHERE a.origen = 'ordenes' AND a.origen_id = p_id), d.envia_moneda_id);
    SELECT array_agg((cuenta_id, monto, NULL, NULL)::libro_linea) || (p_cuenta, -sum(monto), NULL, NULL)::libro_linea
      INTO lineas FROM (SELECT cuenta_id, sum(monto) AS monto FROM ordenes_cobros
        WHERE orden_id = p_id AND estado = 'verificado' AND cuenta_id <> p_cuenta
            GROUP BY cuenta_id) g HAVING count(*) > 0;
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
    UPDATE ordenes_cobros SET estado = 'devuelto', devuelto_de = p_cuenta WHERE orden_id = p_id
        AND estado = 'verificado';
  END IF;
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = 'La orden se anuló.' WHERE orden_id = p_id
      AND estado = 'por_verificar';
  UPDATE ordenes SET estado = 'anulada', estado_desde = ahora(), anulada_en = ahora(), anulada_por = v_usuario,
         motivo_anulacion = p_motivo, observada = NULL, observada_nota = NULL, observada_desde = NULL,
             version = version + 1
    WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'anular', d.estado, 'anulada', p_motivo);
  -- An annulment by the clock is not announced on Telegram.
  RETURN ordenes_hecho(quien, p_id, CASE WHEN v_usuario IS NULL THEN 'anular-vencida'
      ELSE 'anular' END, 'Orden %s anulada.',
    jsonb_build_object('motivo', p_motivo, 'cuenta_devolucion_id', p_cuenta));
END $$;

-- When the clock annuls an order; null when it does not: the order has not expired, a payment is verified or waits for
-- verification, or the house keeps expired orders.
CREATE OR REPLACE FUNCTION ordenes_anula_en(o ordenes) RETURNS timestamptz
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT o.vence_en + make_interval(hours => h) FROM (SELECT ajuste('orden_anular_vencida_horas')::int AS h) x
          WHERE h > 0 AND (o.estado = 'vencida' OR o.estado = 'pendiente' AND o.vence_en <= ahora())
            AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id
                AND g.estado IN ('por_verificar', 'verificado')));

-- Annuls orders that expired long enough ago, with the same function as a user. Skips rows locked by an action. Answers
-- how many.
CREATE OR REPLACE FUNCTION ordenes_anular_vencidas() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_horas integer := ajuste('orden_anular_vencida_horas')::int;
  o ordenes;
  n integer := 0;
BEGIN
  IF reloj_duda() IS NOT NULL THEN RETURN 0; END IF;
  FOR o IN SELECT * FROM ordenes WHERE v_horas > 0 AND estado = 'vencida'
      AND vence_en <= ahora() - make_interval(hours => v_horas)
           ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED LOOP
    -- Checked again under the lock.
    CONTINUE WHEN coalesce(ordenes_anula_en(o) > ahora(), true);
    PERFORM ordenes_anular('{"devolver": true}', o.id, format('Venció sin pago hace más de %s h.', v_horas), NULL);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;
