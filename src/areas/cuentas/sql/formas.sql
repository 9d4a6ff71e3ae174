-- The accounts that a way of paying names are there, of its class and of its currency (R-291).
CREATE OR REPLACE FUNCTION tipos_pagos_cuentas_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  FOR r IN SELECT x.n - 1 AS n, c.nombre, c.tipo IN ('caja', 'boveda') AS efectivo, c.moneda_id
    FROM jsonb_array_elements(NEW.cuentas) WITH ORDINALITY AS x (j, n)
    LEFT JOIN cuentas c ON c.id = (x.j->>'cuenta_id')::bigint
  LOOP
    IF r.nombre IS NULL THEN
      PERFORM rechazar_campo(format('cuentas.%s.cuenta_id', r.n), reparo('CUENTA_NO_EXISTE'));
    ELSIF r.efectivo <> NEW.efectivo OR r.moneda_id <> NEW.moneda_id THEN
      PERFORM rechazar_campo(format('cuentas.%s.cuenta_id', r.n), reparo('CUENTA_NO_SIRVE_FORMA', jsonb_build_object(
        'cuenta', r.nombre, 'tipo', NEW.nombre,
        'clase', CASE WHEN NEW.efectivo THEN 'una caja o bóveda' ELSE 'un banco o billetera' END,
        'moneda', coalesce(' en ' || (SELECT iso FROM monedas WHERE id = NEW.moneda_id), ''))));
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tipos_pagos_cuentas BEFORE INSERT OR UPDATE OF cuentas, efectivo, moneda_id ON tipos_pagos
  FOR EACH ROW EXECUTE FUNCTION tipos_pagos_cuentas_exigir();
