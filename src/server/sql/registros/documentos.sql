-- Every document with its number, for lists that show the origin of an entry.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS numero WHERE false
