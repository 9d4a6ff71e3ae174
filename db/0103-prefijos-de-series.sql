-- The prefix of each kind of document is the house's to choose (ADR 0006). One that numbered a document stays its kind's
-- for ever, so that a number says what it is of, and an old one is found.
CREATE TABLE series_prefijos (
  -- A letter first: four digits would read as a year.
  prefijo text PRIMARY KEY CHECK (prefijo ~ '^[A-Z][A-Z0-9]{0,3}$'),
  tipo text NOT NULL CHECK (tipo IN ('CV', 'TK', 'OR', 'TR', 'GA', 'AJ', 'TC', 'LQ', 'LT')),
  -- Whether the next documents have it.
  vigente boolean NOT NULL
);
CREATE UNIQUE INDEX series_prefijos_vigente ON series_prefijos (tipo) WHERE vigente;
INSERT INTO series_prefijos (prefijo, tipo, vigente)
  SELECT t, t, true FROM unnest('{CV,TK,OR,TR,GA,AJ,TC,LQ,LT}'::text[]) t;

-- The number that the series of a year begins with. A series without a document has `ultimo` one below it.
ALTER TABLE series ADD COLUMN primero integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT series_ultimo_check,
  ADD CONSTRAINT series_primero_check CHECK (primero BETWEEN 1 AND 900000),
  ADD CONSTRAINT series_ultimo_check CHECK (ultimo >= primero - 1);
