-- Staff of a house abroad, or who kept the number of their country, have no Peruvian mobile: with the country's code.
ALTER TABLE usuarios DROP CONSTRAINT usuarios_celular_check,
  ADD CONSTRAINT usuarios_celular_check CHECK (celular ~ '^(9\d{8}|\+(?!51)[1-9]\d{7,14})$');
