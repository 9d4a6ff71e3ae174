-- The expected balance of an account: its balance in the books plus the closed differences that are not approved yet.
CREATE OR REPLACE FUNCTION conteos_esperado(p_cuenta bigint) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT k.saldo + coalesce((
            SELECT sum(c.diferencia) FROM turnos t JOIN turnos_cuentas x ON x.turno_id = t.id AND x.cuenta_id = p_cuenta
            JOIN conteos c ON c.id = x.conteo_id WHERE t.estado = 'cerrado'), 0)
          FROM cuentas_contables k WHERE k.id = p_cuenta);

-- Reads a typed count, `[{cuenta_id, denominaciones: [{clase, valor, cantidad}] | null, monto | null}]`: every account
-- once, by notes and coins where its currency has them, otherwise by amount. An account without either was not counted;
-- an empty one has the amount 0, whatever its currency.
CREATE OR REPLACE FUNCTION conteos_leer(p_cuentas bigint[], p jsonb)
  RETURNS TABLE (cuenta_id bigint, moneda_id integer, contado numeric, denominaciones jsonb) LANGUAGE plpgsql STABLE
  AS $$
DECLARE
  r record;
  falla jsonb;
BEGIN
  IF EXISTS (SELECT FROM jsonb_array_elements(p) x WHERE (x->>'cuenta_id')::bigint <> ALL (p_cuentas)) THEN
    falla := reparo('CONTEO_CUENTA_DE_OTRA_CAJA');
  END IF;
  FOR r IN
    SELECT c.id, c.nombre, c.moneda_id AS moneda, m.decimales, m.billetes, m.metalicas,
           m.billetes IS NOT NULL OR m.metalicas IS NOT NULL AS por_pieza, x.j, x.j IS NULL AS falta,
           count(x.j) OVER (PARTITION BY c.id) AS veces,
           nullif(nullif(x.j->'denominaciones', 'null'), '[]') AS piezas, (x.j->>'monto')::numeric AS monto
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id
    LEFT JOIN jsonb_array_elements(p) x (j) ON (x.j->>'cuenta_id')::bigint = c.id
    WHERE c.id = ANY (p_cuentas) ORDER BY c.id
  LOOP
    falla := coalesce(falla, CASE
      WHEN r.falta THEN reparo('CONTEO_FALTA_CUENTA', jsonb_build_object('cuenta', r.nombre))
      WHEN r.veces > 1 THEN reparo('CONTEO_CUENTA_DOS_VECES', jsonb_build_object('cuenta', r.nombre))
      WHEN r.monto IS NULL AND r.piezas IS NULL THEN
        reparo('CONTEO_CUENTA_VACIA', jsonb_build_object('cuenta', r.nombre))
      WHEN r.por_pieza AND (r.monto <> 0 OR r.piezas IS NOT NULL AND r.monto IS NOT NULL) THEN
        reparo('CONTEO_POR_PIEZAS', jsonb_build_object('cuenta', r.nombre))
      WHEN NOT r.por_pieza AND r.piezas IS NOT NULL THEN
        reparo('CONTEO_POR_MONTO', jsonb_build_object('cuenta', r.nombre))
      WHEN NOT r.por_pieza AND scale(trim_scale(r.monto)) > r.decimales THEN
        reparo('DECIMALES_CUENTA', jsonb_build_object('cuenta', r.nombre, 'decimales', r.decimales))
      WHEN NOT r.por_pieza AND efectivo_reparo(r.id, r.monto) IS NOT NULL THEN reparo('EFECTIVO_CUENTA',
        efectivo_reparo(r.id, r.monto)->'datos' || jsonb_build_object('cuenta', r.nombre))
      WHEN EXISTS (SELECT FROM jsonb_array_elements(r.piezas) e
             WHERE NOT denominacion_existe(e, r.billetes, r.metalicas)) THEN
        reparo('CONTEO_DENOMINACION', jsonb_build_object('cuenta', r.nombre))
      WHEN jsonb_array_length(r.piezas) > 0 AND denominaciones_suma(r.piezas) IS NULL THEN
        reparo('CONTEO_CANTIDAD', jsonb_build_object('cuenta', r.nombre)) END);
    IF falla IS NOT NULL THEN PERFORM rechazar_campo('conteo', falla); END IF;
    cuenta_id := r.id;
    moneda_id := r.moneda;
    denominaciones := r.piezas;
    contado := CASE WHEN r.por_pieza THEN coalesce(denominaciones_suma(r.piezas), 0) ELSE r.monto END;
    RETURN NEXT;
  END LOOP;
