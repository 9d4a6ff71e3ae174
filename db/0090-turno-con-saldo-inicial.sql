-- A till's first turn may open with what its opening balance counted, and says so.
ALTER TABLE turnos DROP CONSTRAINT turnos_apertura_check;
ALTER TABLE turnos ADD CONSTRAINT turnos_apertura_check
  CHECK (apertura IN ('conteo', 'ultimo_cierre', 'saldo_inicial'));
