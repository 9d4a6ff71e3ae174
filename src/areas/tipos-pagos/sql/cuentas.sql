-- Whether a way of paying may use this account (R-291): any, unless it names its own.
CREATE OR REPLACE FUNCTION tipos_pagos_admite(p_cuentas jsonb, p_cuenta bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
  PARALLEL SAFE RETURN p_cuentas = '[]' OR p_cuentas @> jsonb_build_array(jsonb_build_object('cuenta_id', p_cuenta));

-- Why a way of paying of one currency does not serve with an account of another.
CREATE OR REPLACE FUNCTION tipos_pagos_otra_moneda(p_tipo integer, p_cuenta text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT reparo('FORMA_DE_OTRA_MONEDA', jsonb_build_object('tipo', t.nombre, 'moneda', m.nombre,
      'cuenta', p_cuenta)) FROM tipos_pagos t LEFT JOIN monedas m ON m.id = t.moneda_id WHERE t.id = p_tipo);
