-- What is done with tills and days (spec 2.18, 2.21): the only ways in which turns, counts and closings come to be.

-- As in 0002, but for one thing: what it reads under its locks says whether an account accepts nothing, and that is said
-- before anything of what the account holds.
CREATE OR REPLACE FUNCTION libro_contabilizar(p_origen text, p_origen_id bigint, p_glosa text, p_usuario integer,
                                   p_lineas libro_linea[], p_resultado bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f integer := moneda_funcional();
  lineas libro_linea[] := p_lineas;
  cuentas bigint[];
  neto record;
  v_asiento bigint;
  v_nombre text;
  v_bloqueo text;
  v_resto numeric;          -- what the functional legs still lack to be zero
  v_valor numeric;
  v_pendiente record;       -- the currency that enters at the remainder, if any
  v_hay boolean := false;
  costos jsonb := '{}';
  v_resultado numeric := 0;
  unidades jsonb := '{}';   -- what each currency moved and at which value: {moneda_id: {q, v}}
BEGIN
  SELECT array_agg(id ORDER BY id) INTO cuentas FROM (
    SELECT DISTINCT l.cuenta_id AS id FROM unnest(lineas) l
    UNION SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id]) FROM posiciones p
      WHERE p.moneda_id IN (SELECT c.moneda_id FROM unnest(lineas) l JOIN cuentas_contables c ON c.id = l.cuenta_id
                            GROUP BY c.moneda_id HAVING sum(l.importe) <> 0)
    UNION SELECT p_resultado WHERE p_resultado IS NOT NULL) t;
  -- NO KEY UPDATE: the lock of a balance does not stop foreign keys from reading the account.
  SELECT (array_agg(k.nombre) FILTER (WHERE k.bloqueo IS NOT NULL))[1], min(k.bloqueo) INTO v_nombre, v_bloqueo
    FROM (SELECT nombre, bloqueo FROM cuentas_contables WHERE id = ANY (cuentas) ORDER BY id FOR NO KEY UPDATE) k;
  IF v_bloqueo IS NOT NULL THEN PERFORM contables_rechazar(v_nombre, v_bloqueo); END IF;

  SELECT coalesce(-sum(l.importe), 0) INTO v_resto
    FROM unnest(lineas) l JOIN cuentas_contables c ON c.id = l.cuenta_id WHERE c.moneda_id = f;

  FOR neto IN
    SELECT c.moneda_id, sum(l.importe) AS x, sum(l.valor) AS valor, p.posicion_id, p.contravalor_id, m.iso, m.simbolo, m.decimales,
           -pos.saldo AS q, con.saldo AS k
    FROM unnest(lineas) l
    JOIN cuentas_contables c ON c.id = l.cuenta_id
    JOIN posiciones p ON p.moneda_id = c.moneda_id
    JOIN monedas m ON m.id = c.moneda_id
    JOIN cuentas_contables pos ON pos.id = p.posicion_id
    JOIN cuentas_contables con ON con.id = p.contravalor_id
    GROUP BY c.moneda_id, p.posicion_id, p.contravalor_id, m.iso, m.simbolo, m.decimales, pos.saldo, con.saldo
    ORDER BY sum(l.importe)   -- what leaves first: its cost may be the value of what enters
  LOOP
    IF neto.x = 0 THEN
      unidades := unidades || jsonb_build_object(neto.moneda_id, jsonb_build_object('q', neto.q, 'v', neto.k));
      CONTINUE;
    END IF;
    IF neto.x < 0 THEN
      IF -neto.x > neto.q THEN
        PERFORM rechazar('POSICION_INSUFICIENTE', jsonb_build_object('moneda', neto.iso, 'disponible', importe_texto(neto.q, neto.simbolo, neto.decimales)));
      END IF;
      v_valor := CASE WHEN -neto.x = neto.q THEN neto.k ELSE round(-neto.x * neto.k / neto.q, 2) END;
      costos := costos || jsonb_build_object(neto.moneda_id, round(v_valor, 2)::text);
      v_valor := -v_valor;
    ELSIF neto.valor IS NOT NULL THEN
      v_valor := neto.valor;
    ELSIF NOT v_hay THEN
      v_pendiente := neto;
      v_hay := true;
      CONTINUE;
    ELSE
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'two currencies enter without a value';
    END IF;
    v_resto := v_resto - v_valor;
    lineas := lineas || (neto.posicion_id, -neto.x, NULL, NULL)::libro_linea;
    IF v_valor <> 0 THEN lineas := lineas || (neto.contravalor_id, v_valor, NULL, NULL)::libro_linea; END IF;
    unidades := unidades || jsonb_build_object(neto.moneda_id, jsonb_build_object('q', neto.x, 'v', v_valor));
  END LOOP;

  IF v_hay THEN
    IF v_resto < 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'a currency cannot enter at a negative value';
    END IF;
    lineas := lineas || (v_pendiente.posicion_id, -v_pendiente.x, NULL, NULL)::libro_linea;
    IF v_resto <> 0 THEN lineas := lineas || (v_pendiente.contravalor_id, v_resto, NULL, NULL)::libro_linea; END IF;
    unidades := unidades || jsonb_build_object(v_pendiente.moneda_id,
      jsonb_build_object('q', v_pendiente.x, 'v', v_resto));
  ELSIF v_resto <> 0 THEN
    IF p_resultado IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('the entry lacks %s', v_resto);
    END IF;
    lineas := lineas || (p_resultado, v_resto, NULL, NULL)::libro_linea;
    v_resultado := -v_resto;
  END IF;

  v_asiento := libro_escribir(p_origen, p_origen_id, p_glosa, p_usuario, NULL, libro_valorar(lineas, unidades));
  RETURN jsonb_build_object('asiento_id', v_asiento, 'costos', costos, 'resultado', round(v_resultado, 2)::text);
