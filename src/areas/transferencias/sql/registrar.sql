-- Registers a transfer. `o.quien` = {usuario_id, sesion_id, ip, solicitud, ajenas: may use accounts of others,
-- limite_usd, ganancia: may see cost}; `o.p` = the body of POST /transferencias, already checked by its schema.
CREATE OR REPLACE FUNCTION transferencias_registrar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d transferencias;         -- the transfer, from the typed data to the stored row
  origen cuenta_leida;
  destino cuenta_leida;
  v_contraparte text := CASE WHEN o.p->>'tipo' = 'tercero' THEN
    ventana_contraparte(o.p->>'tercero_doc', o.p->>'tercero') END;
BEGIN
  PERFORM detener_reloj();
  PERFORM ventana_tomar((o.quien->>'usuario_id')::int, v_contraparte);
  -- Neither account is closed while money is sent from one to the other.
  PERFORM 1 FROM cuentas WHERE id IN ((o.p->>'origen_id')::bigint, (o.p->>'destino_id')::bigint) ORDER BY id FOR SHARE;
  origen := cuentas_leer((o.p->>'origen_id')::bigint);
  destino := cuentas_leer((o.p->>'destino_id')::bigint);
  PERFORM transferencias_revisar(o.quien, o.p, origen, destino);
  d := transferencias_leer(o.quien, o.p, origen, destino);
  PERFORM transferencias_portador_exigir(d, origen, destino);
  PERFORM transferencias_juzgar(d, origen, destino);
  PERFORM transferencias_permitir(o.quien, d, d.desvio_pct, origen, destino);
  IF NOT coalesce((o.p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM transferencias_repetida(d.usuario_id, origen.id, destino.id, d.tercero, d.monto);
  END IF;
  d.estado := transferencias_estado(o.quien, d.tipo, origen, destino);
  d.id := nextval('transferencias_id_seq');
  d.clave := o.clave;
  o.entradas := transferencias_entradas(d, origen, destino);
  o.ocupa := o.ocupa || ('contraparte ' || v_contraparte) || cuentas_ocupan(ARRAY[origen.id, destino.id]);
  o.dato := to_jsonb(d);
  RETURN o;
END $$;

-- A loss needs a reason, and what leaves the house is within the user's limit per operation.
CREATE OR REPLACE FUNCTION transferencias_registrar_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d transferencias := jsonb_populate_record(NULL::transferencias, o.dato);
  origen cuenta_leida := cuentas_leer(d.origen_id);
  destino cuenta_leida := cuentas_leer(d.destino_id);
BEGIN
  IF destino.funcional AND (libro[1]->>'resultado')::numeric < 0 AND d.motivo IS NULL THEN
    PERFORM rechazar('BAJO_COSTO', CASE WHEN (o.quien->>'ganancia')::boolean
      THEN jsonb_build_object('costo', libro[1]->'costos'->>origen.moneda_id::text, 'perdida', libro[1]->>'resultado')
      ELSE '{}' END);
  END IF;
  d.asiento_id := (libro[1]->>'asiento_id')::bigint;
  d.ganancia := CASE WHEN d.tipo = 'conversion' AND destino.funcional THEN (libro[1]->>'resultado')::numeric ELSE 0 END;
  d.costo := CASE WHEN origen.funcional THEN d.monto
    ELSE coalesce((libro[1]->'costos'->>origen.moneda_id::text)::numeric,
                  (SELECT -valor FROM apuntes WHERE asiento_id = d.asiento_id AND cuenta_id = origen.id)) END;
  d.gasto := coalesce(-(libro[2]->>'resultado')::numeric, 0);
  PERFORM cuentas_exigir(ARRAY[origen.id, destino.id], fecha_negocio(ahora()));
  IF d.tipo <> 'interna' THEN
    PERFORM limite_exigir(o.quien, en_dolares('usd', origen.moneda_id, d.monto, d.costo));
  END IF;
  -- The number is taken last, just before the audit's lock, because all transfers of a branch share its row.
  d.numero := serie_siguiente(serie_de('TR', sucursal_de_cuenta(d.origen_id)), fecha_negocio(ahora()));
  PERFORM transferencias_guardar(o.quien, o.p, d);
  RETURN operacion_hecha('transferencias', d, 'registrar', CASE d.estado
      WHEN 'enviada' THEN 'Transferencia %s enviada: falta que la reciban.' ELSE 'Transferencia %s registrada.' END,
    p_mas => jsonb_build_object('numero', d.numero, 'monto', round(d.monto, origen.decimales)::text,
      'recibido', round(d.recibido, destino.decimales)::text))
    || jsonb_build_object('despues', o.p || jsonb_build_object('numero', d.numero));
END $$;

-- The transfer as it was typed, with all its amounts.
CREATE OR REPLACE FUNCTION transferencias_leer(quien jsonb, p jsonb, origen cuenta_leida, destino cuenta_leida)
  RETURNS transferencias LANGUAGE plpgsql AS $$
DECLARE
  d transferencias := jsonb_populate_record(NULL::transferencias, p);
BEGIN
  SELECT * INTO d.monto, d.recibido, d.tasa, d.desvio_pct FROM transferencias_calcular(p, origen, destino);
  d.moneda_id := origen.moneda_id;
  d.moneda_destino_id := destino.moneda_id;
  d.metodo_calculo := CASE d.tipo WHEN 'conversion' THEN p->>'metodo_calculo' END;
  d.usuario_id := (quien->>'usuario_id')::int;
  RETURN d;
END $$;

-- Amounts of a conversion: two are typed, the third is computed; one far from the market needs confirmation.
CREATE OR REPLACE FUNCTION transferencias_calcular(p jsonb, origen cuenta_leida, destino cuenta_leida,
    OUT monto numeric, OUT recibido numeric, OUT tasa numeric, OUT desvio numeric) LANGUAGE plpgsql AS $$
BEGIN
  IF p->>'tipo' <> 'conversion' THEN
    monto := (p->>'monto')::numeric;
    recibido := CASE p->>'tipo' WHEN 'interna' THEN monto END;
    RETURN;
  END IF;
  SELECT x.monto, x.recibido, x.tasa INTO monto, recibido, tasa FROM transferencias_montos((p->>'monto')::numeric,
    (p->>'recibido')::numeric, (p->>'tasa')::numeric, p->>'metodo_calculo', origen.decimales, destino.decimales) x;
  IF tasa = 0 THEN PERFORM rechazar_campo('tasa', reparo('TASA_AL_REVES')); END IF;
  IF monto <= 0 OR recibido <= 0 THEN
    PERFORM rechazar_campo(CASE WHEN monto <= 0 THEN 'recibido' ELSE 'monto' END, reparo('MONTO_PEQUENO'));
  END IF;
  desvio := transferencias_desvio(origen.moneda_id, destino.moneda_id,
    CASE p->>'metodo_calculo' WHEN 'm' THEN tasa ELSE 1 / tasa END);
  PERFORM transferencias_confirmar(p, origen, destino, tasa, desvio);
END $$;

-- What both accounts require of the amounts: something arrives, existing notes and coins can make it, and it is within
-- limits and balance.
CREATE OR REPLACE FUNCTION transferencias_juzgar(d transferencias, origen cuenta_leida, destino cuenta_leida)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF d.comision_destino >= d.recibido THEN
    PERFORM rechazar_campo('comision_destino', reparo('COMISION_SE_LLEVA_TODO'));
  END IF;
  PERFORM transferencias_piezas(origen.id, d.monto, 'monto'),
    transferencias_piezas(origen.id, d.comision_origen, 'comision_origen'),
    transferencias_piezas(destino.id, d.recibido, CASE d.tipo WHEN 'interna' THEN 'monto' ELSE 'recibido' END),
    transferencias_piezas(destino.id, d.comision_destino, 'comision_destino');
  IF d.monto + d.comision_origen > origen.limite_op THEN
    PERFORM rechazar_campo('monto', reparo('LIMITE_OPERACION', jsonb_build_object('que', origen.nombre,
      'limite', importe_texto(origen.limite_op, origen.simbolo, origen.decimales))));
  ELSIF d.recibido > destino.limite_op THEN
    PERFORM rechazar_campo('destino_id', reparo('LIMITE_OPERACION', jsonb_build_object('que', destino.nombre,
      'limite', importe_texto(destino.limite_op, destino.simbolo, destino.decimales))));
  END IF;
  PERFORM contables_sin_conteo(origen.id);
  -- Checked with the fee: posting them one by one would report less than the real shortage.
  IF d.monto + d.comision_origen > origen.libre THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', origen.nombre,
      'disponible', importe_texto(origen.libre, origen.simbolo, origen.decimales),
      'necesario', importe_texto(d.monto + d.comision_origen, origen.simbolo, origen.decimales)));
  END IF;
