-- Who outside of the house hears of it, one row each: after a restore they wait until it was reviewed (R-451). `clase`
-- says in Spanish what it is, `dicho` where it leads as it may be shown, `adonde` where it leads.
SELECT NULL::text AS clase, NULL::integer AS id, NULL::text AS nombre, NULL::text AS dicho, NULL::text AS adonde
WHERE false
