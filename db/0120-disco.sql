-- What was left on the disk of the house's data, and how large its database was: a few samples a day, kept for a month,
-- so that the days left are known before it is full.
CREATE TABLE disco_muestras (
  fecha timestamptz PRIMARY KEY,
  -- Bytes; null where the database is on a server whose disk the program does not see.
  libre bigint,
  total bigint,
  base bigint NOT NULL CHECK (base >= 0),
  CONSTRAINT disco_visto CHECK ((libre IS NULL) = (total IS NULL) AND libre BETWEEN 0 AND total)
);
