-- Who uses an account beside the ledger: its currency stays; `pendiente`: something is to come or to go, so it is not
-- empty.
SELECT NULL::bigint AS cuenta_id, NULL::boolean AS pendiente WHERE false
