-- Sources: where a pair's prices are read, how often, and what may become of them without a person (ADR 0015); and many audit rows at once.
CREATE TABLE pares_fuentes (
  par_id integer PRIMARY KEY REFERENCES pares_divisas,
  nombre text NOT NULL CHECK (length(nombre) BETWEEN 2 AND 60),
  url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 500),
  ruta_compra text NOT NULL CHECK (length(ruta_compra) BETWEEN 1 AND 200),
  ruta_venta text NOT NULL CHECK (length(ruta_venta) BETWEEN 1 AND 200),
  factor_compra numeric(20,10) NOT NULL DEFAULT 1 CHECK (factor_compra > 0 AND factor_compra < 1e9),
  factor_venta numeric(20,10) NOT NULL DEFAULT 1 CHECK (factor_venta > 0 AND factor_venta < 1e9),
  minutos integer NOT NULL CHECK (minutos BETWEEN 1 AND 1440),
  salto_pct numeric(6,3) NOT NULL CHECK (salto_pct BETWEEN 0.1 AND 50),
  modo text NOT NULL CHECK (modo IN ('propone', 'publica')),
  activa boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  proxima_en timestamptz NOT NULL DEFAULT ahora(),
  -- What came of the last reading; the prices are those of the last one that could be read.
  leida_en timestamptz,
  respuesta text CHECK (length(respuesta) <= 500),
  compra numeric(20,10) CHECK (compra > 0 AND compra < 1e9),
  venta numeric(20,10) CHECK (venta > 0 AND venta < 1e9),
  error text,
  fallos integer NOT NULL DEFAULT 0 CHECK (fallos >= 0),
  CHECK ((error IS NULL) = (fallos = 0))
);
CREATE INDEX pares_fuentes_proxima ON pares_fuentes (proxima_en) WHERE activa;

-- What a source says and nobody has published: one open per pair, the next reading takes its place.
CREATE TABLE pares_propuestas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  par_id integer NOT NULL REFERENCES pares_divisas,
  fuente text NOT NULL,
  compra numeric(20,10) NOT NULL CHECK (compra > 0 AND compra < 1e9),
  venta numeric(20,10) NOT NULL CHECK (venta > 0 AND venta < 1e9),
  -- It moves more than the source may by itself.
  salto boolean NOT NULL,
  creada_en timestamptz NOT NULL DEFAULT ahora(),
  estado text NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'aceptada', 'descartada', 'reemplazada')),
  resuelta_en timestamptz,
  resuelta_por integer REFERENCES usuarios,
  CHECK (compra <= venta),
  CHECK ((estado = 'pendiente') = (resuelta_en IS NULL)),
  CHECK (estado IN ('pendiente', 'reemplazada') OR resuelta_por IS NOT NULL)
);
CREATE UNIQUE INDEX pares_propuestas_pendiente ON pares_propuestas (par_id) WHERE estado = 'pendiente';

-- A proposal is resolved once, and says for ever what the source said.
CREATE FUNCTION pares_propuesta_fija() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.estado = 'pendiente'
     AND (OLD.id, OLD.par_id, OLD.fuente, OLD.compra, OLD.venta, OLD.salto, OLD.creada_en)
       = (NEW.id, NEW.par_id, NEW.fuente, NEW.compra, NEW.venta, NEW.salto, NEW.creada_en) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'pares_propuestas: resolved once, never rewritten';
END $$;
CREATE TRIGGER pares_propuesta_fija BEFORE UPDATE OR DELETE ON pares_propuestas
  FOR EACH ROW EXECUTE FUNCTION pares_propuesta_fija();

-- Audit rows of many changes of one kind, one each as ever, and their news at once: a source or a morning's prices move
-- a thousand rates, and a message that grows row by row would be rewritten a thousand times. Its body is read when it
-- runs: what tells the news comes later (0021).
CREATE FUNCTION auditar_varios(quien jsonb, p_accion text, p_entidad text, p_filas jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_causa text := coalesce(quien->>'solicitud', gen_random_uuid()::text);
  v_noticias jsonb;
  e record;
BEGIN
  IF jsonb_array_length(p_filas) = 0 THEN RETURN; END IF;
  WITH filas AS (
    INSERT INTO auditoria (usuario_id, sesion_id, accion, entidad, entidad_id, antes, despues, ip, solicitud)
    SELECT (quien->>'usuario_id')::int, (quien->>'sesion_id')::bigint, p_accion, p_entidad, r.id::text,
           auditoria_sin_secretos(r.antes), auditoria_sin_secretos(r.despues), quien->>'ip', quien->>'solicitud'
    FROM jsonb_to_recordset(p_filas) AS r(id bigint, antes jsonb, despues jsonb)
    RETURNING id)
  INSERT INTO auditoria_por_sellar SELECT id FROM filas;
  FOR e IN SELECT t.evento, t.agrupa FROM telegram_causas k JOIN telegram_eventos t ON t.evento = k.evento AND t.activo
           WHERE k.entidad = p_entidad AND k.accion = p_accion LOOP
    SELECT jsonb_agg(jsonb_build_object('entidad', p_entidad, 'id', r.id::text, 'usuario_id', quien->'usuario_id',
             'numero', r.despues->'numero', 'despues', CASE WHEN e.agrupa THEN auditoria_sin_secretos(r.despues) END))
      INTO v_noticias FROM jsonb_to_recordset(p_filas) AS r(id bigint, despues jsonb);
    IF e.agrupa THEN
      PERFORM telegram_anotar(e.evento, v_causa, v_noticias->0);
      UPDATE telegram_salida SET datos = datos || (v_noticias - 0)
        WHERE evento = e.evento AND clave = v_causa AND texto IS NULL AND intentos = 0;
    ELSE
      PERFORM telegram_anotar(e.evento, concat_ws(':', p_entidad, p_accion, n->>'id', v_causa), n)
        FROM jsonb_array_elements(v_noticias) n;
    END IF;
  END LOOP;
END $$;
