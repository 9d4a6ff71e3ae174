-- Holes that an examination of the newer areas found: adjustments that a small cost hid from the limit, money on accounts
-- out of use, expenses of closed days, declarations of less than what is sent.

-- What an adjustment is judged by: the largest of what is said, what it cost on average and today's price.
CREATE FUNCTION ajustes_saldo_juicio(p_moneda integer, p_importe numeric, p_valor numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN greatest(abs(p_valor), abs(a_costo(p_moneda, abs(p_importe))), round(abs(p_importe) * precio_funcional(p_moneda), 2));

-- As in 0028; what one did alone today counts by what it was judged by, not by the cost that he typed.
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

-- An account out of use holds nothing, whoever would give it back something: an annulment, a payout that bounced, a
-- count that is accepted. Asked for when all is done, so that money may pass through.
ALTER TABLE cuentas_contables ADD COLUMN en_uso boolean NOT NULL DEFAULT true;
UPDATE cuentas_contables k SET en_uso = false FROM cuentas c WHERE c.id = k.id AND NOT c.estatus;

CREATE FUNCTION cuentas_en_uso() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE cuentas_contables SET en_uso = NEW.estatus WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER cuentas_en_uso AFTER UPDATE OF estatus ON cuentas
  FOR EACH ROW WHEN (OLD.estatus <> NEW.estatus) EXECUTE FUNCTION cuentas_en_uso();

CREATE FUNCTION contables_sin_uso() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM cuentas_contables WHERE id = NEW.id AND NOT en_uso AND saldo <> 0) THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', NEW.nombre));
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER contables_sin_uso AFTER UPDATE OF saldo ON cuentas_contables DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT NEW.en_uso AND NEW.saldo <> 0) EXECUTE FUNCTION contables_sin_uso();

-- As in 0025; a difference of its till that waits for approval counts too.
CREATE OR REPLACE FUNCTION cuentas_vacia(p_id bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR NO KEY UPDATE;
  RETURN (SELECT saldo = 0 FROM cuentas_contables WHERE id = p_id) AND conteos_esperado(p_id) = 0
    AND NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id AND estado = 'por_verificar')
    AND NOT EXISTS (SELECT FROM ordenes_cobros WHERE cuenta_id = p_id AND estado = 'por_verificar');
END $$;

-- As in 0025; what waits to be approved, what is proposed every month and what was counted are in that currency too.
CREATE OR REPLACE FUNCTION cuentas_cambiar_moneda(p_id bigint, p_moneda integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A posting locks this row before it writes: after the lock, what was written is seen.
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR UPDATE;
  IF EXISTS (SELECT FROM apuntes WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM ordenes_cobros WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM ajustes_saldo WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM gastos WHERE cuenta_id = p_id) OR EXISTS (SELECT FROM gastos_recurrentes WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM turnos_cuentas WHERE cuenta_id = p_id) OR EXISTS (SELECT FROM conteos WHERE cuenta_id = p_id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "La moneda"}');
  END IF;
  -- One statement, because each row refers to the other's currency.
  WITH libro AS (UPDATE cuentas_contables SET moneda_id = p_moneda WHERE id = p_id)
  UPDATE cuentas SET moneda_id = p_moneda WHERE id = p_id;
END $$;

-- An expense is not of a day that is closed, nor of any before it: as the entries. What the job proposes is nobody's yet.
CREATE FUNCTION gastos_dia_abierto() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NEW.fecha <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(NEW.fecha, 'DD/MM/YYYY')));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER gastos_dia_abierto AFTER INSERT OR UPDATE OF fecha ON gastos
  FOR EACH ROW WHEN (NEW.confirmado) EXECUTE FUNCTION gastos_dia_abierto();

-- As in 0026, but for the declaration of an order that is quoted again for more.
CREATE OR REPLACE FUNCTION ordenes_recotizar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'recotizar');
  c orden_cotizada := ordenes_cotizar(quien, p);
  v_declaracion jsonb;
  v_nota text;
  v_favor numeric;
  v_deuda bigint;
BEGIN
  IF (c.pais, c.envia_moneda_id, c.recibe_moneda_id) <> (d.pais, d.envia_moneda_id, d.recibe_moneda_id) THEN
    PERFORM ordenes_reparo('historico_id', 'La tasa es de otro corredor que el de la orden.');
  END IF;
  PERFORM ordenes_no_exceder(d.envia_moneda_id, c.envia, (
    SELECT coalesce(sum(monto), 0) FROM ordenes_cobros WHERE orden_id = p_id AND estado IN ('por_verificar', 'verificado')));
  PERFORM ordenes_permitir(quien, d.cliente_id, c, p_id);
  -- What he signed is good for what he signed it for, and for less.
  v_declaracion := d.declaracion;
  IF v_declaracion IS NULL OR c.envia > d.envia THEN
    v_declaracion := coalesce(compras_ventas_declarar(p || jsonb_build_object('cliente_id', d.cliente_id), c.monto_usd,
      fecha_negocio(ahora()), p_id), d.declaracion);
  END IF;
  SELECT format('%s → %s, antes %s → %s', importe_texto(c.envia, e.simbolo, e.decimales), importe_texto(c.recibe, r.simbolo, r.decimales),
                importe_texto(d.envia, e.simbolo, e.decimales), importe_texto(d.recibe, r.simbolo, r.decimales))
    INTO v_nota FROM monedas e, monedas r WHERE e.id = d.envia_moneda_id AND r.id = d.recibe_moneda_id;
  UPDATE ordenes SET estado = 'pendiente', estado_desde = CASE WHEN d.estado = 'vencida' THEN ahora() ELSE estado_desde END,
         historico_id = c.historico_id, tasa = c.tasa, precision = c.precision, metodo_calculo = c.metodo_calculo,
         tasa_mantenida = c.mantenida, segmento = c.segmento, envia = c.envia, recibe = c.recibe, cotizada_en = ahora(),
         vence_en = c.vence_en, margen = c.margen, monto_usd = c.monto_usd, declaracion = v_declaracion, version = version + 1
    WHERE id = p_id RETURNING * INTO d;
  PERFORM ordenes_paso(quien, p_id, 'recotizar', (SELECT a FROM ordenes_pasos WHERE orden_id = p_id ORDER BY id DESC LIMIT 1),
                       'pendiente', v_nota);
  -- What is there already may be all of it now.
  v_favor := CASE WHEN d.valor > 0 THEN ordenes_por_cubrir(d, 0, false) END;
  IF v_favor > 0 THEN
    PERFORM ordenes_bloquear('{}', d.envia_moneda_id);
    v_deuda := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
    PERFORM libro_contabilizar('ordenes', p_id, 'Redondeo de orden ' || d.numero, (quien->>'usuario_id')::int, ARRAY[
      (v_deuda, -v_favor, NULL, NULL)::libro_linea,
      ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), v_favor, NULL, NULL)::libro_linea]);
  END IF;
  IF v_favor IS NOT NULL THEN PERFORM ordenes_cubrir(quien, p_id, v_favor); END IF;
  RETURN ordenes_hecho(quien, p_id, 'recotizar', 'Orden %s recotizada.', p) || jsonb_build_object(
    'envia', (SELECT round(d.envia, decimales)::text FROM monedas WHERE id = d.envia_moneda_id),
    'recibe', (SELECT round(d.recibe, decimales)::text FROM monedas WHERE id = d.recibe_moneda_id));
END $$;
