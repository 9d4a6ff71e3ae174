-- The third of what leaves, what arrives and the rate, from the two that were typed. A rate that follows has 10 decimals.
CREATE OR REPLACE FUNCTION transferencias_montos(p_monto numeric, p_recibido numeric, p_tasa numeric, p_metodo text,
                                      p_dec_origen integer, p_dec_destino integer,
                                      OUT monto numeric, OUT recibido numeric, OUT tasa numeric)
  LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  monto := p_monto;
  recibido := p_recibido;
  tasa := p_tasa;
  IF p_monto IS NULL THEN
    monto := convertir(p_recibido, p_tasa, CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END, p_dec_origen, 'medio');
  ELSIF p_recibido IS NULL THEN
    recibido := convertir(p_monto, p_tasa, p_metodo, p_dec_destino, 'medio');
  ELSE
    tasa := round(CASE p_metodo WHEN 'm' THEN p_recibido / p_monto ELSE p_monto / p_recibido END, 10);
  END IF;
END $$;

-- What must hold of the accounts and amounts of a new transfer; refuses the first that does not, by its field.
CREATE OR REPLACE FUNCTION transferencias_revisar(quien jsonb, p jsonb, origen cuenta_leida, destino cuenta_leida)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_tipo text := p->>'tipo';
  r record;
BEGIN
  IF origen.id IS NULL THEN PERFORM transferencias_falla('La cuenta no existe.', 'origen_id'); END IF;
  IF v_tipo <> 'tercero' AND destino.id IS NULL THEN PERFORM transferencias_falla('La cuenta no existe.', 'destino_id'); END IF;
  IF NOT coalesce((quien->>'ajenas')::boolean, false) AND origen.responsable_id IS DISTINCT FROM (quien->>'usuario_id')::int THEN
    PERFORM rechazar('CAJA_AJENA', jsonb_build_object('cuenta', origen.nombre));
  END IF;
  -- What is bought arrives at once: nobody counts it where it enters.
  IF v_tipo = 'conversion' THEN PERFORM cuentas_exigir_suyas(quien, ARRAY[destino.id]); END IF;
  FOR r IN SELECT * FROM (VALUES
      (NOT origen.estatus, origen.nombre || ' está inactiva.', 'origen_id'),
      (NOT destino.estatus, destino.nombre || ' está inactiva.', 'destino_id'),
      (origen.id = destino.id, 'Elija una cuenta distinta de la de origen.', 'destino_id'),
      (v_tipo = 'interna' AND origen.moneda_id <> destino.moneda_id, 'Las cuentas tienen monedas distintas: es una conversión.', 'destino_id'),
      (v_tipo = 'conversion' AND origen.moneda_id = destino.moneda_id, 'Las dos cuentas tienen la misma moneda: es una transferencia interna.', 'destino_id'),
      (p->>'referencia' IS NULL AND NOT (origen.efectivo AND coalesce(destino.efectivo, true)),
       'Escriba la referencia: el número de operación del banco o de la billetera.', 'referencia')) x (mal, msg, campo) WHERE x.mal LIMIT 1
  LOOP
    PERFORM transferencias_falla(r.msg, r.campo);
  END LOOP;
  FOR r IN SELECT * FROM (VALUES
      ('monto', p->>'monto', origen.decimales), ('comision_origen', p->>'comision_origen', origen.decimales),
      ('recibido', p->>'recibido', destino.decimales), ('comision_destino', p->>'comision_destino', destino.decimales)) x (campo, texto, decimales)
    WHERE scale(trim_scale(x.texto::numeric)) > x.decimales LIMIT 1
  LOOP
    PERFORM transferencias_falla(CASE r.decimales WHEN 0 THEN 'No admite decimales.' ELSE format('Admite hasta %s decimales.', r.decimales) END, r.campo);
  END LOOP;
END $$;

-- A conversion far from the market is one where a number was mistyped, more often than not: it is typed once more.
CREATE OR REPLACE FUNCTION transferencias_confirmar(p jsonb, origen cuenta_leida, destino cuenta_leida, p_tasa numeric, p_desvio numeric)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_limite numeric := ajuste('transferencia_desvio_pct')::numeric;
  m record;
