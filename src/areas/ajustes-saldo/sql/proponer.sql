-- Requests an adjustment and applies it up to what its author may do alone in a day. `o.p` = {cuenta_id, motivo,
-- sentido, monto or contado with saldo_visto, tasa_costo, cargo_usuario_id, observacion, adjunto_id}, or {revierte_id,
-- observacion}.
CREATE OR REPLACE FUNCTION ajustes_saldo_proponer_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ajustes_saldo;          -- the adjustment, from the request to the stored row
  m ajustes_saldo_motivos;
  c cuentas;
  x monedas;
  v_minimo numeric;
BEGIN
  PERFORM detener_reloj();
  d := ajustes_saldo_leer(o.quien, o.p);
  -- One at a time, because what he did alone today counts.
  PERFORM ventana_tomar(d.solicitado_por);
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = d.motivo;
  SELECT * INTO c FROM cuentas WHERE id = d.cuenta_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  SELECT * INTO STRICT x FROM monedas WHERE id = c.moneda_id;
  SELECT minimo INTO STRICT v_minimo FROM cuentas_contables WHERE id = c.id;
  PERFORM cuentas_exigir_suyas(o.quien, ARRAY[c.id]);
  d.moneda_id := x.id;
  d.saldo_visto := ajustes_saldo_leido(c.id);

  d.importe := ajustes_saldo_importe(o.p, d, m, c.nombre, x);
  PERFORM ajustes_saldo_cargo_exigir(d, m);
  IF d.revierte_id IS NULL THEN d.valor := ajustes_saldo_valor(d, m, x); END IF;
  IF d.saldo_visto + d.importe < coalesce(v_minimo, d.saldo_visto + d.importe) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(d.saldo_visto - v_minimo, x.simbolo, x.decimales),
      'necesario', importe_texto(-d.importe, x.simbolo, x.decimales)));
  END IF;
  PERFORM ajustes_saldo_costo_exigir(d);
  d.estado := ajustes_saldo_estado(o.quien, d);
  d.id := nextval(pg_get_serial_sequence('ajustes_saldo', 'id'));
  IF d.estado = 'aplicado' THEN o.entradas := ARRAY[ajustes_saldo_entrada(d, d.solicitado_por)]; END IF;
  o.ocupa := o.ocupa || ('ajuste ' || d.revierte_id) || cuentas_ocupan(ARRAY[d.cuenta_id]);
  o.dato := to_jsonb(d);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ajustes_saldo_proponer_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ajustes_saldo := jsonb_populate_record(NULL::ajustes_saldo, o.dato);
  hecho record;
BEGIN
  IF d.estado = 'aplicado' THEN
    SELECT * INTO hecho FROM ajustes_saldo_asentado(libro[1], d.cuenta_id);
    -- A count is of the balance that was counted.
    PERFORM ajustes_saldo_visto_exigir(d, NULL, hecho.antes);
    d.asiento_id := hecho.asiento_id;
    d.saldo_visto := hecho.antes;
    d.valor := hecho.valor;
  END IF;
  d.numero := serie_siguiente(serie_de('AJ', sucursal_de_cuenta(d.cuenta_id)), fecha_negocio(ahora()));
  PERFORM ajustes_saldo_guardar(d);
  IF o.p->>'adjunto_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(o.quien, (o.p->>'adjunto_id')::bigint, 'ajustes-saldo', d.id, d.id, 'adjunto_id');
  END IF;
  RETURN ajustes_saldo_hecho(d, CASE d.estado WHEN 'pendiente' THEN 'proponer' ELSE 'aplicar' END,
    CASE d.estado WHEN 'pendiente' THEN 'Ajuste %s enviado: espera aprobación. Hoy ya van '
      || importe_funcional(ventana_suma('ajuste', d.solicitado_por)) || ' sin ella.'
      ELSE 'Ajuste %s aplicado.' END,
    o.p || jsonb_build_object('importe', (SELECT round(d.importe, decimales)::text FROM monedas
      WHERE id = d.moneda_id)), p_mas => jsonb_build_object('numero', d.numero));
