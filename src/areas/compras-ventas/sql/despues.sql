-- Annuls an operation: reverses every entry exactly, newest first. `anterior` = the user may annul an operation of an
-- earlier day.
CREATE OR REPLACE FUNCTION compras_ventas_anular(quien jsonb, p_id bigint, p_motivo text, p_anterior boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  v_asiento bigint;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM detener_reloj();
  IF d.fecha_negocio <> fecha_negocio(ahora()) AND NOT p_anterior THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(d.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  PERFORM cuentas_exigir_suyas_de(quien, 'compras-ventas', p_id);
  PERFORM anular_exigir(quien, jsonb_build_object('origen', 'compras-ventas', 'origen_id', p_id, 'numero', d.numero,
    'autores', jsonb_build_array(d.usuario_id), 'desde', d.fecha, 'usd', d.monto_usd, 'motivo', p_motivo,
    'pen', round(d.monto * precio_funcional(d.divisa_id), 2), 'importe', (
      SELECT importe_texto(d.monto, simbolo, decimales) FROM monedas WHERE id = d.divisa_id)));
  -- Locks all accounts of all entries at once, in the common lock order; locking entry by entry could deadlock.
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT p.cuenta_id FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
      WHERE a.origen = 'compras-ventas' AND a.origen_id = p_id)
    ORDER BY id FOR NO KEY UPDATE;
  FOR v_asiento IN
    SELECT id FROM asientos WHERE origen = 'compras-ventas' AND origen_id = p_id AND anula_a IS NULL ORDER BY id DESC
  LOOP
    PERFORM libro_anular(v_asiento, 'Anulación de ' || d.numero, (quien->>'usuario_id')::int);
  END LOOP;
  UPDATE compras_ventas_pagos SET estado = 'anulado' WHERE compra_venta_id = p_id AND estado <> 'sustituido';
  UPDATE compras_ventas SET estado = 'anulada', anulada_en = ahora(), anulada_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'compras-ventas', p_id::text, jsonb_build_object('estado', d.estado),
                  jsonb_build_object('estado', 'anulada', 'motivo', p_motivo));
  PERFORM avisar('compras-ventas', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', d.numero)
    || libro_diferencia_frase('compras-ventas', p_id));
END $$;

-- Adds a voucher later to a payment of a valid operation; the verification requires it at the latest.
CREATE OR REPLACE FUNCTION compras_ventas_adjuntar(quien jsonb, p_id bigint, p_pago bigint, p_tipo text, p_nombre text,
    p_contenido bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  a adjuntos;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}');
  END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', d.estado)); END IF;
  -- The same file on the same payment again: an idempotent replay after a lost answer.
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id
    WHERE u.origen = 'compras-ventas' AND u.origen_id = p_id AND u.detalle_id = p_pago
        AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos
        WHERE origen = 'compras-ventas' AND origen_id = p_id AND detalle_id = p_pago) >= 5 THEN
      PERFORM rechazar_campo(NULL, reparo('PAGO_CINCO_COMPROBANTES'));
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, 'compras-ventas', p_id, p_pago, '');
    PERFORM auditar(quien, 'adjuntar', 'compras-ventas', p_id::text, NULL,
                    jsonb_build_object('pago_id', p_pago, 'adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar('compras-ventas', p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', d.numero));
END $$;