BEGIN
  IF p_desvio IS NULL OR p_desvio <= v_limite
     OR (p->>'confirmacion')::numeric = coalesce(p->>'tasa', p->>'recibido')::numeric THEN RETURN; END IF;
  SELECT * INTO m FROM transferencias_mercado(origen.moneda_id, destino.moneda_id);
  PERFORM rechazar('DESVIO_TASA', jsonb_build_object('tasa', trim_scale(round(p_tasa, 8))::text,
    'desvio', trim_scale(round(p_desvio, 2))::text, 'limite', trim_scale(v_limite)::text,
    'numero', coalesce(p->>'tasa', p->>'recibido'), 'de', origen.iso, 'a', destino.iso,
    'mercado', CASE p->>'metodo_calculo' WHEN 'm'
      THEN format('%s a %s', trim_scale(round(m.compra, 6)), trim_scale(round(m.venta, 6)))
      ELSE format('%s a %s', trim_scale(round(1 / m.venta, 6)), trim_scale(round(1 / m.compra, 6))) END));
END $$;

-- The same transfer by the same person minutes ago is asked about once.
CREATE OR REPLACE FUNCTION transferencias_repetida(p_usuario integer, p_origen bigint, p_destino bigint, p_tercero text, p_monto numeric)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT numero, fecha INTO r FROM transferencias
    WHERE usuario_id = p_usuario AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int)
      AND estado NOT IN ('anulada', 'rechazada') AND origen_id = p_origen AND monto = p_monto
      AND destino_id IS NOT DISTINCT FROM p_destino AND lower(tercero) IS NOT DISTINCT FROM lower(p_tercero)
    ORDER BY fecha DESC LIMIT 1;
  IF FOUND THEN
    PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', r.numero, 'hace',
      CASE WHEN ahora() - r.fecha < interval '1 minute' THEN 'Hace un momento'
           ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - r.fecha) / 60)) END));
  END IF;
END $$;

