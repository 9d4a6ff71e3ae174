-- The fee of a payment of `p_monto` before it, in its currency: rounded up, as all that the house charges, and kept
-- between the least and the most. Twin of `tarifaDe` in areas/tipos-pagos/rules/tarifa.ts.
CREATE OR REPLACE FUNCTION tipos_pagos_tarifa(t tipos_pagos, p_monto numeric, p_decimales integer)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN t.tarifa_pct IS NULL AND t.tarifa_fija IS NULL THEN 0 ELSE
    least(greatest(round(ceil((p_monto * coalesce(t.tarifa_pct, 0) * 0.01 + coalesce(t.tarifa_fija, 0))
      * 10::numeric ^ p_decimales) / 10::numeric ^ p_decimales, p_decimales), t.tarifa_min), t.tarifa_max) END;

-- What payments of `p_suma`, which were charged `p_cobrada`, owe of their fee since refused ones carried it (R-300):
-- those of `p_montos`, charged `p_tarifas`. What these would add to it was theirs: together where there is a most,
-- each alone where there is a least. Without a change it is all that is not charged, but for a cent of rounding. A fee
-- that is fixed alone is charged once. Twin of `debida` in areas/tipos-pagos/rules/tarifa-mas.ts.
CREATE OR REPLACE FUNCTION tipos_pagos_tarifa_debida(t tipos_pagos, p_suma numeric, p_cobrada numeric,
    p_montos numeric[], p_tarifas numeric[], p_decimales integer)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_suma = 0 OR t.tarifa_pct IS NULL AND p_cobrada > 0 THEN 0
    ELSE (SELECT least(greatest(f.suya - p_cobrada, 0), greatest(0,
        sum(x.tarifa) + f.suya
          - tipos_pagos_tarifa(t, p_suma + coalesce(sum(x.monto) FILTER (WHERE x.tarifa > 0), 0), p_decimales),
        sum(greatest(x.tarifa + f.suya - tipos_pagos_tarifa(t, p_suma + x.monto, p_decimales), 0))))
      FROM (SELECT tipos_pagos_tarifa(t, p_suma, p_decimales) AS suya) f
      LEFT JOIN unnest(p_montos, p_tarifas) x (monto, tarifa) ON true GROUP BY f.suya) END;

-- What payments of `p_suma` together add to the fee of the earlier ones of a document by their way and account (R-300):
-- those are of `p_antes`, were charged `p_cobrada`, and keep it, whatever the way says now. So it is no more than these
-- add under the present rule, or pay alone where nothing was charged yet, and what the earlier ones owe since payments
-- of `p_montos` were refused; and no more than the fee of all lacks. A fee that is fixed alone is charged once. Twin of
-- `tarifaMas` in areas/tipos-pagos/rules/tarifa-mas.ts.
CREATE OR REPLACE FUNCTION tipos_pagos_tarifa_mas(t tipos_pagos, p_antes numeric, p_cobrada numeric,
    p_montos numeric[], p_tarifas numeric[], p_suma numeric, p_decimales integer)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_suma = 0 OR t.tarifa_pct IS NULL AND p_cobrada > 0 THEN 0
    WHEN p_antes = 0 THEN tipos_pagos_tarifa(t, p_suma, p_decimales)
    ELSE (SELECT greatest(least(f.todo - p_cobrada, tipos_pagos_tarifa_debida(t, p_antes, p_cobrada, p_montos,
          p_tarifas, p_decimales) + CASE WHEN p_cobrada > 0 THEN f.todo - tipos_pagos_tarifa(t, p_antes, p_decimales)
        ELSE tipos_pagos_tarifa(t, p_suma, p_decimales) END), 0)
      FROM (SELECT tipos_pagos_tarifa(t, p_antes + p_suma, p_decimales) AS todo) f) END;

