-- A request never changes; its answer is added, once.
CREATE OR REPLACE TRIGGER ajustes_saldo_fijos BEFORE UPDATE OR DELETE ON ajustes_saldo
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^pendiente ',
    '{solo,estado,resuelto_por,resuelto_en,nota,asiento_id,valor,version}');

-- The balance of an account that may be adjusted: active, and not being counted. The ledger refuses one that is closed
-- meanwhile.
CREATE OR REPLACE FUNCTION ajustes_saldo_leido(p_cuenta bigint) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  c cuentas;
BEGIN
  SELECT * INTO STRICT c FROM cuentas WHERE id = p_cuenta;
  IF NOT c.estatus THEN PERFORM rechazar('INACTIVO', jsonb_build_object('que', c.nombre)); END IF;
  PERFORM contables_sin_conteo(p_cuenta);
  RETURN (SELECT saldo FROM cuentas_contables WHERE id = p_cuenta);
END $$;

-- The balance that an adjustment met under the ledger's locks, and what it was worth.
CREATE OR REPLACE FUNCTION ajustes_saldo_asentado(p_libro jsonb, p_cuenta bigint, OUT asiento_id bigint,
    OUT antes numeric, OUT valor numeric) LANGUAGE sql STABLE AS $$
  SELECT p.asiento_id, (array_agg(p.saldo_despues - p.importe ORDER BY p.id))[1], sum(p.valor) FROM apuntes p
  WHERE p.asiento_id = (p_libro->>'asiento_id')::bigint AND p.cuenta_id = p_cuenta GROUP BY p.asiento_id;
$$;

