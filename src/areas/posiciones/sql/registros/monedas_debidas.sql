-- Registry of what the house owes in a currency and has not paid out yet, outside the ledger's accounts of that
-- currency (an order's debt is booked in the functional one).
SELECT NULL::integer AS moneda_id, NULL::numeric AS debe WHERE false