END $$;

-- What one person may not do alone: a charge beyond what the account says (R-137), a conversion far from the market.
CREATE OR REPLACE FUNCTION transferencias_permitir(quien jsonb, d transferencias, p_desvio numeric, origen cuenta_leida,
    destino cuenta_leida) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_sale text := importe_texto(d.monto, origen.simbolo, origen.decimales);
BEGIN
  PERFORM cuentas_cargo_exigir(quien, origen.id, jsonb_build_object('monto', d.monto, 'cargo', d.comision_origen,
    'que', format('transferir %s de %s', v_sale, origen.nombre), 'origen', 'transferencias'));
  IF destino.id IS NOT NULL THEN
    PERFORM cuentas_cargo_exigir(quien, destino.id, jsonb_build_object('monto', d.recibido, 'cargo', d.comision_destino,
      'que', format('recibir %s de %s', v_sale, origen.nombre), 'origen', 'transferencias'));
  END IF;
  CASE d.tipo WHEN 'tercero' THEN PERFORM transferencias_tercero_permitir(quien, d, origen);
    ELSE PERFORM transferencias_propia_permitir(quien, d, origen, destino); END CASE;
  IF p_desvio > ajuste('costo_desvio_pct')::numeric OR d.tipo = 'conversion' AND p_desvio IS NULL THEN
    PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'conversion', 'origen', 'transferencias',
      'que', jsonb_build_object('de', origen.id, 'a', destino.id, 'monto', d.monto, 'recibido', d.recibido),
      'titulo', format('convertir %s en %s', v_sale, importe_texto(d.recibido, destino.simbolo, destino.decimales)),
      'importe', v_sale, 'valor', a_costo(origen.moneda_id, d.monto),
      'motivo', CASE WHEN p_desvio IS NULL THEN 'Nadie publica un precio de esas monedas.'
        ELSE format('La tasa se aparta %s %% del mercado.', trim_scale(round(p_desvio, 2))) END));
  END IF;
