-- Whose a file is, in words, where it belongs to no document with a number.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS de WHERE false
