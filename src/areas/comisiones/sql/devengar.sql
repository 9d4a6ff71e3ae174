-- The rule that applies, the most specific one: first by beneficiary, then by place, then by type of operation. Twin of
-- rules.ts. Rules of equal specificity never overlap (comisiones_reglas_sin_solape), so the result is unique.
CREATE OR REPLACE FUNCTION comisiones_elegir(p_rol text, p_beneficiario text, p_tipo text, p_de integer, p_a integer,
    p_divisa integer,
                                  p_dia date)
  RETURNS SETOF comisiones_reglas LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT r.* FROM comisiones_reglas r
  WHERE NOT r.retirada AND r.rol = p_rol AND r.beneficiario IN (p_beneficiario, '') AND r.vigencia @> p_dia
    AND (r.tipo IS NULL OR r.tipo = p_tipo) AND (r.divisa_id IS NULL OR r.divisa_id = p_divisa)
    AND (r.de_id IS NULL OR r.de_id = p_de AND r.a_id = p_a)
  ORDER BY r.beneficiario = '', CASE WHEN r.de_id IS NOT NULL THEN 0 WHEN r.divisa_id IS NOT NULL THEN 1 ELSE 2 END,
           r.tipo IS NULL
  LIMIT 1;
$$;

-- The commission of a rule on a base: half up to two decimals, within its bounds; zero on a base of zero or less. Twin
-- of rules.ts.
CREATE OR REPLACE FUNCTION comisiones_importe(p_base text, p_valor numeric, p_minimo numeric, p_maximo numeric,
    p_importe numeric)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_base = 'fijo' THEN round(p_valor, 2)
              WHEN p_importe IS NULL OR p_importe <= 0 THEN 0
              ELSE least(greatest(round(p_importe * p_valor / 100, 2), p_minimo), p_maximo) END;

-- Accrues the commissions of a completed operation: its creator's, its payer's and its client's agent's. Without a rule
-- the cost is one index lookup.
CREATE OR REPLACE FUNCTION comisiones_devengar(o comision_operacion)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_gasto constant bigint := 9000000000000001;
  c_pagar constant bigint := 9000000000000003;
  v_agente bigint;
  v_dia date := fecha_negocio(ahora());
  v_id bigint;
  v_base numeric;
  v_bruta numeric;
  v_comision numeric;
  v_arrastre numeric;
  v_asiento bigint;
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM comisiones_reglas WHERE NOT retirada AND vigencia @> v_dia) THEN RETURN; END IF;
  -- An order has kept the agent that its client had when it was made.
  v_agente := CASE o.tipo WHEN 'orden' THEN o.agente_id
    ELSE (SELECT agente_id FROM clientes WHERE id = o.cliente_id) END;
  -- Shared lock: no rule changes between its choice here and the commit; see comisiones_reglas_revisar.
  PERFORM pg_advisory_xact_lock_shared(31, 0);
  FOR r IN
    SELECT q.clave, q.usuario_id AS quien, q.agente_id AS agente, g.*
    FROM (VALUES ('creador', o.creador_id, NULL::bigint, 'u' || o.creador_id::text),
                 ('pagador', o.pagador_id, NULL, 'u' || o.pagador_id::text),
                 ('agente', NULL, v_agente, 'a' || v_agente::text)) AS q (rol_de, usuario_id, agente_id, clave)
    CROSS JOIN LATERAL comisiones_elegir(q.rol_de, q.clave, o.tipo, o.de_id, o.a_id, o.divisa_id, v_dia) g
    WHERE q.clave IS NOT NULL ORDER BY q.clave, q.rol_de
  LOOP
    v_base := CASE r.base WHEN 'margen' THEN o.margen WHEN 'ganancia' THEN o.neta WHEN 'monto' THEN o.valor END;
    v_comision := comisiones_importe(r.base, r.valor, r.minimo, r.maximo, v_base);
    v_arrastre := 0;
    IF ajuste('comisiones_arrastre')::boolean THEN
      v_bruta := CASE WHEN v_base < 0 THEN round(v_base * r.valor / 100, 2) ELSE v_comision END;
      INSERT INTO comisiones_arrastres VALUES (r.clave, 0) ON CONFLICT DO NOTHING;
      SELECT greatest(v_bruta + saldo, 0) INTO v_comision FROM comisiones_arrastres WHERE beneficiario = r.clave
          FOR UPDATE;
      v_arrastre := v_bruta - v_comision;
      UPDATE comisiones_arrastres SET saldo = saldo + v_arrastre WHERE beneficiario = r.clave AND v_arrastre <> 0;
    END IF;
    v_id := nextval(pg_get_serial_sequence('comisiones', 'id'));
    v_asiento := NULL;
    IF v_comision <> 0 THEN
      v_asiento := (libro_contabilizar('comisiones', v_id, 'Comisión de ' || o.numero, o.usuario_id, ARRAY[
        (c_gasto, v_comision, NULL, r.clave)::libro_linea, (c_pagar, -v_comision, NULL, r.clave)::libro_linea])
        ->> 'asiento_id')::bigint;
    END IF;
    INSERT INTO comisiones (id, fecha, origen, origen_id, numero, tipo, cliente_id, de_id, a_id, moneda_id, monto, tasa,
        precision, rol, usuario_id, agente_id, regla_id, regla, base, importe_base, comision, arrastre, asiento_id)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, ahora(), o.origen, o.origen_id, o.numero, o.tipo, o.cliente_id, o.de_id, o.a_id, o.moneda_id,
          o.monto,
        o.tasa, o.precision, r.rol, r.quien, r.agente, r.id,
            jsonb_strip_nulls(jsonb_build_object('serie_id', r.serie_id,
          'edicion', r.edicion, 'beneficiario', r.beneficiario, 'tipo', r.tipo, 'de_id', r.de_id, 'a_id', r.a_id,
          'divisa_id', r.divisa_id, 'base', r.base, 'valor', trim_scale(r.valor)::text,
          'minimo', trim_scale(r.minimo)::text, 'maximo', trim_scale(r.maximo)::text, 'desde', r.desde, 'hasta',
              r.hasta)),
        r.base, v_base, v_comision, v_arrastre, v_asiento);
    PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  END LOOP;
