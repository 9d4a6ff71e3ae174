-- An operation number of a bank or a wallet is used once, at the counter or in an order (ADR 0028): the lines of both keep
-- theirs in one table, which replaces an index of each that did not know of the other.
CREATE TABLE referencias_usadas (
  linea text NOT NULL CHECK (linea IN ('compras_ventas_pagos', 'ordenes_cobros', 'ordenes_pagos')),
  linea_id bigint NOT NULL,
  -- Whose line it is, as `documentos` names it.
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  cuenta_id bigint NOT NULL REFERENCES cuentas,
  sale boolean NOT NULL,
  -- What comes in is numbered by whoever sends it, Yape apart from transfers; what leaves, by the account's own bank.
  tipo_pago_id integer REFERENCES tipos_pagos,
  referencia text NOT NULL CHECK (referencia = lower(referencia)),
  PRIMARY KEY (linea, linea_id),
  CHECK (sale = (tipo_pago_id IS NULL)),
  CONSTRAINT referencias_usadas_una UNIQUE NULLS NOT DISTINCT (cuenta_id, sale, tipo_pago_id, referencia)
);
CREATE TRIGGER referencias_usadas_fijas BEFORE UPDATE ON referencias_usadas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER referencias_usadas_no_trunca BEFORE TRUNCATE ON referencias_usadas EXECUTE FUNCTION prohibir_cambio();

-- What a line of payment keeps there while it stands: nothing once it was annulled, refused, given back or bounced.
CREATE FUNCTION referencias_usadas_de(p_linea text, l jsonb) RETURNS SETOF referencias_usadas
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_linea, (l->>'id')::bigint, x.origen, x.origen_id, (l->>'cuenta_id')::bigint, x.sale,
         CASE WHEN NOT x.sale THEN (l->>'tipo_pago_id')::int END, lower(l->>'referencia')
  FROM (SELECT CASE p_linea WHEN 'compras_ventas_pagos' THEN 'compras-ventas' ELSE 'ordenes' END AS origen,
               coalesce(l->>'compra_venta_id', l->>'orden_id')::bigint AS origen_id,
               p_linea = 'ordenes_pagos' OR coalesce(l->>'lado' = 'entregamos', false) AS sale) x
  WHERE l->>'referencia' IS NOT NULL AND l->>'estado' NOT IN ('anulado', 'rechazado', 'devuelto', 'rebotado');
$$;

-- Keeps a line's reference, or lets go of it. One that another line has is refused with its document.
CREATE FUNCTION referencias_llevar() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  n referencias_usadas;
  otra referencias_usadas;
BEGIN
  SELECT * INTO n FROM referencias_usadas_de(TG_TABLE_NAME, to_jsonb(NEW));
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM referencias_usadas WHERE linea = TG_TABLE_NAME AND linea_id = NEW.id;
  END IF;
  IF n IS NULL THEN RETURN NULL; END IF;
  -- Waits for who is writing the same one just now.
  INSERT INTO referencias_usadas VALUES (n.*) ON CONFLICT ON CONSTRAINT referencias_usadas_una DO NOTHING;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT * INTO otra FROM referencias_usadas
    WHERE (cuenta_id, sale, referencia) = (n.cuenta_id, n.sale, n.referencia) AND tipo_pago_id IS NOT DISTINCT FROM n.tipo_pago_id;
  IF (otra.origen, otra.origen_id) = (n.origen, n.origen_id) THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', 'referencia',
      'msg', format('La referencia %s ya está en otro pago de esta operación.', NEW.referencia)))));
  END IF;
  PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', NEW.referencia,
    'numero', (SELECT numero FROM documentos WHERE origen = otra.origen AND origen_id = otra.origen_id),
    'origen', otra.origen, 'origen_id', otra.origen_id));
  RETURN NULL;
END $$;
CREATE TRIGGER compras_ventas_pagos_referencias AFTER INSERT OR UPDATE OF estado, referencia ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar();
CREATE TRIGGER ordenes_cobros_referencias AFTER INSERT OR UPDATE OF estado, referencia ON ordenes_cobros
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar();
CREATE TRIGGER ordenes_pagos_referencias AFTER INSERT OR UPDATE OF estado, referencia ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar();

