-- What no seal covers, and why: whole tables (`columna` null) and columns. Everything else of every table is sealed.
SELECT NULL::text AS tabla, NULL::text AS columna, NULL::text AS motivo WHERE false