-- `quien` = {usuario_id, sesion_id, ip, solicitud, ajenas: may move what others answer for, limite_usd}; `p` = the body of
-- POST /transferencias, already checked by its schema.
CREATE OR REPLACE FUNCTION transferencias_registrar(quien jsonb, p_clave uuid, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_com_origen numeric := (p->>'comision_origen')::numeric;
  v_com_destino numeric := (p->>'comision_destino')::numeric;
  v_fecha date;
  origen cuenta_leida;
  destino cuenta_leida;
  tot record;
  v_desvio numeric;
  v_puente bigint;
  v_sale text;
  v_id bigint;
  v_numero text;
  v_enviada boolean;
  libro jsonb;
  v_costo numeric;
  v_gasto numeric;
  v_usd numeric;
  v_adjunto bigint;
BEGIN
  PERFORM detener_reloj();
  v_fecha := fecha_negocio(ahora());
  v_puente := CASE v_tipo
    WHEN 'interna' THEN transferencias_transito((SELECT moneda_id FROM cuentas WHERE id = (p->>'origen_id')::bigint))
    WHEN 'tercero' THEN transferencias_contraparte(p->>'concepto') END;
  PERFORM transferencias_bloquear(ARRAY[(p->>'origen_id')::bigint, (p->>'destino_id')::bigint, v_puente, transferencias_gasto()]);
  origen := cuentas_leer((p->>'origen_id')::bigint);
  destino := cuentas_leer((p->>'destino_id')::bigint);
  PERFORM transferencias_revisar(quien, p, origen, destino);

  -- Amounts: of a conversion two were typed and the third follows.
  IF v_tipo = 'conversion' THEN
    SELECT * INTO tot FROM transferencias_montos((p->>'monto')::numeric, (p->>'recibido')::numeric, (p->>'tasa')::numeric,
      p->>'metodo_calculo', origen.decimales, destino.decimales);
    IF tot.tasa = 0 THEN PERFORM transferencias_falla('Exprese la tasa al revés: así es demasiado pequeña.', 'tasa'); END IF;
    IF tot.monto <= 0 OR tot.recibido <= 0 THEN
      PERFORM transferencias_falla('El monto es demasiado pequeño para esta tasa.', CASE WHEN tot.monto <= 0 THEN 'recibido' ELSE 'monto' END);
    END IF;
    v_desvio := transferencias_desvio(origen.moneda_id, destino.moneda_id,
      CASE p->>'metodo_calculo' WHEN 'm' THEN tot.tasa ELSE 1 / tot.tasa END);
    PERFORM transferencias_confirmar(p, origen, destino, tot.tasa, v_desvio);
  ELSE
    SELECT (p->>'monto')::numeric AS monto, CASE v_tipo WHEN 'interna' THEN (p->>'monto')::numeric END AS recibido,
           NULL::numeric AS tasa INTO tot;
  END IF;
  IF v_com_destino >= tot.recibido THEN
    PERFORM transferencias_falla('La comisión no puede llevarse todo lo que llega.', 'comision_destino');
  END IF;
  PERFORM transferencias_piezas(origen.id, tot.monto, 'monto'), transferencias_piezas(origen.id, v_com_origen, 'comision_origen'),
    transferencias_piezas(destino.id, tot.recibido, CASE v_tipo WHEN 'interna' THEN 'monto' ELSE 'recibido' END),
    transferencias_piezas(destino.id, v_com_destino, 'comision_destino');
  v_sale := importe_texto(tot.monto, origen.simbolo, origen.decimales);
  IF tot.monto + v_com_origen > origen.limite_op THEN
    PERFORM transferencias_falla(format('%s admite hasta %s por operación.', origen.nombre,
      importe_texto(origen.limite_op, origen.simbolo, origen.decimales)), 'monto');
  ELSIF tot.recibido > destino.limite_op THEN
    PERFORM transferencias_falla(format('%s admite hasta %s por operación.', destino.nombre,
      importe_texto(destino.limite_op, destino.simbolo, destino.decimales)), 'destino_id');
  END IF;
  -- With its fee: entry by entry the second one would tell of less than what lacks.
  IF tot.monto + v_com_origen > origen.libre THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', origen.nombre,
      'disponible', importe_texto(origen.libre, origen.simbolo, origen.decimales),
      'necesario', importe_texto(tot.monto + v_com_origen, origen.simbolo, origen.decimales)));
  END IF;
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM transferencias_repetida(v_usuario, origen.id, destino.id, p->>'tercero', tot.monto);
  END IF;

  -- Another person or another branch receives, or whoever may count what nobody answers for: until then it is on its way.
  v_enviada := v_tipo = 'interna' AND (
    destino.responsable_id IS NOT NULL AND destino.responsable_id IS DISTINCT FROM origen.responsable_id
    OR destino.sucursal_id <> origen.sucursal_id
    OR NOT (SELECT cuentas_suya(quien, c) FROM cuentas c WHERE c.id = destino.id));
  v_id := nextval('transferencias_id_seq');
  libro := CASE v_tipo
    WHEN 'interna' THEN libro_contabilizar('transferencias', v_id,
      format(CASE WHEN v_enviada THEN 'Envío de %s a %s' ELSE 'Transferencia de %s a %s' END, v_sale, destino.nombre), v_usuario, ARRAY[
        (CASE WHEN v_enviada THEN v_puente ELSE destino.id END, tot.monto, NULL, p->>'referencia')::libro_linea,
        (origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea])
    -- What is bought enters at what was paid or at what left had cost; only soles for a currency are a result.
    WHEN 'conversion' THEN libro_contabilizar('transferencias', v_id,
      format('Conversión de %s a %s', v_sale, importe_texto(tot.recibido, destino.simbolo, destino.decimales)), v_usuario, ARRAY[
        (destino.id, tot.recibido, NULL, p->>'referencia')::libro_linea,
        (origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea],
      CASE WHEN destino.funcional THEN (SELECT ganancia_id FROM posiciones WHERE moneda_id = origen.moneda_id) END)
    ELSE libro_contabilizar('transferencias', v_id, format('Transferencia de %s a %s', v_sale, p->>'tercero'), v_usuario,
      ARRAY[(origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea], v_puente) END;
  IF destino.funcional AND (libro->>'resultado')::numeric < 0 AND p->>'motivo' IS NULL THEN
    PERFORM rechazar('BAJO_COSTO', CASE WHEN (quien->>'ganancia')::boolean
      THEN jsonb_build_object('costo', libro->'costos'->>origen.moneda_id::text, 'perdida', libro->>'resultado') ELSE '{}' END);
  END IF;
  v_costo := CASE WHEN origen.funcional THEN tot.monto
    ELSE coalesce((libro->'costos'->>origen.moneda_id::text)::numeric, (SELECT -valor FROM apuntes
           WHERE asiento_id = (libro->>'asiento_id')::bigint AND cuenta_id = origen.id)) END;
  v_gasto := transferencias_comisiones(v_id, 'Comisión por transferir ' || v_sale, v_usuario, ARRAY[
    (origen.id, -v_com_origen, NULL, p->>'referencia')::libro_linea,
    (destino.id, -(CASE WHEN v_enviada THEN 0 ELSE v_com_destino END), NULL, p->>'referencia')::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[origen.id, destino.id], v_fecha);
  IF v_tipo <> 'interna' THEN
    v_usd := en_dolares('usd', origen.moneda_id, tot.monto, v_costo);
    IF coalesce(v_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
        'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
    END IF;
  END IF;

  -- The number last of all locks but the audit's: its row is everybody's.
  v_numero := serie_siguiente('TR', v_fecha);
  INSERT INTO transferencias (id, numero, clave, fecha, tipo, estado, origen_id, moneda_id, monto, destino_id, moneda_destino_id,
      recibido, tasa, metodo_calculo, desvio_pct, concepto, tercero, tercero_doc, comision_origen, comision_destino, costo, gasto,
      ganancia, referencia, motivo, asiento_id, usuario_id)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, p_clave, ahora(), v_tipo, CASE WHEN v_enviada THEN 'enviada' ELSE 'completada' END, origen.id,
      origen.moneda_id, tot.monto, destino.id, destino.moneda_id, tot.recibido, tot.tasa,
      CASE v_tipo WHEN 'conversion' THEN p->>'metodo_calculo' END, v_desvio, p->>'concepto', p->>'tercero', p->>'tercero_doc',
      v_com_origen, v_com_destino, v_costo, v_gasto,
      CASE WHEN v_tipo = 'conversion' AND destino.funcional THEN (libro->>'resultado')::numeric ELSE 0 END,
      p->>'referencia', p->>'motivo', (libro->>'asiento_id')::bigint, v_usuario);
  FOR v_adjunto IN SELECT DISTINCT x::bigint FROM jsonb_array_elements_text(p->'comprobantes') x ORDER BY 1 LOOP
    PERFORM adjuntos_usar(quien, v_adjunto, 'transferencias', v_id, 0, 'comprobantes');
  END LOOP;
  PERFORM auditar(quien, 'registrar', 'transferencias', v_id::text, NULL, p || jsonb_build_object('numero', v_numero));
  PERFORM avisar('transferencias', v_id);
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', CASE WHEN v_enviada THEN 'enviada' ELSE 'completada' END,
    'monto', round(tot.monto, origen.decimales)::text, 'recibido', round(tot.recibido, destino.decimales)::text,
    'message', CASE WHEN v_enviada THEN format('Transferencia %s enviada: falta que la reciban.', v_numero)
                    ELSE format('Transferencia %s registrada.', v_numero) END);
END $$;

-- The cash as it was counted: notes and coins that there are, and as much as was said.
CREATE OR REPLACE FUNCTION transferencias_conteo(p jsonb, destino cuenta_leida) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_conteo jsonb := nullif(p->'denominaciones', 'null');
  v_contado numeric := (p->>'contado')::numeric;
BEGIN
  IF scale(trim_scale(v_contado)) > destino.decimales THEN
    PERFORM transferencias_falla(format('Admite hasta %s decimales.', destino.decimales), 'contado');
  END IF;
  PERFORM transferencias_piezas(destino.id, v_contado, 'contado');
  IF v_conteo IS NULL THEN RETURN NULL; END IF;
  IF NOT destino.efectivo THEN PERFORM transferencias_falla('No es efectivo: no lleva conteo.', 'denominaciones'); END IF;
  IF EXISTS (SELECT FROM jsonb_array_elements(v_conteo) e, monedas m WHERE m.id = destino.moneda_id AND NOT coalesce(
       (e->>'valor')::numeric = ANY (string_to_array(CASE e->>'clase' WHEN 'billete' THEN m.billetes ELSE m.metalicas END, ' ')::numeric[]), false)) THEN
    PERFORM transferencias_falla('El conteo tiene una denominación que no existe.', 'denominaciones');
  END IF;
  IF denominaciones_suma(v_conteo) IS DISTINCT FROM v_contado THEN
    PERFORM transferencias_falla(format('El conteo suma %s y no %s.', importe_texto(coalesce(denominaciones_suma(v_conteo), 0),
      destino.simbolo, destino.decimales), importe_texto(v_contado, destino.simbolo, destino.decimales)), 'denominaciones');
  END IF;
  RETURN v_conteo;
END $$;