-- What stands already. Where both books used one, the first keeps it: what happened is not undone here.
INSERT INTO referencias_usadas
  SELECT r.* FROM compras_ventas_pagos g CROSS JOIN LATERAL referencias_usadas_de('compras_ventas_pagos', to_jsonb(g)) r
  ORDER BY g.id ON CONFLICT DO NOTHING;
INSERT INTO referencias_usadas
  SELECT r.* FROM ordenes_cobros g CROSS JOIN LATERAL referencias_usadas_de('ordenes_cobros', to_jsonb(g)) r
  ORDER BY g.id ON CONFLICT DO NOTHING;
INSERT INTO referencias_usadas
  SELECT r.* FROM ordenes_pagos g CROSS JOIN LATERAL referencias_usadas_de('ordenes_pagos', to_jsonb(g)) r
  ORDER BY g.id ON CONFLICT DO NOTHING;
DROP INDEX compras_ventas_pagos_referencia, ordenes_cobros_referencia, ordenes_pagos_referencia;

-- As in 0026, without a look of their own for the reference.
CREATE OR REPLACE FUNCTION ordenes_cobros_leer(quien jsonb, p_cobros jsonb, p_moneda integer) RETURNS pago_leido[]
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  pagos pago_leido[];
  x pago_leido;
  v_detalle text;
BEGIN
  BEGIN
    pagos := pagos_leer(jsonb_build_object('recibimos', p_cobros, 'entregamos', '[]'::jsonb));
  EXCEPTION WHEN SQLSTATE 'CB001' THEN
    GET STACKED DIAGNOSTICS v_detalle = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION USING ERRCODE = 'CB001', MESSAGE = SQLERRM, DETAIL = replace(v_detalle, '"recibimos.', '"cobros.');
  END;
  FOREACH x IN ARRAY pagos LOOP
    IF x.moneda_id <> p_moneda THEN
      PERFORM ordenes_reparo('cobros.' || x.n, 'La cuenta es de otra moneda que la que envía el cliente.');
    END IF;
    IF NOT x.verifica AND NOT (quien->>'cobrar')::boolean THEN
      PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:cobrar"}');
    END IF;
  END LOOP;
  PERFORM compras_ventas_topes(pagos, fecha_negocio(ahora()));
  RETURN pagos;
END $$;

CREATE OR REPLACE FUNCTION ordenes_pagar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'pagar');
  u record;                 -- the account that pays
  m monedas;
  v_monto numeric := (p->>'monto')::numeric;
  v_comision numeric := (p->>'comision')::numeric;
  v_pagado numeric;
  v_salido numeric;
  v_ultimo boolean;
  v_valor numeric;
  v_gasto numeric;
  v_costo numeric;
  v_pago bigint;
  lineas libro_linea[];
  libro jsonb;