END $$;

-- Reverses the commissions of an operation: pending accruals are reversed exactly; a settled commission is deducted
-- from the beneficiary's next settlement, as a row of its own. Lock order: rows before the commission accounts, which
-- every transaction locks last.
CREATE OR REPLACE FUNCTION comisiones_revertir(p_origen text, p_id bigint, p_usuario integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_gasto constant bigint := 9000000000000001;
  c_recuperar constant bigint := 9000000000000002;
  c comisiones;
  v_id bigint;
  v_asiento bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM comisiones WHERE origen = p_origen AND origen_id = p_id) THEN RETURN; END IF;
  PERFORM 1 FROM comisiones WHERE origen = p_origen AND origen_id = p_id ORDER BY id FOR NO KEY UPDATE;
  FOR c IN
    SELECT * FROM comisiones WHERE origen = p_origen AND origen_id = p_id AND NOT revertida AND contra_de IS NULL
    ORDER BY beneficiario, id
  LOOP
    UPDATE comisiones_arrastres SET saldo = saldo - c.arrastre WHERE beneficiario = c.beneficiario AND c.arrastre <> 0;
    IF c.estado = 'devengada' THEN
      IF c.asiento_id IS NOT NULL THEN
        PERFORM libro_anular(c.asiento_id, 'Anulación de comisión de ' || c.numero, p_usuario);
      END IF;
      UPDATE comisiones SET estado = 'anulada', revertida = true, anulada_en = ahora() WHERE id = c.id;
      CONTINUE;
    END IF;
    UPDATE comisiones SET revertida = true WHERE id = c.id;
    CONTINUE WHEN c.comision = 0;
    v_id := nextval(pg_get_serial_sequence('comisiones', 'id'));
    v_asiento := (libro_contabilizar('comisiones', v_id, 'Comisión por recuperar de ' || c.numero, p_usuario, ARRAY[
      (c_recuperar, c.comision, NULL, c.beneficiario)::libro_linea,
      (c_gasto, -c.comision, NULL, c.beneficiario)::libro_linea]) ->> 'asiento_id')::bigint;
    INSERT INTO comisiones (id, fecha, origen, origen_id, numero, tipo, cliente_id, de_id, a_id, moneda_id, monto, tasa,
        precision, rol, usuario_id, agente_id, regla_id, regla, base, importe_base, comision, contra_de, asiento_id)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, ahora(), c.origen, c.origen_id, c.numero, c.tipo, c.cliente_id, c.de_id, c.a_id, c.moneda_id,
          c.monto,
        c.tasa, c.precision, c.rol, c.usuario_id, c.agente_id, c.regla_id, c.regla, c.base, c.importe_base, -c.comision,
        c.id, v_asiento);
  END LOOP;
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
END $$;

