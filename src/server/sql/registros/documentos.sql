-- Every document with its number, for the lists that show what an entry came from.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS numero WHERE false
