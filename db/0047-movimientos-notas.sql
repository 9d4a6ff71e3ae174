-- What the house writes beside a movement: a note, and that it stands in the bank's statement. The leg itself is sealed
-- and never changes, so both are rows of their own, under the leg's id.
CREATE TABLE movimientos_notas (
  id bigint PRIMARY KEY REFERENCES apuntes,
  nota text CHECK (nota = btrim(nota) AND length(nota) BETWEEN 1 AND 300),
  conciliado_por integer REFERENCES usuarios,
  conciliado_en timestamptz,
  CHECK ((conciliado_por IS NULL) = (conciliado_en IS NULL))
);
