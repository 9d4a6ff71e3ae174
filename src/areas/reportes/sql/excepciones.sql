-- Controls that others loosened in the last 30 days and that this person has not said to have seen.
CREATE OR REPLACE FUNCTION reportes_aflojadas(p_usuario integer) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM auditoria a JOIN usuarios u ON u.id = p_usuario
  WHERE a.despues ? 'excepcion' AND a.despues #>> '{excepcion,clase}' IN ('control', 'limite', 'permiso', 'aviso')
    AND a.usuario_id <> u.id AND a.fecha > ahora() - interval '30 days'
    AND a.fecha > coalesce(u.excepciones_vistas_en, '-infinity');
$$;

-- Puts the exceptions of the last whole week into the outbox, once, from Monday 08:00 in Lima on.
CREATE OR REPLACE FUNCTION reportes_excepciones_semana()
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT telegram_anotar('excepciones_semana', 'semana:' || lunes - 7,
    jsonb_build_object('desde', lunes - 7, 'hasta', lunes - 1))
  FROM (SELECT date_trunc('week', fecha_negocio(ahora()))::date AS lunes) s
  WHERE ahora() >= (lunes + time '08:00') AT TIME ZONE zona_horaria()
    AND EXISTS (SELECT FROM asientos WHERE fecha_negocio < lunes);
$$;
