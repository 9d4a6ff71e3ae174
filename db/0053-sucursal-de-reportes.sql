-- The sums of the days by branch too (R-221). They are a kept copy: a house with branches keeps every day anew, and one
-- without keeps what it has, because none of its documents is of a branch.
ALTER TABLE reportes_dias DISABLE TRIGGER USER;
ALTER TABLE reportes_resumen DISABLE TRIGGER USER;
ALTER TABLE reportes_diario DISABLE TRIGGER USER;
ALTER TABLE reportes_posicion DISABLE TRIGGER USER;
DELETE FROM reportes_resumen WHERE EXISTS (SELECT FROM sucursales);
DELETE FROM reportes_diario WHERE EXISTS (SELECT FROM sucursales);
DELETE FROM reportes_posicion WHERE EXISTS (SELECT FROM sucursales);
DELETE FROM reportes_dias WHERE EXISTS (SELECT FROM sucursales);
ALTER TABLE reportes_dias ENABLE TRIGGER USER;
ALTER TABLE reportes_resumen ENABLE TRIGGER USER;
ALTER TABLE reportes_diario ENABLE TRIGGER USER;
ALTER TABLE reportes_posicion ENABLE TRIGGER USER;

ALTER TABLE reportes_resumen ADD COLUMN sucursal_id integer REFERENCES sucursales,
  DROP CONSTRAINT reportes_resumen_fecha_tipo_moneda_id_de_id_a_id_segmento_u_key,
  ADD UNIQUE NULLS NOT DISTINCT (fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, hora, sucursal_id);
ALTER TABLE reportes_diario ADD COLUMN sucursal_id integer REFERENCES sucursales,
  DROP CONSTRAINT reportes_diario_fecha_tipo_moneda_id_de_id_a_id_segmento_us_key,
  ADD UNIQUE NULLS NOT DISTINCT (fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, sucursal_id);
