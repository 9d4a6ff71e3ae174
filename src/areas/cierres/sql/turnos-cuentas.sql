-- Guards the documents: each step changes only its own columns.
CREATE OR REPLACE TRIGGER turnos_fijos BEFORE UPDATE ON turnos FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
  '^(abierto en_conteo|en_conteo abierto)$', '{estado,conteo_en,version}',
  '^en_conteo en_conteo$', '{version}',
  '^en_conteo cerrado$', '{estado,cerrado_en,motivo,version}',
  '^cerrado en_conteo$', '{estado,conteo_en,cerrado_en,motivo,version}',
  '^cerrado aprobado$', '{solo,estado,aprobado_en,aprobado_por,cargo,nota,version}',
  '^(cerrado cerrado|aprobado aprobado)$', '{impresiones}');
-- What was approved is not rewritten.
CREATE OR REPLACE TRIGGER turnos_cuentas_fijas BEFORE UPDATE ON turnos_cuentas
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('asiento_id', '^nulo ', '{abierta,conteo_id,asiento_id}');

-- An account keeps its type, cashier, branch and status while its turn is open.
CREATE OR REPLACE FUNCTION cuentas_en_turno() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('CAJA_EN_TURNO', jsonb_build_object('cuenta', NEW.nombre, 'numero', t.numero))
    FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id WHERE x.cuenta_id = NEW.id AND x.abierta;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_en_turno BEFORE UPDATE OF tipo, responsable_id, sucursal_id, estatus ON cuentas
  FOR EACH ROW WHEN ((OLD.tipo, OLD.responsable_id, OLD.sucursal_id, OLD.estatus)
    IS DISTINCT FROM (NEW.tipo, NEW.responsable_id, NEW.sucursal_id, NEW.estatus))
  EXECUTE FUNCTION cuentas_en_turno();

-- Sets or clears the block of these accounts, according to their turn and the setting. Locks the rows in the common
-- lock order.
CREATE OR REPLACE FUNCTION turnos_bloquear(p_cuentas bigint[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (p_cuentas) ORDER BY id FOR NO KEY UPDATE;
  UPDATE cuentas_contables k SET bloqueo = x.bloqueo
    FROM (SELECT c.id, CASE WHEN t.estado = 'en_conteo' THEN 'conteo'
              WHEN t.id IS NULL AND c.tipo = 'caja' AND ajuste('exigir_turno')::boolean THEN 'turno' END AS bloqueo
          FROM cuentas c LEFT JOIN turnos_cuentas a ON a.cuenta_id = c.id AND a.abierta
          LEFT JOIN turnos t ON t.id = a.turno_id WHERE c.id = ANY (p_cuentas)) x
    WHERE k.id = x.id AND k.bloqueo IS DISTINCT FROM x.bloqueo;
END $$;

-- For a new till, or an account that becomes one or stops being one. Deferred, so that the opening balance is posted
-- first.
CREATE OR REPLACE FUNCTION cuentas_bloquear() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM turnos_bloquear(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS cuentas_bloquear_nueva ON cuentas;
CREATE CONSTRAINT TRIGGER cuentas_bloquear_nueva AFTER INSERT ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.tipo = 'caja') EXECUTE FUNCTION cuentas_bloquear();
DROP TRIGGER IF EXISTS cuentas_bloquear_tipo ON cuentas;
CREATE CONSTRAINT TRIGGER cuentas_bloquear_tipo AFTER UPDATE OF tipo ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.tipo <> NEW.tipo) EXECUTE FUNCTION cuentas_bloquear();

CREATE OR REPLACE FUNCTION ajustes_exigir_turno()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM turnos_bloquear(ARRAY(SELECT id FROM cuentas WHERE tipo = 'caja' ORDER BY id));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ajustes_exigir_turno AFTER UPDATE OF valor ON ajustes FOR EACH ROW
  WHEN (NEW.clave = 'exigir_turno' AND OLD.valor <> NEW.valor) EXECUTE FUNCTION ajustes_exigir_turno();
