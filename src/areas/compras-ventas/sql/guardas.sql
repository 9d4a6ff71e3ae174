-- The terms of a document never change; only its state and its print counts do. Nothing is deleted.
CREATE OR REPLACE FUNCTION compras_ventas_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- fecha_negocio is a generated column of fecha, not computed yet in a BEFORE trigger.
  libres text[] := CASE TG_TABLE_NAME
    WHEN 'compras_ventas' THEN ARRAY['estado', 'anulada_en', 'anulada_por', 'motivo_anulacion', 'impresiones',
                                     'impresiones_declaracion', 'version', 'fecha_negocio']
    ELSE ARRAY['estado', 'asiento_id', 'verificado_por', 'referencia']
      -- What is lost says why and at whose charge, once.
      || CASE WHEN OLD.estado = 'por_verificar' AND NEW.estado = 'perdido' THEN '{motivo,cargo,valor}'::text[]
         ELSE '{}' END END;
  impresas text[] := '{impresiones,impresiones_declaracion,fecha_negocio}';
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres
     AND OLD.estado NOT IN ('anulada', 'sustituido') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'compras_ventas'
     AND to_jsonb(OLD) - impresas = to_jsonb(NEW) - impresas THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE OR REPLACE TRIGGER compras_ventas_fijas BEFORE UPDATE OR DELETE ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_fijas();
CREATE OR REPLACE TRIGGER compras_ventas_pagos_fijos BEFORE UPDATE OR DELETE ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_fijas();

-- Every operation has a rate in force at its instant, or one that a stored quote promised (R-24, R-145).
CREATE OR REPLACE FUNCTION compras_ventas_tasa_en_vigor() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM tipos_cambios_historico h
    WHERE h.id = NEW.historico_id AND h.metodo_calculo = NEW.metodo_calculo
      AND (h.vigencia @> NEW.fecha
           OR NEW.tasa_mantenida AND EXISTS (SELECT FROM tipos_cambios_cotizaciones c
             WHERE c.origen = 'compras-ventas' AND c.origen_id = NEW.id AND c.historico_id = h.id
               AND c.vence_en > NEW.fecha))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'compras_ventas: the rate was not in force';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER compras_ventas_tasa_en_vigor AFTER INSERT ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_tasa_en_vigor();

-- Every operation has the rate of its own segment, which the amount handed over by the client selects.
CREATE OR REPLACE FUNCTION compras_ventas_tramo() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tipos_cambios_exigir_tramo(NEW.historico_id, CASE NEW.tipo WHEN 'venta' THEN NEW.contravalor
      ELSE NEW.monto END);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER compras_ventas_tramo AFTER INSERT ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_tramo();

CREATE OR REPLACE TRIGGER compras_ventas_no_trunca BEFORE TRUNCATE ON compras_ventas EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER compras_ventas_pagos_no_trunca BEFORE TRUNCATE
    ON compras_ventas_pagos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER autorizaciones_tasa_no_trunca BEFORE TRUNCATE
    ON autorizaciones_tasa EXECUTE FUNCTION prohibir_cambio();

-- A payment's reference is used once.
CREATE OR REPLACE TRIGGER compras_ventas_pagos_referencias AFTER INSERT OR UPDATE OF estado, referencia
    ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('compras-ventas', 'compra_venta_id', 'lado');

-- Who the client was (R-151).
CREATE OR REPLACE TRIGGER compras_ventas_ficha BEFORE INSERT OR UPDATE OF ficha_id ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('ficha_id');
