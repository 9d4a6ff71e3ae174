-- One turn, locked, in the state from which the step starts. `p_propio`: it must be the caller's own.
CREATE OR REPLACE FUNCTION turnos_tomar(quien jsonb, p_id bigint, p_estado text, p_propio boolean)
  RETURNS turnos LANGUAGE plpgsql AS $$
DECLARE
  t turnos;
BEGIN
  SELECT * INTO t FROM turnos WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR p_propio AND t.usuario_id <> (quien->>'usuario_id')::int THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese turno entre los suyos"}');
  END IF;
  IF t.estado <> p_estado THEN
    PERFORM rechazar('TURNO_ESTADO', jsonb_build_object('numero', t.numero, 'estado', replace(t.estado, '_', ' ')));
  END IF;
  IF NOT p_propio AND t.usuario_id = (quien->>'usuario_id')::int
     AND otros_con('cierres:aprobar', ARRAY[t.usuario_id]) <> '{}' THEN PERFORM rechazar('CAJA_PROPIA'); END IF;
  PERFORM detener_reloj();
  RETURN t;
END $$;

-- What is said of a turn once something was done to it: its audit row with its number and what it was, the areas that
-- hear of it, and the answer. `p_mensaje`: with a place for its number; `p_antes`: whether its state changes.
CREATE OR REPLACE FUNCTION turnos_hecho(quien jsonb, t turnos, p_accion text, p_mensaje text, p_despues jsonb,
    p_areas text[] DEFAULT '{}', p_antes boolean DEFAULT true) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM auditar(quien, p_accion, 'turnos', t.id::text, CASE WHEN p_antes THEN jsonb_build_object('estado', t.estado)
    END, p_despues || jsonb_build_object('numero', t.numero));
  PERFORM avisar(area, t.id) FROM unnest('{cierres}' || p_areas) area;
  RETURN jsonb_build_object('id', t.id, 'message', format(p_mensaje, t.numero));
END $$;

-- The accounts of a turn, in the order of their locks.
CREATE OR REPLACE FUNCTION turnos_cuentas_de(p_id bigint) RETURNS bigint[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);

