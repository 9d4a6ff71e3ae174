-- Editing of accounts: the ledger account follows the name, and the currency while there are no movements.
CREATE OR REPLACE FUNCTION cuentas_renombrar(p_id bigint, p_nombre text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE cuentas_contables SET nombre = p_nombre
    WHERE id = (SELECT id FROM cuentas WHERE id = p_id) AND nombre <> p_nombre;
$$;

-- Changes the currency of an account that neither the ledger nor a pending payment has used.
CREATE OR REPLACE FUNCTION cuentas_cambiar_moneda(p_id bigint, p_moneda integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A posting locks this row before it writes, so after this lock its entry is visible.
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR UPDATE;
  IF EXISTS (SELECT FROM apuntes WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM cuentas_usos WHERE cuenta_id = p_id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "La moneda"}');
  END IF;
  -- One statement, because each row refers to the other's currency.
  WITH libro AS (UPDATE cuentas_contables SET moneda_id = p_moneda WHERE id = p_id)
  UPDATE cuentas SET moneda_id = p_moneda WHERE id = p_id;
END $$;

-- The accounts that a person is counting: from the moment he began until his turn is closed. Nothing tells him their
-- balances meanwhile (R-141), nor a key of his (R-407). An account keeps its responsible user while its turn is open.
CREATE OR REPLACE FUNCTION cuentas_contando(p_usuario integer)
  RETURNS TABLE (id bigint, nombre text) LANGUAGE sql STABLE AS $$
  SELECT c.id, c.nombre FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
  WHERE c.responsable_id = persona_de(p_usuario) AND k.bloqueo = 'conteo' ORDER BY c.id;
$$;

-- True when the account has no balance and nothing pending, such as a difference of its till that waits for approval.
-- Takes the lock of postings, so that it stays true.
CREATE OR REPLACE FUNCTION cuentas_vacia(p_id bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR NO KEY UPDATE;
  RETURN (SELECT saldo = 0 FROM cuentas_contables WHERE id = p_id)
    AND NOT EXISTS (SELECT FROM cuentas_usos WHERE cuenta_id = p_id AND pendiente);
END $$;

-- Checks the accounts of a posting, under its locks: all are active, and none exceeds its daily or monthly limit, the
-- posting included.
CREATE OR REPLACE FUNCTION cuentas_exigir(p_cuentas bigint[], p_fecha date) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_desde bigint;
BEGIN
  PERFORM rechazar('INACTIVO', jsonb_build_object('que', nombre)) FROM (
    SELECT nombre FROM cuentas WHERE id = ANY (p_cuentas) AND NOT estatus ORDER BY id LIMIT 1) c;
  IF NOT EXISTS (SELECT FROM cuentas
      WHERE id = ANY (p_cuentas) AND (limite_dia IS NOT NULL OR limite_mes IS NOT NULL)) THEN
    RETURN;
  END IF;
  -- Starts at the month's first leg, so that only the month is read; less a margin for the ids that concurrent postings
  -- may have taken out of order.
  SELECT min(id) - 1000 INTO v_desde FROM apuntes WHERE asiento_id = (
    SELECT id FROM asientos WHERE fecha_negocio >= date_trunc('month', p_fecha) ORDER BY fecha_negocio, id LIMIT 1);
  PERFORM topes_exigir(c.nombre, mov.dia, c.limite_dia, mov.mes, c.limite_mes, m.simbolo, m.decimales)
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id CROSS JOIN LATERAL (
      SELECT sum(abs(p.importe)) AS mes, sum(abs(p.importe)) FILTER (WHERE a.fecha_negocio = p_fecha) AS dia
      FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
      WHERE p.cuenta_id = c.id AND p.id >= v_desde AND a.fecha_negocio >= date_trunc('month', p_fecha)
      GROUP BY sign(p.importe)) mov
    WHERE c.id = ANY (p_cuentas) AND (c.limite_dia IS NOT NULL OR c.limite_mes IS NOT NULL);
END $$;

-- The overdraft is stored twice, as the ledger's minimum too: refuses a change of only one of them.
CREATE OR REPLACE FUNCTION cuentas_sobregiro_es_minimo()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
             WHERE c.id = NEW.id AND k.minimo IS DISTINCT FROM -c.sobregiro) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('cuenta %s: floor and overdraft differ', NEW.id);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS cuentas_sobregiro_es_minimo ON cuentas;
CREATE CONSTRAINT TRIGGER cuentas_sobregiro_es_minimo AFTER INSERT OR UPDATE OF sobregiro ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cuentas_sobregiro_es_minimo();
DROP TRIGGER IF EXISTS contables_minimo_es_sobregiro ON cuentas_contables;
CREATE CONSTRAINT TRIGGER contables_minimo_es_sobregiro AFTER UPDATE OF minimo ON cuentas_contables
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cuentas_sobregiro_es_minimo();

-- Sets the allowed overdraft of an account; it cannot be less than the overdraft in use.
CREATE OR REPLACE FUNCTION cuentas_sobregirar(p_id bigint, p_sobregiro numeric)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT k.saldo, m.simbolo, m.decimales INTO r FROM cuentas c
    JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = k.moneda_id
    WHERE c.id = p_id FOR NO KEY UPDATE OF k;
  IF r.saldo < -p_sobregiro THEN
    PERFORM rechazar('SOBREGIRO_EN_USO', jsonb_build_object('usado', importe_texto(-r.saldo, r.simbolo, r.decimales)));
  END IF;
  UPDATE cuentas SET sobregiro = p_sobregiro WHERE id = p_id AND sobregiro <> p_sobregiro;
  UPDATE cuentas_contables SET minimo = -p_sobregiro WHERE id = p_id AND minimo IS DISTINCT FROM -p_sobregiro;
END $$;

CREATE OR REPLACE FUNCTION cuentas_en_uso()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE cuentas_contables SET en_uso = NEW.estatus WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cuentas_en_uso AFTER UPDATE OF estatus ON cuentas
  FOR EACH ROW WHEN (OLD.estatus <> NEW.estatus) EXECUTE FUNCTION cuentas_en_uso();