END $$;

-- The accounts of a till in use, locked as postings lock them and then against who would give them to somebody else.
CREATE FUNCTION turnos_tomar_cuentas(p_usuario integer) RETURNS bigint[]
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ids bigint[];
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id IN (
    SELECT id FROM cuentas WHERE responsable_id = p_usuario AND tipo = 'caja' AND estatus) ORDER BY id FOR NO KEY UPDATE;
  SELECT array_agg(id) INTO v_ids FROM (
    SELECT id FROM cuentas WHERE responsable_id = p_usuario AND tipo = 'caja' AND estatus ORDER BY id FOR NO KEY UPDATE) c;
  IF v_ids IS NULL THEN PERFORM rechazar('SIN_CAJA'); END IF;
  RETURN v_ids;
END $$;

-- One turn, locked, in the state that its step begins in. `p_propio`: his who asks.
CREATE FUNCTION turnos_tomar(quien jsonb, p_id bigint, p_estado text, p_propio boolean) RETURNS turnos
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  IF NOT p_propio AND t.usuario_id = (quien->>'usuario_id')::int THEN PERFORM rechazar('CAJA_PROPIA'); END IF;
  PERFORM detener_reloj();
  RETURN t;
END $$;

-- Writes one round of counts against the books of this instant; the accounts are locked by the caller.
CREATE FUNCTION conteos_guardar(quien jsonb, p_momento text, p_turno bigint, p_cuentas bigint[], p jsonb, p_motivo text DEFAULT NULL)
  RETURNS bigint[] LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH nuevos AS (
    INSERT INTO conteos (momento, turno_id, cuenta_id, moneda_id, vuelta, usuario_id, fecha, contado, esperado, denominaciones, motivo)
    SELECT p_momento, p_turno, x.cuenta_id, x.moneda_id,
           1 + (SELECT count(*) FROM conteos c WHERE c.turno_id = p_turno AND c.momento = p_momento AND c.cuenta_id = x.cuenta_id),
           (quien->>'usuario_id')::int, ahora(), x.contado, conteos_esperado(x.cuenta_id), x.denominaciones, p_motivo
    FROM conteos_leer(p_cuentas, p) x ORDER BY x.cuenta_id RETURNING id)
  SELECT array_agg(id ORDER BY id) FROM nuevos;
$$;

