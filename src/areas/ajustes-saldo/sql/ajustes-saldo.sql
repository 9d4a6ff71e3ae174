-- What was asked for stays as it was; only an answer is added, once.
CREATE OR REPLACE FUNCTION ajustes_saldo_fijos() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := '{estado,resuelto_por,resuelto_en,nota,asiento_id,valor,version,fecha_negocio}';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.estado = 'pendiente' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE OR REPLACE TRIGGER ajustes_saldo_fijos BEFORE UPDATE OR DELETE ON ajustes_saldo
  FOR EACH ROW EXECUTE FUNCTION ajustes_saldo_fijos();

-- Every account that an adjustment of this one may touch, in the ledger's own order; answers the balance.
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
  RETURN (SELECT saldo FROM cuentas_contables WHERE id = p_cuenta);
END $$;

-- The balance is not the one that the person looked at: it is said, with both, and nothing is done.
CREATE OR REPLACE FUNCTION ajustes_saldo_cambio(p_cuenta bigint, p_antes numeric, p_ahora numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT c.nombre, m.simbolo, m.decimales INTO r FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_cuenta;
  PERFORM rechazar('SALDO_CAMBIO', jsonb_build_object('cuenta', r.nombre,
    'antes', importe_texto(p_antes, r.simbolo, r.decimales), 'ahora', importe_texto(p_ahora, r.simbolo, r.decimales),
    'saldo', round(p_ahora, r.decimales)::text));
END $$;

-- Posts an adjustment, or takes another one back exactly as it was; answers its entry. Accounts are locked.
CREATE OR REPLACE FUNCTION ajustes_saldo_contabilizar(p_id bigint, p_usuario integer, p_cuenta bigint, p_motivo text, p_importe numeric,
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
  -- What enters is worth what was said; what leaves, what the ledger finds that it cost.
  RETURN (libro_contabilizar('ajustes-saldo', p_id, 'Ajuste: ' || lower(m.nombre), p_usuario,
    ARRAY[(p_cuenta, p_importe, CASE WHEN p_importe > 0 THEN p_valor END, NULL)::libro_linea],
    (SELECT id FROM cuentas_contables WHERE codigo = CASE WHEN p_cargo THEN 'por-cobrar-personal' ELSE m.contra END))
    ->>'asiento_id')::bigint;
END $$;

-- Asks for an adjustment and, up to what one may do alone in a day, applies it; what one did alone today counts by what it
-- was judged by, not by the cost that he typed. `p` = {cuenta_id, motivo, sentido, monto or contado with saldo_visto,
-- tasa_costo, cargo_usuario_id, observacion, adjunto_id}, or {revierte_id, observacion}.
CREATE OR REPLACE FUNCTION ajustes_saldo_proponer(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_motivo text := p->>'motivo';
  v_cuenta bigint := (p->>'cuenta_id')::bigint;
  v_contado numeric := (p->>'contado')::numeric;
  v_tasa numeric := (p->>'tasa_costo')::numeric;
  v_cargo integer := (p->>'cargo_usuario_id')::int;
  v_revierte bigint := (p->>'revierte_id')::bigint;
  original ajustes_saldo;
  m ajustes_saldo_motivos;
  c record;
  v_saldo numeric;
  v_importe numeric;
  v_valor numeric;
  v_juicio numeric;         -- what it is judged by: the largest of what is said, what it cost and today's price
  v_estado text;
  v_id bigint;
  v_asiento bigint;
  v_numero text;
BEGIN
  PERFORM detener_reloj();
  IF v_revierte IS NOT NULL THEN
    SELECT * INTO original FROM ajustes_saldo WHERE id = v_revierte FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
    IF original.estado <> 'aplicado' OR original.revierte_id IS NOT NULL THEN
      PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE WHEN original.revierte_id IS NOT NULL
        THEN 'hecha para revertir otra' ELSE original.estado END));
    END IF;
    IF EXISTS (SELECT FROM ajustes_saldo WHERE revierte_id = v_revierte AND estado <> 'rechazado') THEN
      PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', original.numero));
    END IF;
    v_cuenta := original.cuenta_id;
    v_motivo := 'correccion';
    v_importe := -original.importe;
    v_valor := -original.valor;
  END IF;
  -- One at a time of each person: what he did alone today counts.
  PERFORM pg_advisory_xact_lock(28, v_usuario);
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = v_motivo;
  SELECT k.nombre, k.moneda_id, x.simbolo, x.decimales, x.funcional, x.iso, s.minimo INTO c
    FROM cuentas k JOIN monedas x ON x.id = k.moneda_id JOIN cuentas_contables s ON s.id = k.id WHERE k.id = v_cuenta;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[v_cuenta]);
  v_saldo := ajustes_saldo_bloquear(v_cuenta);

  IF v_contado IS NOT NULL THEN
    IF (p->>'saldo_visto')::numeric IS DISTINCT FROM v_saldo THEN
      PERFORM ajustes_saldo_cambio(v_cuenta, (p->>'saldo_visto')::numeric, v_saldo);
    END IF;
    v_importe := v_contado - v_saldo;
    IF v_importe = 0 THEN PERFORM rechazar('SIN_DIFERENCIA', jsonb_build_object('cuenta', c.nombre)); END IF;
    IF m.signo * v_importe < 0 THEN
      PERFORM rechazar_campo('motivo', format('Hay %s de %s: elija un motivo de %s.',
        importe_texto(abs(v_importe), c.simbolo, c.decimales), CASE WHEN v_importe > 0 THEN 'más' ELSE 'menos' END,
        CASE WHEN v_importe > 0 THEN 'entrada' ELSE 'salida' END));
    END IF;
  ELSIF v_revierte IS NULL THEN
    IF m.signo = 0 AND p->>'sentido' IS NULL THEN PERFORM rechazar_campo('sentido', 'Diga si el dinero entra o sale.'); END IF;
    v_importe := (p->>'monto')::numeric * CASE m.signo WHEN 0 THEN CASE p->>'sentido' WHEN 'sale' THEN -1 ELSE 1 END ELSE m.signo END;
  END IF;
  IF scale(trim_scale(v_importe)) > c.decimales THEN
    PERFORM rechazar_campo(CASE WHEN v_contado IS NULL THEN 'monto' ELSE 'contado' END,
      CASE WHEN c.decimales = 0 THEN 'No admite decimales.' ELSE format('Admite hasta %s decimales.', c.decimales) END);
  END IF;
  -- What mends a balance that no pieces make may be any amount.
  IF v_revierte IS NULL AND efectivo_falla(v_cuenta, v_importe) IS NOT NULL AND efectivo_falla(v_cuenta, v_saldo + v_importe) IS NOT NULL THEN
    PERFORM rechazar_campo(CASE WHEN v_contado IS NULL THEN 'monto' ELSE 'contado' END,
      efectivo_falla(v_cuenta, coalesce(v_contado, v_importe)));
  END IF;
  IF v_cargo IS NOT NULL AND NOT (m.cargo AND v_importe < 0) THEN
    PERFORM rechazar_campo('cargo_usuario_id', 'Solo un faltante se carga a una persona.');
  END IF;
  IF v_cargo IS NOT NULL AND NOT EXISTS (SELECT FROM usuarios WHERE id = v_cargo) THEN
    PERFORM rechazar_campo('cargo_usuario_id', 'Esa persona no existe.');
  END IF;

  -- What it is worth: said by whoever brings it, else at average cost (spec 1.3).
  IF v_valor IS NULL THEN
    v_valor := sign(v_importe) * a_costo(c.moneda_id, abs(v_importe));
    IF NOT c.funcional AND v_importe > 0 AND (m.con_tasa OR v_valor IS NULL) THEN
      IF v_tasa IS NULL THEN
        PERFORM rechazar_campo('tasa_costo', format('Escriba a cuánto costó cada %s.', c.iso));
      END IF;
      v_valor := round(v_importe * v_tasa, 2);
    ELSIF v_tasa IS NOT NULL THEN
      PERFORM rechazar_campo('tasa_costo', 'Este ajuste no lleva tasa de costo: se valora al costo promedio.');
    END IF;
  END IF;
  IF v_saldo + v_importe < coalesce(c.minimo, v_saldo + v_importe) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(v_saldo - c.minimo, c.simbolo, c.decimales),
      'necesario', importe_texto(-v_importe, c.simbolo, c.decimales)));
  END IF;
  -- A small cost typed for a large amount does not make it small.
  v_juicio := ajustes_saldo_juicio(c.moneda_id, v_importe, v_valor);
  v_estado := CASE WHEN v_juicio + coalesce((
      SELECT sum(ajustes_saldo_juicio(moneda_id, importe, valor)) FROM ajustes_saldo WHERE solicitado_por = v_usuario AND fecha_negocio = fecha_negocio(ahora())
        AND estado = 'aplicado' AND resuelto_por IS NULL), 0) > ajuste('ajuste_aprobacion_pen')::numeric
    THEN 'pendiente' ELSE 'aplicado' END;

  v_id := nextval(pg_get_serial_sequence('ajustes_saldo', 'id'));
  IF v_estado = 'aplicado' THEN
    v_asiento := ajustes_saldo_contabilizar(v_id, v_usuario, v_cuenta, v_motivo, v_importe, v_valor, v_cargo IS NOT NULL, v_revierte);
    SELECT sum(valor) INTO v_valor FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = v_cuenta;
  END IF;
  v_numero := serie_siguiente('AJ', fecha_negocio(ahora()));
  INSERT INTO ajustes_saldo (id, numero, fecha, cuenta_id, moneda_id, motivo, importe, contado, saldo_visto, tasa_costo, valor,
      cargo_usuario_id, observacion, revierte_id, estado, solicitado_por, resuelto_en, asiento_id)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, ahora(), v_cuenta, c.moneda_id, v_motivo, v_importe, v_contado, v_saldo, v_tasa, v_valor, v_cargo,
      btrim(p->>'observacion'), v_revierte, v_estado, v_usuario, CASE v_estado WHEN 'aplicado' THEN ahora() END, v_asiento);
  IF p->>'adjunto_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, (p->>'adjunto_id')::bigint, 'ajustes-saldo', v_id, v_id, 'adjunto_id');
  END IF;
  PERFORM auditar(quien, CASE v_estado WHEN 'pendiente' THEN 'proponer' ELSE 'aplicar' END, 'ajustes-saldo', v_id::text, NULL,
    p || jsonb_build_object('numero', v_numero, 'importe', round(v_importe, c.decimales)::text, 'estado', v_estado));
  PERFORM avisar(area, v_id) FROM unnest('{cuentas,posiciones,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'message', CASE v_estado WHEN 'pendiente' THEN format('Ajuste %s enviado: espera aprobación.', v_numero)
                             ELSE format('Ajuste %s aplicado.', v_numero) END);
