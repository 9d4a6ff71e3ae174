-- Unfinished work when a day closes, one row each; it counts from its own date on. Rows with `bloquea` must be finished
-- first, the others are shown and confirmed.
SELECT NULL::text AS clave, NULL::boolean AS bloquea, NULL::date AS fecha WHERE false
