-- Every document with its number and, where it is a client's, the client and who he was then, for lists that show the
-- origin of an entry. `sucursal_id`: the branch that answers for everything posted with it (R-264); a transfer has
-- none, because each of its ends is its account's.
SELECT NULL::text AS origen, NULL::bigint AS origen_id, NULL::text AS numero, NULL::bigint AS cliente_id,
       NULL::bigint AS ficha_id, NULL::integer AS sucursal_id WHERE false
