-- What is not finished when a day closes, one row each: from its day on it counts. What blocks must be done first, the
-- rest is shown and confirmed.
SELECT NULL::text AS clave, NULL::boolean AS bloquea, NULL::date AS fecha WHERE false
