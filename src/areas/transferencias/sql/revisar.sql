-- Completes amount sent, amount received and rate from two of them. A computed rate has 10 decimals.
CREATE OR REPLACE FUNCTION transferencias_montos(p_monto numeric, p_recibido numeric, p_tasa numeric, p_metodo text,
    p_dec_origen integer, p_dec_destino integer, OUT monto numeric, OUT recibido numeric, OUT tasa numeric)
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

-- Checks the accounts and fields of a new transfer; refuses the first fault, at its field.
CREATE OR REPLACE FUNCTION transferencias_revisar(quien jsonb, p jsonb, origen cuenta_leida, destino cuenta_leida)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_tipo text := p->>'tipo';
BEGIN
  IF origen.id IS NULL THEN PERFORM rechazar_campo('origen_id', reparo('CUENTA_NO_EXISTE')); END IF;
  IF v_tipo <> 'tercero' AND destino.id IS NULL THEN
    PERFORM rechazar_campo('destino_id', reparo('CUENTA_NO_EXISTE'));
  END IF;
  IF origen.responsable_id IS DISTINCT FROM (quien->>'usuario_id')::int THEN
    PERFORM cuentas_rechazar_ajena(quien, c.id) FROM cuentas c
      WHERE c.id = origen.id AND NOT cuentas_por_otros(quien, c.sucursal_id);
  END IF;
  -- A conversion is completed at once, so the user must be allowed to use its destination.
  IF v_tipo = 'conversion' THEN PERFORM cuentas_exigir_suyas(quien, ARRAY[destino.id]); END IF;
  PERFORM rechazar_campo(campo, reparo) FROM (VALUES
      (NOT origen.estatus, reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', origen.nombre)), 'origen_id'),
      (NOT destino.estatus, reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', destino.nombre)), 'destino_id'),
      (origen.id = destino.id, reparo('CUENTA_LA_MISMA'), 'destino_id'),
      (v_tipo = 'interna' AND origen.moneda_id <> destino.moneda_id, reparo('ES_CONVERSION'), 'destino_id'),
      (v_tipo = 'conversion' AND origen.moneda_id = destino.moneda_id, reparo('ES_INTERNA'), 'destino_id'),
      (p->>'referencia' IS NULL AND NOT (origen.efectivo AND coalesce(destino.efectivo, true)),
       reparo('REFERENCIA_FALTA'), 'referencia')) x (mal, reparo, campo) WHERE mal;
  PERFORM rechazar_campo(campo, reparo_decimales(decimales)) FROM (VALUES
      ('monto', origen.decimales), ('comision_origen', origen.decimales),
      ('recibido', destino.decimales), ('comision_destino', destino.decimales)) x (campo, decimales)
    WHERE scale(trim_scale((p->>campo)::numeric)) > decimales;
END $$;

-- A conversion far from the market usually contains a mistyped number: it must be typed again.
CREATE OR REPLACE FUNCTION transferencias_confirmar(p jsonb, origen cuenta_leida, destino cuenta_leida, p_tasa numeric,
    p_desvio numeric) RETURNS void LANGUAGE plpgsql STABLE AS $$
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

-- The same transfer by the same person a few minutes ago needs one confirmation.
CREATE OR REPLACE FUNCTION transferencias_repetida(p_usuario integer, p_origen bigint, p_destino bigint, p_tercero text,
    p_monto numeric) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM rechazar_doble(numero, fecha) FROM (SELECT numero, fecha FROM transferencias
    WHERE usuario_id = p_usuario AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int)
      AND estado NOT IN ('anulada', 'rechazada') AND origen_id = p_origen AND monto = p_monto
      AND destino_id IS NOT DISTINCT FROM p_destino AND lower(tercero) IS NOT DISTINCT FROM lower(p_tercero)
    ORDER BY fecha DESC LIMIT 1) x;
END $$;

-- The cash count: existing notes and coins, with the amount stated as total.
CREATE OR REPLACE FUNCTION transferencias_conteo(p jsonb, destino cuenta_leida)
  RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_conteo jsonb := nullif(p->'denominaciones', 'null');
  v_contado numeric := (p->>'contado')::numeric;
BEGIN
  IF scale(trim_scale(v_contado)) > destino.decimales THEN
    PERFORM rechazar_campo('contado', reparo('DECIMALES', jsonb_build_object('decimales', destino.decimales)));
  END IF;
  PERFORM transferencias_piezas(destino.id, v_contado, 'contado');
  IF v_conteo IS NULL THEN RETURN NULL; END IF;
  IF NOT destino.efectivo THEN PERFORM rechazar_campo('denominaciones', reparo('SIN_CONTEO')); END IF;
  IF EXISTS (SELECT FROM jsonb_array_elements(v_conteo) e, monedas m WHERE m.id = destino.moneda_id
       AND NOT denominacion_existe(e, m.billetes, m.metalicas)) THEN
    PERFORM rechazar_campo('denominaciones', reparo('DENOMINACION_NO_EXISTE'));
  END IF;
  IF denominaciones_suma(v_conteo) IS DISTINCT FROM v_contado THEN
    PERFORM rechazar_campo('denominaciones', reparo('CONTEO_NO_SUMA', jsonb_build_object(
      'suma', importe_texto(coalesce(denominaciones_suma(v_conteo), 0), destino.simbolo, destino.decimales),
      'monto', importe_texto(v_contado, destino.simbolo, destino.decimales))));
  END IF;
  RETURN v_conteo;
END $$;
