-- True when a rate deviates from the published one by more than its cashier may.
CREATE OR REPLACE FUNCTION compras_ventas_fuera_de_rango(quien jsonb, p_tasa numeric, p_publicada numeric)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN abs(p_tasa - p_publicada) * 100 > p_publicada * (quien->>'desvio_pct')::numeric;

-- Refuses typed amounts with more decimals than their currency has; they are never truncated silently.
CREATE OR REPLACE FUNCTION compras_ventas_decimales(p jsonb, p_divisa integer, p_contra integer, p_funcional integer)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE
    WHEN scale(trim_scale((p->>'monto')::numeric)) > p_divisa THEN
      PERFORM rechazar_campo('monto', reparo_decimales(p_divisa));
    WHEN scale(trim_scale((p->>'contravalor')::numeric)) > p_contra THEN
      PERFORM rechazar_campo('contravalor', reparo_decimales(p_contra));
    WHEN scale(trim_scale((p->>'servicio')::numeric)) > p_funcional THEN
      PERFORM rechazar_campo('servicio', reparo_decimales(p_funcional));
    ELSE NULL;
  END CASE;
END $$;

-- What a cashier may register without a client in a day: the house's limit, or that of his branch or of the branch of
-- an account that he uses, the tightest (R-265).
CREATE OR REPLACE FUNCTION compras_ventas_cupo(quien jsonb, p jsonb) RETURNS numeric LANGUAGE sql STABLE
  RETURN ajuste_en('sin_cliente_dia_usd', (quien->>'sucursal')::int || ARRAY(
    SELECT c.sucursal_id
    FROM jsonb_array_elements(coalesce(p->'recibimos', '[]') || coalesce(p->'entregamos', '[]')) x
    JOIN cuentas c ON c.id = (x->>'cuenta_id')::bigint));

-- What one cashier registers without a client in a day is bounded (R-142): beyond it the client is identified, or
-- another person says yes to exactly this operation.
CREATE OR REPLACE FUNCTION compras_ventas_cupo_exigir(quien jsonb, p jsonb, d compras_ventas)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_limite numeric := compras_ventas_cupo(quien, p);
  v_suma numeric;
BEGIN
  PERFORM ventana_tomar(d.usuario_id);
  v_suma := ventana_suma('sin-cliente', d.usuario_id) + d.monto_usd;
  IF v_suma <= v_limite THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'cupo', 'origen', 'compras-ventas',
    'que', jsonb_build_object('tipo', d.tipo, 'divisa', d.divisa_id, 'monto', d.monto, 'contra', d.contramoneda_id,
      'contravalor', d.contravalor),
    'titulo', format('una %s sin cliente (%s; con un cliente identificado no hace falta)', d.tipo,
      ventana_texto(v_suma, v_limite, 'US$')),
    'importe', importe_de(d.divisa_id, d.monto),
    'valor', round(d.monto * precio_funcional(d.divisa_id), 2), 'motivo', coalesce(d.observacion, '')));
END $$;

-- Asks once about a duplicate a few minutes ago: by the same client, or without client by the same cashier.
CREATE OR REPLACE FUNCTION compras_ventas_repetida(p_cliente bigint, p_usuario integer, p_tipo text, p_divisa integer,
    p_monto numeric, p_fecha date) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_desde timestamptz := ahora() - make_interval(mins => ajuste('duplicado_minutos')::int);
  v_previa record;
BEGIN
  IF p_cliente IS NULL THEN
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      WHERE cliente_id IS NULL AND usuario_id = p_usuario AND fecha > v_desde AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto ORDER BY fecha DESC LIMIT 1;
  ELSE
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      -- Yesterday counts too: a few minutes ago may be before midnight.
      WHERE cliente_id = p_cliente AND fecha_negocio >= p_fecha - 1 AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto AND fecha > v_desde ORDER BY id DESC LIMIT 1;
  END IF;
  IF FOUND THEN PERFORM rechazar_doble(v_previa.numero, v_previa.fecha); END IF;
END $$;