-- The last close of each account, where nothing moved since: what an opening may take over without counting. Null where
-- somebody has to count.
CREATE FUNCTION conteos_ultimo_cierre(p_cuentas bigint[]) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN bool_and(coalesce(u.contado = conteos_esperado(a.id), false)) THEN jsonb_agg(jsonb_build_object(
           'cuenta_id', a.id, 'denominaciones', u.denominaciones,
           'monto', CASE WHEN u.denominaciones IS NULL THEN u.contado::text END) ORDER BY a.id) END
  FROM unnest(p_cuentas) a (id) LEFT JOIN LATERAL (
    SELECT c.contado, c.denominaciones FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN conteos c ON c.id = x.conteo_id
    WHERE x.cuenta_id = a.id AND t.estado IN ('cerrado', 'aprobado') ORDER BY x.turno_id DESC LIMIT 1) u ON true;
$$;

CREATE FUNCTION turnos_abrir(quien jsonb, p_conteos jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_numero text;
  v_cuentas bigint[];
  v_conteos jsonb := nullif(p_conteos, 'null');
  v_id bigint;
BEGIN
  SELECT numero INTO v_numero FROM turnos WHERE usuario_id = v_usuario AND estado IN ('abierto', 'en_conteo');
  IF FOUND THEN PERFORM rechazar('TURNO_ABIERTO', jsonb_build_object('numero', v_numero)); END IF;
  v_cuentas := turnos_tomar_cuentas(v_usuario);
  -- As a posting: after the accounts.
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  PERFORM detener_reloj();
  IF fecha_negocio(ahora()) <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(fecha_negocio(ahora()), 'DD/MM/YYYY')));
  END IF;
  IF v_conteos IS NULL THEN
    v_conteos := conteos_ultimo_cierre(v_cuentas);
    IF v_conteos IS NULL THEN PERFORM rechazar('SIN_ULTIMO_CIERRE'); END IF;
  END IF;
  v_numero := serie_siguiente('TC', fecha_negocio(ahora()));
  INSERT INTO turnos (numero, usuario_id, apertura, abierto_en)
    VALUES (v_numero, v_usuario, CASE WHEN nullif(p_conteos, 'null') IS NULL THEN 'ultimo_cierre' ELSE 'conteo' END, ahora())
    RETURNING id INTO v_id;
  INSERT INTO turnos_cuentas (turno_id, cuenta_id, moneda_id)
    SELECT v_id, id, moneda_id FROM cuentas WHERE id = ANY (v_cuentas) ORDER BY id;
  PERFORM conteos_guardar(quien, 'apertura', v_id, v_cuentas, v_conteos);
  PERFORM turnos_bloquear(v_cuentas);
  PERFORM auditar(quien, 'abrir', 'turnos', v_id::text, NULL, jsonb_build_object('numero', v_numero, 'conteos', v_conteos));
  PERFORM avisar(area, v_id) FROM unnest('{cierres,cuentas,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'message', format('Caja abierta, turno %s.', v_numero));
END $$;

-- From here on nothing is posted on the till: what is on its way in is waited for. And back, while nothing was counted.
CREATE FUNCTION turnos_contar(quien jsonb, p_id bigint, p_seguir boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, CASE WHEN p_seguir THEN 'en_conteo' ELSE 'abierto' END, true);
BEGIN
  IF p_seguir AND EXISTS (SELECT FROM conteos WHERE turno_id = p_id AND momento = 'cierre') THEN
    PERFORM rechazar('CONTEO_HECHO');
  END IF;
  UPDATE turnos SET estado = CASE WHEN p_seguir THEN 'abierto' ELSE 'en_conteo' END,
         conteo_en = CASE WHEN NOT p_seguir THEN ahora() END, version = version + 1 WHERE id = p_id;
  PERFORM turnos_bloquear(ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id));
  PERFORM auditar(quien, CASE WHEN p_seguir THEN 'seguir' ELSE 'contar' END, 'turnos', p_id::text,
                  jsonb_build_object('estado', t.estado), jsonb_build_object('numero', t.numero));
  PERFORM avisar(area, p_id) FROM unnest('{cierres,cuentas,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'message', CASE WHEN p_seguir THEN 'La caja sigue abierta.'
    ELSE 'Cuente su caja: mientras tanto no recibe movimientos.' END);
END $$;

