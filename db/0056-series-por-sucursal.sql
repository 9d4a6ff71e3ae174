-- A branch may number its documents by itself (R-263), with its code: CV-AQP-2026-000123. A branch without one numbers
-- with the house, as all did until now.
ALTER TABLE sucursales ADD COLUMN codigo text UNIQUE CHECK (codigo ~ '^[A-Z]{2,5}$');