END $$;

-- What one person moves between own accounts in a day is bounded (R-142), as far as nobody else receives it.
CREATE OR REPLACE FUNCTION transferencias_propia_permitir(quien jsonb, d transferencias, origen cuenta_leida,
    destino cuenta_leida) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_limite numeric := ajuste('interna_dia_funcional')::numeric;
  v_valor numeric := transferencias_valor(origen, d.monto);
  v_suma numeric := ventana_suma('interna', d.usuario_id) + coalesce(v_valor, 'Infinity');
  v_sale text := importe_texto(d.monto, origen.simbolo, origen.decimales);
BEGIN
  IF v_suma <= v_limite OR transferencias_estado(quien, d.tipo, origen, destino) = 'enviada' THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'cupo', 'origen', 'transferencias',
    'que', jsonb_build_object('de', origen.id, 'a', destino.id, 'monto', d.monto, 'recibido', d.recibido),
    'titulo', format('mover %s de %s a %s (%s)', v_sale, dicho(origen.nombre), dicho(destino.nombre),
      ventana_texto(v_suma, v_limite, simbolo_funcional())),
    'importe', v_sale, 'valor', v_valor, 'motivo', coalesce(d.motivo, '')));
END $$;

-- What an amount that leaves is worth in the currency of the books, at its cost or its price, whichever is more.
CREATE OR REPLACE FUNCTION transferencias_valor(origen cuenta_leida, p_monto numeric) RETURNS numeric
  LANGUAGE sql STABLE
  RETURN CASE WHEN origen.funcional THEN p_monto ELSE
    greatest(a_costo(origen.moneda_id, p_monto), round(p_monto * precio_funcional(origen.moneda_id), 2)) END;

-- What leaves to third parties beyond what one person may do alone in a day needs another's yes (R-139): an owner's
-- withdrawal as an adjustment does, everything else as an expense.
CREATE OR REPLACE FUNCTION transferencias_tercero_permitir(quien jsonb, d transferencias, origen cuenta_leida)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_retiro boolean := d.concepto = 'retiro';
  v_valor numeric := transferencias_valor(origen, d.monto);
  v_ventana text := CASE WHEN v_retiro THEN 'ajuste' ELSE 'gasto' END;
  v_hoy numeric := ventana_suma(v_ventana, d.usuario_id);
  v_limite numeric := ajuste(v_ventana || '_aprobacion_funcional')::numeric;
BEGIN
  IF coalesce(v_valor, 'Infinity') + v_hoy <= v_limite THEN
    PERFORM transferencias_contraparte_exigir(quien, d, origen);
    RETURN;
  END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'tercero', 'origen', 'transferencias',
    'que', jsonb_build_object('cuenta', origen.id, 'monto', d.monto, 'concepto', d.concepto, 'tercero', d.tercero,
      'doc', d.tercero_doc),
    'titulo', format('%s a %s desde %s', CASE WHEN v_retiro THEN 'el retiro' ELSE 'el envío' END,
      concat_ws(' ', dicho(d.tercero), '(' || dicho(d.tercero_doc) || ')'), dicho(origen.nombre)),
    'importe', importe_texto(d.monto, origen.simbolo, origen.decimales), 'valor', v_valor,
    'motivo', concat_ws(' · ', d.motivo, ventana_texto(v_valor + v_hoy, v_limite, simbolo_funcional()))));
END $$;