-- A count is saved, and only then compared. Again, as often as it takes to be sure: every round stays.
CREATE FUNCTION turnos_conteo(quien jsonb, p_id bigint, p_conteos jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'en_conteo', true);
  v_cuentas bigint[] := ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);
  v_ids bigint[];
BEGIN
  IF (SELECT max(vuelta) FROM conteos WHERE turno_id = p_id AND momento = 'cierre') >= 20 THEN
    PERFORM rechazar('CONTEO_DEMASIADO');
  END IF;
  -- Against an approval of an earlier turn, which moves what these accounts are expected to hold from promised to posted.
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (v_cuentas) ORDER BY id FOR NO KEY UPDATE;
  v_ids := conteos_guardar(quien, 'cierre', p_id, v_cuentas, p_conteos);
  UPDATE turnos_cuentas x SET conteo_id = c.id FROM conteos c
    WHERE c.id = ANY (v_ids) AND x.turno_id = p_id AND x.cuenta_id = c.cuenta_id;
  UPDATE turnos SET version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'conteo', 'turnos', p_id::text, NULL,
    jsonb_build_object('numero', t.numero, 'conteos', p_conteos, 'diferencias', conteos_texto(v_ids)));
  PERFORM avisar('cierres', p_id);
  RETURN jsonb_build_object('id', p_id, 'message', CASE WHEN conteos_texto(v_ids) IS NULL THEN 'La caja cuadra.'
    ELSE 'Conteo guardado: hay una diferencia.' END);
END $$;

CREATE FUNCTION turnos_cerrar(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'en_conteo', true);
  v_ids bigint[] := ARRAY(SELECT conteo_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);
  v_diferencias text;
BEGIN
  IF array_position(v_ids, NULL) IS NOT NULL THEN PERFORM rechazar('CONTEO_FALTA'); END IF;
  v_diferencias := conteos_texto(v_ids);
  IF v_diferencias IS NOT NULL AND p_motivo IS NULL THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"campo": "motivo", "msg": "Hay una diferencia: escriba a qué se debe, o que no lo sabe."}]}');
  END IF;
  UPDATE turnos SET estado = 'cerrado', cerrado_en = ahora(), version = version + 1,
         motivo = CASE WHEN v_diferencias IS NOT NULL THEN p_motivo END WHERE id = p_id;
  UPDATE turnos_cuentas SET abierta = false WHERE turno_id = p_id;
  PERFORM turnos_bloquear(ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id));
  PERFORM auditar(quien, 'cerrar', 'turnos', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('numero', t.numero, 'diferencias', v_diferencias, 'motivo', p_motivo));
  IF v_diferencias IS NOT NULL THEN
    PERFORM telegram_anotar('caja_diferencia', format('turno:%s:%s', p_id, v_ids[1]),
      jsonb_build_object('id', p_id, 'numero', t.numero, 'usuario_id', t.usuario_id, 'diferencias', v_diferencias, 'motivo', p_motivo));
  END IF;
  PERFORM avisar(area, p_id) FROM unnest('{cierres,aprobaciones,cuentas,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'message', format('Turno %s cerrado.', t.numero));
END $$;

-- Somebody else found it doubtful: the cashier counts again.
CREATE FUNCTION turnos_devolver(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'cerrado', false);
  v_cuentas bigint[] := ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);
  v_numero text;
BEGIN
  SELECT o.numero INTO v_numero FROM turnos o WHERE o.estado IN ('abierto', 'en_conteo') AND (o.usuario_id = t.usuario_id
    OR EXISTS (SELECT FROM turnos_cuentas x WHERE x.turno_id = o.id AND x.cuenta_id = ANY (v_cuentas) AND x.abierta)) LIMIT 1;
  IF FOUND THEN PERFORM rechazar('TURNO_ABIERTO_OTRO', jsonb_build_object('numero', v_numero)); END IF;
  UPDATE turnos SET estado = 'en_conteo', conteo_en = ahora(), cerrado_en = NULL, motivo = NULL, version = version + 1 WHERE id = p_id;
  UPDATE turnos_cuentas SET abierta = true, conteo_id = NULL WHERE turno_id = p_id;
  PERFORM turnos_bloquear(v_cuentas);
  PERFORM auditar(quien, 'devolver', 'turnos', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('numero', t.numero, 'motivo', p_motivo));
  PERFORM avisar(area, p_id) FROM unnest('{cierres,aprobaciones,cuentas,compras-ventas}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'message', format('Turno %s devuelto: %s debe contar de nuevo.', t.numero,
    (SELECT split_part(nombres, ' ', 1) FROM usuarios WHERE id = t.usuario_id)));