END $$;

-- Answers a request: applies it or says no. Whoever asked for it cannot approve it; he may take it back. Of a count, the
-- difference that was found is what is applied; if the balance moved since, `p_saldo` says that the approver knows.
CREATE OR REPLACE FUNCTION ajustes_saldo_resolver(quien jsonb, p_id bigint, p_aprueba boolean, p_nota text, p_saldo numeric)
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
  IF a.estado <> 'pendiente' THEN PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', a.numero, 'estado', a.estado)); END IF;
  PERFORM detener_reloj();
  v_valor := a.valor;
  IF p_aprueba THEN
    IF a.solicitado_por = v_usuario THEN PERFORM rechazar('SOLICITUD_PROPIA'); END IF;
    PERFORM aprobaciones_exigir(quien, ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor));
    IF a.revierte_id IS NOT NULL THEN PERFORM 1 FROM ajustes_saldo WHERE id = a.revierte_id FOR NO KEY UPDATE; END IF;
    v_saldo := ajustes_saldo_bloquear(a.cuenta_id);
    IF a.contado IS NOT NULL AND v_saldo <> a.saldo_visto AND p_saldo IS DISTINCT FROM v_saldo THEN
      PERFORM ajustes_saldo_cambio(a.cuenta_id, coalesce(p_saldo, a.saldo_visto), v_saldo);
    END IF;
    -- At today's average, which may have moved while it waited; a cost that was said stays.
    IF a.importe > 0 AND a.tasa_costo IS NULL AND a.revierte_id IS NULL THEN
      v_valor := coalesce(a_costo(a.moneda_id, a.importe), a.valor);
    END IF;
    v_asiento := ajustes_saldo_contabilizar(a.id, v_usuario, a.cuenta_id, a.motivo, a.importe, v_valor,
                                            a.cargo_usuario_id IS NOT NULL, a.revierte_id);
    SELECT sum(valor) INTO v_valor FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = a.cuenta_id;
  END IF;
  UPDATE ajustes_saldo SET estado = v_estado, resuelto_por = v_usuario, resuelto_en = ahora(), nota = p_nota,
         asiento_id = v_asiento, valor = v_valor, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN p_aprueba THEN 'aprobar' WHEN a.solicitado_por = v_usuario THEN 'retirar' ELSE 'rechazar' END,
    'ajustes-saldo', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('numero', a.numero, 'estado', v_estado, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{cuentas,posiciones,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', v_estado, 'message', format('Ajuste %s %s.', a.numero, v_estado));
END $$;

-- What an adjustment is judged by: the largest of what is said, what it cost on average and today's price.
CREATE OR REPLACE FUNCTION ajustes_saldo_juicio(p_moneda integer, p_importe numeric, p_valor numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN greatest(abs(p_valor), abs(a_costo(p_moneda, abs(p_importe))), round(abs(p_importe) * precio_funcional(p_moneda), 2));