-- What one third party gets of everybody in a day is bounded (R-142), for who needs no yes for it anyway.
CREATE OR REPLACE FUNCTION transferencias_contraparte_exigir(quien jsonb, d transferencias, origen cuenta_leida)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_limite numeric := ajuste('contraparte_dia_usd')::numeric;
  v_suma numeric := ventana_suma('contraparte', NULL, ventana_contraparte(d.tercero_doc, d.tercero))
    + coalesce(en_dolares('usd', origen.moneda_id, d.monto, a_costo(origen.moneda_id, d.monto)), 'Infinity');
BEGIN
  IF d.concepto = 'retiro' OR v_suma <= v_limite THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'contraparte', 'origen', 'transferencias',
    'que', jsonb_build_object('cuenta', origen.id, 'monto', d.monto, 'tercero', d.tercero, 'doc', d.tercero_doc),
    'titulo', format('el envío a %s (%s)', concat_ws(' ', dicho(d.tercero), dicho(d.tercero_doc)),
      ventana_texto(v_suma, v_limite, 'US$')),
    'importe', importe_texto(d.monto, origen.simbolo, origen.decimales), 'motivo', coalesce(d.motivo, ''),
    'valor', a_costo(origen.moneda_id, d.monto)));
END $$;

-- Whether this is cash that goes from one branch to another.
CREATE OR REPLACE FUNCTION transferencias_se_lleva(p_tipo text, origen cuenta_leida, destino cuenta_leida)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_tipo = 'interna' AND origen.efectivo AND destino.efectivo
    AND origen.sucursal_id <> destino.sucursal_id, false);
$$;

-- Cash between branches says who carries it (R-237), and nothing else does: a person of the house who is active, or
-- another by name and document.
CREATE OR REPLACE FUNCTION transferencias_portador_exigir(d transferencias, origen cuenta_leida, destino cuenta_leida)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_dicho boolean := coalesce(d.portador_id::text, d.portador, d.portador_doc) IS NOT NULL;
BEGIN
  IF NOT transferencias_se_lleva(d.tipo, origen, destino) THEN
    IF v_dicho THEN PERFORM rechazar_campo('portador', reparo('PORTADOR_SOBRA')); END IF;
  ELSIF NOT v_dicho THEN
    PERFORM rechazar_campo('portador', reparo('PORTADOR_FALTA'));
  ELSIF d.portador_id IS NOT NULL AND NOT EXISTS (SELECT FROM usuarios WHERE id = d.portador_id AND estatus) THEN
    PERFORM rechazar_campo('portador_id', reparo('PORTADOR_INACTIVO'));
  END IF;
  -- As a stranger, he could receive what he carried.
  PERFORM rechazar_campo('portador_doc', reparo('PORTADOR_DE_LA_CASA', jsonb_build_object('nombre', usuarios_corto(u))))
    FROM usuarios u WHERE u.estatus
      AND upper(u.num_doc) = upper(regexp_replace(d.portador_doc, '[^[:alnum:]]', '', 'g'));
END $$;

-- `enviada` when another person or branch receives it, or somebody else must count it: in transit until received.
CREATE OR REPLACE FUNCTION transferencias_estado(quien jsonb, p_tipo text, origen cuenta_leida, destino cuenta_leida)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_tipo = 'interna' AND (
      destino.responsable_id IS NOT NULL AND destino.responsable_id IS DISTINCT FROM origen.responsable_id
      OR destino.sucursal_id <> origen.sucursal_id
      OR NOT (SELECT cuentas_suya(quien, c) FROM cuentas c WHERE c.id = destino.id))
    THEN 'enviada' ELSE 'completada' END;
$$;

-- Stores the transfer and its vouchers.
CREATE OR REPLACE FUNCTION transferencias_guardar(quien jsonb, p jsonb, d transferencias)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transferencias (id, numero, clave, fecha, tipo, estado, origen_id, moneda_id, monto, destino_id,
      moneda_destino_id, recibido, tasa, metodo_calculo, desvio_pct, concepto, tercero, tercero_doc, comision_origen,
      comision_destino, costo, gasto, ganancia, referencia, motivo, asiento_id, usuario_id, portador_id, portador,
      portador_doc)
    OVERRIDING SYSTEM VALUE
    VALUES (d.id, d.numero, d.clave, ahora(), d.tipo, d.estado, d.origen_id, d.moneda_id, d.monto, d.destino_id,
      d.moneda_destino_id, d.recibido, d.tasa, d.metodo_calculo, d.desvio_pct, d.concepto, d.tercero, d.tercero_doc,
      d.comision_origen, d.comision_destino, d.costo, d.gasto, d.ganancia, d.referencia, d.motivo, d.asiento_id,
      d.usuario_id, d.portador_id, d.portador, d.portador_doc);
  PERFORM adjuntos_usar(quien, id, 'transferencias', d.id, 0, 'comprobantes') FROM (
    SELECT DISTINCT x::bigint AS id FROM jsonb_array_elements_text(p->'comprobantes') x ORDER BY 1) a;
END $$;
