-- What may still be moved of a bound, in whole cents, rounded down: up to it, or where something is asked for from it
-- on (`p_bajo`), the cent below. Null without a bound.
CREATE OR REPLACE FUNCTION clientes_queda(p_hasta numeric, p_operado numeric, p_bajo boolean) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(round(CASE WHEN p_bajo THEN ceil((p_hasta - p_operado) * 100) / 100 - 0.01
    ELSE floor((p_hasta - p_operado) * 100) / 100 END, 2), 0) + CASE WHEN p_hasta IS NULL THEN NULL ELSE 0 END;
$$;

-- How much more a client may move in one operation now, in dollars and whole cents (R-217): the least of what his
-- limits leave and of the amounts from which clientes_admitir asks for what he lacks, and which of these bind. `libre`
-- is null without a bound. `p_mes`, `p_dia`: what clientes_operado answers for today.
CREATE OR REPLACE FUNCTION clientes_margen(c clientes, p_mes numeric, p_dia numeric, OUT libre numeric,
    OUT motivos text[]) LANGUAGE sql STABLE AS $$
  WITH umbral AS (SELECT clientes_queda(ajuste('umbral_identificacion_usd')::numeric, p_mes, true) AS identifica,
    clientes_queda(ajuste('umbral_declaracion_usd')::numeric, p_mes, true) AS declara),
  topes AS (
    SELECT t.*, min(t.hasta) OVER () AS menor
    FROM umbral u CROSS JOIN LATERAL (VALUES
      (1, 'estado', CASE WHEN c.estado IN ('bloqueado', 'inactivo') THEN 0 END),
      (2, 'parecido', CASE WHEN EXISTS (SELECT FROM clientes_parecidos p WHERE p.cliente_id = c.id) THEN 0 END),
      (3, 'dia', clientes_queda(c.limite_dia, p_dia, false)),
      (4, 'mes', clientes_queda(c.limite_mes, p_mes, false)),
      (5, 'observado', CASE WHEN c.estado = 'observado' THEN u.identifica END),
      (6, 'documento', CASE WHEN c.vence_doc < fecha_negocio(ahora()) THEN u.identifica END),
      (7, 'aprobacion', CASE WHEN clientes_por_aprobar(c.reforzado, c.aprobado_en) THEN u.identifica END),
      (8, 'identidad', CASE WHEN EXISTS (SELECT FROM clientes_faltan(c) f WHERE f.nivel = 'N1') THEN u.identifica END),
      (9, 'ficha', CASE WHEN EXISTS (SELECT FROM clientes_faltan(c)) THEN u.declara END)) t (n, motivo, hasta)
    WHERE t.hasta IS NOT NULL)
  SELECT greatest(min(menor), 0) + CASE WHEN count(*) = 0 THEN NULL ELSE 0 END,
    coalesce(array_agg(motivo ORDER BY n) FILTER (WHERE hasta <= greatest(menor, 0)), '{}')
  FROM topes;
$$;
