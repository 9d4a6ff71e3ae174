-- The data of commissions and settlements never change, and their states only by these steps. `beneficiario` is
-- generated, and not computed yet in a BEFORE trigger.
CREATE OR REPLACE TRIGGER comisiones_fijas BEFORE UPDATE OR DELETE ON comisiones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '.', '{revertida,beneficiario}',
    '^(devengada liquidada|liquidada devengada|liquidada pagada)$', '{estado,liquidacion_id,beneficiario}',
    '^devengada anulada$', '{estado,revertida,anulada_en,beneficiario}');
CREATE OR REPLACE TRIGGER comisiones_revertida_queda BEFORE UPDATE ON comisiones
  FOR EACH ROW WHEN (OLD.revertida AND NOT NEW.revertida) EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_liquidaciones_fijas BEFORE UPDATE OR DELETE ON comisiones_liquidaciones
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '.', '{beneficiario}', '^liquidada pagada$',
    '{estado,cuenta_id,referencia,asiento_id,pagada_en,pagada_por,version,beneficiario}', '^liquidada anulada$',
    '{estado,anulada_en,anulada_por,motivo_anulacion,version,beneficiario}');

-- Settles selected commissions of one beneficiary, plus all his deductions. The rows are locked first, so that of two
-- concurrent settlements one finds them taken.
CREATE OR REPLACE FUNCTION comisiones_liquidar(quien jsonb, p_ids bigint[])
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids bigint[];
  v record;
  v_id bigint;
  v_numero text;
BEGIN
  PERFORM detener_reloj();
  SELECT array_agg(DISTINCT id) INTO ids FROM (
    SELECT unnest(p_ids) AS id
    UNION ALL SELECT d.id FROM comisiones d WHERE d.estado = 'devengada' AND d.comision < 0
      AND d.beneficiario IN (SELECT c.beneficiario FROM comisiones c WHERE c.id = ANY (p_ids))) t;
  PERFORM 1 FROM comisiones WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  SELECT count(*) AS filas, count(DISTINCT beneficiario) AS beneficiarios, coalesce(sum(comision), 0) AS total,
         min(usuario_id) AS usuario_id, min(agente_id) AS agente_id,
         count(*) FILTER (WHERE estado <> 'devengada') AS tomadas
    INTO v FROM comisiones WHERE id = ANY (ids);
  IF v.filas <> cardinality(ids) THEN PERFORM rechazar('NO_EXISTE', '{"que": "alguna de esas comisiones"}'); END IF;
  IF v.tomadas > 0 THEN PERFORM rechazar('COMISION_TOMADA', jsonb_build_object('cuantas', v.tomadas)); END IF;
  IF v.beneficiarios > 1 THEN PERFORM rechazar_campo('ids', reparo('UN_BENEFICIARIO')); END IF;
  IF v.total <= 0 THEN
    PERFORM rechazar('LIQUIDACION_SIN_SALDO', jsonb_build_object('total', importe_de(moneda_funcional(), v.total)));
  END IF;
  v_numero := serie_siguiente('LQ', fecha_negocio(ahora()));
  INSERT INTO comisiones_liquidaciones (numero, fecha, usuario_id, agente_id, total, filas, creada_por)
    VALUES (v_numero, ahora(), v.usuario_id, v.agente_id, v.total, v.filas, (quien->>'usuario_id')::int)
    RETURNING id INTO v_id;
  UPDATE comisiones SET estado = 'liquidada', liquidacion_id = v_id WHERE id = ANY (ids);
  PERFORM auditar(quien, 'liquidar', 'comisiones-liquidaciones', v_id::text, NULL,
    jsonb_build_object('numero', v_numero, 'total', round(v.total, 2)::text, 'filas', v.filas));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'total', round(v.total, 2)::text, 'filas', v.filas,
    'message', format('Liquidación %s creada.', v_numero));
END $$;

