-- Registers an expense: paid at once up to the limit, otherwise pending. `o.p` = {fecha, categoria_id, proveedor, ruc,
-- descripcion, cuenta_id, monto, comprobante, serie_numero, adjunto_id, recurrente_dia, propuesta_id}: the last one
-- completes a proposal of the job.
CREATE OR REPLACE FUNCTION gastos_registrar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d gastos;                 -- the expense, from the typed or proposed values to the stored row
BEGIN
  PERFORM detener_reloj();
  d := gastos_leer(o.quien, o.p);
  PERFORM gastos_papel_exigir(d);
  d := gastos_valorar(o.quien, d, (o.p->>'monto')::numeric);
  d.id := coalesce(d.id, nextval(pg_get_serial_sequence('gastos', 'id')));
  IF d.estado = 'pagado' THEN o.entradas := ARRAY[gastos_entrada(d, d.solicitado_por)]; END IF;
  o.ocupa := o.ocupa || ('documento ' || d.id) || cuentas_ocupan(ARRAY[d.cuenta_id]);
  -- What a category spends in a day without papers adds up.
  IF d.comprobante = 'sin' THEN o.ocupa := o.ocupa || ('categoria ' || d.categoria_id); END IF;
  o.dato := to_jsonb(d);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION gastos_registrar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d gastos := jsonb_populate_record(NULL::gastos, o.dato);
BEGIN
  d := gastos_recurrente_abrir(d, (o.p->>'recurrente_dia')::int);
  IF d.estado = 'pagado' THEN d := gastos_pagado(d, libro[1]); END IF;
  d.numero := gastos_guardar(d);
  IF o.p->>'adjunto_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(o.quien, (o.p->>'adjunto_id')::bigint, 'gastos', d.id, d.id, 'adjunto_id');
  END IF;
  RETURN gastos_hecho(d, CASE d.estado WHEN 'pendiente' THEN 'proponer' ELSE 'pagar' END,
    CASE d.estado WHEN 'pendiente' THEN 'Gasto %s enviado: espera aprobación. ' || gastos_de_mas(d) || '.'
      ELSE 'Gasto %s pagado.' END, o.p, p_mas => jsonb_build_object('numero', d.numero));
END $$;

-- Reads the typed expense without its amount: a new one, or one that completes a proposal, which is locked.
CREATE OR REPLACE FUNCTION gastos_leer(quien jsonb, p jsonb) RETURNS gastos LANGUAGE plpgsql AS $$
DECLARE
  d gastos;
BEGIN
  IF p->>'propuesta_id' IS NOT NULL THEN
    SELECT * INTO d FROM gastos WHERE id = (p->>'propuesta_id')::bigint FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
    IF d.confirmado OR d.estado <> 'pendiente' THEN
      PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', d.numero, 'estado', d.estado));
    END IF;
  END IF;
  d.fecha := (p->>'fecha')::date;
  d.registrado_en := ahora();
  d.categoria_id := (p->>'categoria_id')::int;
  d.proveedor := nullif(p->>'proveedor', '');
  d.ruc := nullif(p->>'ruc', '');
  d.descripcion := btrim(p->>'descripcion');
  d.cuenta_id := (p->>'cuenta_id')::bigint;
  d.comprobante := p->>'comprobante';
  -- `f001-000123` and `F001-123` are the same voucher.
  d.serie_numero := regexp_replace(upper(btrim(nullif(p->>'serie_numero', ''))), '^([A-Z0-9]+)-0*(\d)', '\1-\2');
  d.confirmado := true;
  d.solicitado_por := (quien->>'usuario_id')::int;
  RETURN d;
END $$;

-- Checks the expense's data: an active category, an open day, a valid RUC.
CREATE OR REPLACE FUNCTION gastos_papel_exigir(d gastos) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  cat gastos_categorias;
BEGIN
  SELECT * INTO cat FROM gastos_categorias WHERE id = d.categoria_id;
  IF NOT FOUND THEN PERFORM rechazar_campo('categoria_id', reparo('CATEGORIA_NO_EXISTE')); END IF;
  IF NOT cat.estatus THEN PERFORM rechazar_campo('categoria_id', reparo('CATEGORIA_INACTIVA')); END IF;
  IF d.fecha > fecha_negocio(ahora()) THEN PERFORM rechazar_campo('fecha', reparo('FECHA_FUTURA')); END IF;
  IF EXISTS (SELECT FROM cierres WHERE fecha = d.fecha) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(d.fecha, 'DD/MM/YYYY')));
  END IF;
  IF NOT ruc_valido(d.ruc) THEN PERFORM rechazar_campo('ruc', reparo('RUC_NO_VALE')); END IF;
END $$;

-- Why this expense is more than its author may pay alone; null: it is not. By the larger of its cost and the value at
-- the day's price, with what he paid or sent alone that day, and without a paper also by category (R-142).
CREATE OR REPLACE FUNCTION gastos_de_mas(d gastos) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
      WHEN x.valor > y.limite THEN format('Pasa de %s', importe_funcional(y.limite))
      ELSE y.que || ventana_texto(x.valor + y.antes, y.limite, simbolo_funcional()) END
  FROM (SELECT greatest(d.valor, round(d.monto * precio_funcional(d.moneda_id), 2)) AS valor,
      ARRAY[sucursal_de('{}', d.solicitado_por), sucursal_de_cuenta(d.cuenta_id)] AS sucursales) x
  CROSS JOIN LATERAL (VALUES
    (1, 'Lo que paga sin aprobación: ', ajuste_en('gasto_aprobacion_funcional', x.sucursales),
     ventana_suma('gasto', d.solicitado_por)),
    (2, 'Lo que paga sin comprobante: ',
     CASE d.comprobante WHEN 'sin' THEN ajuste_en('gasto_sin_papel_funcional', x.sucursales) END,
     ventana_suma('sin-papel', d.solicitado_por)),
    (3, 'La categoría sin comprobante: ',
     CASE d.comprobante WHEN 'sin' THEN ajuste('gasto_sin_papel_categoria_funcional')::numeric END,
     ventana_suma('sin-papel-categoria', NULL, d.categoria_id::text))) y (n, que, limite, antes)
  WHERE x.valor + y.antes > y.limite ORDER BY y.n LIMIT 1;
