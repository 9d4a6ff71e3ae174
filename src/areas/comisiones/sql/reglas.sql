-- True when both rules can apply to one operation. Each criterion is one value or any, so comparing pairs is enough.
CREATE OR REPLACE FUNCTION comisiones_se_cruzan(a comisiones_reglas, b comisiones_reglas)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT a.vigencia && b.vigencia AND coalesce(a.tipo, b.tipo, '') = coalesce(b.tipo, a.tipo, '')
    AND (a.de_id IS NULL OR b.de_id IS NULL OR a.de_id = b.de_id AND a.a_id = b.a_id)
    AND (a.divisa_id IS NULL OR b.divisa_id IS NULL OR a.divisa_id = b.divisa_id)
    AND (a.divisa_id IS NULL OR b.de_id IS NULL OR a.divisa_id IN (b.de_id, b.a_id))
    AND (b.divisa_id IS NULL OR a.de_id IS NULL OR b.divisa_id IN (a.de_id, a.a_id));
$$;

-- Checks every written rule: none begins in the past; an applied one can only be ended, not before its last use; and
-- the rules of the three roles together never take more than 100 % of an operation's margin or profit. Exclusive lock:
-- one writer at a time, and none while an accrual that read the rules is uncommitted.
CREATE OR REPLACE FUNCTION comisiones_reglas_revisar()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  libres text[] := '{hasta,version,vigencia}';
  v_ultima date;
  v_otras record;
BEGIN
  PERFORM pg_advisory_xact_lock(31, 0);
  IF (TG_OP = 'INSERT' OR NEW.desde <> OLD.desde) AND NEW.desde < fecha_negocio(ahora()) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'comisiones_reglas: what was completed is not computed again';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT max(fecha_negocio) INTO v_ultima FROM comisiones WHERE regla_id = NEW.id;
    IF v_ultima IS NOT NULL AND (to_jsonb(OLD) - libres <> to_jsonb(NEW) - libres OR NEW.hasta < v_ultima) THEN
      RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'comisiones_reglas: a rule that was applied is not rewritten';
    END IF;
  END IF;
  IF NEW.retirada OR NEW.base NOT IN ('margen', 'ganancia') THEN RETURN NULL; END IF;
  SELECT NEW.valor + a.valor + coalesce(b.valor, 0) AS suma INTO v_otras
    FROM comisiones_reglas a
    LEFT JOIN comisiones_reglas b ON b.rol NOT IN (NEW.rol, a.rol) AND b.base IN ('margen', 'ganancia')
      AND NOT b.retirada AND comisiones_se_cruzan(a, b) AND comisiones_se_cruzan(NEW, b)
    WHERE a.rol <> NEW.rol AND a.base IN ('margen', 'ganancia') AND NOT a.retirada AND comisiones_se_cruzan(NEW, a)
    ORDER BY 1 DESC LIMIT 1;
  IF v_otras.suma > 100 THEN
    PERFORM rechazar('COMISION_EXCEDE', jsonb_build_object('suma', trim_scale(v_otras.suma)::text,
      'errors', jsonb_build_array(jsonb_build_object('campo', 'valor')
        || reparo('REGLAS_SUMAN', jsonb_build_object('suma', trim_scale(v_otras.suma)::text)))));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER comisiones_reglas_revisar AFTER INSERT OR UPDATE ON comisiones_reglas
  FOR EACH ROW EXECUTE FUNCTION comisiones_reglas_revisar();