END $$;

-- The adjustment as it was requested. A reversal takes the account of the reversed one, and its amounts with the
-- opposite sign; the reversed one is locked.
CREATE OR REPLACE FUNCTION ajustes_saldo_leer(quien jsonb, p jsonb) RETURNS ajustes_saldo LANGUAGE plpgsql AS $$
DECLARE
  d ajustes_saldo := jsonb_populate_record(NULL::ajustes_saldo, p);
  original ajustes_saldo;
BEGIN
  d.observacion := btrim(p->>'observacion');
  d.solicitado_por := (quien->>'usuario_id')::int;
  IF d.revierte_id IS NULL THEN RETURN d; END IF;
  SELECT * INTO original FROM ajustes_saldo WHERE id = d.revierte_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
  IF original.estado <> 'aplicado' OR original.revierte_id IS NOT NULL THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE WHEN original.revierte_id IS NOT NULL
      THEN 'hecha para revertir otra' ELSE original.estado END));
  END IF;
  IF EXISTS (SELECT FROM ajustes_saldo WHERE revierte_id = original.id AND estado <> 'rechazado') THEN
    PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', original.numero));
  END IF;
  d.cuenta_id := original.cuenta_id;
  d.motivo := 'correccion';
  d.importe := -original.importe;
  d.valor := -original.valor;
  RETURN d;
END $$;

-- What the account gains (+) or loses (−): the difference that a count found, or the typed amount. Refuses an amount
-- with more decimals than the currency has.
CREATE OR REPLACE FUNCTION ajustes_saldo_importe(p jsonb, d ajustes_saldo, m ajustes_saldo_motivos, p_cuenta text,
    x monedas) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  v_campo text := CASE WHEN d.contado IS NULL THEN 'monto' ELSE 'contado' END;
  v_importe numeric := d.importe;
BEGIN
  IF d.contado IS NOT NULL THEN
    IF (p->>'saldo_visto')::numeric IS DISTINCT FROM d.saldo_visto THEN
      PERFORM ajustes_saldo_cambio(d.cuenta_id, (p->>'saldo_visto')::numeric, d.saldo_visto);
    END IF;
    v_importe := d.contado - d.saldo_visto;
    IF v_importe = 0 THEN PERFORM rechazar('SIN_DIFERENCIA', jsonb_build_object('cuenta', p_cuenta)); END IF;
    IF m.signo * v_importe < 0 THEN
      PERFORM rechazar_campo('motivo',
        reparo(CASE WHEN v_importe > 0 THEN 'MOTIVO_DE_ENTRADA' ELSE 'MOTIVO_DE_SALIDA' END,
        jsonb_build_object('monto', importe_texto(abs(v_importe), x.simbolo, x.decimales))));
    END IF;
  ELSIF d.revierte_id IS NULL THEN
    IF m.signo = 0 AND p->>'sentido' IS NULL THEN PERFORM rechazar_campo('sentido', reparo('SENTIDO')); END IF;
    v_importe := (p->>'monto')::numeric
      * CASE WHEN m.signo <> 0 THEN m.signo WHEN p->>'sentido' = 'sale' THEN -1 ELSE 1 END;
  END IF;
  IF scale(trim_scale(v_importe)) > x.decimales THEN
    PERFORM rechazar_campo(v_campo, reparo_decimales(x.decimales));
  END IF;
  -- A reversal may be any amount, since it corrects a balance that notes and coins cannot make up.
  IF d.revierte_id IS NULL AND efectivo_reparo(d.cuenta_id, v_importe) IS NOT NULL
     AND efectivo_reparo(d.cuenta_id, d.saldo_visto + v_importe) IS NOT NULL THEN
    PERFORM rechazar_campo(v_campo, efectivo_reparo(d.cuenta_id, coalesce(d.contado, v_importe)));
  END IF;
  RETURN v_importe;
END $$;

