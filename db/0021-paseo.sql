-- In these columns nothing means zero, not without limit: writing a first fee into an account lets a higher charge pass.
ALTER TABLE controles ADD COLUMN vacio_cero boolean NOT NULL DEFAULT false;
UPDATE controles SET vacio_cero = true WHERE columna IN ('comision_salida_pct', 'comision_salida_fija');
