-- The operations made at a rate, in one shape for all kinds.
SELECT NULL::text AS origen, NULL::bigint AS id, NULL::text AS numero, NULL::timestamptz AS fecha, NULL::text AS tipo,
       NULL::text AS estado, NULL::bigint AS cliente_id, NULL::integer AS divisa_id, NULL::numeric(38,8) AS monto,
       NULL::integer AS contramoneda_id, NULL::numeric(38,8) AS contravalor, NULL::numeric(20,10) AS tasa,
       NULL::integer AS precision, NULL::numeric AS costo, NULL::bigint AS historico_id,
       NULL::bigint AS ficha_id, NULL::integer AS usuario_id WHERE false