-- What the bank takes of a payment of `p_monto`, its fee included, in its currency.
CREATE OR REPLACE FUNCTION tipos_pagos_costo(t tipos_pagos, p_monto numeric, p_decimales integer)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN t.costo_pct IS NULL AND t.costo_fijo IS NULL THEN 0 ELSE
    round(p_monto * coalesce(t.costo_pct, 0) * 0.01 + coalesce(t.costo_fijo, 0), p_decimales) END;

-- Whether what the client pays for a way of paying is apart from its payments (R-298): those are in a foreign currency,
-- and the fee is an amount of the functional one.
CREATE OR REPLACE FUNCTION tipos_pagos_aparte(t tipos_pagos) RETURNS boolean LANGUAGE sql STABLE
  RETURN t.tarifa_fija IS NOT NULL AND t.moneda_id <> moneda_funcional();

-- What a form gets wrong of fees and costs, each with its field; a fee is in the functional currency alone, and a part
-- of the payment only where that is, too.
CREATE OR REPLACE FUNCTION tipos_pagos_tarifas_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_tarifa constant boolean := num_nonnulls(NEW.tarifa_pct, NEW.tarifa_fija) > 0;
  v_pago constant boolean := num_nonnulls(NEW.costo_pago_pct, NEW.costo_pago_fijo) > 0;
  v_campo constant text := CASE WHEN NEW.costo_pago_pct IS NOT NULL THEN 'costo_pago_pct' ELSE 'costo_pago_fijo' END;
BEGIN
  IF num_nonnulls(NEW.tarifa_min, NEW.tarifa_max) > 0 AND NEW.tarifa_pct IS NULL THEN
    PERFORM rechazar_campo('tarifa_pct', reparo('TARIFA_SIN_PORCENTAJE'));
  ELSIF NEW.tarifa_min > NEW.tarifa_max THEN
    PERFORM rechazar_campo('tarifa_max', reparo('TARIFA_MAXIMA'));
  ELSIF NEW.sentido = 'entra' AND v_pago THEN
    PERFORM rechazar_campo(v_campo, reparo('COSTO_PAGO_ENTRA'));
  ELSIF NOT v_tarifa AND NOT v_pago AND num_nonnulls(NEW.costo_pct, NEW.costo_fijo) = 0 THEN
    RETURN NEW;
  ELSIF NEW.efectivo THEN
    PERFORM rechazar_campo('efectivo', reparo('EFECTIVO_SIN_TARIFA'));
  ELSIF v_tarifa AND (NEW.moneda_id IS NULL OR NEW.tarifa_pct IS NOT NULL AND NEW.moneda_id <> moneda_funcional()) THEN
    PERFORM rechazar_campo('moneda_id', reparo('TARIFA_EN_MONEDA', jsonb_build_object('moneda',
      (SELECT nombre FROM monedas WHERE funcional))));
  ELSIF num_nonnulls(NEW.costo_fijo, NEW.costo_pago_fijo) > 0 AND NEW.moneda_id IS NULL THEN
    PERFORM rechazar_campo('moneda_id', reparo('COSTO_CON_MONEDA'));
  END IF;
  PERFORM rechazar_campo(x.campo, reparo_decimales(m.decimales)) FROM (VALUES
      ('tarifa_fija', NEW.tarifa_fija, true), ('tarifa_min', NEW.tarifa_min, true),
      ('tarifa_max', NEW.tarifa_max, true),
      ('costo_fijo', NEW.costo_fijo, false), ('costo_pago_fijo', NEW.costo_pago_fijo, false)) x (campo, monto, libros)
    JOIN monedas m ON m.id = CASE WHEN x.libros THEN moneda_funcional() ELSE NEW.moneda_id END
    WHERE scale(trim_scale(x.monto)) > m.decimales;
  RETURN NEW;
END $$;
-- By its name before the trigger that asks for a second person: nobody says yes to what cannot be.
CREATE OR REPLACE TRIGGER tipos_pagos_antes BEFORE INSERT OR UPDATE ON tipos_pagos
  FOR EACH ROW EXECUTE FUNCTION tipos_pagos_tarifas_exigir();
