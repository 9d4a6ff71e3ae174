-- A leg may be added only in the transaction that wrote its entry, with no more decimals than its currency has.
CREATE OR REPLACE FUNCTION apuntes_revisar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ajena boolean;
  v_decimales boolean;
BEGIN
  SELECT bool_or(a.xid <> pg_current_xact_id()), bool_or(scale(trim_scale(n.importe)) > m.decimales)
    INTO v_ajena, v_decimales
    FROM nuevos n JOIN asientos a ON a.id = n.asiento_id JOIN monedas m ON m.id = n.moneda_id;
  IF v_ajena THEN RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'apuntes: the entry is sealed'; END IF;
  IF v_decimales THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'apuntes: more decimals than the currency has';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER apuntes_revisar AFTER INSERT ON apuntes
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION apuntes_revisar();

-- Refuses a day that is closed, and any day before it. Postings share the lock and a closing takes it exclusively: what
-- began earlier is in the day's summary, what comes later sees the day closed.
CREATE OR REPLACE FUNCTION dia_abierto_exigir(p_fecha date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF p_fecha <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(p_fecha, 'DD/MM/YYYY')));
  END IF;
END $$;
CREATE OR REPLACE FUNCTION asientos_dia_abierto()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM dia_abierto_exigir(NEW.fecha_negocio);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER asientos_dia_abierto AFTER INSERT ON asientos
  FOR EACH ROW EXECUTE FUNCTION asientos_dia_abierto();

-- Refuses what is of a branch that closed that day or a later one (R-264), under the lock of the house's days: what
-- began earlier is in the branch's summary, what comes later sees it closed.
CREATE OR REPLACE FUNCTION sucursales_abiertas_exigir(p_sucursales integer[], p_fecha date)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  PERFORM rechazar('SUCURSAL_CERRADA', jsonb_build_object('sucursal', s.nombre,
      'fecha', to_char(p_fecha, 'DD/MM/YYYY')))
    FROM cierres_sucursales c JOIN sucursales s ON s.id = c.sucursal_id
    WHERE c.reabierto_en IS NULL AND c.fecha >= p_fecha AND c.sucursal_id = ANY (p_sucursales) LIMIT 1;
END $$;

-- No document of such a branch is registered: its entry was posted before the document said whose it is.
CREATE OR REPLACE FUNCTION documentos_sucursal_abierta()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM sucursales_abiertas_exigir(ARRAY(SELECT DISTINCT sucursal_id FROM nuevos WHERE sucursal_id IS NOT NULL),
    fecha_negocio(ahora()));
  RETURN NULL;
END $$;

-- Checked at commit: an entry has two legs or more and sums to zero per currency and in value; a reversal is the exact
-- negative of an entry that is not itself a reversal.
CREATE OR REPLACE FUNCTION asientos_cuadran() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_apuntes integer;
  v_cuadra boolean;
