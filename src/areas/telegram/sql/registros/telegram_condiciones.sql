-- Lasting conditions that are announced once: the event, the object concerned, and the data for the text.
SELECT NULL::text AS evento, NULL::bigint AS objeto, NULL::jsonb AS datos WHERE false
