-- Both amounts from the one that was typed: rounded down when we deliver, up when we charge (R-25).
CREATE OR REPLACE FUNCTION tipos_cambios_montos(p_tipo text, p_monto numeric, p_contravalor numeric, p_tasa numeric,
    p_metodo text, p_dec_divisa integer, p_dec_contra integer, OUT monto numeric, OUT contravalor numeric)
  LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_monto IS NOT NULL THEN
    monto := round(p_monto, p_dec_divisa);
    contravalor := tipos_cambios_debido(p_tipo, p_monto, p_tasa, p_metodo, p_dec_contra);
  ELSE
    contravalor := round(p_contravalor, p_dec_contra);
    monto := tipos_cambios_debido(CASE p_tipo WHEN 'venta' THEN 'compra' ELSE 'venta' END, p_contravalor, p_tasa,
      p_metodo, p_dec_divisa);
  END IF;
END $$;

-- An amount outside of a rate's own bounds, of which one may be missing.
CREATE OR REPLACE FUNCTION reparo_rango(p_envio boolean, p_desde text, p_hasta text)
  RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN reparo(CASE
      WHEN p_hasta IS NULL THEN CASE WHEN p_envio THEN 'ENVIOS_DESDE' ELSE 'MONTOS_DESDE' END
      WHEN p_desde IS NULL THEN CASE WHEN p_envio THEN 'ENVIOS_HASTA' ELSE 'MONTOS_HASTA' END
      ELSE CASE WHEN p_envio THEN 'ENVIOS_ENTRE' ELSE 'MONTOS_ENTRE' END END,
    jsonb_build_object('desde', p_desde, 'hasta', p_hasta));

-- The rate was closed after the quote: the user may keep it for a quote that was stored (R-145); otherwise the refusal
-- gives both amounts, and until when such a quote is good.
CREATE OR REPLACE FUNCTION tipos_cambios_tasa_vieja(p_tipo text, p_historico bigint, p jsonb, p_monto numeric,
    p_contravalor numeric, divisa monedas, contra monedas) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  vieja record;
  c tipos_cambios_cotizaciones := cotizaciones_buscar(jsonb_build_object('tipo', coalesce(p->>'tipo', 'orden'),
    'historico_id', p_historico, 'cliente_id', p->'cliente_id', 'monto', p_monto));
  nueva tipos_cambios_historico;
  tot record;
BEGIN
  SELECT h.tasa, h.precision, h.tipo_cambio_id INTO vieja FROM tipos_cambios_historico h WHERE h.id = p_historico;
  IF coalesce((p->>'mantener_tasa')::boolean, false) THEN
    IF c.id IS NOT NULL THEN RETURN; END IF;
    PERFORM rechazar('COTIZACION_FALTA', jsonb_build_object('tasa', round(vieja.tasa, vieja.precision)::text));
  END IF;
  SELECT * INTO nueva FROM tipos_cambios_historico WHERE tipo_cambio_id = vieja.tipo_cambio_id AND upper_inf(vigencia);
  SELECT * INTO tot FROM tipos_cambios_montos(p_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, nueva.tasa,
    nueva.metodo_calculo, divisa.decimales, contra.decimales);
  PERFORM rechazar('TASA_CAMBIO', jsonb_build_object(
    'tasa_anterior', round(vieja.tasa, vieja.precision)::text, 'tasa_nueva', round(nueva.tasa, nueva.precision)::text,
    'historico_anterior', p_historico, 'historico_id', nueva.id,
    'monto_anterior', round(p_monto, divisa.decimales)::text, 'monto_nuevo', round(tot.monto, divisa.decimales)::text,
    'contravalor_anterior', round(p_contravalor, contra.decimales)::text,
    'contravalor_nuevo', round(tot.contravalor, contra.decimales)::text,
    'bloqueada_hasta', instante_texto(c.vence_en)));
END $$;
