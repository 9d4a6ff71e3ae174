-- Limits of a branch (R-265): tighter than the house's where it has one; null: the house's.
ALTER TABLE sucursales
  ADD COLUMN gasto_aprobacion_pen numeric(12,2) CHECK (gasto_aprobacion_pen BETWEEN 0 AND 1000000000),
  ADD COLUMN gasto_sin_papel_pen numeric(12,2) CHECK (gasto_sin_papel_pen BETWEEN 0 AND 1000000000),
  ADD COLUMN ajuste_aprobacion_pen numeric(12,2) CHECK (ajuste_aprobacion_pen BETWEEN 0 AND 1000000000),
  ADD COLUMN sin_cliente_dia_usd numeric(12,2) CHECK (sin_cliente_dia_usd BETWEEN 0 AND 1000000000),
  ADD COLUMN turno_nota_pen numeric(12,2) CHECK (turno_nota_pen BETWEEN 0 AND 1000000000);
-- To raise or to leave one out lets more pass, and is a control as the house's is.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('sucursales', 'gasto_aprobacion_pen', 'sube', false, 'Pagar un gasto sin aprobación hasta'),
  ('sucursales', 'gasto_sin_papel_pen', 'sube', false, 'Gastos sin comprobante de una persona, en un día'),
  ('sucursales', 'ajuste_aprobacion_pen', 'sube', false, 'Ajustar saldo sin aprobación hasta'),
  ('sucursales', 'sin_cliente_dia_usd', 'sube', false, 'Sin cliente, en un día'),
  ('sucursales', 'turno_nota_pen', 'sube', false, 'Aprobar una caja sin nota hasta');