$$;

-- Checks that the account can pay the amount, computes its cost, and decides whether it needs approval.
CREATE OR REPLACE FUNCTION gastos_valorar(quien jsonb, d gastos, p_monto numeric) RETURNS gastos LANGUAGE plpgsql AS $$
DECLARE
  c record;
BEGIN
  SELECT k.nombre, k.moneda_id, k.estatus, x.simbolo, x.decimales, s.saldo, s.minimo INTO c
    FROM cuentas k JOIN monedas x ON x.id = k.moneda_id JOIN cuentas_contables s ON s.id = k.id
    WHERE k.id = d.cuenta_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  IF NOT c.estatus THEN PERFORM rechazar('INACTIVO', jsonb_build_object('que', c.nombre)); END IF;
  IF scale(trim_scale(p_monto)) > c.decimales THEN
    PERFORM rechazar_campo('monto', reparo_decimales(c.decimales));
  END IF;
  PERFORM rechazar_campo('monto', x) FROM efectivo_reparo(d.cuenta_id, p_monto) x WHERE x IS NOT NULL;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[d.cuenta_id]);
  d.moneda_id := c.moneda_id;
  d.monto := p_monto;
  d.valor := coalesce(a_costo(d.moneda_id, d.monto), 0);
  PERFORM ventana_tomar(d.solicitado_por, 'gastos-categoria:' || d.categoria_id);
  d.estado := CASE WHEN gastos_de_mas(d) IS NULL THEN 'pagado' ELSE 'pendiente' END;
  PERFORM contables_sin_conteo(d.cuenta_id);
  -- The ledger checks it again on payment; here, to avoid a request that cannot be paid.
  IF d.estado = 'pendiente' AND c.saldo - d.monto < coalesce(c.minimo, c.saldo - d.monto) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(c.saldo - c.minimo, c.simbolo, c.decimales),
      'necesario', importe_texto(d.monto, c.simbolo, c.decimales)));
  END IF;
  RETURN d;
END $$;

-- Creates the monthly expense on day `p_dia` that the job proposes from next month on. A completed proposal already has
-- one.
CREATE OR REPLACE FUNCTION gastos_recurrente_abrir(d gastos, p_dia integer) RETURNS gastos LANGUAGE plpgsql AS $$
BEGIN
  IF p_dia IS NULL OR d.recurrente_id IS NOT NULL THEN RETURN d; END IF;
  d.periodo := date_trunc('month', d.fecha)::date;
  INSERT INTO gastos_recurrentes (categoria_id, proveedor, ruc, descripcion, cuenta_id, monto, comprobante, dia, desde,
      creado_por, creado_en)
    VALUES (d.categoria_id, d.proveedor, d.ruc, d.descripcion, d.cuenta_id, d.monto, d.comprobante, p_dia,
      (d.periodo + interval '1 month')::date, d.solicitado_por, ahora())
    RETURNING id INTO d.recurrente_id;
  RETURN d;
END $$;

-- Stores the expense, over its proposal if it completes one; returns its number.
CREATE OR REPLACE FUNCTION gastos_guardar(d gastos) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF d.numero IS NOT NULL THEN
    UPDATE gastos SET fecha = d.fecha, registrado_en = d.registrado_en, categoria_id = d.categoria_id,
        proveedor = d.proveedor, ruc = d.ruc, descripcion = d.descripcion, cuenta_id = d.cuenta_id,
        moneda_id = d.moneda_id, monto = d.monto,
        comprobante = d.comprobante, serie_numero = d.serie_numero, valor = d.valor, valor_dia = d.valor_dia,
        confirmado = d.confirmado, estado = d.estado, solicitado_por = d.solicitado_por, pagado_en = d.pagado_en,
        asiento_id = d.asiento_id, version = version + 1 WHERE id = d.id;
    RETURN d.numero;
  END IF;
  d.numero := serie_siguiente(serie_de('GA', sucursal_de(ARRAY[d.cuenta_id], d.solicitado_por)),
    fecha_negocio(ahora()));
  INSERT INTO gastos (id, numero, fecha, registrado_en, categoria_id, proveedor, ruc, descripcion, cuenta_id, moneda_id,
      monto, comprobante, serie_numero, valor, valor_dia, recurrente_id, periodo, confirmado, estado, solicitado_por,
      pagado_en, asiento_id)
    OVERRIDING SYSTEM VALUE
    VALUES (d.id, d.numero, d.fecha, d.registrado_en, d.categoria_id, d.proveedor, d.ruc, d.descripcion, d.cuenta_id,
      d.moneda_id, d.monto, d.comprobante, d.serie_numero, d.valor, d.valor_dia, d.recurrente_id, d.periodo,
      d.confirmado, d.estado, d.solicitado_por, d.pagado_en, d.asiento_id);
  RETURN d.numero;
END $$;