END $$;

-- The differences of counts as text, for messages: `Caja Lima 1 USD: faltan US$ 20.00`.
CREATE OR REPLACE FUNCTION conteos_texto(p_ids bigint[]) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT string_agg(format('%s: %s %s', u.nombre, CASE WHEN c.diferencia < 0 THEN 'faltan' ELSE 'sobran' END,
                                   importe_texto(abs(c.diferencia), m.simbolo, m.decimales)), '; ' ORDER BY c.id)
          FROM conteos c JOIN cuentas u ON u.id = c.cuenta_id JOIN monedas m ON m.id = c.moneda_id
          WHERE c.id = ANY (p_ids) AND c.diferencia <> 0);

-- Stores one round of counts against the current balances; the accounts are locked by the caller.
CREATE OR REPLACE FUNCTION conteos_guardar(quien jsonb, p_momento text, p_turno bigint, p_cuentas bigint[], p jsonb,
    p_motivo text DEFAULT NULL) RETURNS bigint[] LANGUAGE sql AS $$
  WITH nuevos AS (
    INSERT INTO conteos (momento, turno_id, cuenta_id, moneda_id, vuelta, usuario_id, fecha, contado, esperado,
        denominaciones, motivo)
    SELECT p_momento, p_turno, x.cuenta_id, x.moneda_id,
           1 + (SELECT count(*) FROM conteos c
                WHERE c.turno_id = p_turno AND c.momento = p_momento AND c.cuenta_id = x.cuenta_id),
           (quien->>'usuario_id')::int, ahora(), x.contado, conteos_esperado(x.cuenta_id), x.denominaciones, p_motivo
    FROM conteos_leer(p_cuentas, p) x ORDER BY x.cuenta_id RETURNING id)
  SELECT array_agg(id ORDER BY id) FROM nuevos;
$$;

-- What each account holds without another count (R-306): what its last close counted, and before its first turn what
-- its opening balance counted; only for whoever made that count, who knows it, and while the books say the same. Who
-- takes a till over counts it. A till that never had anything has nothing, whoever answers for it. No row at all where
-- one account is not known.
CREATE OR REPLACE FUNCTION conteos_sin_contar(p_usuario integer, p_cuentas bigint[])
  RETURNS TABLE (cuenta_id bigint, moneda_id integer, contado numeric, denominaciones jsonb, de text)
  LANGUAGE sql STABLE AS $$
  WITH cada AS (
    SELECT c.id, c.moneda_id, u.* FROM cuentas c LEFT JOIN LATERAL (
      (SELECT 1 AS orden, n.contado, n.denominaciones, 'ultimo_cierre' AS de, t.usuario_id
       FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN conteos n ON n.id = x.conteo_id
       WHERE x.cuenta_id = c.id AND t.estado IN ('cerrado', 'aprobado') ORDER BY x.turno_id DESC LIMIT 1)
      UNION ALL
      SELECT 2, a.importe, (SELECT y.denominaciones FROM cuentas_aperturas y WHERE y.numero = a.numero),
             'saldo_inicial', a.solicitado_por FROM ajustes_saldo a
       WHERE a.cuenta_id = c.id AND a.motivo = 'saldo_inicial' AND a.estado = 'aplicado'
      UNION ALL
      SELECT 3, 0, NULL, 'saldo_inicial', p_usuario
       WHERE NOT EXISTS (SELECT FROM apuntes k WHERE k.cuenta_id = c.id)
         AND NOT EXISTS (SELECT FROM ajustes_saldo a WHERE a.cuenta_id = c.id AND a.motivo = 'saldo_inicial')
      ORDER BY orden LIMIT 1) u ON true
    WHERE c.id = ANY (p_cuentas))
  SELECT id, c.moneda_id, c.contado, c.denominaciones, c.de FROM cada c
  WHERE (SELECT bool_and(coalesce(usuario_id = p_usuario AND e.contado = conteos_esperado(e.id), false)) FROM cada e)
  ORDER BY id;
