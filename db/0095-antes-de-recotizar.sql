-- What an order's amounts were until it was requoted: a paper that was given out before says them, and is still ours.
-- Until now only the note of the step told them, in words.
ALTER TABLE ordenes_pasos
  ADD COLUMN antes_envia numeric(38,8) CHECK (antes_envia > 0 AND antes_envia < 1e29),
  ADD COLUMN antes_recibe numeric(38,8) CHECK (antes_recibe > 0 AND antes_recibe < 1e29),
  ADD CONSTRAINT ordenes_pasos_antes
    CHECK (num_nonnulls(antes_envia, antes_recibe) IN (0, CASE accion WHEN 'recotizar' THEN 2 ELSE 0 END));

ALTER TABLE ordenes_pasos DISABLE TRIGGER USER;
UPDATE ordenes_pasos p SET antes_envia = replace(x.t[1], ',', '')::numeric, antes_recibe = replace(x.t[2], ',', '')::numeric
  FROM (SELECT id, regexp_match(nota, ', antes (?:.* )?([0-9][0-9,]*(?:\.[0-9]+)?) → (?:.* )?([0-9][0-9,]*(?:\.[0-9]+)?)$') AS t
        FROM ordenes_pasos WHERE accion = 'recotizar') x
  WHERE x.id = p.id AND x.t IS NOT NULL AND replace(x.t[1], ',', '')::numeric > 0 AND replace(x.t[2], ',', '')::numeric > 0;
ALTER TABLE ordenes_pasos ENABLE TRIGGER USER;
