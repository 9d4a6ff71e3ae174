-- The certificates that are served now: a program says so each hour.
CREATE OR REPLACE FUNCTION certificados_servidos() RETURNS SETOF certificados LANGUAGE sql STABLE AS $$
  SELECT * FROM certificados WHERE visto > ahora() - interval '3 hours';
$$;

-- Those that end soon, or have ended.
CREATE OR REPLACE FUNCTION certificados_por_renovar() RETURNS SETOF certificados LANGUAGE sql STABLE AS $$
  SELECT * FROM certificados_servidos() WHERE avisa <= ahora();
$$;

-- When those end, in words; with the machine, where there are several.
CREATE OR REPLACE FUNCTION certificados_dicen() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(format('%s%s el %s', CASE WHEN n > 1 THEN equipo || ' ' END,
    CASE WHEN vence <= ahora() THEN 'venció' ELSE 'vence' END,
    to_char(vence AT TIME ZONE zona_horaria(), 'DD/MM/YYYY')), ', ' ORDER BY vence, equipo)
  FROM (SELECT *, count(*) OVER () AS n FROM certificados_por_renovar()) c;
$$;

-- A program says which certificate it serves. A bell that begins or ends since it last did is told to open pages.
CREATE OR REPLACE FUNCTION certificado_anotar(p_equipo text, p_vence timestamptz, p_avisa timestamptz)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_antes boolean := EXISTS (SELECT FROM certificados WHERE equipo = p_equipo AND avisa <= visto);
BEGIN
  DELETE FROM certificados WHERE abs(extract(epoch FROM ahora() - visto)) > 86400;
  INSERT INTO certificados VALUES (p_equipo, p_vence, p_avisa, ahora())
    ON CONFLICT (equipo) DO UPDATE SET vence = excluded.vence, avisa = excluded.avisa, visto = excluded.visto;
  IF v_antes <> (p_avisa <= ahora()) THEN PERFORM avisar('ajustes'); END IF;
END $$;
