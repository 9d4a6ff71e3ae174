-- A step starts in the state where the last step ended, and is in the table of transitions.
CREATE OR REPLACE FUNCTION ordenes_pasos_siguen()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ordenes_transiciones t WHERE t.accion = NEW.accion
                 AND t.de IS NOT DISTINCT FROM NEW.de AND t.a = NEW.a)
     OR NEW.de IS DISTINCT FROM (SELECT p.a FROM ordenes_pasos p WHERE p.orden_id = NEW.orden_id ORDER BY id DESC
         LIMIT 1) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003',
      MESSAGE = format('orden %s: %s does not lead from %s to %s', NEW.orden_id, NEW.accion, NEW.de, NEW.a);
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ordenes_pasos_siguen BEFORE INSERT ON ordenes_pasos
  FOR EACH ROW EXECUTE FUNCTION ordenes_pasos_siguen();

-- Guards what was agreed: the quote changes only while the order is unpaid, the beneficiary only while it is open, the
-- state only by a transition; counts of prints may change.
CREATE OR REPLACE FUNCTION ordenes_fijas() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- fecha_negocio is generated from fecha and not computed yet in a BEFORE trigger.
  impresas text[] := '{impresiones,impresiones_declaracion,fecha_negocio}';
  libres text[] := impresas || '{estado,estado_desde,pagador_id,observada,observada_nota,observada_desde,pausa_segundos,
    pagada_en,completada_en,anulada_en,anulada_por,motivo_anulacion,valor,redondeo,costo,gastos,tarifa,ganancia,
    version}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - impresas = to_jsonb(NEW) - impresas THEN RETURN NEW; END IF;
    IF NEW.estado = 'pendiente' AND OLD.estado IN ('pendiente', 'vencida') THEN
      libres := libres || '{envia,recibe,historico_id,tasa,precision,metodo_calculo,tasa_mantenida,segmento,
        cotizada_en,vence_en,margen,monto_usd,declaracion}';
    END IF;
    IF OLD.estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso') THEN
      libres := libres || '{beneficiario_id,beneficiario,pais_destino}';
    END IF;
    IF to_jsonb(OLD) - libres = to_jsonb(NEW) - libres AND EXISTS (
         SELECT FROM ordenes_transiciones WHERE de = OLD.estado AND a = NEW.estado) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'ordenes: documents are not rewritten';
END $$;
CREATE OR REPLACE TRIGGER ordenes_fijas BEFORE UPDATE OR DELETE ON ordenes
    FOR EACH ROW EXECUTE FUNCTION ordenes_fijas();

-- At commit: what an order's amounts were stands in the step that changed them (R-330), since a paper says them.
CREATE OR REPLACE FUNCTION ordenes_antes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ordenes_pasos WHERE orden_id = OLD.id AND accion = 'recotizar'
      AND (antes_envia, antes_recibe) = (OLD.envia, OLD.recibe)) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('orden %s: its amounts before', OLD.id);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_antes ON ordenes;
CREATE CONSTRAINT TRIGGER ordenes_antes AFTER UPDATE OF envia, recibe ON ordenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.envia, OLD.recibe) IS DISTINCT FROM (NEW.envia, NEW.recibe)) EXECUTE FUNCTION ordenes_antes();

-- Payments and payouts are fixed: only their state changes, and only forward.
CREATE OR REPLACE TRIGGER ordenes_cobros_fijos BEFORE UPDATE OR DELETE ON ordenes_cobros
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^(por_verificar (verificado|rechazado)|verificado devuelto)$',
    '{estado,motivo,referencia,verificado_por,verificado_en,asiento_id,valor,devuelto_de,costo,gasto}');
CREATE OR REPLACE TRIGGER ordenes_pagos_fijos BEFORE UPDATE OR DELETE ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^pagado rebotado$',
    '{estado,rebotado_en,rebotado_por,motivo}');

