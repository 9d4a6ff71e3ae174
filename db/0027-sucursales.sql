-- Branches become a catalogue: what every catalogue has, and how a branch is reached.
ALTER TABLE sucursales
  ADD COLUMN telefono text,
  ADD COLUMN estatus boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
