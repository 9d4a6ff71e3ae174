-- The declaration of an operation, as it is stored and printed: the client's statement and his data at that moment.
-- Required when this operation plus what he moved this month, orders included, reaches the threshold (R-41). `p_mes`:
-- what clientes_admitir answered, which locked him.
CREATE OR REPLACE FUNCTION clientes_declarar(p jsonb, p_usd numeric, p_mes numeric) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  c clientes;
  v_umbral numeric := ajuste('umbral_declaracion_usd')::numeric;
BEGIN
  -- An occasional client makes no declaration; from the identity threshold on there is no occasional client.
  IF p->>'cliente_id' IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM clientes WHERE id = (p->>'cliente_id')::bigint;
  IF jsonb_typeof(p->'declaracion') IS DISTINCT FROM 'object' THEN
    IF p_mes + coalesce(p_usd, 'Infinity') >= v_umbral THEN
      PERFORM rechazar('DECLARACION_REQUERIDA', jsonb_build_object(
        'umbral', umbral_texto(v_umbral), 'origen_fondos', c.origen_fondos));
    END IF;
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('origen', p->'declaracion'->>'origen', 'destino', p->'declaracion'->>'destino',
    'monto_usd', round(p_usd, 2)::text, 'cliente', jsonb_build_object(
      'nombre', c.nombre, 'tipo_persona', c.tipo_persona, 'tipo_doc', c.tipo_doc, 'num_doc', c.num_doc,
      'nacionalidad', (SELECT nombre FROM paises WHERE id = c.nacionalidad), 'direccion', c.direccion,
      'distrito', c.distrito, 'celular', c.celular, 'ocupacion', c.ocupacion, 'centro_trabajo', c.centro_trabajo,
      'representante', c.representante, 'representante_doc', c.representante_doc, 'pep', c.pep, 'pep_cargo',
          c.pep_cargo));
END $$;