-- At commit: the state is that of the last step, and payments and payouts are consistent with it.
CREATE OR REPLACE FUNCTION ordenes_cuadran() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
  v_cobrado numeric;
  v_valor numeric;
  v_pagado numeric;
  v_salido numeric;
  v_falla text;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = NEW.id;
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_cobrado, v_valor
    FROM ordenes_cobros WHERE orden_id = d.id AND estado = 'verificado';
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_pagado, v_salido
    FROM ordenes_pagos WHERE orden_id = d.id AND estado = 'pagado';
  v_falla := CASE
    WHEN d.estado IS DISTINCT FROM (SELECT a FROM ordenes_pasos WHERE orden_id = d.id ORDER BY id DESC LIMIT 1)
        THEN 'its steps'
    WHEN d.estado = 'anulada' AND (v_cobrado <> 0 OR v_pagado <> 0) THEN 'what is annulled'
    WHEN d.estado IN ('pagada', 'en_proceso', 'completada') AND d.envia <> v_cobrado
      + CASE WHEN d.envia_moneda_id = moneda_funcional() THEN d.redondeo ELSE 0 END THEN 'what the client paid'
    WHEN d.estado <> 'anulada' AND d.valor <> v_valor + d.redondeo THEN 'its value'
    WHEN v_pagado > d.recibe OR (d.estado = 'completada') <> (v_pagado = d.recibe) THEN 'what was paid out'
    WHEN d.estado NOT IN ('en_proceso', 'completada') AND v_pagado <> 0 THEN 'a payout out of turn'
    WHEN v_salido > d.valor OR d.estado = 'completada' AND v_salido <> d.valor THEN 'its debt'
  END;
  IF v_falla IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('orden %s (%s): %s', d.id, d.estado, v_falla);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_cuadran ON ordenes;
CREATE CONSTRAINT TRIGGER ordenes_cuadran AFTER INSERT OR UPDATE ON ordenes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ordenes_cuadran();

-- A quote's rate was in force at its instant, or a stored quote promised it (R-24, R-145).
CREATE OR REPLACE FUNCTION ordenes_tasa_en_vigor()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE h.id = NEW.historico_id AND h.tasa = NEW.tasa AND h.metodo_calculo = NEW.metodo_calculo
      AND t.base_id = NEW.envia_moneda_id AND t.cotizacion_id = NEW.recibe_moneda_id
      AND (h.vigencia @> NEW.cotizada_en
           OR NEW.tasa_mantenida AND EXISTS (SELECT FROM tipos_cambios_cotizaciones c
             WHERE c.origen = 'ordenes' AND c.origen_id = NEW.id AND c.historico_id = h.id
               AND c.vence_en > NEW.cotizada_en))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'ordenes: the rate was not in force';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ordenes_tasa_en_vigor AFTER INSERT OR UPDATE OF historico_id, cotizada_en, tasa ON ordenes
  FOR EACH ROW EXECUTE FUNCTION ordenes_tasa_en_vigor();

