-- Whoever registered a document does not annul it alone once it is large, or once its client has left (R-143): another
-- person annuls it or says yes. `p` = {origen, origen_id, numero, autores: who registered or paid it, desde: since when
-- it stands, usd, valor, importe, parte: what of the document, if not all}.
CREATE OR REPLACE FUNCTION anular_exigir(quien jsonb, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT coalesce(p->'autores' @> (quien->'usuario_id'), false)
     OR coalesce((p->>'usd')::numeric, 'Infinity') <= ajuste('anular_propia_usd')::numeric
       AND (p->>'desde')::timestamptz > ahora() - make_interval(mins => ajuste('anular_propia_minutos')::int) THEN
    RETURN;
  END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'anulacion', 'origen', p->>'origen',
    'origen_id', p->'origen_id', 'que', jsonb_build_object('documento', p->'origen_id') || coalesce(p->'parte', '{}'),
    'titulo', format('anular %s, que usted mismo registró (también puede anularla otra persona)', p->>'numero'),
    'importe', p->>'importe', 'valor', p->'valor', 'motivo', coalesce(p->>'motivo', '')));
END $$;
