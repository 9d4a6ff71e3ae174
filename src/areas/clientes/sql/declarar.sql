-- The declaration of an operation, as it is stored and printed: the client's words and the client of that moment. From
-- the threshold on, this operation and what else he moved this month counted, orders included, it must be there
-- (R-41). The client is locked by clientes_exigir.
CREATE OR REPLACE FUNCTION clientes_declarar(p jsonb, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_umbral numeric := ajuste('umbral_declaracion_usd')::numeric;
  v_total numeric := coalesce(p_usd, 'Infinity');
BEGIN
  -- Nobody signs for an occasional client; above the other threshold there is none.
  IF p->>'cliente_id' IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM clientes WHERE id = (p->>'cliente_id')::bigint;
  IF jsonb_typeof(p->'declaracion') IS DISTINCT FROM 'object' THEN
    IF v_total < v_umbral THEN
      v_total := v_total + (clientes_operado(c.id, p_fecha, p_salvo)).mes;
    END IF;
    IF v_total >= v_umbral THEN
      PERFORM rechazar('DECLARACION_REQUERIDA', jsonb_build_object(
        'umbral', to_char(v_umbral, 'FM999,999,999,990'), 'origen_fondos', c.origen_fondos));
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
