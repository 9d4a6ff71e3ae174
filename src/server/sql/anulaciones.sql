-- Whoever registered a document does not annul it alone once it is large, or once its client has left (R-143): another
-- person annuls it or says yes. What his key registered he did (R-407). `p` = {origen, origen_id, numero, autores: who
-- registered or paid it, desde: since when it stands, usd, valor, importe, parte: what of the document, if not all}.
CREATE OR REPLACE FUNCTION anular_exigir(quien jsonb, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_suyo boolean := coalesce(p->'autores' @> (quien->'usuario_id'), false);
BEGIN
  IF NOT v_suyo AND NOT personas_de(ARRAY[(quien->>'usuario_id')::int]) && vistos_implicados(
        jsonb_build_object('implicados', p->'autores'))
     OR coalesce((p->>'usd')::numeric, 'Infinity') <= ajuste('anular_propia_usd')::numeric
       AND (p->>'desde')::timestamptz > ahora() - make_interval(mins => ajuste('anular_propia_minutos')::int) THEN
    RETURN;
  END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'anulacion', 'origen', p->>'origen',
    'origen_id', p->'origen_id', 'que', jsonb_build_object('documento', p->'origen_id') || coalesce(p->'parte', '{}'),
    'titulo', format('anular %s, que %s (también puede anularla otra persona)', p->>'numero',
      CASE WHEN v_suyo THEN 'usted mismo registró' ELSE 'se registró con una clave de API suya' END),
    'importe', p->>'importe', 'valor', p->'valor', 'motivo', coalesce(p->>'motivo', '')));
END $$;
