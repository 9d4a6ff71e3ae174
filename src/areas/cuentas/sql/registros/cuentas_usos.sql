-- Registry of uses of an account outside the ledger: a used account keeps its currency; `pendiente`: a payment is still
-- to come or go, so the account is not empty.
SELECT NULL::bigint AS cuenta_id, NULL::boolean AS pendiente WHERE false
