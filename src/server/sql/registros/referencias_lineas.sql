-- Every operation number in use as the lines of payment say it: what referencias_usadas has to hold.
SELECT NULL::text AS linea, NULL::bigint AS linea_id, NULL::text AS origen, NULL::bigint AS origen_id,
       NULL::bigint AS cuenta_id, NULL::boolean AS sale, NULL::int AS tipo_pago_id, NULL::text AS referencia WHERE false