CREATE OR REPLACE FUNCTION turnos_abrir(quien jsonb, p_conteos jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_numero text;
  v_cuentas bigint[];
  v_conteos jsonb := nullif(p_conteos, 'null');
  v_apertura text := 'conteo';
  v_id bigint;
BEGIN
  PERFORM rechazar('TURNO_ABIERTO', jsonb_build_object('numero', numero))
    FROM turnos WHERE usuario_id = v_usuario AND estado IN ('abierto', 'en_conteo');
  -- The active accounts of the till, locked against a change of their cashier and then as postings lock them.
  SELECT array_agg(id) INTO v_cuentas FROM (SELECT id FROM cuentas
    WHERE responsable_id = v_usuario AND tipo = 'caja' AND estatus ORDER BY id FOR NO KEY UPDATE) c;
  IF v_cuentas IS NULL THEN PERFORM rechazar('SIN_CAJA'); END IF;
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (v_cuentas) ORDER BY id FOR NO KEY UPDATE;
  -- Same lock order as a posting: after the accounts.
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  PERFORM detener_reloj();
  PERFORM dia_abierto_exigir(fecha_negocio(ahora()));
  PERFORM sucursales_abiertas_exigir(sucursal_de(v_cuentas, v_usuario) || ARRAY(SELECT sucursal_id FROM cuentas
    WHERE id = ANY (v_cuentas)), fecha_negocio(ahora()));
  IF v_conteos IS NULL THEN
    -- The last close, where one of them has it.
    SELECT max(de) INTO v_apertura FROM conteos_sin_contar(v_usuario, v_cuentas);
    IF v_apertura IS NULL THEN PERFORM rechazar('SIN_ULTIMO_CIERRE'); END IF;
  END IF;
  v_numero := serie_siguiente(serie_de('TC', sucursal_de(v_cuentas, v_usuario)), fecha_negocio(ahora()));
  INSERT INTO turnos (numero, usuario_id, apertura, abierto_en)
    VALUES (v_numero, v_usuario, v_apertura, ahora()) RETURNING id INTO v_id;
  INSERT INTO turnos_cuentas (turno_id, cuenta_id, moneda_id)
    SELECT v_id, id, moneda_id FROM cuentas WHERE id = ANY (v_cuentas) ORDER BY id;
  IF v_conteos IS NULL THEN v_conteos := conteos_repetir(quien, v_id, v_cuentas);
  ELSE PERFORM conteos_guardar(quien, 'apertura', v_id, v_cuentas, v_conteos); END IF;
  PERFORM turnos_bloquear(v_cuentas);
  PERFORM auditar(quien, 'abrir', 'turnos', v_id::text, NULL,
      jsonb_build_object('numero', v_numero, 'conteos', v_conteos));
  PERFORM avisar(area, v_id) FROM unnest('{cierres,cuentas,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'message', format('Caja abierta, turno %s.', v_numero));
END $$;

-- Starts the count: waits for postings under way and refuses later ones. With `p_seguir` it goes back, while nothing
-- was counted.
CREATE OR REPLACE FUNCTION turnos_contar(quien jsonb, p_id bigint, p_seguir boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, CASE WHEN p_seguir THEN 'en_conteo' ELSE 'abierto' END, true);
BEGIN
  IF p_seguir AND EXISTS (SELECT FROM conteos WHERE turno_id = p_id AND momento = 'cierre') THEN
    PERFORM rechazar('CONTEO_HECHO');
  END IF;
  UPDATE turnos SET estado = CASE WHEN p_seguir THEN 'abierto' ELSE 'en_conteo' END,
         conteo_en = CASE WHEN NOT p_seguir THEN ahora() END, version = version + 1 WHERE id = p_id;
  PERFORM turnos_bloquear(turnos_cuentas_de(p_id));
  RETURN turnos_hecho(quien, t, CASE WHEN p_seguir THEN 'seguir' ELSE 'contar' END, CASE WHEN p_seguir
    THEN 'La caja sigue abierta.' ELSE 'Cuente su caja: mientras tanto no recibe movimientos.' END, '{}',
    '{cuentas,compras-ventas}');
END $$;

-- Saves a count and compares it with the books. Its cashier is not told: the first count stands among the differences,
-- and a recount is kept beside it (R-141).
CREATE OR REPLACE FUNCTION turnos_conteo(quien jsonb, p_id bigint, p_conteos jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'en_conteo', true);
  v_cuentas bigint[] := turnos_cuentas_de(p_id);
  v_ids bigint[];
BEGIN
  IF (SELECT max(vuelta) FROM conteos WHERE turno_id = p_id AND momento = 'cierre') >= 20 THEN
    PERFORM rechazar('CONTEO_DEMASIADO');
  END IF;
  -- Serializes with the approval of an earlier turn, which turns the expected difference of these accounts into a
  -- posted one.
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (v_cuentas) ORDER BY id FOR NO KEY UPDATE;
  v_ids := conteos_guardar(quien, 'cierre', p_id, v_cuentas, p_conteos);
  UPDATE turnos_cuentas x SET conteo_id = c.id FROM conteos c
    WHERE c.id = ANY (v_ids) AND x.turno_id = p_id AND x.cuenta_id = c.cuenta_id;
  UPDATE turnos SET version = version + 1 WHERE id = p_id;
  RETURN turnos_hecho(quien, t, 'conteo', 'Conteo guardado.', jsonb_build_object('conteos', p_conteos),
    p_antes => false);
END $$;

-- The differences of a turn's first count as text, and of the count that stands where a recount said something else;
-- null: it never differed.
CREATE OR REPLACE FUNCTION turnos_texto(p_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN turnos_recontado(p_id) THEN format('primer conteo: %s; recuento: %s', coalesce(x.primero, 'cuadra'),
      coalesce(x.ultimo, 'cuadra')) ELSE x.primero END
  FROM (SELECT conteos_texto(ARRAY(SELECT id FROM conteos WHERE turno_id = p_id AND momento = 'cierre' AND vuelta = 1))
          AS primero,
        conteos_texto(ARRAY(SELECT conteo_id FROM turnos_cuentas WHERE turno_id = p_id)) AS ultimo) x;
$$;

-- Closes with the last count. Whether it differs is told to whoever approves it; the cashier may add a remark.
CREATE OR REPLACE FUNCTION turnos_cerrar(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'en_conteo', true);
  v_ids bigint[] := ARRAY(SELECT conteo_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);
  v_diferencias text;
  v_hecho jsonb;
BEGIN
  IF array_position(v_ids, NULL) IS NOT NULL THEN PERFORM rechazar('CONTEO_FALTA'); END IF;
  v_diferencias := turnos_texto(p_id);
  UPDATE turnos SET estado = 'cerrado', cerrado_en = ahora(), version = version + 1, motivo = p_motivo
    WHERE id = p_id;
  UPDATE turnos_cuentas SET abierta = false WHERE turno_id = p_id;
  PERFORM turnos_bloquear(turnos_cuentas_de(p_id));
  v_hecho := turnos_hecho(quien, t, 'cerrar', 'Turno %s cerrado.', jsonb_build_object('motivo', p_motivo),
    '{aprobaciones,cuentas,compras-ventas}');
  IF v_diferencias IS NOT NULL THEN
    PERFORM telegram_anotar('caja_diferencia', format('turno:%s:%s', p_id, v_ids[1]),
      jsonb_build_object('id', p_id, 'numero', t.numero, 'usuario_id', t.usuario_id, 'diferencias', v_diferencias,
        'motivo', p_motivo));
  END IF;
  RETURN v_hecho;
END $$;

-- Returns a doubtful close: the cashier counts again.
CREATE OR REPLACE FUNCTION turnos_devolver(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'cerrado', false);
  v_cuentas bigint[] := turnos_cuentas_de(p_id);
BEGIN
  PERFORM rechazar('TURNO_ABIERTO_OTRO', jsonb_build_object('numero', o.numero)) FROM turnos o
    WHERE o.estado IN ('abierto', 'en_conteo') AND (o.usuario_id = t.usuario_id OR EXISTS (
      SELECT FROM turnos_cuentas x WHERE x.turno_id = o.id AND x.cuenta_id = ANY (v_cuentas) AND x.abierta));
  UPDATE turnos SET estado = 'en_conteo', conteo_en = ahora(), cerrado_en = NULL, motivo = NULL, version = version + 1
    WHERE id = p_id;
  UPDATE turnos_cuentas SET abierta = true, conteo_id = NULL WHERE turno_id = p_id;
  PERFORM turnos_bloquear(v_cuentas);
  RETURN turnos_hecho(quien, t, 'devolver', format('Turno %%s devuelto: %s debe contar de nuevo.', (
      SELECT replace(split_part(nombres, ' ', 1), '%', '%%') FROM usuarios WHERE id = t.usuario_id)),
    jsonb_build_object('motivo', p_motivo), '{aprobaciones,cuentas,compras-ventas}');
END $$;

-- Whether a recount of a turn said something else than its first count.
CREATE OR REPLACE FUNCTION turnos_recontado(p_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM conteos WHERE turno_id = p_id AND momento = 'cierre'
    GROUP BY cuenta_id HAVING min(contado) <> max(contado));
$$;

-- The differences of a close in soles: their absolute total (a surplus does not offset a shortage), the shortage, and
-- the shortage's cost in the books, at average cost.
CREATE OR REPLACE FUNCTION turnos_diferencias(p_id bigint, OUT total numeric, OUT falta numeric, OUT valor numeric)
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(j.juicio), 0), coalesce(sum(j.juicio) FILTER (WHERE c.diferencia < 0), 0),
         coalesce(sum(coalesce(a_costo(x.moneda_id, -c.diferencia), j.juicio)) FILTER (WHERE c.diferencia < 0), 0)
  FROM turnos_cuentas x JOIN conteos c ON c.id = x.conteo_id
  CROSS JOIN LATERAL (SELECT ajustes_saldo_juicio(x.moneda_id, c.diferencia, 0) AS juicio) j
  WHERE x.turno_id = p_id AND c.diferencia <> 0;
$$;

-- From which difference on, in soles, the approval of a turn asks for a note: the tightest limit of its branch, its
-- cashier's and its tills' (R-265).
CREATE OR REPLACE FUNCTION turnos_nota_desde(p_id bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT ajuste_en('turno_nota_funcional', ARRAY[t.sucursal_id, sucursal_de('{}', t.usuario_id)] || ARRAY(
    SELECT c.sucursal_id FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id WHERE x.turno_id = t.id))
  FROM turnos t WHERE t.id = p_id
$$;

-- Approves a count, by another user: posts each difference at average cost, so that the books match the till. Requires
-- who bears a shortage, and a note where the difference is large.
CREATE OR REPLACE FUNCTION turnos_aprobar(quien jsonb, p_id bigint, p_cargo text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'cerrado', false);
  v_usuario integer := (quien->>'usuario_id')::int;
  v_cuentas bigint[] := turnos_cuentas_de(p_id);
  v_casa bigint := libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional());
  v_personal bigint := libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo',
      moneda_funcional(), 0);
  v_nota numeric := turnos_nota_desde(p_id);
  d record;
  r record;
  libro jsonb;
BEGIN
  SELECT * INTO d FROM turnos_diferencias(p_id);
  IF d.falta > 0 AND p_cargo IS NULL THEN
    PERFORM rechazar_campo('cargo', reparo('FALTANTE_CARGO', jsonb_build_object(
      'monto', importe_funcional(d.valor))));
  END IF;
  IF d.total > v_nota AND p_nota IS NULL THEN
    PERFORM rechazar_campo('nota', reparo('DIFERENCIA_NOTA', jsonb_build_object('limite',
      importe_funcional(v_nota))));
  END IF;
  IF turnos_recontado(p_id) AND p_nota IS NULL THEN PERFORM rechazar_campo('nota', reparo('RECONTEO_NOTA')); END IF;
  PERFORM aprobaciones_exigir(quien, d.total);
  t.solo := t.usuario_id = v_usuario AND solo_aprobar(quien, 'cierres:aprobar', jsonb_build_object('origen', 'turnos',
    'origen_id', p_id, 'titulo', 'la caja ' || t.numero, 'valor', d.total));
  -- All accounts of all the entries, in the common lock order.
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (v_cuentas || v_casa || v_personal || ARRAY(
      SELECT unnest(ARRAY[s.posicion_id, s.contravalor_id]) FROM posiciones s
      JOIN turnos_cuentas x ON x.moneda_id = s.moneda_id WHERE x.turno_id = p_id)) ORDER BY id FOR NO KEY UPDATE;
  -- The next turn may already be counting this till: its expected balance is the same before and after.
  UPDATE cuentas_contables SET bloqueo = NULL WHERE id = ANY (v_cuentas) AND bloqueo IS NOT NULL;
  FOR r IN
    SELECT x.cuenta_id, x.moneda_id, c.diferencia FROM turnos_cuentas x JOIN conteos c ON c.id = x.conteo_id
    WHERE x.turno_id = p_id AND c.diferencia <> 0 ORDER BY x.cuenta_id
  LOOP
    libro := libro_contabilizar('turnos', p_id,
      format('%s de caja %s', CASE WHEN r.diferencia < 0 THEN 'Faltante' ELSE 'Sobrante' END, t.numero), v_usuario,
      ARRAY[(r.cuenta_id, r.diferencia, CASE WHEN r.diferencia > 0 THEN conteos_valor(r.moneda_id, r.diferencia) END,
        NULL)::libro_linea],
      CASE WHEN r.diferencia < 0 AND p_cargo = 'personal' THEN v_personal ELSE v_casa END);
    UPDATE turnos_cuentas SET asiento_id = (libro->>'asiento_id')::bigint
      WHERE turno_id = p_id AND cuenta_id = r.cuenta_id;
  END LOOP;
  PERFORM turnos_bloquear(v_cuentas);
  UPDATE turnos SET solo = t.solo, estado = 'aprobado', aprobado_en = ahora(), aprobado_por = v_usuario,
         cargo = coalesce(p_cargo, 'casa'), nota = p_nota, version = version + 1 WHERE id = p_id;
  RETURN turnos_hecho(quien, t, 'aprobar', 'Turno %s aprobado.',
    jsonb_build_object('cargo', p_cargo, 'nota', p_nota), '{aprobaciones,cuentas,posiciones}');
END $$;