-- Saves a rule, new or changed. A rule that was not applied is overwritten; for an applied one, new terms from a later
-- day make a new version. `p_id` null: a new rule. Returns {id, edicion}.
CREATE OR REPLACE FUNCTION comisiones_regla_guardar(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v comisiones_reglas;       -- the stored rule
  n comisiones_reglas;       -- the new rule
  v_ultima date;
  v_nueva boolean;
BEGIN
  PERFORM actuar_como(quien);
  PERFORM pg_advisory_xact_lock(31, 0);
  n := comisiones_regla_leer(p);
  IF p_id IS NOT NULL THEN
    v := comisiones_regla_abrir(p_id, n.version);
    SELECT max(fecha_negocio) INTO v_ultima FROM comisiones WHERE regla_id = p_id;
  END IF;
  v_nueva := p_id IS NULL OR v_ultima IS NOT NULL
    AND (n.base, n.valor, n.minimo, n.maximo) IS DISTINCT FROM (v.base, v.valor, v.minimo, v.maximo);
  -- For an applied rule with unchanged terms, only the end moves.
  IF v_ultima IS NOT NULL AND NOT v_nueva THEN n.desde := v.desde; END IF;
  PERFORM comisiones_regla_juzgar(v, n, v_ultima, v_nueva);
  n := comisiones_regla_escribir(p_id, v.serie_id, n, v_nueva);
  PERFORM auditar(quien, CASE WHEN p_id IS NULL THEN 'crear' WHEN v_nueva THEN 'nueva-version' ELSE 'editar' END,
    'comisiones-reglas', n.id::text, CASE WHEN p_id IS NOT NULL THEN to_jsonb(v) - 'vigencia' END,
    to_jsonb(n) - 'vigencia');
  PERFORM avisar('comisiones');
  RETURN jsonb_build_object('id', n.id, 'edicion', n.edicion);
END $$;

-- Reads the typed rule; checks that everything it names exists.
CREATE OR REPLACE FUNCTION comisiones_regla_leer(p jsonb) RETURNS comisiones_reglas LANGUAGE plpgsql AS $$
DECLARE
  n comisiones_reglas := jsonb_populate_record(NULL::comisiones_reglas, p - '{beneficiario,vigencia}'::text[]);
  v_falta text;
BEGIN
  SELECT campo INTO v_falta FROM (VALUES
      ('usuario_id', n.usuario_id IS NULL OR EXISTS (SELECT FROM usuarios WHERE id = n.usuario_id)),
      ('agente_id', n.agente_id IS NULL OR EXISTS (SELECT FROM clientes WHERE id = n.agente_id)),
      ('de_id', n.de_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.de_id)),
      ('a_id', n.a_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.a_id)),
      ('divisa_id', n.divisa_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.divisa_id))) x (campo, hay)
    WHERE NOT hay LIMIT 1;
  IF FOUND THEN PERFORM rechazar_campo(v_falta, reparo('NO_EN_LISTA')); END IF;
  RETURN n;
END $$;

-- Locks a rule for a change: it must have the version that the user saw, and not be ended.
CREATE OR REPLACE FUNCTION comisiones_regla_abrir(p_id bigint, p_version integer)
  RETURNS comisiones_reglas LANGUAGE plpgsql AS $$
DECLARE
  v comisiones_reglas;
BEGIN
  SELECT * INTO v FROM comisiones_reglas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa regla"}'); END IF;
  IF v.version <> p_version THEN PERFORM rechazar('VERSION', jsonb_build_object('version', v.version)); END IF;
  IF v.retirada OR v.hasta < fecha_negocio(ahora()) THEN PERFORM rechazar('REGLA_TERMINADA'); END IF;
  RETURN v;
END $$;

