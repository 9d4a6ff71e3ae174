-- Clients stand in the order of the alphabet: Óscar between Orlando and Pablo, ana beside Ana. By bytes, letters with
-- an accent come after z and small letters after capitals.
DROP INDEX clientes_nombre;
CREATE INDEX clientes_nombre ON clientes (normalizar(nombre), id);