-- Raises the refusal for a balance that changed since the user saw it, with both balances.
CREATE OR REPLACE FUNCTION ajustes_saldo_cambio(p_cuenta bigint, p_antes numeric, p_ahora numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  SELECT c.nombre, m.simbolo, m.decimales INTO r FROM cuentas c JOIN monedas m ON m.id = c.moneda_id
    WHERE c.id = p_cuenta;
  PERFORM rechazar('SALDO_CAMBIO', jsonb_build_object('cuenta', r.nombre,
    'antes', importe_texto(p_antes, r.simbolo, r.decimales), 'ahora', importe_texto(p_ahora, r.simbolo, r.decimales),
    'saldo', round(p_ahora, r.decimales)::text));
END $$;

-- The entry of an adjustment, or of the exact reversal of another one.
CREATE OR REPLACE FUNCTION ajustes_saldo_entrada(d ajustes_saldo, p_usuario integer)
  RETURNS libro_entrada LANGUAGE plpgsql AS $$
DECLARE
  m ajustes_saldo_motivos;
  v_original ajustes_saldo;
BEGIN
  IF d.revierte_id IS NOT NULL THEN
    SELECT * INTO STRICT v_original FROM ajustes_saldo WHERE id = d.revierte_id;
    RETURN libro_reversa(v_original.asiento_id, 'Reversión de ' || v_original.numero, p_usuario);
  END IF;
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = d.motivo;
  -- What enters is valued at the given cost; what leaves, at the cost that the ledger computes.
  RETURN ('ajustes-saldo', d.id, 'Ajuste: ' || lower(m.nombre), p_usuario, NULL,
    ARRAY[(d.cuenta_id, d.importe, CASE WHEN d.importe > 0 THEN d.valor END, NULL)::libro_linea],
    (SELECT id FROM cuentas_contables WHERE codigo = CASE WHEN d.cargo_usuario_id IS NOT NULL THEN 'por-cobrar-personal'
      ELSE m.contra END), false)::libro_entrada;
END $$;

-- What is said of an adjustment.
CREATE OR REPLACE FUNCTION ajustes_saldo_hecho(d ajustes_saldo, p_accion text, p_mensaje text, p_despues jsonb,
    p_antes text DEFAULT NULL, p_mas jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN operacion_hecha('ajustes-saldo', d, p_accion, p_mensaje, p_despues, p_antes, p_mas,
    '{cuentas,posiciones,aprobaciones}');

-- For a count the difference found is applied; where the balance moved since, the approver's `p_saldo` must be the
-- current one, as proof that he saw it.
CREATE OR REPLACE FUNCTION ajustes_saldo_visto_exigir(a ajustes_saldo, p_saldo numeric, p_ahora numeric)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF a.contado IS NOT NULL AND p_ahora <> a.saldo_visto AND p_saldo IS DISTINCT FROM p_ahora THEN
    PERFORM ajustes_saldo_cambio(a.cuenta_id, coalesce(p_saldo, a.saldo_visto), p_ahora);
  END IF;
END $$;

-- Refuses to approve an adjustment of a till that takes nothing without an open turn, and says who opens it (R-318).
CREATE OR REPLACE FUNCTION ajustes_saldo_turno_exigir(a ajustes_saldo, p_usuario integer)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM rechazar('TURNO_PARA_AJUSTE', jsonb_build_object('cuenta', c.nombre, 'numero', a.numero, 'pida', CASE
      WHEN u.id IS NULL THEN 'Nombre en Cuentas a quien responde por ella, y que la cuente y la abra en Mi caja'
      WHEN u.id = p_usuario THEN 'Cuéntela y ábrala en Mi caja'
      ELSE format('Pida a %s %s que la cuente y la abra en Mi caja', u.nombres, u.apellidos) END))
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id LEFT JOIN usuarios u ON u.id = c.responsable_id
    WHERE c.id = a.cuenta_id AND k.bloqueo = 'turno';
END $$;

-- Answers a request: applies or refuses it. Its author cannot approve it, only withdraw it. `p` = {aprueba, nota,
-- saldo: the balance that the approver saw}.
CREATE OR REPLACE FUNCTION ajustes_saldo_resolver_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (o.quien->>'usuario_id')::int;
  a ajustes_saldo;
BEGIN
  SELECT * INTO a FROM ajustes_saldo WHERE id = o.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
  IF a.estado <> 'pendiente' THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', a.numero, 'estado', a.estado));
  END IF;
  PERFORM detener_reloj();
  IF (o.p->>'aprueba')::boolean THEN
    PERFORM aprobaciones_exigir(o.quien, ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor));
    a.solo := a.solicitado_por = v_usuario AND solo_aprobar(o.quien, 'cuentas:aprobar-ajuste', jsonb_build_object(
      'origen', 'ajustes-saldo', 'origen_id', o.id, 'titulo', 'el ajuste ' || a.numero,
      'valor', ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor)));
    IF a.revierte_id IS NOT NULL THEN PERFORM 1 FROM ajustes_saldo WHERE id = a.revierte_id FOR NO KEY UPDATE; END IF;
    PERFORM ajustes_saldo_turno_exigir(a, v_usuario);
    PERFORM ajustes_saldo_visto_exigir(a, (o.p->>'saldo')::numeric, ajustes_saldo_leido(a.cuenta_id));
    -- At today's average, which may have moved while the request waited; a typed cost stays.
    IF a.importe > 0 AND a.tasa_costo IS NULL AND a.revierte_id IS NULL THEN
      a.valor := coalesce(a_costo(a.moneda_id, a.importe), a.valor);
    END IF;
    o.entradas := ARRAY[ajustes_saldo_entrada(a, v_usuario)];
    o.ocupa := o.ocupa || ('ajuste ' || coalesce(a.revierte_id, a.id)) || cuentas_ocupan(ARRAY[a.cuenta_id]);
  END IF;
  o.dato := to_jsonb(a);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ajustes_saldo_resolver_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (o.quien->>'usuario_id')::int;
  v_aprueba boolean := o.p->'aprueba';
  a ajustes_saldo := jsonb_populate_record(NULL::ajustes_saldo, o.dato);
  hecho record;
BEGIN
  IF v_aprueba THEN
    SELECT * INTO hecho FROM ajustes_saldo_asentado(libro[1], a.cuenta_id);
    PERFORM ajustes_saldo_visto_exigir(a, (o.p->>'saldo')::numeric, hecho.antes);
    a.asiento_id := hecho.asiento_id;
    a.valor := hecho.valor;
  END IF;
  a.estado := CASE WHEN v_aprueba THEN 'aplicado' ELSE 'rechazado' END;
  UPDATE ajustes_saldo SET solo = a.solo, estado = a.estado, resuelto_por = v_usuario, resuelto_en = ahora(),
         nota = o.p->>'nota', asiento_id = a.asiento_id, valor = a.valor, version = version + 1 WHERE id = o.id;
  RETURN ajustes_saldo_hecho(a, CASE WHEN v_aprueba THEN 'aprobar' WHEN a.solicitado_por = v_usuario THEN 'retirar'
      ELSE 'rechazar' END, 'Ajuste %s ' || a.estado || '.', jsonb_build_object('nota', o.p->>'nota'), 'pendiente');
END $$;

-- The value that the limit is compared with: the largest of the given value, the average cost and today's price.
CREATE OR REPLACE FUNCTION ajustes_saldo_juicio(p_moneda integer, p_importe numeric, p_valor numeric)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(abs(p_valor), abs(a_costo(p_moneda, abs(p_importe))),
      round(abs(p_importe) * precio_funcional(p_moneda), 2));
$$;
