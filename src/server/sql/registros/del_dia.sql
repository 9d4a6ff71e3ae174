-- What the limits of a day add up (R-142), a row for each document: which limit (`ventana`), who did it without
-- a second person, or for whom or what (`sujeto`), and how much, in the currency of the limit.
SELECT NULL::text AS ventana, NULL::integer AS usuario_id, NULL::text AS sujeto, NULL::date AS fecha,
       NULL::text AS origen, NULL::bigint AS origen_id, NULL::numeric AS importe WHERE false
