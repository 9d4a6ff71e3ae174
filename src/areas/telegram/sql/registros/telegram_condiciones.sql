-- Conditions that last and are told once: the event, what it is about, and what its text needs.
SELECT NULL::text AS evento, NULL::bigint AS objeto, NULL::jsonb AS datos WHERE false
