-- A request never changes; its answer is added, once.
CREATE OR REPLACE FUNCTION ajustes_saldo_fijos() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := '{solo,estado,resuelto_por,resuelto_en,nota,asiento_id,valor,version,fecha_negocio}';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.estado = 'pendiente' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE OR REPLACE TRIGGER ajustes_saldo_fijos BEFORE UPDATE OR DELETE ON ajustes_saldo
  FOR EACH ROW EXECUTE FUNCTION ajustes_saldo_fijos();

-- Locks every ledger account that an adjustment of this account may touch, in the ledger's lock order. Returns the
-- balance.
CREATE OR REPLACE FUNCTION ajustes_saldo_bloquear(p_cuenta bigint) RETURNS numeric
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta
      OR codigo IN (SELECT contra FROM ajustes_saldo_motivos UNION ALL SELECT 'por-cobrar-personal')
      OR id IN (SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id]) FROM posiciones p
                WHERE p.moneda_id = (SELECT moneda_id FROM cuentas WHERE id = p_cuenta))
    ORDER BY id FOR NO KEY UPDATE;
  IF NOT (SELECT estatus FROM cuentas WHERE id = p_cuenta) THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', (SELECT nombre FROM cuentas WHERE id = p_cuenta)));
  END IF;
  PERFORM contables_sin_conteo(p_cuenta);
  RETURN (SELECT saldo FROM cuentas_contables WHERE id = p_cuenta);
END $$;

-- Raises the refusal for a balance that changed since the user saw it, with both balances.
CREATE OR REPLACE FUNCTION ajustes_saldo_cambio(p_cuenta bigint, p_antes numeric, p_ahora numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT c.nombre, m.simbolo, m.decimales INTO r FROM cuentas c JOIN monedas m ON m.id = c.moneda_id
      WHERE c.id = p_cuenta;
  PERFORM rechazar('SALDO_CAMBIO', jsonb_build_object('cuenta', r.nombre,
    'antes', importe_texto(p_antes, r.simbolo, r.decimales), 'ahora', importe_texto(p_ahora, r.simbolo, r.decimales),
    'saldo', round(p_ahora, r.decimales)::text));
END $$;

-- Posts an adjustment, or reverses another one exactly. The accounts are locked by the caller. Returns the entry's id.
CREATE OR REPLACE FUNCTION ajustes_saldo_contabilizar(p_id bigint, p_usuario integer, p_cuenta bigint, p_motivo text,
    p_importe numeric,
                                           p_valor numeric, p_cargo boolean, p_revierte bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  m ajustes_saldo_motivos;
  v_original ajustes_saldo;
BEGIN
  IF p_revierte IS NOT NULL THEN
    SELECT * INTO STRICT v_original FROM ajustes_saldo WHERE id = p_revierte;
    RETURN libro_anular(v_original.asiento_id, 'Reversión de ' || v_original.numero, p_usuario);
  END IF;
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = p_motivo;
  -- What enters is valued at the given cost; what leaves, at the cost that the ledger computes.
  RETURN (libro_contabilizar('ajustes-saldo', p_id, 'Ajuste: ' || lower(m.nombre), p_usuario,
    ARRAY[(p_cuenta, p_importe, CASE WHEN p_importe > 0 THEN p_valor END, NULL)::libro_linea],
    (SELECT id FROM cuentas_contables WHERE codigo = CASE WHEN p_cargo THEN 'por-cobrar-personal' ELSE m.contra END))
    ->>'asiento_id')::bigint;
END $$;

-- Answers a request: applies or refuses it. Its author cannot approve it, only withdraw it. For a count, the difference
-- found is applied; if the balance moved since, `p_saldo` must be the current one, as proof that the approver saw it.
CREATE OR REPLACE FUNCTION ajustes_saldo_resolver(quien jsonb, p_id bigint, p_aprueba boolean, p_nota text,
    p_saldo numeric)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a ajustes_saldo;
  v_saldo numeric;
  v_asiento bigint;
  v_valor numeric;
  v_estado text := CASE WHEN p_aprueba THEN 'aplicado' ELSE 'rechazado' END;
BEGIN
  SELECT * INTO a FROM ajustes_saldo WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
  IF a.estado <> 'pendiente' THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', a.numero, 'estado', a.estado));
  END IF;
  PERFORM detener_reloj();
  v_valor := a.valor;
  IF p_aprueba THEN
    PERFORM aprobaciones_exigir(quien, ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor));
    a.solo := a.solicitado_por = v_usuario AND solo_aprobar(quien, 'cuentas:aprobar-ajuste', jsonb_build_object(
      'origen', 'ajustes-saldo', 'origen_id', p_id, 'titulo', 'el ajuste ' || a.numero,
      'pen', ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor)));
    IF a.revierte_id IS NOT NULL THEN PERFORM 1 FROM ajustes_saldo WHERE id = a.revierte_id FOR NO KEY UPDATE; END IF;
    v_saldo := ajustes_saldo_bloquear(a.cuenta_id);
    IF a.contado IS NOT NULL AND v_saldo <> a.saldo_visto AND p_saldo IS DISTINCT FROM v_saldo THEN
      PERFORM ajustes_saldo_cambio(a.cuenta_id, coalesce(p_saldo, a.saldo_visto), v_saldo);
    END IF;
    -- At today's average, which may have moved while the request waited; a typed cost stays.
    IF a.importe > 0 AND a.tasa_costo IS NULL AND a.revierte_id IS NULL THEN
      v_valor := coalesce(a_costo(a.moneda_id, a.importe), a.valor);
    END IF;
    v_asiento := ajustes_saldo_contabilizar(a.id, v_usuario, a.cuenta_id, a.motivo, a.importe, v_valor,
                                            a.cargo_usuario_id IS NOT NULL, a.revierte_id);
    SELECT sum(valor) INTO v_valor FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = a.cuenta_id;
  END IF;
  UPDATE ajustes_saldo SET solo = a.solo, estado = v_estado, resuelto_por = v_usuario, resuelto_en = ahora(),
         nota = p_nota,
         asiento_id = v_asiento, valor = v_valor, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN p_aprueba THEN 'aprobar' WHEN a.solicitado_por = v_usuario THEN 'retirar'
      ELSE 'rechazar' END,
    'ajustes-saldo', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('numero', a.numero, 'estado', v_estado, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{cuentas,posiciones,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', v_estado, 'message', format('Ajuste %s %s.', a.numero, v_estado));
END $$;

-- The value that the limit is compared with: the largest of the given value, the average cost and today's price.
CREATE OR REPLACE FUNCTION ajustes_saldo_juicio(p_moneda integer, p_importe numeric, p_valor numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT greatest(abs(p_valor), abs(a_costo(p_moneda, abs(p_importe))),
      round(abs(p_importe) * precio_funcional(p_moneda), 2));
$$;