END $$;

-- What a unit of a currency that turns up is worth: its average; without a position, what we pay for one.
CREATE FUNCTION conteos_valor(p_moneda integer, p_importe numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT round(p_importe * coalesce(k.saldo / nullif(-q.saldo, 0),
            (SELECT d.compra FROM pares_divisas d JOIN paises h ON h.id = d.pais AND h.moneda_id = moneda_funcional()
             WHERE d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional() AND d.estatus LIMIT 1), 0), 2)
          FROM posiciones s JOIN cuentas_contables q ON q.id = s.posicion_id JOIN cuentas_contables k ON k.id = s.contravalor_id
          WHERE s.moneda_id = p_moneda);

-- Somebody else accepts the count: each difference goes into the books, at average cost, and the till says what it holds.
CREATE FUNCTION turnos_aprobar(quien jsonb, p_id bigint, p_cargo text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t turnos := turnos_tomar(quien, p_id, 'cerrado', false);
  v_usuario integer := (quien->>'usuario_id')::int;
  v_cuentas bigint[] := ARRAY(SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = p_id ORDER BY cuenta_id);
  v_casa bigint := libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional());
  v_personal bigint := libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', moneda_funcional(), 0);
  r record;
  libro jsonb;
BEGIN
  -- All that any of the entries touches, in everybody's order.
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (v_cuentas || v_casa || v_personal || ARRAY(
      SELECT unnest(ARRAY[s.posicion_id, s.contravalor_id]) FROM posiciones s JOIN turnos_cuentas x ON x.moneda_id = s.moneda_id
      WHERE x.turno_id = p_id)) ORDER BY id FOR NO KEY UPDATE;
  -- The next turn may be counting this till already: what it expects is the same before and after.
  UPDATE cuentas_contables SET bloqueo = NULL WHERE id = ANY (v_cuentas) AND bloqueo IS NOT NULL;
  FOR r IN
    SELECT x.cuenta_id, x.moneda_id, c.diferencia FROM turnos_cuentas x JOIN conteos c ON c.id = x.conteo_id
    WHERE x.turno_id = p_id AND c.diferencia <> 0 ORDER BY x.cuenta_id
  LOOP
    libro := libro_contabilizar('turnos', p_id,
      format('%s de caja %s', CASE WHEN r.diferencia < 0 THEN 'Faltante' ELSE 'Sobrante' END, t.numero), v_usuario,
      ARRAY[(r.cuenta_id, r.diferencia, CASE WHEN r.diferencia > 0 THEN conteos_valor(r.moneda_id, r.diferencia) END, NULL)::libro_linea],
      CASE WHEN r.diferencia < 0 AND p_cargo = 'personal' THEN v_personal ELSE v_casa END);
    UPDATE turnos_cuentas SET asiento_id = (libro->>'asiento_id')::bigint WHERE turno_id = p_id AND cuenta_id = r.cuenta_id;
  END LOOP;
  PERFORM turnos_bloquear(v_cuentas);
  UPDATE turnos SET estado = 'aprobado', aprobado_en = ahora(), aprobado_por = v_usuario, cargo = p_cargo, nota = p_nota,
         version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'aprobar', 'turnos', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('numero', t.numero, 'cargo', p_cargo, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{cierres,aprobaciones,cuentas,posiciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'message', format('Turno %s aprobado.', t.numero));
END $$;

-- A count of any cash account at any moment: kept with its difference and its author, and nothing else changes.
CREATE FUNCTION arqueos_registrar(quien jsonb, p_cuenta bigint, p_conteo jsonb, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c cuentas;
  v_id bigint;
  v_diferencias text;
BEGIN
  -- Waits for what is on its way in; the count is compared with one instant.
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta FOR NO KEY UPDATE;
  SELECT * INTO c FROM cuentas WHERE id = p_cuenta AND tipo IN ('caja', 'boveda') AND estatus;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa caja o bóveda"}'); END IF;
  IF EXISTS (SELECT FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id
             WHERE x.cuenta_id = p_cuenta AND x.abierta AND t.usuario_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('ARQUEO_PROPIO', jsonb_build_object('cuenta', c.nombre));
  END IF;
  PERFORM detener_reloj();
  v_id := (conteos_guardar(quien, 'arqueo', NULL, ARRAY[p_cuenta], jsonb_build_array(p_conteo), p_motivo))[1];
  v_diferencias := conteos_texto(ARRAY[v_id]);
  PERFORM auditar(quien, 'arqueo', 'arqueos', v_id::text, NULL,
                  jsonb_build_object('cuenta_id', p_cuenta, 'conteo', p_conteo, 'diferencia', v_diferencias, 'motivo', p_motivo));
  IF v_diferencias IS NOT NULL THEN
    PERFORM telegram_anotar('caja_diferencia', format('arqueo:%s', v_id),
      jsonb_build_object('id', v_id, 'arqueo', true, 'usuario_id', quien->'usuario_id', 'diferencias', v_diferencias, 'motivo', p_motivo));
  END IF;
  PERFORM avisar('cierres', v_id);
  RETURN jsonb_build_object('id', v_id, 'message', coalesce(format('Arqueo guardado. %s.', v_diferencias), 'Arqueo guardado: la cuenta cuadra.'));
END $$;

CREATE FUNCTION instante_texto(p timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(p AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- What was true of a day: its gains and operations, what every account and currency stood at when it ended, the rates in
-- force, its tills. One statement, one moment of the books; the same again for a day that is closed, whenever it is asked.
CREATE FUNCTION cierre_resumen(p_fecha date, p_instante timestamptz) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH fin AS (SELECT least(p_instante, (p_fecha + 1)::timestamp AT TIME ZONE 'America/Lima' - interval '1 microsecond') AS t),
  movido AS (
    SELECT p.cuenta_id, coalesce(sum(p.importe) FILTER (WHERE a.fecha_negocio = p_fecha), 0) AS dia,
           coalesce(sum(p.importe) FILTER (WHERE a.fecha_negocio > p_fecha), 0) AS despues
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id WHERE a.fecha_negocio >= p_fecha GROUP BY p.cuenta_id),
  libro AS MATERIALIZED (
    SELECT k.id, k.codigo, k.nombre, k.clase, k.saldo - coalesce(v.despues, 0) AS saldo, coalesce(v.dia, 0) AS dia
    FROM cuentas_contables k LEFT JOIN movido v ON v.cuenta_id = k.id),
  -- What was registered that day; what is annulled counts on the day of its annulment, as in dia_resultado.
  operado AS (SELECT o.tipo FROM compras_ventas o WHERE o.fecha_negocio = p_fecha)
  SELECT jsonb_build_object(
    'hasta', (SELECT instante_texto(t) FROM fin),
    'ganancia', (SELECT round(coalesce(-sum(l.dia), 0), 2)::text FROM posiciones s JOIN libro l ON l.id = s.ganancia_id),
    'margen', (SELECT round(margen, 2)::text FROM dia_resultado(p_fecha, p_instante)),
    'resultado', (SELECT round(coalesce(-sum(dia), 0), 2)::text FROM libro WHERE clase IN ('ingreso', 'gasto')),
    'resultados', (SELECT coalesce(jsonb_agg(jsonb_build_object('codigo', codigo, 'nombre', nombre, 'importe', round(-dia, 2)::text)
        ORDER BY clase DESC, codigo), '[]') FROM libro WHERE clase IN ('ingreso', 'gasto') AND dia <> 0),
    'operaciones', (SELECT jsonb_build_object('compra', count(*) FILTER (WHERE tipo = 'compra'),
        'venta', count(*) FILTER (WHERE tipo = 'venta'), 'canje', count(*) FILTER (WHERE tipo = 'canje'),
        'orden', (SELECT count(*) FROM ordenes WHERE fecha_negocio = p_fecha),
        'anulada', (SELECT count(*) FROM compras_ventas WHERE estado = 'anulada' AND fecha_negocio(anulada_en) = p_fecha)) FROM operado),
    'posiciones', (SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', m.id, 'iso', m.iso, 'simbolo', m.simbolo,
        'decimales', m.decimales, 'cantidad', round(-q.saldo, m.decimales)::text, 'costo', round(k.saldo, 2)::text,
        'promedio', round(k.saldo / nullif(-q.saldo, 0), 6)::text, 'ganancia', round(-g.dia, 2)::text,
        'precio', trim_scale(round(x.precio, 8))::text, 'valor', round(-q.saldo * x.precio, 2)::text) ORDER BY m.id), '[]')
      FROM posiciones s JOIN monedas m ON m.id = s.moneda_id JOIN libro q ON q.id = s.posicion_id
      JOIN libro k ON k.id = s.contravalor_id JOIN libro g ON g.id = s.ganancia_id
      LEFT JOIN LATERAL (
        -- As the page of positions has it: our own pair at home, else through the dollar's two pairs.
        SELECT coalesce(p1.compra, p2.compra / nullif(p3.venta, 0)) AS precio
        FROM monedas f JOIN monedas usd ON usd.iso = 'USD' LEFT JOIN paises h ON h.moneda_id = f.id
        LEFT JOIN LATERAL (SELECT i.compra FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
          WHERE d.pais = h.id AND d.base_id = m.id AND d.cotizacion_id = f.id AND d.estatus AND i.vigencia @> (SELECT t FROM fin)) p1 ON true
        LEFT JOIN LATERAL (SELECT i.compra FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
          WHERE d.pais = h.id AND d.base_id = usd.id AND d.cotizacion_id = f.id AND d.estatus AND i.vigencia @> (SELECT t FROM fin)) p2 ON true
        LEFT JOIN LATERAL (SELECT i.venta FROM pares_divisas d JOIN pares_divisas_historico i ON i.par_id = d.id
          WHERE d.pais = 'usd' AND d.base_id = usd.id AND d.cotizacion_id = m.id AND d.estatus AND i.vigencia @> (SELECT t FROM fin)) p3 ON true
        WHERE f.funcional ORDER BY h.id LIMIT 1) x ON true
      WHERE q.saldo <> 0 OR k.saldo <> 0 OR g.dia <> 0),
    'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'nombre', c.nombre, 'tipo', c.tipo, 'iso', m.iso,
        'simbolo', m.simbolo, 'decimales', m.decimales, 'saldo', round(l.saldo, m.decimales)::text)
        ORDER BY m.funcional DESC, m.id, c.nombre), '[]')
      FROM cuentas c JOIN libro l ON l.id = c.id JOIN monedas m ON m.id = c.moneda_id WHERE c.estatus OR l.saldo <> 0),
    'tasas', (SELECT coalesce(jsonb_agg(jsonb_build_object('pais', t.pais, 'base', b.iso, 'cotizacion', q.iso, 'segmento', t.segmento,
        'tasa', round(h.tasa, h.precision)::text, 'precision', h.precision, 'metodo_calculo', h.metodo_calculo) ORDER BY t.pais, b.id, q.id, t.id), '[]')
      FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND h.vigencia @> (SELECT x.t FROM fin x)
      JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id WHERE t.estatus),
    'cajas', (SELECT coalesce(jsonb_agg(jsonb_build_object('turno_id', t.id, 'numero', t.numero, 'estado', t.estado,
        'cajero', split_part(u.nombres, ' ', 1) || ' ' || split_part(u.apellidos, ' ', 1),
        'cuentas', (SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', c.nombre, 'simbolo', m.simbolo, 'decimales', m.decimales,
            'contado', round(n.contado, m.decimales)::text, 'esperado', round(n.esperado, m.decimales)::text,
            'diferencia', round(n.diferencia, m.decimales)::text) ORDER BY c.id), '[]')
          FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
          JOIN conteos n ON n.id = x.conteo_id WHERE x.turno_id = t.id)) ORDER BY t.id), '[]')
      FROM turnos t JOIN usuarios u ON u.id = t.usuario_id WHERE t.fecha_negocio = p_fecha),
    -- Every ledger account as it stood: what the check of the books compares.
    'libro', (SELECT coalesce(jsonb_object_agg(id, trim_scale(saldo)::text), '{}') FROM libro WHERE saldo <> 0));