CREATE OR REPLACE FUNCTION ordenes_tramo() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tipos_cambios_exigir_tramo(NEW.historico_id, NEW.envia, NEW.cliente_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ordenes_tramo AFTER INSERT OR UPDATE OF historico_id, envia ON ordenes
  FOR EACH ROW EXECUTE FUNCTION ordenes_tramo();

SELECT prohibir('INSERT OR UPDATE OR DELETE', '{ordenes_transiciones_fijas}');
SELECT prohibir('UPDATE OR DELETE', '{ordenes_pasos_fijos}');
SELECT prohibir(NULL, '{ordenes_no_trunca,ordenes_cobros_no_trunca,ordenes_pagos_no_trunca}');

-- A bank's operation number is used once.
CREATE OR REPLACE TRIGGER ordenes_cobros_referencias AFTER INSERT OR UPDATE OF estado, referencia ON ordenes_cobros
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('ordenes', 'orden_id', 'entra');
CREATE OR REPLACE TRIGGER ordenes_pagos_referencias AFTER INSERT OR UPDATE OF estado, referencia ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('ordenes', 'orden_id', 'sale');

-- Who the client and the agent were (R-151), and to whom each payout went.
CREATE OR REPLACE TRIGGER ordenes_ficha BEFORE INSERT OR UPDATE OF ficha_id ON ordenes
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('ficha_id');
CREATE OR REPLACE TRIGGER ordenes_ficha_agente BEFORE INSERT OR UPDATE OF agente_ficha_id ON ordenes
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('agente_ficha_id');
CREATE OR REPLACE FUNCTION ordenes_pagos_beneficiario()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.beneficiario := (SELECT beneficiario FROM ordenes WHERE id = NEW.orden_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ordenes_pagos_beneficiario BEFORE INSERT ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION ordenes_pagos_beneficiario();

-- Nothing is registered at a branch that closed its day (R-264).
CREATE OR REPLACE TRIGGER ordenes_sucursal_abierta AFTER INSERT ON ordenes
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_sucursal_abierta();

-- Nor what another key of the same program registered (R-475).
CREATE OR REPLACE TRIGGER ordenes_clave_de_antes AFTER INSERT ON ordenes
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION idempotencia_exigir();

-- At commit: a credit is what its verified payment has too much, of the order's client, less what was paid back and
-- what pays other orders, of the same client and in its currency; and it stands beside an order that is paid.
CREATE OR REPLACE FUNCTION ordenes_saldo_falla(p_cobro bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('cobro %s: its credit', g.id) FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id
  LEFT JOIN ordenes_saldos s ON s.cobro_id = g.id
  WHERE g.id = p_cobro AND CASE WHEN g.asiento_id IS NULL OR g.a_favor = 0 THEN s.cobro_id IS NOT NULL
    ELSE (s.orden_id, s.cliente_id, s.moneda_id, s.monto, s.anulado)
        IS DISTINCT FROM (g.orden_id, o.cliente_id, g.moneda_id, g.a_favor, g.estado = 'devuelto')
      OR o.estado IN ('pendiente', 'vencida')
      OR EXISTS (SELECT FROM ordenes_cobros x JOIN ordenes y ON y.id = x.orden_id WHERE x.saldo_id = g.id
        AND (y.cliente_id, x.moneda_id) IS DISTINCT FROM (s.cliente_id, s.moneda_id))
      OR NOT s.anulado AND s.saldo <> s.monto - ordenes_saldo_gastado(g.id) END;
$$;
CREATE OR REPLACE FUNCTION ordenes_saldos_cuadran()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_falla text := ordenes_saldo_falla((to_jsonb(NEW)->>TG_ARGV[0])::bigint);
BEGIN
  IF v_falla IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = v_falla; END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_saldos_cuadran ON ordenes_saldos;
CREATE CONSTRAINT TRIGGER ordenes_saldos_cuadran AFTER INSERT OR UPDATE ON ordenes_saldos
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ordenes_saldos_cuadran('cobro_id');
DROP TRIGGER IF EXISTS ordenes_devoluciones_cuadran ON ordenes_devoluciones;
CREATE CONSTRAINT TRIGGER ordenes_devoluciones_cuadran AFTER INSERT OR UPDATE ON ordenes_devoluciones
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ordenes_saldos_cuadran('cobro_id');
DROP TRIGGER IF EXISTS ordenes_cobros_saldo ON ordenes_cobros;
CREATE CONSTRAINT TRIGGER ordenes_cobros_saldo AFTER INSERT OR UPDATE ON ordenes_cobros
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.saldo_id IS NOT NULL)
  EXECUTE FUNCTION ordenes_saldos_cuadran('saldo_id');
DROP TRIGGER IF EXISTS ordenes_cobros_a_favor ON ordenes_cobros;
CREATE CONSTRAINT TRIGGER ordenes_cobros_a_favor AFTER INSERT OR UPDATE ON ordenes_cobros
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.a_favor > 0) EXECUTE FUNCTION ordenes_saldos_cuadran('id');

CREATE OR REPLACE TRIGGER ordenes_saldos_fijos BEFORE UPDATE OR DELETE ON ordenes_saldos
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('anulado', '^false false$', '{saldo}', '^false true$', '{saldo,anulado}');
CREATE OR REPLACE TRIGGER ordenes_devoluciones_fijas BEFORE UPDATE OR DELETE ON ordenes_devoluciones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^hecha anulada$', '{estado,anulada_en,anulada_por,motivo}');
SELECT prohibir(NULL, '{ordenes_saldos_no_trunca,ordenes_devoluciones_no_trunca}');

-- A bank's operation number is used once.
CREATE OR REPLACE TRIGGER ordenes_devoluciones_referencias
  AFTER INSERT OR UPDATE OF estado, referencia ON ordenes_devoluciones
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('ordenes', 'orden_id', 'sale');
