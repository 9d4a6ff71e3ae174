-- The accounts to which clients send money, by their mark: one account has the same in every agenda.
SELECT NULL::bigint AS cliente_id, NULL::text AS huella WHERE false
