-- Files that a phone hands over to a screen: they wait here for some minutes, until that screen takes them.
CREATE TABLE telefono_enlaces (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  usuario_id integer NOT NULL REFERENCES usuarios,
  sesion_id bigint NOT NULL REFERENCES sesiones ON DELETE CASCADE,
  creado_en timestamptz NOT NULL,
  vence_en timestamptz NOT NULL CHECK (vence_en > creado_en AND vence_en <= creado_en + interval '1 hour'),
  nombre text CHECK (length(nombre) BETWEEN 1 AND 120),
  tipo text,
  contenido bytea CHECK (octet_length(contenido) BETWEEN 1 AND 2097152),
  CHECK (num_nulls(nombre, tipo, contenido) IN (0, 3))
);
ALTER TABLE telefono_enlaces ALTER contenido SET STORAGE EXTERNAL;
CREATE INDEX telefono_enlaces_usuario ON telefono_enlaces (usuario_id);
CREATE INDEX telefono_enlaces_sesion ON telefono_enlaces (sesion_id);
