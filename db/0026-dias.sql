-- The last entry of a day when the dashboard's sums of it were stored; null where the day had none. With another one
-- they are void, as those of the ledger and of the reports are.
ALTER TABLE dias_resumen ADD COLUMN asiento_id bigint REFERENCES asientos;
ALTER TABLE dias_resumen DISABLE TRIGGER USER;
UPDATE dias_resumen r SET asiento_id = (SELECT max(a.id) FROM asientos a WHERE a.fecha_negocio = r.fecha);
ALTER TABLE dias_resumen ENABLE TRIGGER USER;
