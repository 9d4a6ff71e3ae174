-- Where the QR code of a printed paper leads; empty: the address at which the printing screen is open.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron)
  VALUES ('empresa.web', 'texto', 0, 120, NULL, '^https?://[a-z0-9.-]+(:[0-9]{1,5})?$');
UPDATE ajustes SET valor = valor || '{"web": ""}' WHERE clave = 'empresa' AND NOT valor ? 'web';
