-- Sources: where a pair's prices are read, how often, and what may become of them without a person (ADR 0015).
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
