-- Commissions of orders (spec 2.15): accrued when the last payout completes one, taken back when a payout bounces.
CREATE FUNCTION ordenes_comisiones() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n ordenes := NEW;
  -- Whoever posted last did it.
  v_usuario integer := (SELECT a.usuario_id FROM asientos a WHERE a.origen = 'ordenes' AND a.origen_id = n.id ORDER BY a.id DESC LIMIT 1);
BEGIN
  IF n.estado <> 'completada' THEN
    PERFORM comisiones_revertir('ordenes', n.id, v_usuario);
    RETURN NULL;
  END IF;
  PERFORM comisiones_devengar((
    'ordenes', n.id, n.numero, 'orden', n.cliente_id, n.envia_moneda_id, n.recibe_moneda_id, n.recibe_moneda_id,
    n.envia_moneda_id, n.envia, n.tasa, n.precision,
    n.margen, n.ganancia - n.gastos - n.redondeo, n.valor,
    n.usuario_id, n.pagador_id, n.agente_id, v_usuario)::comision_operacion);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ordenes_comisiones AFTER UPDATE ON ordenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.estado = 'completada') <> (NEW.estado = 'completada')) EXECUTE FUNCTION ordenes_comisiones();
