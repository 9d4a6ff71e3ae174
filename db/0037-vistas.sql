-- Lists as their users keep them: filters, order, columns and widths under a name, for oneself or shared (R-231).
CREATE TABLE vistas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  usuario_id integer NOT NULL REFERENCES usuarios,
  lista text NOT NULL CHECK (lista ~ '^[a-z][a-z0-9-]{1,40}$'),
  nombre text NOT NULL CHECK (nombre = btrim(nombre) AND length(nombre) BETWEEN 2 AND 40),
  compartida boolean NOT NULL DEFAULT false,
  filtros jsonb NOT NULL CHECK (jsonb_typeof(filtros) = 'object'),
  columnas jsonb NOT NULL CHECK (jsonb_typeof(columnas) = 'object'),
  version integer NOT NULL DEFAULT 1,
  -- What was searched may name a person: it is kept for whoever searched it and nobody else.
  CONSTRAINT vistas_sin_busqueda CHECK (NOT compartida OR NOT filtros ?| ARRAY['buscar', 'nombre'])
);
CREATE UNIQUE INDEX vistas_nombre_key ON vistas (usuario_id, lista, normalizar(nombre));
CREATE INDEX vistas_compartidas ON vistas (lista) WHERE compartida;

-- With which view a list opens, for one person.
CREATE TABLE vistas_inicio (
  usuario_id integer NOT NULL REFERENCES usuarios,
  lista text NOT NULL,
  vista_id bigint NOT NULL REFERENCES vistas ON DELETE CASCADE,
  PRIMARY KEY (usuario_id, lista)
);
CREATE INDEX vistas_inicio_vista ON vistas_inicio (vista_id);

-- Whoever may change the house's settings may share views with it.
INSERT INTO roles_permisos (rol_slug, permiso)
SELECT rol_slug, 'vistas:compartir' FROM roles_permisos WHERE permiso = 'ajustes:editar' ON CONFLICT DO NOTHING;
