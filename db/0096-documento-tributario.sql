-- The tax number of a house outside Peru: longer than a RUC, with letters, points and hyphens. The check of a RUC is
-- ajustes_guardar's, which knows the country.
UPDATE ajustes_reglas SET maximo = 20, patron = '^[0-9A-Za-z][0-9A-Za-z. -]*$' WHERE clave = 'empresa.ruc';