-- Checks the user who is charged: only for a shortage, where the reason admits it.
CREATE OR REPLACE FUNCTION ajustes_saldo_cargo_exigir(d ajustes_saldo, m ajustes_saldo_motivos)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF d.cargo_usuario_id IS NULL THEN RETURN; END IF;
  IF NOT (m.cargo AND d.importe < 0) THEN
    PERFORM rechazar_campo('cargo_usuario_id', reparo('CARGO_DE_FALTANTE'));
  END IF;
  IF NOT EXISTS (SELECT FROM usuarios WHERE id = d.cargo_usuario_id) THEN
    PERFORM rechazar_campo('cargo_usuario_id', reparo('PERSONA_NO_EXISTE'));
  END IF;
END $$;

-- The value of the adjustment: at the typed cost, otherwise at average cost.
CREATE OR REPLACE FUNCTION ajustes_saldo_valor(d ajustes_saldo, m ajustes_saldo_motivos, x monedas)
  RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  v_valor numeric := sign(d.importe) * a_costo(x.id, abs(d.importe));
BEGIN
  IF NOT x.funcional AND d.importe > 0 AND (m.con_tasa OR v_valor IS NULL) THEN
    IF d.tasa_costo IS NULL THEN
      PERFORM rechazar_campo('tasa_costo', reparo('TASA_COSTO_FALTA', jsonb_build_object('iso', x.iso)));
    END IF;
    RETURN round(d.importe * d.tasa_costo, 2);
  ELSIF d.tasa_costo IS NOT NULL THEN
    PERFORM rechazar_campo('tasa_costo', reparo('TASA_COSTO_SOBRA'));
  END IF;
  RETURN v_valor;
END $$;

-- Whether it is applied at once: up to what its author may do alone in a day. An opening balance waits at any amount,
-- and so does a cost that nothing confirms; but before the first operation of a house its administrator opens accounts
-- with his password (R-139).
CREATE OR REPLACE FUNCTION ajustes_saldo_estado(quien jsonb, d ajustes_saldo) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_valor numeric := ajustes_saldo_juicio(d.moneda_id, d.importe, d.valor);
BEGIN
  IF d.motivo = 'saldo_inicial' AND d.revierte_id IS NULL THEN
    IF casa_opera() OR NOT EXISTS (SELECT FROM usuarios WHERE id = d.solicitado_por AND rol_slug = 'adm') THEN
      RETURN 'pendiente';
    END IF;
    PERFORM vistos_solo(quien, jsonb_build_object('clave', 'apertura', 'origen', 'cuentas', 'origen_id', d.cuenta_id,
      'titulo', 'el saldo inicial de ' || (SELECT nombre FROM cuentas WHERE id = d.cuenta_id),
      'importe', importe_de(d.moneda_id, d.importe), 'valor', v_valor));
    RETURN 'aplicado';
  END IF;
  IF d.tasa_costo IS NOT NULL AND ajustes_saldo_referencia(d.moneda_id) IS NULL THEN RETURN 'pendiente'; END IF;
  -- Whoever made an adjustment does not take a large or an old one back alone (R-143).
  IF EXISTS (SELECT FROM ajustes_saldo a WHERE a.id = d.revierte_id AND a.solicitado_por = d.solicitado_por
      AND (a.resuelto_en <= ahora() - make_interval(mins => ajuste('anular_propia_minutos')::int)
        OR coalesce(en_dolares('usd', moneda_funcional(), v_valor, v_valor), 'Infinity')
          > ajuste('anular_propia_usd')::numeric)) THEN
    RETURN 'pendiente';
  END IF;
  RETURN CASE WHEN v_valor + ventana_suma('ajuste', d.solicitado_por) > ajuste_en('ajuste_aprobacion_funcional',
      ARRAY[sucursal_de_cuenta(d.cuenta_id), sucursal_de('{}', d.solicitado_por)])
    THEN 'pendiente' ELSE 'aplicado' END;
END $$;

-- What a typed cost is compared with: the price at which the house buys, else its average cost; null: neither is known.
CREATE OR REPLACE FUNCTION ajustes_saldo_referencia(p_moneda integer) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(precio_funcional(p_moneda), (SELECT k.saldo / nullif(-q.saldo, 0) FROM posiciones x
    JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
    WHERE x.moneda_id = p_moneda));
