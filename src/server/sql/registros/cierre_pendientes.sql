-- Unfinished work when a day closes, one row each; it counts from its own date on. Rows with `bloquea` must be finished
-- first, the others are shown and confirmed. `sucursales`: the branches whose day waits for it (R-264).
SELECT NULL::text AS clave, NULL::boolean AS bloquea, NULL::date AS fecha,
       NULL::integer[] AS sucursales WHERE false
