-- Every document with its number and, where it is a client's, the client and who he was then, for lists that show the
-- origin of an entry.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS numero, NULL::bigint AS cliente_id,
       NULL::bigint AS ficha_id WHERE false
