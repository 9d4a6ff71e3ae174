-- People and entities show the document of their own country (R-386), which a house outside Peru could not write down.
ALTER TABLE clientes DROP CONSTRAINT clientes_tipo_doc_check, DROP CONSTRAINT clientes_check,
  ADD CONSTRAINT clientes_tipo_doc_check CHECK (tipo_doc IN ('DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC',
    'DNE', 'NIE', 'NIF', 'RUT', 'DNA', 'CUI', 'CUR', 'INE', 'RFC', 'CEC', 'RUE', 'CIB', 'NIB', 'CPF', 'CNP', 'EIN',
    'RIF', 'NIT', 'OTR')),
  ADD CONSTRAINT clientes_check CHECK ((tipo_persona = 'juridica')
      = (tipo_doc IN ('RUC', 'NIF', 'RUT', 'CUI', 'RFC', 'RUE', 'NIB', 'CNP', 'EIN', 'RIF', 'NIT', 'OTR')
         AND razon_social IS NOT NULL)
    OR tipo_persona = 'natural' AND nombres IS NOT NULL AND apellidos IS NOT NULL);
ALTER TABLE usuarios DROP CONSTRAINT usuarios_tipo_doc_check,
  ADD CONSTRAINT usuarios_tipo_doc_check CHECK (tipo_doc IN ('DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC',
    'DNE', 'NIE', 'NIF', 'RUT', 'DNA', 'CUI', 'CUR', 'INE', 'RFC', 'CEC', 'RUE', 'CIB', 'NIB', 'CPF', 'CNP', 'EIN',
    'RIF', 'NIT', 'OTR'));
ALTER TABLE beneficiarios DROP CONSTRAINT beneficiarios_tipo_doc_check,
  ADD CONSTRAINT beneficiarios_tipo_doc_check CHECK (tipo_doc IN ('DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC',
    'DNE', 'NIE', 'NIF', 'RUT', 'DNA', 'CUI', 'CUR', 'INE', 'RFC', 'CEC', 'RUE', 'CIB', 'NIB', 'CPF', 'CNP', 'EIN',
    'RIF', 'NIT', 'OTR'));
ALTER TABLE paises DROP CONSTRAINT paises_documentos_check,
  ADD CONSTRAINT paises_documentos_check CHECK (jsonb_typeof(documentos) = 'array'
    AND NOT jsonb_path_exists(documentos, ('$[*] ? (!(@.tipo like_regex "^(DNI|CE|PAS|PTP|CPP|CVE|CCO|RUC|DNE|NIE|NIF'
      || '|RUT|DNA|CUI|CUR|INE|RFC|CEC|RUE|CIB|NIB|CPF|CNP|EIN|RIF|NIT|OTR)$"))')::jsonpath));
