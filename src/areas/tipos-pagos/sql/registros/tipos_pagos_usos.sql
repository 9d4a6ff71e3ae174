-- Amounts that count for the daily and monthly limits of a way of paying; annulled operations do not count.
SELECT NULL::integer AS tipo_pago_id, NULL::integer AS moneda_id, NULL::text AS lado, NULL::date AS fecha_negocio,
       NULL::numeric(38,8) AS monto WHERE false
