-- The rate board of the shop: what it shows, and the read-only links by which a television sees it without a session.
CREATE TABLE pizarra (
  unica boolean PRIMARY KEY DEFAULT true CHECK (unica),
  mercado text NOT NULL REFERENCES paises,
  tema text NOT NULL DEFAULT 'sistema' CHECK (tema IN ('sistema', 'claro', 'oscuro')),
  mensaje text CHECK (length(mensaje) BETWEEN 1 AND 120),
  -- Until somebody chooses: every active pair of the market, and what it sends to currencies that no pair shows.
  elegida boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);

-- What was chosen, in the order in which it stands on the wall.
CREATE TABLE pizarra_pares (
  par_id integer PRIMARY KEY REFERENCES pares_divisas,
  orden integer NOT NULL UNIQUE CHECK (orden BETWEEN 1 AND 12)
);

CREATE TABLE pizarra_corredores (
  tipo_cambio_id integer PRIMARY KEY REFERENCES tipos_cambios,
  orden integer NOT NULL UNIQUE CHECK (orden BETWEEN 1 AND 12)
);

-- A link's key is 256 random bits; only its digest is kept, so a copy of the database opens no board.
CREATE TABLE pizarra_enlaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre text NOT NULL CHECK (length(nombre) BETWEEN 3 AND 60),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  creado_por integer NOT NULL REFERENCES usuarios,
  usado_en timestamptz,
  revocado_en timestamptz,
  revocado_por integer REFERENCES usuarios,
  CHECK ((revocado_en IS NULL) = (revocado_por IS NULL))
);
-- One name, one television: whoever revokes must not pull the plug on the wrong one.
CREATE UNIQUE INDEX pizarra_enlaces_nombre ON pizarra_enlaces (normalizar(nombre)) WHERE revocado_en IS NULL;