$$;

-- Refuses a typed cost that lies far from that (R-139).
CREATE OR REPLACE FUNCTION ajustes_saldo_costo_exigir(d ajustes_saldo) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_precio numeric := ajustes_saldo_referencia(d.moneda_id);
  v_limite numeric := ajuste('costo_desvio_pct')::numeric;
BEGIN
  IF d.tasa_costo IS NULL OR v_precio IS NULL OR abs(d.tasa_costo - v_precio) * 100 <= v_precio * v_limite THEN
    RETURN;
  END IF;
  PERFORM rechazar_campo('tasa_costo', reparo('COSTO_LEJOS', jsonb_build_object(
    'desvio', round(abs(d.tasa_costo - v_precio) * 100 / v_precio, 1), 'limite', trim_scale(v_limite),
    'referencia', trim_scale(round(v_precio, 6)))));
END $$;

-- Why the notes and coins of an opening balance are refused, null when they are not: of an account that is no cash, one
-- that its currency lacks, or another sum than the balance.
CREATE OR REPLACE FUNCTION cuentas_aperturas_conteo(p_cuenta bigint, p_saldo numeric, p_piezas jsonb)
  RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT CASE
      WHEN p_piezas IS NULL THEN NULL
      WHEN c.tipo NOT IN ('caja', 'boveda') THEN reparo('CONTEO_POR_MONTO', jsonb_build_object('cuenta', c.nombre))
      WHEN EXISTS (SELECT FROM jsonb_array_elements(p_piezas) e
          WHERE NOT denominacion_existe(e, m.billetes, m.metalicas)) THEN
        reparo('CONTEO_DENOMINACION', jsonb_build_object('cuenta', c.nombre))
      WHEN coalesce(denominaciones_suma(p_piezas), 0) <> p_saldo THEN reparo('CONTEO_NO_SUMA', jsonb_build_object(
        'suma', importe_de(m.id, coalesce(denominaciones_suma(p_piezas), 0)), 'monto', importe_de(m.id, p_saldo)))
      END FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_cuenta);

-- Accounts know no adjustments: the balance of a new one is proposed here, by whoever opens it.
CREATE OR REPLACE FUNCTION cuentas_aperturas_proponer()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_falla jsonb := cuentas_aperturas_conteo(NEW.cuenta_id, NEW.saldo, NEW.denominaciones);
  v_hecho jsonb;
BEGIN
  IF v_falla IS NOT NULL THEN PERFORM rechazar_campo('saldo_inicial', v_falla); END IF;
  v_hecho := operacion_hacer('ajustes_saldo_proponer', current_setting('cambista.quien')::jsonb, NULL,
    jsonb_build_object('cuenta_id', NEW.cuenta_id, 'motivo', 'saldo_inicial', 'monto', NEW.saldo,
      'tasa_costo', NEW.tasa_costo, 'observacion', 'Saldo inicial de la cuenta.'));
  NEW.numero := v_hecho->>'numero';
  NEW.estado := v_hecho->>'estado';
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_aperturas_proponer BEFORE INSERT ON cuentas_aperturas
  FOR EACH ROW EXECUTE FUNCTION cuentas_aperturas_proponer();

CREATE OR REPLACE FUNCTION ajustes_saldo_guardar(d ajustes_saldo) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ajustes_saldo (id, numero, fecha, cuenta_id, moneda_id, motivo, importe, contado, saldo_visto, tasa_costo,
      valor, cargo_usuario_id, observacion, revierte_id, estado, solicitado_por, resuelto_en, asiento_id)
    OVERRIDING SYSTEM VALUE
    VALUES (d.id, d.numero, ahora(), d.cuenta_id, d.moneda_id, d.motivo, d.importe, d.contado, d.saldo_visto,
      d.tasa_costo, d.valor, d.cargo_usuario_id, d.observacion, d.revierte_id, d.estado, d.solicitado_por,
      CASE d.estado WHEN 'aplicado' THEN ahora() END, d.asiento_id);
$$;
