-- A leg may be added only in the transaction that wrote its entry, with no more decimals than its currency has.
CREATE OR REPLACE FUNCTION apuntes_revisar() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM nuevos n JOIN asientos a ON a.id = n.asiento_id
             WHERE a.xid <> pg_current_xact_id()) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'apuntes: the entry is sealed';
  END IF;
  IF EXISTS (SELECT FROM nuevos n JOIN monedas m ON m.id = n.moneda_id
             WHERE scale(trim_scale(n.importe)) > m.decimales) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'apuntes: more decimals than the currency has';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER apuntes_revisar AFTER INSERT ON apuntes
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION apuntes_revisar();

-- A closed day, and any day before it, accepts no entries. Postings share the lock and a closing takes it exclusively:
-- postings that began earlier are in the day's summary, later ones see the day closed.
CREATE OR REPLACE FUNCTION asientos_dia_abierto() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NEW.fecha_negocio <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(NEW.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER asientos_dia_abierto AFTER INSERT ON asientos
  FOR EACH ROW EXECUTE FUNCTION asientos_dia_abierto();

-- Checked at commit: an entry has two legs or more and sums to zero per currency and in value; a reversal is the exact
-- negative of an entry that is not itself a reversal.
CREATE OR REPLACE FUNCTION asientos_cuadran() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  v_apuntes integer;
  v_valor numeric;
BEGIN
  SELECT count(*), sum(valor) INTO v_apuntes, v_valor FROM apuntes WHERE asiento_id = NEW.id;
  IF v_apuntes < 2 OR v_valor <> 0 OR EXISTS (
       SELECT FROM apuntes WHERE asiento_id = NEW.id GROUP BY moneda_id HAVING sum(importe) <> 0) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('asiento %s does not balance', NEW.id);
  END IF;
  IF NEW.anula_a IS NOT NULL AND (
       EXISTS (SELECT FROM asientos WHERE id = NEW.anula_a AND anula_a IS NOT NULL)
       OR EXISTS (
         (SELECT cuenta_id, -importe, -valor FROM apuntes WHERE asiento_id = NEW.anula_a
          EXCEPT ALL SELECT cuenta_id, importe, valor FROM apuntes WHERE asiento_id = NEW.id)
         UNION ALL
         (SELECT cuenta_id, importe, valor FROM apuntes WHERE asiento_id = NEW.id
          EXCEPT ALL SELECT cuenta_id, -importe, -valor FROM apuntes WHERE asiento_id = NEW.anula_a))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('asiento %s is not an exact reversal', NEW.id);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS asientos_cuadran ON asientos;
CREATE CONSTRAINT TRIGGER asientos_cuadran AFTER INSERT ON asientos
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION asientos_cuadran();

CREATE OR REPLACE FUNCTION contables_rechazar(p_nombre text, p_bloqueo text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rechazar(CASE p_bloqueo WHEN 'conteo' THEN 'CAJA_EN_CONTEO' ELSE 'TURNO_REQUERIDO' END,
                   jsonb_build_object('cuenta', p_nombre));
END $$;

-- Refuses a till under count before any refusal that would tell its balance to whoever counts it (R-141).
CREATE OR REPLACE FUNCTION contables_sin_conteo(p_cuenta bigint) RETURNS void
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT contables_rechazar(nombre, bloqueo) FROM cuentas_contables WHERE id = p_cuenta AND bloqueo = 'conteo';
$$;

-- Refuses any change of a blocked account, whoever writes. Its WHEN is evaluated on the row being written, so that an
-- open account costs nothing.
CREATE OR REPLACE FUNCTION contables_bloqueadas() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM contables_rechazar(NEW.nombre, OLD.bloqueo);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER contables_bloqueadas AFTER UPDATE OF saldo ON cuentas_contables
  FOR EACH ROW WHEN (OLD.bloqueo IS NOT NULL) EXECUTE FUNCTION contables_bloqueadas();

-- The average cost of an amount of a currency; the last unit carries all the remaining cost. Null without a position.
CREATE OR REPLACE FUNCTION a_costo(p_moneda integer, p_cantidad numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p_moneda = moneda_funcional() THEN p_cantidad ELSE (
    SELECT CASE WHEN p_cantidad = -q.saldo THEN k.saldo ELSE round(p_cantidad * k.saldo / nullif(-q.saldo, 0), 2) END
    FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id
    JOIN cuentas_contables k ON k.id = p.contravalor_id WHERE p.moneda_id = p_moneda) END;

CREATE OR REPLACE FUNCTION contables_sin_uso() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM cuentas_contables WHERE id = NEW.id AND NOT en_uso AND saldo <> 0) THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', NEW.nombre));
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS contables_sin_uso ON cuentas_contables;
CREATE CONSTRAINT TRIGGER contables_sin_uso AFTER UPDATE OF saldo ON cuentas_contables DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT NEW.en_uso AND NEW.saldo <> 0) EXECUTE FUNCTION contables_sin_uso();
