-- What an entity supports (R-283): ways to pay, by their code, `[{forma}]`, and currencies, `[{moneda_id}]`. None named
-- means any, which is what every entity of a house that upgrades has.
ALTER TABLE entidades_financieras
  ADD COLUMN formas jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(formas) = 'array'
    AND jsonb_array_length(formas) <= 40 AND NOT jsonb_path_exists(formas, '$[*] ? (!(@.forma like_regex "^[A-Z0-9_]+$"))')),
  ADD COLUMN monedas jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(monedas) = 'array'
    AND jsonb_array_length(monedas) <= 40 AND NOT jsonb_path_exists(monedas, '$[*] ? (!(@.moneda_id > 0))'));