-- Accrues and reverses for the counter, at the end of the transaction, when no further locks follow; it covers every
-- way of completing an operation.
CREATE OR REPLACE FUNCTION compras_ventas_comisiones() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n compras_ventas := NEW;
  vende boolean := n.tipo = 'venta';
BEGIN
  IF n.estado = 'anulada' THEN
    PERFORM comisiones_revertir('compras-ventas', n.id, n.anulada_por);
    RETURN NULL;
  END IF;
  PERFORM comisiones_devengar((
    'compras-ventas', n.id, n.numero, n.tipo, n.cliente_id,
    CASE WHEN vende THEN n.contramoneda_id ELSE n.divisa_id END, CASE WHEN vende THEN n.divisa_id
        ELSE n.contramoneda_id END,
    n.divisa_id, n.divisa_id, n.monto, n.tasa, n.precision,
    n.margen, n.ganancia - n.redondeo,
    -- A canje is worth what came in: the cost of what left plus the profit.
    CASE n.tipo WHEN 'canje' THEN n.costo + n.ganancia ELSE n.contravalor END,
    n.usuario_id, NULL, NULL,
    -- The user of the last entry completed the operation.
    CASE TG_OP WHEN 'INSERT' THEN n.usuario_id ELSE (
      SELECT a.usuario_id FROM asientos a WHERE a.origen = 'compras-ventas' AND a.origen_id = n.id ORDER BY a.id DESC
          LIMIT 1) END
    )::comision_operacion);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS compras_ventas_comisiones ON compras_ventas;
CREATE CONSTRAINT TRIGGER compras_ventas_comisiones AFTER INSERT ON compras_ventas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.estado = 'completada') EXECUTE FUNCTION compras_ventas_comisiones();
DROP TRIGGER IF EXISTS compras_ventas_comisiones_despues ON compras_ventas;
CREATE CONSTRAINT TRIGGER compras_ventas_comisiones_despues AFTER UPDATE ON compras_ventas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.estado <> NEW.estado AND NEW.estado IN ('completada', 'anulada'))
  EXECUTE FUNCTION compras_ventas_comisiones();

-- Accrues and reverses for orders (R-58): accrued when the last payout completes the order, reversed when a payout
-- bounces.
CREATE OR REPLACE FUNCTION ordenes_comisiones() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n ordenes := NEW;
  -- The user of the last entry did it.
  v_usuario integer := (SELECT a.usuario_id FROM asientos a WHERE a.origen = 'ordenes' AND a.origen_id = n.id
      ORDER BY a.id DESC LIMIT 1);
BEGIN
  IF n.estado <> 'completada' THEN
    PERFORM comisiones_revertir('ordenes', n.id, v_usuario);
    RETURN NULL;
  END IF;
  PERFORM comisiones_devengar((
    'ordenes', n.id, n.numero, 'orden', n.cliente_id, n.envia_moneda_id, n.recibe_moneda_id, n.recibe_moneda_id,
    n.envia_moneda_id, n.envia, n.tasa, n.precision,
    n.margen, n.ganancia - n.gastos - n.redondeo, n.valor,
    n.usuario_id, n.pagador_id, n.agente_id, v_usuario)::comision_operacion);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_comisiones ON ordenes;
CREATE CONSTRAINT TRIGGER ordenes_comisiones AFTER UPDATE ON ordenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.estado = 'completada') <> (NEW.estado = 'completada')) EXECUTE FUNCTION ordenes_comisiones();
