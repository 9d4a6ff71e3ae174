-- What was advanced to third parties, and what the staff owes, can be settled: money that comes back lowers it.
INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id, minimo)
  SELECT 'anticipos', 'Anticipos a terceros', 'activo', id, 0 FROM monedas WHERE funcional
  ON CONFLICT (codigo) DO UPDATE SET minimo = 0;
INSERT INTO ajustes_saldo_motivos VALUES
  ('devolucion_anticipo', 'Devolución de un anticipo', 1, 'anticipos', false, false),
  ('cobro_personal', 'Cobro al personal', 1, 'por-cobrar-personal', false, false);
