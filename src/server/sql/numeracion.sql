-- The numbers of each kind of document (R-359, R-360): its prefix, those that it had, and its series of this year and
-- of the next, of the house and of each branch that numbers by itself.
CREATE OR REPLACE FUNCTION numeracion() RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_agg(jsonb_build_object('tipo', p.tipo, 'prefijo', p.prefijo,
    'anteriores', (SELECT coalesce(jsonb_agg(a.prefijo ORDER BY a.prefijo), '[]') FROM series_prefijos a
      WHERE a.tipo = p.tipo AND NOT a.vigente AND EXISTS (SELECT FROM series s
        WHERE split_part(s.serie, '-', 1) = a.prefijo AND s.ultimo >= s.primero)),
    'series', (SELECT jsonb_agg(jsonb_build_object('sucursal_id', d.id, 'sucursal', d.nombre, 'anio', y.anio,
        'empezada', coalesce(s.ultimo >= s.primero, false), 'numero', coalesce(s.ultimo, 0) + 1,
        'siguiente', concat_ws('-', p.prefijo, d.codigo, y.anio,
          lpad((coalesce(s.ultimo, 0) + 1)::text, greatest(6, length((coalesce(s.ultimo, 0) + 1)::text)), '0')))
        ORDER BY y.anio, d.codigo NULLS FIRST)
      FROM (SELECT NULL::int AS id, NULL::text AS nombre, NULL::text AS codigo
            UNION ALL SELECT id, nombre, codigo FROM sucursales
            WHERE codigo IS NOT NULL AND numera_por_sucursal(p.tipo)) d
        CROSS JOIN generate_series(numeracion_anio(), numeracion_anio() + 1) y (anio)
        LEFT JOIN series s ON s.serie = concat_ws('-', p.prefijo, d.codigo) AND s.anio = y.anio))
    ORDER BY array_position('{CV,TK,OR,TR,GA,AJ,TC,LQ,LT}'::text[], p.tipo))
  FROM series_prefijos p WHERE p.vigente;
$$;

