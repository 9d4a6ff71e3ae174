-- `$` was the sign of four pesos and `Bs` of two currencies: an amount did not say which. A sign that a house chose stays.
UPDATE monedas SET simbolo = x.simbolo
FROM (VALUES (4, '$', 'COL$'), (5, '$', 'CLP$'), (9, '$', 'AR$'), (10, '$', 'MX$'), (11, 'Bs', 'BOB')) AS x (id, era, simbolo)
WHERE x.id = monedas.id AND monedas.simbolo = x.era;