-- Past commissions are never recalculated: a rule last applied on `p_ultima` may change only its terms, from the next
-- day on, or its end.
CREATE OR REPLACE FUNCTION comisiones_regla_juzgar(v comisiones_reglas, n comisiones_reglas, p_ultima date,
    p_nueva boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_desde date := fecha_negocio(ahora());
BEGIN
  IF p_ultima IS NULL THEN
    IF n.desde = v.desde THEN v_desde := v.desde; END IF;
  ELSE
    IF (n.rol, n.usuario_id, n.agente_id, n.tipo, n.de_id, n.a_id, n.divisa_id) IS DISTINCT FROM
       (v.rol, v.usuario_id, v.agente_id, v.tipo, v.de_id, v.a_id, v.divisa_id) THEN
      PERFORM rechazar('REGLA_APLICADA');
    END IF;
    v_desde := CASE WHEN p_nueva THEN greatest(v_desde, p_ultima + 1) ELSE v.desde END;
    IF NOT p_nueva AND n.hasta < p_ultima THEN
      PERFORM rechazar_campo('hasta', reparo('REGLA_APLICADA_HASTA',
        jsonb_build_object('fecha', to_char(p_ultima, 'DD/MM/YYYY'))));
    END IF;
  END IF;
  IF n.desde < v_desde THEN
    PERFORM rechazar_campo('desde', reparo('REGLA_RIGE_DESDE', jsonb_build_object('fecha',
        to_char(v_desde, 'DD/MM/YYYY'))));
  END IF;
END $$;

-- Writes the rule: over the stored one, or as a new version, which ends the previous one. Returns the written row.
CREATE OR REPLACE FUNCTION comisiones_regla_escribir(p_id bigint, p_serie bigint, n comisiones_reglas, p_nueva boolean)
  RETURNS comisiones_reglas LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_nueva THEN
    UPDATE comisiones_reglas SET rol = n.rol, usuario_id = n.usuario_id, agente_id = n.agente_id, tipo = n.tipo,
           de_id = n.de_id, a_id = n.a_id, divisa_id = n.divisa_id, base = n.base, valor = n.valor, minimo = n.minimo,
           maximo = n.maximo, desde = n.desde, hasta = n.hasta, version = version + 1
      WHERE id = p_id RETURNING * INTO n;
    RETURN n;
  END IF;
  IF p_id IS NOT NULL THEN
    -- It may already end earlier.
    UPDATE comisiones_reglas SET hasta = least(hasta, n.desde - 1), version = version + 1 WHERE id = p_id;
  END IF;
  n.id := nextval(pg_get_serial_sequence('comisiones_reglas', 'id'));
  INSERT INTO comisiones_reglas (id, serie_id, edicion, rol, usuario_id, agente_id, tipo, de_id, a_id, divisa_id, base,
      valor, minimo, maximo, desde, hasta)
    OVERRIDING SYSTEM VALUE
    VALUES (n.id, coalesce(p_serie, n.id),
      (SELECT coalesce(max(edicion), 0) + 1 FROM comisiones_reglas WHERE serie_id = p_serie), n.rol, n.usuario_id,
      n.agente_id, n.tipo, n.de_id, n.a_id, n.divisa_id, n.base, n.valor, n.minimo, n.maximo, n.desde, n.hasta)
    RETURNING * INTO n;
  RETURN n;
EXCEPTION WHEN exclusion_violation THEN
  PERFORM rechazar('REGLA_SOLAPADA');
END $$;

-- Ends a rule on a day, today at the earliest; a rule that begins later is withdrawn.
CREATE OR REPLACE FUNCTION comisiones_regla_terminar(quien jsonb, p_id bigint, p_version integer, p_hasta date)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v comisiones_reglas;
  n comisiones_reglas;
BEGIN
  PERFORM pg_advisory_xact_lock(31, 0);
  v := comisiones_regla_abrir(p_id, p_version);
  IF p_hasta < fecha_negocio(ahora()) OR p_hasta > v.hasta THEN
    PERFORM rechazar_campo('hasta', reparo('REGLA_FIN'));
  END IF;
  UPDATE comisiones_reglas SET version = version + 1, retirada = p_hasta < desde,
         hasta = CASE WHEN p_hasta < desde THEN hasta ELSE p_hasta END
    WHERE id = p_id RETURNING * INTO n;
  PERFORM auditar(quien, 'terminar', 'comisiones-reglas', p_id::text, jsonb_build_object('hasta', v.hasta),
                  jsonb_build_object('hasta', n.hasta, 'retirada', n.retirada));
  PERFORM avisar('comisiones');
  RETURN jsonb_build_object('id', p_id, 'retirada', n.retirada);
END $$;
