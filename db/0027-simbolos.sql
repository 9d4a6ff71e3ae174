-- A symbol says one currency: pesos of four countries were all `$`, and two countries had `Bs`. Only where nothing is
-- posted yet: the code on a printed paper (R-174) covers the symbol that stands on it.
UPDATE monedas SET simbolo = s.simbolo
FROM (VALUES (4, '$', 'COL$'), (5, '$', 'CLP$'), (9, '$', 'AR$'), (10, '$', 'MX$'), (11, 'Bs', 'BOB')) AS s (id, era, simbolo)
WHERE monedas.id = s.id AND monedas.simbolo = s.era AND NOT EXISTS (SELECT FROM asientos);
