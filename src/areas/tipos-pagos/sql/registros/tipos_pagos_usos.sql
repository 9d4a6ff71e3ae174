-- What went through a way of paying, as its limits of a day and a month count it; what is annulled is nothing.
SELECT NULL::integer AS tipo_pago_id, NULL::integer AS moneda_id, NULL::text AS lado, NULL::date AS fecha_negocio,
       NULL::numeric(38,8) AS monto WHERE false
