-- Countries become a catalogue: what every catalogue has, the prefix of their telephones and how people there say who
-- they are, the usual document first.
ALTER TABLE paises
  ADD COLUMN prefijo text CHECK (prefijo ~ '^\+[1-9][0-9]{0,3}$'),
  ADD COLUMN documentos jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(documentos) = 'array'
    AND NOT jsonb_path_exists(documentos,
      '$[*] ? (!(@.tipo like_regex "^(DNI|CE|PAS|PTP|CPP|CVE|CCO|RUC|RIF|NIT|OTR)$"))')),
  ADD COLUMN estatus boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1;

UPDATE paises p SET prefijo = x.prefijo,
  documentos = (SELECT jsonb_agg(jsonb_build_object('tipo', d) ORDER BY n) FROM unnest(x.tipos) WITH ORDINALITY AS t (d, n))
FROM (VALUES ('pe', '+51', ARRAY['DNI', 'CE', 'PAS', 'PTP', 'CPP', 'RUC', 'OTR']), ('ve', '+58', ARRAY['CVE', 'RIF', 'PAS', 'OTR']),
  ('co', '+57', ARRAY['CCO', 'NIT', 'PAS', 'OTR']), ('cl', '+56', ARRAY['OTR', 'PAS']), ('ec', '+593', ARRAY['OTR', 'PAS']),
  ('us', '+1', ARRAY['OTR', 'PAS']), ('br', '+55', ARRAY['OTR', 'PAS']), ('ar', '+54', ARRAY['OTR', 'PAS']),
  ('mx', '+52', ARRAY['OTR', 'PAS']), ('bo', '+591', ARRAY['OTR', 'PAS']), ('es', '+34', ARRAY['OTR', 'PAS']))
  AS x (id, prefijo, tipos) WHERE x.id = p.id;
