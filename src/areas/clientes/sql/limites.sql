-- How much more a client may move in one operation now, in dollars and whole cents (R-217): the least of what his
-- limits leave and of the amounts from which clientes_admitir asks for what he lacks, and which of these bind. `libre`
-- is null without a bound. `p_mes`, `p_dia`: what clientes_operado answers for today.
CREATE OR REPLACE FUNCTION clientes_margen(c clientes, p_mes numeric, p_dia numeric, OUT libre numeric,
    OUT motivos text[]) LANGUAGE sql STABLE AS $$
  WITH umbral AS (SELECT ceil((ajuste('umbral_identificacion_usd')::numeric - p_mes) * 100) / 100 - 0.01 AS identifica,
    ceil((ajuste('umbral_declaracion_usd')::numeric - p_mes) * 100) / 100 - 0.01 AS declara),
  topes AS (
    SELECT t.*, min(t.hasta) OVER () AS menor
    FROM umbral u CROSS JOIN LATERAL (VALUES
      (1, 'estado', CASE WHEN c.estado IN ('bloqueado', 'inactivo') THEN 0 END),
      (2, 'parecido', CASE WHEN EXISTS (SELECT FROM clientes_parecidos p WHERE p.cliente_id = c.id) THEN 0 END),
      (3, 'dia', floor((c.limite_dia - p_dia) * 100) / 100),
      (4, 'mes', floor((c.limite_mes - p_mes) * 100) / 100),
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
