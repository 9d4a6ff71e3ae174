-- Which currency a way of paying is for decides what its fee and limits are measured in, and by which accounts money may
-- come in or go out: it is a control, and the second person of R-187 is asked.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('tipos_pagos', 'moneda_id', 'cambia', false, 'Moneda');