$$;

-- Closes a day: nothing more is posted on it or before it, and what was true of it is kept.
CREATE FUNCTION cierres_cerrar(quien jsonb, p_fecha date, p_confirmo boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ultimo date;
  v_falta date;
  v_version integer;
BEGIN
  -- Alone: waits for the postings under way; what comes meanwhile waits, and finds the day closed.
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  IF p_fecha > fecha_negocio(ahora()) THEN
    PERFORM rechazar('DIA_FUTURO', jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY')));
  END IF;
  SELECT max(fecha) INTO v_ultimo FROM cierres;
  IF p_fecha <= v_ultimo THEN
    PERFORM rechazar('DIA_YA_CERRADO', jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY')));
  END IF;
  -- Days without movement are skipped. Before the first closing nothing is asked for: the house begins with it.
  SELECT fecha_negocio INTO v_falta FROM asientos WHERE fecha_negocio > v_ultimo AND fecha_negocio < p_fecha
    ORDER BY fecha_negocio LIMIT 1;
  IF FOUND THEN PERFORM rechazar('DIA_ANTERIOR_ABIERTO', jsonb_build_object('fecha', to_char(v_falta, 'DD/MM/YYYY'))); END IF;
  IF EXISTS (SELECT FROM cierre_pendientes WHERE bloquea AND fecha <= p_fecha) THEN PERFORM rechazar('CIERRE_BLOQUEADO'); END IF;
  IF NOT p_confirmo AND EXISTS (SELECT FROM cierre_pendientes WHERE fecha <= p_fecha) THEN PERFORM rechazar('CIERRE_CON_AVISOS'); END IF;
  SELECT coalesce(max(version), 0) + 1 INTO v_version FROM cierres_versiones WHERE fecha = p_fecha;
  INSERT INTO cierres (fecha, usuario_id, cerrado_en) VALUES (p_fecha, (quien->>'usuario_id')::int, ahora());
  INSERT INTO cierres_versiones (fecha, version, usuario_id, cerrado_en, resumen)
    SELECT p_fecha, v_version, (quien->>'usuario_id')::int, ahora(), cierre_resumen(p_fecha, ahora()) || jsonb_build_object(
      'pendientes', (SELECT coalesce(jsonb_object_agg(clave, n), '{}') FROM (
        SELECT clave, count(*) AS n FROM cierre_pendientes WHERE fecha <= p_fecha GROUP BY clave) x));
  PERFORM auditar(quien, 'cerrar', 'cierres', p_fecha::text, NULL, jsonb_build_object('version', v_version));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'version', v_version, 'message', format('Día %s cerrado.', to_char(p_fecha, 'DD/MM/YYYY')));
END $$;

-- The last closed day opens again; what was kept of it stays.
CREATE FUNCTION cierres_reabrir(quien jsonb, p_fecha date, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_ultimo date;
BEGIN
  PERFORM pg_advisory_xact_lock(27, 0);
  PERFORM detener_reloj();
  SELECT max(fecha) INTO v_ultimo FROM cierres;
  IF NOT EXISTS (SELECT FROM cierres WHERE fecha = p_fecha) THEN
    PERFORM rechazar('DIA_NO_CERRADO', jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY')));
  END IF;
  IF p_fecha <> v_ultimo THEN
    PERFORM rechazar('DIA_NO_ULTIMO', jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY'), 'ultimo', to_char(v_ultimo, 'DD/MM/YYYY')));
  END IF;
  DELETE FROM cierres WHERE fecha = p_fecha;
  UPDATE cierres_versiones SET reabierto_en = ahora(), reabierto_por = (quien->>'usuario_id')::int, motivo = p_motivo
    WHERE fecha = p_fecha AND reabierto_en IS NULL;
  PERFORM auditar(quien, 'reabrir', 'cierres', p_fecha::text, NULL, jsonb_build_object('motivo', p_motivo));
  PERFORM avisar('cierres');
  RETURN jsonb_build_object('fecha', p_fecha, 'message', format('Día %s reabierto.', to_char(p_fecha, 'DD/MM/YYYY')));
END $$;
