-- The last row and its instant of each append-only history. `de`: for a history of periods, the column that says whose
-- periods they are; null where the rows are instants, not periods.
SELECT NULL::text AS tabla, NULL::text AS de, NULL::bigint AS id, NULL::timestamptz AS instante WHERE false