$$;

-- Stores that as the count of an opening. Answers what was stored, null where it is not known, and where it comes from.
CREATE OR REPLACE FUNCTION conteos_repetir(quien jsonb, p_turno bigint, p_cuentas bigint[])
  RETURNS jsonb LANGUAGE sql AS $$
  WITH nuevos AS (
    INSERT INTO conteos (momento, turno_id, cuenta_id, moneda_id, vuelta, usuario_id, fecha, contado, esperado,
        denominaciones)
    SELECT 'apertura', p_turno, s.cuenta_id, s.moneda_id, 1, (quien->>'usuario_id')::int, ahora(), s.contado,
           conteos_esperado(s.cuenta_id), s.denominaciones
    FROM conteos_sin_contar((quien->>'usuario_id')::int, p_cuentas) s RETURNING *)
  SELECT jsonb_agg(jsonb_build_object('cuenta_id', cuenta_id, 'denominaciones', denominaciones, 'monto',
    CASE WHEN nullif(denominaciones, '[]') IS NULL THEN contado::text END) ORDER BY cuenta_id) FROM nuevos;
$$;

-- The value of a surplus in the functional currency: at average cost; without a position, at our buying price or 0.
CREATE OR REPLACE FUNCTION conteos_valor(p_moneda integer, p_importe numeric) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT round(p_importe * coalesce(k.saldo / nullif(-q.saldo, 0),
            (SELECT d.compra FROM pares_divisas d
             WHERE d.pais = pais_de_la_casa() AND d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional()
               AND d.estatus LIMIT 1), 0), 2)
          FROM posiciones s JOIN cuentas_contables q ON q.id = s.posicion_id
          JOIN cuentas_contables k ON k.id = s.contravalor_id WHERE s.moneda_id = p_moneda);

-- Counts one cash account at any moment: stores the count with its difference and author, and posts nothing. Whoever
-- counts is not told the difference (R-141).
CREATE OR REPLACE FUNCTION arqueos_registrar(quien jsonb, p_cuenta bigint, p_conteo jsonb, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c cuentas;
  v_id bigint;
BEGIN
  -- Waits for postings under way, so that the count is compared with the balance of one instant.
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta FOR NO KEY UPDATE;
  SELECT * INTO c FROM cuentas WHERE id = p_cuenta AND tipo IN ('caja', 'boveda') AND estatus;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa caja o bóveda"}'); END IF;
  IF EXISTS (SELECT FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id
             WHERE x.cuenta_id = p_cuenta AND x.abierta AND t.usuario_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('ARQUEO_PROPIO', jsonb_build_object('cuenta', c.nombre));
  END IF;
  PERFORM detener_reloj();
  v_id := (conteos_guardar(quien, 'arqueo', NULL, ARRAY[p_cuenta], jsonb_build_array(p_conteo), p_motivo))[1];
  PERFORM auditar(quien, 'arqueo', 'arqueos', v_id::text, NULL,
                  jsonb_build_object('cuenta_id', p_cuenta, 'conteo', p_conteo, 'motivo', p_motivo));
  IF conteos_texto(ARRAY[v_id]) IS NOT NULL THEN
    PERFORM telegram_anotar('caja_diferencia', format('arqueo:%s', v_id),
      jsonb_build_object('id', v_id, 'arqueo', true, 'usuario_id', quien->'usuario_id',
        'diferencias', conteos_texto(ARRAY[v_id]), 'motivo', p_motivo));
  END IF;
  PERFORM avisar('cierres', v_id);
  RETURN jsonb_build_object('id', v_id, 'message', 'Arqueo guardado.');
END $$;
