-- Who else than the chats hears of an event, one row each.
SELECT NULL::text AS evento WHERE false
