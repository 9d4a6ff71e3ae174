-- Who carries cash from one branch to another (R-237): a person of the house, or another by name and document.
ALTER TABLE transferencias
  ADD COLUMN portador_id integer REFERENCES usuarios,
  ADD COLUMN portador text CHECK (length(portador) BETWEEN 2 AND 120),
  ADD COLUMN portador_doc text CHECK (length(portador_doc) BETWEEN 1 AND 30),
  -- Nor does who carried it say alone who answers for what lacked.
  DROP CONSTRAINT transferencias_tercera_persona,
  ADD CONSTRAINT transferencias_tercera_persona CHECK (diferencia_solo OR diferencia_resuelta_por <> usuario_id
    AND diferencia_resuelta_por <> resuelta_por AND diferencia_resuelta_por <> portador_id),
  ADD CONSTRAINT transferencias_portador CHECK (portador_id IS NULL AND (portador IS NULL) = (portador_doc IS NULL)
    OR portador IS NULL AND portador_doc IS NULL);
