-- Until when the certificate is good that each machine serves, so that the bell tells before it ends (R-463). A program
-- writes its row each hour; one that stopped is forgotten.
CREATE TABLE certificados (
  equipo text PRIMARY KEY CHECK (equipo <> ''),
  vence timestamptz NOT NULL,
  -- From then on it is told.
  avisa timestamptz NOT NULL CHECK (avisa <= vence),
  -- When the program that serves it last said so.
  visto timestamptz NOT NULL DEFAULT ahora()
);
