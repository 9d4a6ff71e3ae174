-- The accounts that a way of paying may use: none named, any that fits. `[{cuenta_id}]`, in the order of the form.
ALTER TABLE tipos_pagos ADD COLUMN cuentas jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(cuentas) = 'array'
  AND jsonb_array_length(cuentas) <= 60 AND NOT jsonb_path_exists(cuentas, '$[*] ? (!(@.cuenta_id > 0))'));

-- Where money may come in or go out is a control: the second person of R-187 is asked.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('tipos_pagos', 'cuentas', 'cambia', false, 'Cuentas habilitadas');