-- Pays a settlement from an account in the functional currency. Lock order, as in the annulment of an operation (ADR
-- 0025): the account, then the rows, then the commission accounts.
CREATE OR REPLACE FUNCTION comisiones_pagar(quien jsonb, p_id bigint, p_cuenta bigint, p_referencia text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_recuperar constant bigint := 9000000000000002;
  c_pagar constant bigint := 9000000000000003;
  l comisiones_liquidaciones;
  c cuentas;
  v_suma numeric;
  v_resta numeric;
  lineas libro_linea[];
  v_asiento bigint;
BEGIN
  SELECT * INTO l FROM comisiones_liquidaciones WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa liquidación"}'); END IF;
  IF l.estado <> 'liquidada' THEN
    PERFORM rechazar('LIQUIDACION_ESTADO', jsonb_build_object('numero', l.numero, 'estado', l.estado));
  END IF;
  PERFORM actuar_como(quien);
  -- Above the limit of two people neither who settled it nor who earned it pays it (R-132).
  PERFORM dos_personas_exigir(quien, en_dolares('usd', moneda_funcional(), l.total, l.total),
    ARRAY[l.creada_por, l.usuario_id], jsonb_build_object('codigo', 'DOS_PERSONAS', 'permiso', 'comisiones:pagar',
    'clave', 'pago', 'origen', 'comisiones-liquidaciones', 'origen_id', p_id,
    'titulo', format('el pago de %s', l.numero), 'importe', importe_funcional(l.total)));
  SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  IF c.moneda_id <> moneda_funcional() THEN PERFORM rechazar_campo('cuenta_id', reparo('COMISIONES_EN_MONEDA')); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[p_cuenta]);
  IF efectivo_reparo(p_cuenta, l.total) IS NOT NULL THEN
    PERFORM rechazar_campo('cuenta_id', reparo('EFECTIVO_PAGUE_DE_BANCO', efectivo_reparo(p_cuenta, l.total)->'datos'));
  END IF;
  PERFORM detener_reloj();
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta FOR NO KEY UPDATE;
  PERFORM 1 FROM comisiones WHERE liquidacion_id = p_id ORDER BY id FOR NO KEY UPDATE;
  SELECT coalesce(sum(comision) FILTER (WHERE comision > 0), 0), -coalesce(sum(comision) FILTER (WHERE comision < 0), 0)
    INTO v_suma, v_resta FROM comisiones WHERE liquidacion_id = p_id;
  IF v_suma - v_resta <> l.total THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('%s: its rows are not its total', l.numero);
  END IF;
  lineas := ARRAY[(p_cuenta, -l.total, NULL, coalesce(p_referencia, l.numero))::libro_linea,
                  (c_pagar, v_suma, NULL, l.beneficiario)::libro_linea];
  IF v_resta <> 0 THEN lineas := lineas || (c_recuperar, -v_resta, NULL, l.beneficiario)::libro_linea; END IF;
  v_asiento := (libro_contabilizar('comisiones-liquidaciones', p_id, 'Pago de comisiones ' || l.numero,
                                   (quien->>'usuario_id')::int, lineas) ->> 'asiento_id')::bigint;
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
  UPDATE comisiones SET estado = 'pagada' WHERE liquidacion_id = p_id;
  UPDATE comisiones_liquidaciones SET estado = 'pagada', cuenta_id = p_cuenta, referencia = p_referencia,
         asiento_id = v_asiento, pagada_en = ahora(), pagada_por = (quien->>'usuario_id')::int, version = version + 1
    WHERE id = p_id;
  PERFORM auditar(quien, 'pagar', 'comisiones-liquidaciones', p_id::text, jsonb_build_object('estado', l.estado),
    jsonb_build_object('estado', 'pagada', 'numero', l.numero, 'cuenta_id', p_cuenta,
      'total', round(l.total, 2)::text));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes,cuentas}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', 'pagada', 'message', format('%s pagada.', l.numero));
END $$;

-- Annuls a settlement that is not paid: its commissions become pending again.
CREATE OR REPLACE FUNCTION comisiones_liquidacion_anular(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  l comisiones_liquidaciones;
BEGIN
  SELECT * INTO l FROM comisiones_liquidaciones WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa liquidación"}'); END IF;
  IF l.estado <> 'liquidada' THEN
    PERFORM rechazar('LIQUIDACION_ESTADO', jsonb_build_object('numero', l.numero, 'estado', l.estado));
  END IF;
  PERFORM 1 FROM comisiones WHERE liquidacion_id = p_id ORDER BY id FOR NO KEY UPDATE;
  UPDATE comisiones SET estado = 'devengada', liquidacion_id = NULL WHERE liquidacion_id = p_id;
  UPDATE comisiones_liquidaciones SET estado = 'anulada', anulada_en = ahora(), motivo_anulacion = p_motivo,
         anulada_por = (quien->>'usuario_id')::int, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'comisiones-liquidaciones', p_id::text, jsonb_build_object('estado', l.estado),
                  jsonb_build_object('estado', 'anulada', 'numero', l.numero, 'motivo', p_motivo));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', l.numero));
END $$;
