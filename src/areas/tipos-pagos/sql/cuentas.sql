-- Whether a way of paying may use this account (R-291): any, unless it names its own. Twin of `admite` in
-- areas/tipos-pagos/rules/formas.ts.
CREATE OR REPLACE FUNCTION tipos_pagos_admite(p_cuentas jsonb, p_cuenta bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
  PARALLEL SAFE RETURN p_cuentas = '[]' OR p_cuentas @> jsonb_build_array(jsonb_build_object('cuenta_id', p_cuenta));
