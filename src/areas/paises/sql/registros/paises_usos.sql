-- Registry of what is active in a country: while there is any, the country stays on (R-253). `que` names its kind.
SELECT NULL::text AS pais, NULL::text AS que WHERE false
