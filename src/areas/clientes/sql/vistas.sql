-- Active clients who resemble a blocked one, and why; those of whom compliance said that they are another person are
-- left out. Names are compared with the birth date where both are known.
CREATE OR REPLACE VIEW clientes_parecidos AS
  SELECT x.cliente_id, x.bloqueado_id, string_agg(x.por, ', ' ORDER BY x.n) AS por FROM (
    SELECT c.id AS cliente_id, b.id AS bloqueado_id, 1 AS n, CASE WHEN b.fecha_nac = c.fecha_nac
        THEN 'mismo nombre y fecha de nacimiento' ELSE 'mismo nombre' END AS por
      FROM clientes b JOIN clientes c ON nombre_llave(c.nombre) = nombre_llave(b.nombre)
        AND coalesce(c.fecha_nac = b.fecha_nac, true)
      WHERE b.estado = 'bloqueado' AND c.estado IN ('activo', 'observado')
    UNION ALL
    SELECT c.id, b.id, 2, 'mismo número de documento'
      FROM clientes b JOIN clientes c ON documento_llave(c.tipo_doc, c.num_doc) = documento_llave(b.tipo_doc, b.num_doc)
      WHERE b.estado = 'bloqueado' AND c.estado IN ('activo', 'observado')
    UNION ALL
    SELECT c.id, b.id, 3, 'mismo celular' FROM clientes b JOIN clientes c ON c.celular = b.celular
      WHERE b.estado = 'bloqueado' AND c.estado IN ('activo', 'observado')
    UNION ALL
    SELECT DISTINCT c.id, b.id, 4, 'envía a la misma cuenta' FROM clientes b
      JOIN clientes_cuentas k ON k.cliente_id = b.id JOIN clientes_cuentas l ON l.huella = k.huella
      JOIN clientes c ON c.id = l.cliente_id WHERE b.estado = 'bloqueado' AND c.estado IN ('activo', 'observado')
    UNION ALL
    SELECT DISTINCT c.id, b.id, 5, 'representante o dueño de la empresa' FROM clientes c
      CROSS JOIN LATERAL (SELECT c.representante_doc AS doc
        UNION ALL SELECT f->>'documento' FROM jsonb_array_elements(c.beneficiarios_finales) f) d
      JOIN clientes b
        ON documento_llave(b.tipo_doc, b.num_doc) = documento_llave('', substring(d.doc FROM '[[:alnum:]]+$'))
      WHERE c.tipo_persona = 'juridica' AND b.estado = 'bloqueado' AND c.estado IN ('activo', 'observado')) x
  WHERE NOT EXISTS (SELECT FROM clientes_distintos d
    WHERE d.cliente_id = x.cliente_id AND d.bloqueado_id = x.bloqueado_id)
  GROUP BY x.cliente_id, x.bloqueado_id;
