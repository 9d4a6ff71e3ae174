-- A client is found by a name with one letter wrong (R-270).
CREATE INDEX clientes_nombre_casi ON clientes USING gin (nombre_casi(nombre));