-- Settlements of commissions and files for the bank are the house's (ADR 0084).
CREATE OR REPLACE FUNCTION numera_por_sucursal(p_tipo text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN p_tipo <> ALL ('{LQ,LT}'::text[]);
CREATE OR REPLACE FUNCTION numeracion_anio() RETURNS integer LANGUAGE sql STABLE
  RETURN extract(year FROM fecha_negocio(ahora()))::int;

-- What a kind of document is called. Twin of DOCUMENTOS in ajustes/contract/numeracion.ts.
CREATE OR REPLACE FUNCTION numeracion_nombre(p_tipo text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE p_tipo WHEN 'CV' THEN 'Compras y ventas' WHEN 'TK' THEN 'Tickets' WHEN 'OR' THEN 'Órdenes'
    WHEN 'TR' THEN 'Transferencias' WHEN 'GA' THEN 'Gastos' WHEN 'AJ' THEN 'Ajustes de saldo'
    WHEN 'TC' THEN 'Turnos de caja' WHEN 'LQ' THEN 'Liquidaciones de comisiones'
    WHEN 'LT' THEN 'Archivos para el banco' ELSE p_tipo END;

-- How documents are numbered is what an auditor counts them by: whoever jumps numbers, or begins another series, hides
-- among them. It takes the password and another administrator (R-347), once it is known that nothing forbids it.
CREATE OR REPLACE FUNCTION numeracion_controlar(quien jsonb, p_que jsonb, p_titulo text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM control_exigir(quien, jsonb_build_object('clave', 'control', 'origen', 'ajustes', 'que', p_que,
    'titulo', p_titulo));
END $$;

-- Gives a kind of document the prefix of those to come. One that it had before goes on where it was left.
CREATE OR REPLACE FUNCTION numeracion_prefijo(quien jsonb, p_tipo text, p_prefijo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_antes text;
  v_duenio text;
BEGIN
  -- All kinds: two changes at once would otherwise each take the same prefix.
  PERFORM 1 FROM series_prefijos ORDER BY prefijo FOR NO KEY UPDATE;
  v_antes := (SELECT prefijo FROM series_prefijos WHERE tipo = p_tipo AND vigente);
  IF v_antes IS NULL THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa clase de documento"}'); END IF;
  v_duenio := (SELECT tipo FROM series_prefijos WHERE prefijo = p_prefijo);
  IF v_duenio <> p_tipo THEN
    PERFORM rechazar_campo('prefijo', reparo('PREFIJO_DE_OTROS', jsonb_build_object('prefijo', p_prefijo)));
  END IF;
  IF v_antes <> p_prefijo THEN
    UPDATE series_prefijos SET vigente = false WHERE prefijo = v_antes;
    INSERT INTO series_prefijos (prefijo, tipo, vigente) VALUES (p_prefijo, p_tipo, true)
      ON CONFLICT (prefijo) DO UPDATE SET vigente = true;
    PERFORM numeracion_controlar(quien, jsonb_build_object('tipo', p_tipo, 'prefijo', p_prefijo),
      format('cambiar el prefijo de los documentos por venir (%s): de %s a %s', numeracion_nombre(p_tipo), v_antes,
        p_prefijo));
    PERFORM auditar(quien, 'editar', 'series', p_tipo, jsonb_build_object('prefijo', v_antes),
      jsonb_build_object('prefijo', p_prefijo)), avisar('ajustes');
  END IF;
  RETURN jsonb_build_object('message', format('Los documentos por venir llevan %s.', p_prefijo));
END $$;

-- Says the number that a series begins with, before its first document of that year.
CREATE OR REPLACE FUNCTION numeracion_inicio(quien jsonb, p_tipo text, p_sucursal integer, p_anio integer,
    p_numero integer)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_serie text := (SELECT prefijo FROM series_prefijos WHERE tipo = p_tipo AND vigente);
  v_codigo text;
  v_antes integer;
BEGIN
  IF v_serie IS NULL THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa clase de documento"}'); END IF;
  IF p_anio - numeracion_anio() NOT IN (0, 1) THEN PERFORM rechazar_campo('anio', reparo('SERIE_ANIO')); END IF;
  IF p_sucursal IS NOT NULL THEN
    SELECT codigo INTO v_codigo FROM sucursales WHERE id = p_sucursal FOR KEY SHARE;
    IF v_codigo IS NULL OR NOT numera_por_sucursal(p_tipo) THEN
      PERFORM rechazar_campo('sucursal_id', reparo('SUCURSAL_SIN_SERIE'));
    END IF;
    v_serie := v_serie || '-' || v_codigo;
  END IF;
  INSERT INTO series (serie, anio, ultimo) VALUES (v_serie, p_anio, 0) ON CONFLICT DO NOTHING;
  v_antes := (SELECT primero FROM series WHERE serie = v_serie AND anio = p_anio FOR UPDATE);
  UPDATE series SET primero = p_numero, ultimo = p_numero - 1
    WHERE serie = v_serie AND anio = p_anio AND (primero <> p_numero OR ultimo >= primero);
  IF v_antes <> p_numero THEN
    PERFORM numeracion_controlar(quien, jsonb_build_object('serie', v_serie, 'anio', p_anio, 'primero', p_numero),
      format('cambiar el primer número de la serie %s-%s (%s): de %s a %s', v_serie, p_anio,
        numeracion_nombre(p_tipo), v_antes, p_numero));
    PERFORM auditar(quien, 'editar', 'series', p_tipo,
      jsonb_build_object('serie', v_serie || '-' || p_anio, 'primero', v_antes),
      jsonb_build_object('serie', v_serie || '-' || p_anio, 'primero', p_numero)), avisar('ajustes');
  END IF;
  RETURN jsonb_build_object('message', format('La serie %s-%s empieza en %s.', v_serie, p_anio, p_numero));
END $$;
