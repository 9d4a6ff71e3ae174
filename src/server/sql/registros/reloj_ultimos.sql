-- The last row and its instant of each history that is never rewritten; `de`: the column of what a history of periods
-- is of, null where the instants are no periods.
SELECT NULL::text AS tabla, NULL::text AS de, NULL::bigint AS id, NULL::timestamptz AS instante WHERE false