BEGIN
  SELECT sum(x.apuntes), bool_and(x.importe = 0) AND sum(x.valor) = 0 INTO v_apuntes, v_cuadra
    FROM (SELECT count(*) AS apuntes, sum(importe) AS importe, sum(valor) AS valor FROM apuntes
          WHERE asiento_id = NEW.id GROUP BY moneda_id) x;
  IF coalesce(v_apuntes, 0) < 2 OR NOT v_cuadra THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('asiento %s does not balance', NEW.id);
  END IF;
  IF NEW.anula_a IS NOT NULL AND NOT asientos_al_reves(NEW.id, NEW.anula_a) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('asiento %s is not an exact reversal', NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- Whether an entry is another's reversal: each leg with the opposite sign. Where it has a leg of differences, the
-- currencies that leave have a value of their own (R-177): their counter-value is not compared, and of their legs the
-- quantities only; that it is the average is for `verificar` to say.
CREATE OR REPLACE FUNCTION asientos_al_reves(p_reversa bigint, p_original bigint)
  RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH salen AS (
    SELECT s.moneda_id, s.contravalor_id FROM apuntes p JOIN posiciones s ON s.posicion_id = p.cuenta_id
    WHERE p.asiento_id = p_reversa AND p.importe > 0
      AND EXISTS (SELECT FROM apuntes d WHERE d.asiento_id = p_reversa AND d.cuenta_id = anulaciones_cuenta())
  ), patas AS (
    SELECT p.asiento_id = p_reversa AS reversa, p.cuenta_id, p.importe,
           CASE WHEN p.moneda_id NOT IN (SELECT moneda_id FROM salen) THEN p.valor END AS valor
    FROM apuntes p
    WHERE p.asiento_id IN (p_reversa, p_original) AND p.cuenta_id NOT IN (SELECT contravalor_id FROM salen)
      AND (p.cuenta_id <> anulaciones_cuenta() OR NOT EXISTS (SELECT FROM salen)))
  SELECT NOT EXISTS (SELECT FROM asientos WHERE id = p_original AND anula_a IS NOT NULL)
    AND NOT EXISTS (
      (SELECT cuenta_id, -importe, -valor FROM patas WHERE NOT reversa
       EXCEPT ALL SELECT cuenta_id, importe, valor FROM patas WHERE reversa)
      UNION ALL
      (SELECT cuenta_id, importe, valor FROM patas WHERE reversa
       EXCEPT ALL SELECT cuenta_id, -importe, -valor FROM patas WHERE NOT reversa));
$$;
DROP TRIGGER IF EXISTS asientos_cuadran ON asientos;
CREATE CONSTRAINT TRIGGER asientos_cuadran AFTER INSERT ON asientos
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION asientos_cuadran();

CREATE OR REPLACE FUNCTION contables_rechazar(p_nombre text, p_bloqueo text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rechazar(CASE p_bloqueo WHEN 'conteo' THEN 'CAJA_EN_CONTEO' ELSE 'TURNO_REQUERIDO' END,
                   jsonb_build_object('cuenta', p_nombre));
END $$;

-- Refuses a till under count before any refusal that would tell its balance to whoever counts it (R-141).
CREATE OR REPLACE FUNCTION contables_sin_conteo(p_cuenta bigint) RETURNS void LANGUAGE sql STABLE AS $$
  SELECT contables_rechazar(nombre, bloqueo) FROM cuentas_contables WHERE id = p_cuenta AND bloqueo = 'conteo';
$$;

-- Refuses any change of a blocked account, whoever writes. Its WHEN is evaluated on the row being written, so that an
-- open account costs nothing.
CREATE OR REPLACE FUNCTION contables_bloqueadas()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM contables_rechazar(NEW.nombre, OLD.bloqueo);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER contables_bloqueadas AFTER UPDATE OF saldo ON cuentas_contables
  FOR EACH ROW WHEN (OLD.bloqueo IS NOT NULL) EXECUTE FUNCTION contables_bloqueadas();

-- The average cost of an amount of a currency; the last unit carries all the remaining cost. Null without a position.
CREATE OR REPLACE FUNCTION a_costo(p_moneda integer, p_cantidad numeric) RETURNS numeric LANGUAGE sql STABLE
  RETURN CASE WHEN p_moneda = moneda_funcional() THEN p_cantidad ELSE (
    SELECT CASE WHEN p_cantidad = -q.saldo THEN k.saldo ELSE round(p_cantidad * k.saldo / nullif(-q.saldo, 0), 2) END
    FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id
    JOIN cuentas_contables k ON k.id = p.contravalor_id WHERE p.moneda_id = p_moneda) END;

CREATE OR REPLACE FUNCTION contables_sin_uso() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM cuentas_contables WHERE id = NEW.id AND NOT en_uso AND saldo <> 0) THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', NEW.nombre));
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS contables_sin_uso ON cuentas_contables;
CREATE CONSTRAINT TRIGGER contables_sin_uso AFTER UPDATE OF saldo ON cuentas_contables DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT NEW.en_uso AND NEW.saldo <> 0) EXECUTE FUNCTION contables_sin_uso();
