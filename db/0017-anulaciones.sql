-- What annulments at today's average leave as a gain or loss (R-177). Its id stands above all that the sequence will ever
-- give and below the commissions', so that it is locked between both.
INSERT INTO cuentas_contables (id, codigo, nombre, clase, moneda_id) OVERRIDING SYSTEM VALUE
  SELECT 9000000000000000, 'anulaciones', 'Diferencias por anulación', 'gasto', id FROM monedas WHERE funcional;

ALTER TABLE reportes_resumen ADD COLUMN anulaciones numeric(38, 8) NOT NULL DEFAULT 0;
DROP FUNCTION IF EXISTS reportes_dia(date);
