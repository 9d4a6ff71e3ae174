SELECT pais, 'entidades financieras' FROM entidades_financieras WHERE estatus
UNION ALL
SELECT x.f->>'pais', 'entidades financieras' FROM entidades_financieras, jsonb_array_elements(paises) x(f)
  WHERE estatus
