-- What is pending between the house and each client, one row each: what he still pays (`importe` above zero) and what
-- the house still hands over (below), in its currency.
SELECT NULL::bigint AS cliente_id, NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS numero,
       NULL::timestamptz AS fecha, NULL::text AS que, NULL::integer AS moneda_id, NULL::numeric(38,8) AS importe
WHERE false
