-- Annuls an operation: reverses every entry exactly, newest first. `p` = {motivo, anterior: the user may annul an
-- operation of an earlier day}. Of a ticket each counts as all of it, so that it is not annulled alone in parts.
CREATE OR REPLACE FUNCTION compras_ventas_anular_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d compras_ventas;
  v record;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = o.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM detener_reloj();
  v := compras_ventas_juntas(d);
  RETURN cuentas_anular(o, 'compras-ventas', d, d.fecha_negocio, d.usuario_id, d.fecha, v.usd, v.valor, d.divisa_id);
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_anular_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d compras_ventas;
BEGIN
  UPDATE compras_ventas_pagos SET estado = 'anulado' WHERE compra_venta_id = o.id AND estado <> 'sustituido';
  UPDATE compras_ventas SET estado = 'anulada', anulada_en = ahora(), anulada_por = (o.quien->>'usuario_id')::int,
         motivo_anulacion = o.p->>'motivo', version = version + 1 WHERE id = o.id RETURNING * INTO STRICT d;
  RETURN operacion_hecha('compras-ventas', d, 'anular',
    '%s anulada.' || libro_diferencia_frase('compras-ventas', o.id), p_antes => o.dato #>> '{}')
    || jsonb_build_object('despues', jsonb_build_object('estado', 'anulada', 'motivo', o.p->>'motivo'));
END $$;

-- Adds a voucher later to a payment of a valid operation; the verification requires it at the latest.
CREATE OR REPLACE FUNCTION compras_ventas_adjuntar(quien jsonb, p_id bigint, p_pago bigint, p_tipo text, p_nombre text,
    p_contenido bytea) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}');
  END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', d.estado)); END IF;
  RETURN adjuntos_agregar(quien, 'compras-ventas', p_id, p_pago, d.numero, p_tipo, p_nombre, p_contenido,
    reparo('PAGO_CINCO_COMPROBANTES'), p_linea => jsonb_build_object('pago_id', p_pago));
END $$;
