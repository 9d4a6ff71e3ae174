-- Every closing of a branch's day with what was true then (R-264). While one stands that was not reopened, the branch
-- takes nothing more on that day or before it.
CREATE TABLE cierres_sucursales (
  sucursal_id integer NOT NULL REFERENCES sucursales,
  fecha date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  usuario_id integer NOT NULL REFERENCES usuarios,
  cerrado_en timestamptz NOT NULL,
  resumen jsonb NOT NULL,
  reabierto_en timestamptz,
  reabierto_por integer REFERENCES usuarios,
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  PRIMARY KEY (sucursal_id, fecha, version),
  CONSTRAINT cierres_sucursales_reabierto CHECK ((reabierto_en IS NULL) = (reabierto_por IS NULL) AND (reabierto_en IS NULL) = (motivo IS NULL))
);
-- By day first: whether any branch closed it is asked of every posting.
CREATE UNIQUE INDEX cierres_sucursales_vigente ON cierres_sucursales (fecha, sucursal_id) WHERE reabierto_en IS NULL;