BEGIN
  PERFORM ordenes_mia(quien, d);
  PERFORM ordenes_doble_control(quien, d);
  IF d.observada IS NOT NULL THEN PERFORM rechazar('ORDEN_OBSERVADA', jsonb_build_object('numero', d.numero)); END IF;
  IF (SELECT estado FROM clientes WHERE id = d.cliente_id) = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  SELECT * INTO STRICT m FROM monedas WHERE id = d.recibe_moneda_id;
  SELECT c.id, c.nombre, c.moneda_id, c.estatus, c.limite_op INTO u FROM cuentas c WHERE c.id = (p->>'cuenta_id')::bigint;
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_pagado, v_salido
    FROM ordenes_pagos WHERE orden_id = p_id AND estado = 'pagado';
  CASE
    WHEN u.id IS NULL THEN PERFORM ordenes_reparo('cuenta_id', 'La cuenta no existe.');
    WHEN NOT u.estatus THEN PERFORM ordenes_reparo('cuenta_id', u.nombre || ' está inactiva.');
    WHEN u.moneda_id <> m.id THEN PERFORM ordenes_reparo('cuenta_id', 'La cuenta es de otra moneda que la que recibe el beneficiario.');
    WHEN scale(trim_scale(v_monto)) > m.decimales THEN PERFORM ordenes_reparo('monto', format('Admite hasta %s decimales.', m.decimales));
    WHEN scale(trim_scale(v_comision)) > m.decimales THEN PERFORM ordenes_reparo('comision', format('Admite hasta %s decimales.', m.decimales));
    WHEN v_monto > d.recibe - v_pagado THEN PERFORM ordenes_reparo('monto', format('Falta pagar %s.', importe_texto(d.recibe - v_pagado, m.simbolo, m.decimales)));
    WHEN v_monto > u.limite_op THEN PERFORM ordenes_reparo('monto', format('%s admite hasta %s por operación.', u.nombre, importe_texto(u.limite_op, m.simbolo, m.decimales)));
    ELSE NULL;
  END CASE;

  v_ultimo := v_pagado + v_monto = d.recibe;
  v_valor := CASE WHEN v_ultimo THEN d.valor - v_salido
    ELSE least(greatest(round(d.valor * (v_pagado + v_monto) / d.recibe, 2) - v_salido, 0), d.valor - v_salido) END;
  -- Under the locks of the posting, so that the cost of the charge is of the same average as the cost of it all.
  PERFORM ordenes_bloquear(ARRAY[u.id], m.id);
  v_gasto := CASE WHEN m.funcional THEN v_comision ELSE coalesce((
    SELECT round(v_comision * k.saldo / nullif(-q.saldo, 0), 2) FROM posiciones x
    JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id WHERE x.moneda_id = m.id), 0) END;
  lineas := ARRAY[(u.id, -v_monto, NULL, p->>'referencia')::libro_linea];
  IF v_valor <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'ordenes-por-pagar'), v_valor, NULL, NULL)::libro_linea;
  END IF;
  IF v_comision <> 0 THEN
    lineas := lineas || (u.id, -v_comision, NULL, 'Comisión ' || (p->>'referencia'))::libro_linea;
  END IF;
  IF v_gasto <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'gastos-bancarios'), v_gasto, NULL, NULL)::libro_linea;
  END IF;
  libro := libro_contabilizar('ordenes', p_id, 'Pago de orden ' || d.numero, (quien->>'usuario_id')::int, lineas,
    (SELECT ganancia_id FROM posiciones WHERE moneda_id = CASE WHEN m.funcional THEN d.envia_moneda_id ELSE m.id END));
  PERFORM cuentas_exigir(ARRAY[u.id], fecha_negocio(ahora()));
  v_costo := v_valor - (libro->>'resultado')::numeric;
  INSERT INTO ordenes_pagos (orden_id, cuenta_id, moneda_id, monto, comision, referencia, estado, fecha, usuario_id, asiento_id,
      valor, costo, gasto, ganancia)
    VALUES (p_id, u.id, m.id, v_monto, v_comision, p->>'referencia', 'pagado', ahora(), (quien->>'usuario_id')::int,
      (libro->>'asiento_id')::bigint, v_valor, v_costo, v_gasto, v_valor - v_costo) RETURNING id INTO v_pago;
  IF p->>'comprobante_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, (p->>'comprobante_id')::bigint, 'ordenes-pagos', p_id, v_pago, 'comprobante_id');
  END IF;
  UPDATE ordenes SET costo = costo + v_costo, gastos = gastos + v_gasto, ganancia = ganancia + v_valor - v_costo,
         estado = CASE WHEN v_ultimo THEN 'completada' ELSE 'en_proceso' END,
         estado_desde = CASE WHEN v_ultimo THEN ahora() ELSE estado_desde END,
         completada_en = CASE WHEN v_ultimo THEN ahora() END, version = version + 1 WHERE id = p_id RETURNING * INTO d;
  PERFORM ordenes_paso(quien, p_id, 'pagar', 'en_proceso', d.estado, importe_texto(v_monto, m.simbolo, m.decimales));
  IF v_ultimo THEN PERFORM ordenes_noticia(quien, d, 'orden_completada'); END IF;
  RETURN ordenes_hecho(quien, p_id, 'pagar', CASE WHEN v_ultimo THEN 'Orden %s completada.' ELSE 'Pago de %s registrado.' END,
      p || jsonb_build_object('pago_id', v_pago)) || jsonb_build_object('pago_id', v_pago);
END $$;
