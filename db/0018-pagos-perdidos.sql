-- A payment at the counter that does not come as it was registered (ADR 0061): it is paid in another way, by a line that
-- takes its place, or it is lost. States of a line are checked by name, and a line's own author and reason are kept.
ALTER TABLE compras_ventas_pagos
  DROP CONSTRAINT compras_ventas_pagos_estado_check,
  ADD CONSTRAINT compras_ventas_pagos_estado_check
    CHECK (estado IN ('verificado', 'por_verificar', 'sustituido', 'perdido', 'anulado')),
  ADD COLUMN sustituye_id bigint REFERENCES compras_ventas_pagos,
  -- Who added the line afterwards; null: whoever registered the operation.
  ADD COLUMN usuario_id integer REFERENCES usuarios,
  ADD COLUMN motivo text CHECK (length(btrim(motivo)) BETWEEN 5 AND 200),
  -- Who bears what is lost, and its value: what was owed, or what the units cost. `redondeo`: a coin that does not exist.
  ADD COLUMN cargo text CHECK (cargo IN ('casa', 'personal', 'redondeo')),
  ADD COLUMN valor numeric(38,8),
  ADD CONSTRAINT compras_ventas_pagos_sustituto CHECK ((sustituye_id IS NULL) = (usuario_id IS NULL)),
  ADD CONSTRAINT compras_ventas_pagos_perdido
    CHECK (estado <> 'perdido' OR lado = 'recibimos' AND motivo IS NOT NULL AND cargo IS NOT NULL AND valor IS NOT NULL);

INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id)
  SELECT 'incobrables', 'Cuentas incobrables', 'gasto', id FROM monedas WHERE funcional;

DO $$
DECLARE
  v_antes text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'vistos_clave_check');
BEGIN
  ALTER TABLE vistos DROP CONSTRAINT vistos_clave_check;
  EXECUTE 'ALTER TABLE vistos ADD CONSTRAINT vistos_clave_check '
    || replace(v_antes, ']', $w$, 'incobrable'::text]$w$);
END $$;
