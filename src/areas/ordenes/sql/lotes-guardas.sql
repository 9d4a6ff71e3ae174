-- While an order waits for the bank in a batch, nothing else pays it, and neither its beneficiary nor its place changes
-- (R-240): the file is out of the house.
CREATE OR REPLACE FUNCTION ordenes_lotes_quieta()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('ORDEN_EN_LOTE', jsonb_build_object('numero', NEW.numero, 'lote', k.numero))
    FROM ordenes_lotes_lineas l JOIN ordenes_lotes k ON k.id = l.lote_id
    WHERE l.orden_id = NEW.id AND l.estado = 'pendiente';
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ordenes_lotes_quieta BEFORE UPDATE ON ordenes FOR EACH ROW
  WHEN (OLD.beneficiario IS DISTINCT FROM NEW.beneficiario
    OR OLD.estado IS DISTINCT FROM NEW.estado AND NEW.estado IN ('pagada', 'anulada'))
  EXECUTE FUNCTION ordenes_lotes_quieta();

-- A payout of an order that waits in a batch is the one that the batch makes, from its account, by its amount and to
-- the beneficiary of the file.
CREATE OR REPLACE FUNCTION ordenes_lotes_pagada()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  l ordenes_lotes_lineas;
  k ordenes_lotes;
BEGIN
  SELECT * INTO l FROM ordenes_lotes_lineas WHERE orden_id = NEW.orden_id AND estado = 'pendiente';
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO STRICT k FROM ordenes_lotes WHERE id = l.lote_id;
  IF l.id::text IS DISTINCT FROM current_setting('cambista.lote_linea', true)
     OR (k.cuenta_id, l.monto, l.beneficiario) IS DISTINCT FROM (NEW.cuenta_id, NEW.monto, NEW.beneficiario) THEN
    PERFORM rechazar('ORDEN_EN_LOTE', jsonb_build_object('lote', k.numero, 'numero',
      (SELECT numero FROM ordenes WHERE id = NEW.orden_id)));
  END IF;
  UPDATE ordenes_lotes_lineas SET estado = 'pagada', pago_id = NEW.id, resuelta_por = NEW.usuario_id,
    resuelta_en = NEW.fecha WHERE id = l.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ordenes_lotes_pagada AFTER INSERT ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION ordenes_lotes_pagada();

-- A batch is committed with its file, and with the lines that it counts.
CREATE OR REPLACE FUNCTION ordenes_lotes_enteros()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ordenes_lotes k WHERE k.id = NEW.id AND (k.archivo IS NULL
      OR (k.ordenes, k.total) IS DISTINCT FROM (SELECT (count(*)::int, sum(monto))
        FROM ordenes_lotes_lineas WHERE lote_id = k.id))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('lote %s: its file or its lines', NEW.id);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_lotes_enteros ON ordenes_lotes;
CREATE CONSTRAINT TRIGGER ordenes_lotes_enteros AFTER INSERT OR UPDATE ON ordenes_lotes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ordenes_lotes_enteros();

CREATE OR REPLACE TRIGGER ordenes_lotes_fijos BEFORE UPDATE OR DELETE ON ordenes_lotes
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('huella', '^nulo [0-9a-f]+$', '{archivo,huella}',
    '^([0-9a-f]+) \1$', '{estado}');
CREATE OR REPLACE TRIGGER ordenes_lotes_estados BEFORE UPDATE OF estado ON ordenes_lotes FOR EACH ROW
  WHEN (OLD.estado <> 'abierto' AND NEW.estado <> OLD.estado) EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER ordenes_lotes_lineas_fijas BEFORE UPDATE OR DELETE ON ordenes_lotes_lineas
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^pendiente (pagada|rechazada)$',
    '{estado,pago_id,motivo,resuelta_por,resuelta_en}');
SELECT prohibir(NULL, '{ordenes_lotes_no_trunca,ordenes_lotes_lineas_no_trunca}');
