-- Rules for cash accounts: who may use them, and which amounts notes and coins can pay.

-- True when this user may act for the person in charge of an account kept at this branch (R-220): he has the right to
-- other people's accounts (`ajenas`), and the account is of no branch, of his own (`sucursal`), or he may act at every
-- branch (`todas`).
CREATE OR REPLACE FUNCTION cuentas_por_otros(quien jsonb, p_sucursal integer) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN coalesce((quien->>'ajenas')::boolean, false) AND (p_sucursal IS NULL
    OR coalesce((quien->>'todas')::boolean, false) OR coalesce(p_sucursal = (quien->>'sucursal')::int, false));

-- The same of a user with the right to other people's accounts, by his id.
CREATE OR REPLACE FUNCTION cuentas_por_otros_toca(p_usuario integer, p_sucursal integer)
  RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT cuentas_por_otros(jsonb_build_object('ajenas', true, 'sucursal', u.sucursal_id, 'todas',
    EXISTS (SELECT FROM usuarios_con('sucursales:todas') x WHERE x.id = u.id)), p_sucursal)
  FROM usuarios u WHERE u.id = p_usuario;
$$;

-- True when this user may use the account. A cash account is used by its responsible user, and by users who may act for
-- others there; a vault without a responsible user only by the latter. A bank account or wallet is open to everybody
-- who may do the operation.
CREATE OR REPLACE FUNCTION cuentas_suya(quien jsonb, c cuentas) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN c.tipo NOT IN ('caja', 'boveda') OR cuentas_por_otros(quien, c.sucursal_id)
    OR coalesce(c.responsable_id = (quien->>'usuario_id')::int, false);

-- Refuses an account that this user may not use, and says why: its branch is not his, or it is in the charge of others.
CREATE OR REPLACE FUNCTION cuentas_rechazar_ajena(quien jsonb, p_cuenta bigint)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM rechazar('CAJA_DE_OTRA_SUCURSAL', jsonb_build_object('cuenta', c.nombre, 'sucursal', s.nombre))
    FROM cuentas c JOIN sucursales s ON s.id = c.sucursal_id
    WHERE c.id = p_cuenta AND coalesce((quien->>'ajenas')::boolean, false);
  PERFORM rechazar('CAJA_AJENA', jsonb_build_object('cuenta', c.nombre)) FROM cuentas c WHERE c.id = p_cuenta;
END $$;

-- Refuses the first of these accounts that this user may not use.
CREATE OR REPLACE FUNCTION cuentas_exigir_suyas(quien jsonb, p_cuentas bigint[])
  RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM cuentas_rechazar_ajena(quien, x.id) FROM (
    SELECT c.id FROM cuentas c WHERE c.id = ANY (p_cuentas) AND NOT cuentas_suya(quien, c) ORDER BY c.id LIMIT 1) x;
END $$;

-- The step of cash amounts in a currency: the configured cash rounding, otherwise the greatest common divisor of its
-- notes and coins. Null: its pieces are unknown.
CREATE OR REPLACE FUNCTION efectivo_paso(m monedas) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_paso numeric := 0;
  v_pieza numeric;
BEGIN
  IF m.redondeo_efectivo IS NOT NULL THEN RETURN m.redondeo_efectivo; END IF;
  FOREACH v_pieza IN ARRAY string_to_array(concat_ws(' ', m.billetes, m.metalicas), ' ')::numeric[] LOOP
    v_paso := gcd(v_paso, v_pieza);
  END LOOP;
  RETURN nullif(v_paso, 0);
END $$;

-- Error of a cash amount that notes and coins cannot pay; null for a valid amount or an account that is not cash.
CREATE OR REPLACE FUNCTION efectivo_reparo(p_cuenta bigint, p_monto numeric) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT reparo('EFECTIVO', jsonb_build_object('monto', importe_texto(abs(p_monto), m.simbolo, m.decimales),
    'pieza', importe_texto(efectivo_paso(m), m.simbolo, m.decimales)))
  FROM cuentas c JOIN monedas m ON m.id = c.moneda_id
  WHERE c.id = p_cuenta AND c.tipo IN ('caja', 'boveda') AND p_monto % efectivo_paso(m) <> 0;
$$;

-- The same in words, for a server of 0.2.0 that serves while its database is upgraded; nothing of this one calls it.
CREATE OR REPLACE FUNCTION efectivo_falla(p_cuenta bigint, p_monto numeric) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT format('%s no se puede pagar en efectivo: la menor pieza es de %s.', r->'datos'->>'monto',
    r->'datos'->>'pieza') FROM efectivo_reparo(p_cuenta, p_monto) r WHERE r IS NOT NULL);

-- Cash is never below zero (R-139): a till or vault has no overdraft. One that has it from before may only lose it.
CREATE OR REPLACE FUNCTION cuentas_efectivo_sin_sobregiro()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.tipo IN ('caja', 'boveda') AND NEW.sobregiro > 0
     AND (TG_OP = 'INSERT' OR NEW.sobregiro > OLD.sobregiro OR OLD.tipo NOT IN ('caja', 'boveda')) THEN
    PERFORM rechazar_campo('sobregiro', reparo('EFECTIVO_SIN_SOBREGIRO'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_efectivo_sin_sobregiro BEFORE INSERT OR UPDATE OF tipo, sobregiro ON cuentas
  FOR EACH ROW EXECUTE FUNCTION cuentas_efectivo_sin_sobregiro();
