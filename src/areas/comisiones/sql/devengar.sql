-- The rule that applies, the most specific one: first by beneficiary, then by place, then by type of operation. Twin of
-- rules.ts. Rules of equal specificity never overlap (comisiones_reglas_sin_solape), so the result is unique.
CREATE OR REPLACE FUNCTION comisiones_elegir(p_rol text, p_beneficiario text, p_tipo text, p_de integer, p_a integer,
    p_divisa integer, p_dia date) RETURNS SETOF comisiones_reglas LANGUAGE sql STABLE AS $$
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
    p_importe numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_base = 'fijo' THEN round(p_valor, 2)
              WHEN p_importe IS NULL OR p_importe <= 0 THEN 0
              ELSE least(greatest(round(p_importe * p_valor / 100, 2), p_minimo), p_maximo) END;

-- Whether any commission is earned on this day: without a rule an operation costs this lookup.
CREATE OR REPLACE FUNCTION comisiones_hay(p_dia date) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM comisiones_reglas WHERE NOT retirada AND vigencia @> p_dia);
END $$;

-- Accrues the commissions of completed operations: their creators', their payers' and their clients' agents'. Each
-- table is written once, however many operations there are. The entries come whole: their two legs are written as they
-- are, without a pass through the ledger's completion.
CREATE OR REPLACE FUNCTION comisiones_devengar(ops comision_operacion[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  c_gasto constant bigint := 9000000000000001;
  c_pagar constant bigint := 9000000000000003;
  v_dia date := fecha_negocio(ahora());
  v_arrastra boolean := ajuste('comisiones_arrastre')::boolean;
  o comision_operacion;
  f comisiones;
  filas comisiones[] := '{}';
  entradas libro_entrada[] := '{}';
  con integer[] := '{}';    -- the rows that have an entry
  v_ids bigint[];
  r record;
BEGIN
  IF NOT comisiones_hay(v_dia) THEN RETURN; END IF;
  -- Shared lock: no rule changes between its choice here and the commit; see comisiones_reglas_revisar.
  PERFORM pg_advisory_xact_lock_shared(31, 0);
  FOR r IN
    SELECT i, q.clave, q.usuario_id AS quien, q.agente_id AS agente, g
    FROM generate_subscripts(ops, 1) i CROSS JOIN LATERAL (SELECT (ops[i]).*) x
    -- An order has kept the agent that its client had when it was made.
    CROSS JOIN LATERAL (SELECT CASE x.tipo WHEN 'orden' THEN x.agente_id
      ELSE (SELECT agente_id FROM clientes WHERE id = x.cliente_id) END AS id) a
    CROSS JOIN LATERAL (VALUES ('creador', x.creador_id, NULL::bigint, 'u' || x.creador_id::text),
      ('pagador', x.pagador_id, NULL, 'u' || x.pagador_id::text),
      ('agente', NULL, a.id, 'a' || a.id::text)) AS q (rol_de, usuario_id, agente_id, clave)
    CROSS JOIN LATERAL comisiones_elegir(q.rol_de, q.clave, x.tipo, x.de_id, x.a_id, x.divisa_id, v_dia) g
    WHERE q.clave IS NOT NULL ORDER BY q.clave, i, q.rol_de
  LOOP
    o := ops[r.i];
    f := comisiones_fila(o, r.g, r.quien, r.agente);
    IF v_arrastra THEN f := comisiones_arrastrar(f, r.clave, r.g); END IF;
    filas := array_append(filas, f);
    CONTINUE WHEN f.comision = 0;
    con := array_append(con, cardinality(filas));
    entradas := array_append(entradas, ('comisiones', f.id, 'Comisión de ' || o.numero, o.usuario_id, NULL, ARRAY[
      (c_gasto, f.comision, f.comision, r.clave)::libro_linea,
      (c_pagar, -f.comision, -f.comision, r.clave)::libro_linea], NULL, true)::libro_entrada);
  END LOOP;
  IF filas = '{}' THEN RETURN; END IF;
  IF con <> '{}' THEN
    PERFORM libro_tomar(entradas);
    v_ids := libro_apuntar(entradas);
    FOR i IN 1 .. cardinality(con) LOOP
      filas[con[i]].asiento_id := v_ids[i];
    END LOOP;
  END IF;
  PERFORM comisiones_escribir(filas);
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
END $$;

-- Stores commissions; each begins as pending.
CREATE OR REPLACE FUNCTION comisiones_escribir(filas comisiones[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO comisiones (id, fecha, origen, origen_id, numero, tipo, cliente_id, de_id, a_id, moneda_id, monto, tasa,
      precision, rol, usuario_id, agente_id, regla_id, regla, base, importe_base, comision, arrastre, contra_de,
      asiento_id)
    OVERRIDING SYSTEM VALUE
    SELECT x.id, x.fecha, x.origen, x.origen_id, x.numero, x.tipo, x.cliente_id, x.de_id, x.a_id, x.moneda_id, x.monto,
      x.tasa, x.precision, x.rol, x.usuario_id, x.agente_id, x.regla_id, x.regla, x.base, x.importe_base, x.comision,
      x.arrastre, x.contra_de, x.asiento_id
    FROM unnest(filas) x ORDER BY x.id;
$$;

-- The commission of an operation by a rule, before what is carried over.
CREATE OR REPLACE FUNCTION comisiones_fila(o comision_operacion, g comisiones_reglas, p_usuario integer,
    p_agente bigint) RETURNS comisiones LANGUAGE plpgsql AS $$
DECLARE
  f comisiones;
BEGIN
  f.id := nextval('comisiones_id_seq');
  f.fecha := ahora();
  f.origen := o.origen;
  f.origen_id := o.origen_id;
  f.numero := o.numero;
  f.tipo := o.tipo;
  f.cliente_id := o.cliente_id;
  f.de_id := o.de_id;
  f.a_id := o.a_id;
  f.moneda_id := o.moneda_id;
  f.monto := o.monto;
  f.tasa := o.tasa;
  f.precision := o.precision;
  f.rol := g.rol;
  f.usuario_id := p_usuario;
  f.agente_id := p_agente;
  f.regla_id := g.id;
  f.regla := jsonb_strip_nulls(jsonb_build_object('serie_id', g.serie_id, 'edicion', g.edicion,
    'beneficiario', g.beneficiario, 'tipo', g.tipo, 'de_id', g.de_id, 'a_id', g.a_id, 'divisa_id', g.divisa_id,
    'base', g.base, 'valor', trim_scale(g.valor)::text, 'minimo', trim_scale(g.minimo)::text,
    'maximo', trim_scale(g.maximo)::text, 'desde', g.desde, 'hasta', g.hasta));
  f.base := g.base;
  f.importe_base := CASE g.base WHEN 'margen' THEN o.margen WHEN 'ganancia' THEN o.neta WHEN 'monto' THEN o.valor END;
  f.comision := comisiones_importe(g.base, g.valor, g.minimo, g.maximo, f.importe_base);
  f.arrastre := 0;
  RETURN f;
END $$;

-- What a loss carries over to the beneficiary's next commissions.
CREATE OR REPLACE FUNCTION comisiones_arrastrar(c comisiones, p_clave text, g comisiones_reglas)
  RETURNS comisiones LANGUAGE plpgsql AS $$
DECLARE
  f comisiones := c;
  v_bruta numeric := CASE WHEN c.importe_base < 0 THEN round(c.importe_base * g.valor / 100, 2) ELSE c.comision END;
BEGIN
  INSERT INTO comisiones_arrastres VALUES (p_clave, 0) ON CONFLICT DO NOTHING;
  SELECT greatest(v_bruta + saldo, 0) INTO f.comision FROM comisiones_arrastres WHERE beneficiario = p_clave FOR UPDATE;
  f.arrastre := v_bruta - f.comision;
  UPDATE comisiones_arrastres SET saldo = saldo + f.arrastre WHERE beneficiario = p_clave AND f.arrastre <> 0;
  RETURN f;
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
  n comisiones;
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
    -- What is deducted is a row like it, with the amount's sign turned.
    n := c;
    n.id := nextval('comisiones_id_seq');
    n.fecha := ahora();
    n.comision := -c.comision;
    n.arrastre := 0;
    n.contra_de := c.id;
    n.asiento_id := (libro_contabilizar('comisiones', n.id, 'Comisión por recuperar de ' || c.numero, p_usuario, ARRAY[
      (c_recuperar, c.comision, NULL, c.beneficiario)::libro_linea,
      (c_gasto, -c.comision, NULL, c.beneficiario)::libro_linea]) ->> 'asiento_id')::bigint;
    PERFORM comisiones_escribir(ARRAY[n]);
  END LOOP;
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
END $$;

-- An operation of the counter as commissions see it; `p_usuario` completed it.
CREATE OR REPLACE FUNCTION compras_ventas_comisionable(n compras_ventas, p_usuario integer)
  RETURNS comision_operacion LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ('compras-ventas', n.id, n.numero, n.tipo, n.cliente_id,
    CASE WHEN n.tipo = 'venta' THEN n.contramoneda_id ELSE n.divisa_id END,
    CASE WHEN n.tipo = 'venta' THEN n.divisa_id ELSE n.contramoneda_id END,
    n.divisa_id, n.divisa_id, n.monto, n.tasa, n.precision, n.margen,
    n.ganancia + n.tarifa - n.gastos - n.redondeo,
    -- A canje is worth what came in: the cost of what left plus the profit.
    CASE n.tipo WHEN 'canje' THEN n.costo + n.ganancia ELSE n.contravalor END,
    n.usuario_id, NULL, NULL, p_usuario)::comision_operacion;

-- Accrues and reverses for the counter, at the end of the transaction, when no further locks follow; it covers every
-- way of completing an operation. The first of a set accrues for all of them, which its transaction wrote after it.
CREATE OR REPLACE FUNCTION compras_ventas_comisiones()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n compras_ventas := NEW;
BEGIN
  IF n.estado = 'anulada' THEN
    PERFORM comisiones_revertir('compras-ventas', n.id, n.anulada_por);
  ELSIF TG_OP = 'UPDATE' THEN
    -- The user of the last entry completed the operation.
    PERFORM comisiones_devengar(ARRAY[compras_ventas_comisionable(n, (SELECT a.usuario_id FROM asientos a
      WHERE a.origen = 'compras-ventas' AND a.origen_id = n.id ORDER BY a.id DESC LIMIT 1))]);
  ELSIF comisiones_hay(fecha_negocio(ahora()))
        AND NOT EXISTS (SELECT FROM comisiones WHERE origen = 'compras-ventas' AND origen_id = n.id) THEN
    PERFORM comisiones_devengar(ARRAY(
      SELECT compras_ventas_comisionable(c, c.usuario_id)
      -- An array, so that each is looked up by its index, however many there are in the house.
      FROM unnest(ARRAY(SELECT a.id FROM asientos a WHERE a.id >= n.asiento_id AND a.origen = 'compras-ventas'
        AND a.xid = pg_current_xact_id())) a
      CROSS JOIN LATERAL (SELECT * FROM compras_ventas WHERE asiento_id = a AND estado = 'completada' OFFSET 0) c
      WHERE (SELECT count(*) FROM comisiones WHERE origen = 'compras-ventas' AND origen_id = c.id) = 0
      ORDER BY c.id));
  END IF;
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
CREATE OR REPLACE FUNCTION ordenes_comisiones()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  PERFORM comisiones_devengar(ARRAY[(
    'ordenes', n.id, n.numero, 'orden', n.cliente_id, n.envia_moneda_id, n.recibe_moneda_id, n.recibe_moneda_id,
    n.envia_moneda_id, n.envia, n.tasa, n.precision, n.margen,
    n.ganancia + n.tarifa - n.gastos - n.redondeo, n.valor,
    n.usuario_id, n.pagador_id, n.agente_id, v_usuario)::comision_operacion]);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_comisiones ON ordenes;
CREATE CONSTRAINT TRIGGER ordenes_comisiones AFTER UPDATE ON ordenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.estado = 'completada') <> (NEW.estado = 'completada')) EXECUTE FUNCTION ordenes_comisiones();
