-- The terms of a document never change; only its state and its print counts do. Nothing is deleted.
CREATE OR REPLACE TRIGGER compras_ventas_fijas BEFORE UPDATE OR DELETE ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
    '.', '{impresiones,impresiones_declaracion}', '^(?!anulada)',
    '{estado,anulada_en,anulada_por,motivo_anulacion,impresiones,impresiones_declaracion,version,gastos}');
-- What is lost says why and at whose charge, once.
CREATE OR REPLACE TRIGGER compras_ventas_pagos_fijos BEFORE UPDATE OR DELETE ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
    '^(?!sustituido)', '{estado,asiento_id,verificado_por,referencia,gasto}',
    '^por_verificar perdido$', '{estado,asiento_id,verificado_por,referencia,motivo,cargo,valor}');

-- Every operation has a rate in force at its instant, or one that a stored quote promised (R-24, R-145).
CREATE OR REPLACE FUNCTION compras_ventas_tasa_en_vigor()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

-- Every operation has the rate of its own segment, which its client and the amount that he hands over select.
CREATE OR REPLACE FUNCTION compras_ventas_tramo()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tipos_cambios_exigir_tramo(NEW.historico_id, CASE NEW.tipo WHEN 'venta' THEN NEW.contravalor
      ELSE NEW.monto END, NEW.cliente_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER compras_ventas_tramo AFTER INSERT ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_tramo();

SELECT prohibir(NULL, '{compras_ventas_no_trunca,compras_ventas_pagos_no_trunca,autorizaciones_tasa_no_trunca}');

-- A payment's reference is used once.
CREATE OR REPLACE TRIGGER compras_ventas_pagos_referencias AFTER INSERT OR UPDATE OF estado, referencia
    ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION referencias_llevar('compras-ventas', 'compra_venta_id', 'lado');

-- Who the client was (R-151).
CREATE OR REPLACE TRIGGER compras_ventas_ficha BEFORE INSERT OR UPDATE OF ficha_id ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION clientes_congelar('ficha_id');

-- Nothing is registered at a branch that closed its day (R-264).
CREATE OR REPLACE TRIGGER compras_ventas_sucursal_abierta AFTER INSERT ON compras_ventas
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_sucursal_abierta();

-- Nor what another key of the same program registered (R-475).
CREATE OR REPLACE TRIGGER compras_ventas_clave_de_antes AFTER INSERT ON compras_ventas
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION idempotencia_exigir();
CREATE OR REPLACE TRIGGER compras_ventas_tickets_clave_de_antes AFTER INSERT ON compras_ventas_tickets
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION idempotencia_exigir();
