-- The countries that an entity serves besides its own (R-238): a wallet of Peru that also pays in Venezuela. None named
-- means its own alone, which is what every entity of a house that upgrades has. The reference market is no country.
ALTER TABLE entidades_financieras
  ADD COLUMN paises jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(paises) = 'array'
    AND jsonb_array_length(paises) <= 40
    AND NOT jsonb_path_exists(paises, '$[*] ? (!(@.pais like_regex "^[a-z]{2,3}$") || @.pais == "usd")'));
