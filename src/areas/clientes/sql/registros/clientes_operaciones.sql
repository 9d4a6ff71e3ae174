-- What clients moved, in dollars, as their limits count it; annulled and expired operations do not count.
SELECT NULL::bigint AS cliente_id, NULL::text AS origen, NULL::bigint AS origen_id, NULL::date AS fecha_negocio,
       NULL::numeric(38,8) AS monto_usd WHERE false
