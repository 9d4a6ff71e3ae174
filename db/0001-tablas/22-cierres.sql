-- The turn of a till: of the cash accounts of all currencies that one user answers for.
CREATE TABLE turnos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  usuario_id integer NOT NULL REFERENCES usuarios,
  estado text NOT NULL DEFAULT 'abierto' CHECK (estado IN ('abierto', 'en_conteo', 'cerrado', 'aprobado')),
  apertura text NOT NULL CHECK (apertura IN ('conteo', 'ultimo_cierre')),
  abierto_en timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(abierto_en)) STORED,
  conteo_en timestamptz,
  cerrado_en timestamptz,
  -- Why the count differs, in the cashier's words.
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  aprobado_en timestamptz,
  aprobado_por integer REFERENCES usuarios,
  -- Who bears a shortage: the house, or the cashier, who then owes it.
  cargo text CHECK (cargo IN ('casa', 'personal')),
  nota text CHECK (length(nota) BETWEEN 5 AND 200),
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT turnos_conteo CHECK ((estado = 'abierto') = (conteo_en IS NULL)),
  CONSTRAINT turnos_cerrado CHECK ((estado IN ('cerrado', 'aprobado')) = (cerrado_en IS NOT NULL)),
  CONSTRAINT turnos_aprobado CHECK ((estado = 'aprobado') = (aprobado_en IS NOT NULL)
    AND (aprobado_en IS NULL) = (aprobado_por IS NULL) AND (aprobado_en IS NULL) = (cargo IS NULL)),
  -- Nobody judges his own till.
  CONSTRAINT turnos_no_propio CHECK (aprobado_por <> usuario_id)
);
CREATE UNIQUE INDEX turnos_uno_por_usuario ON turnos (usuario_id) WHERE estado IN ('abierto', 'en_conteo');
CREATE INDEX turnos_usuario ON turnos (usuario_id, id);
CREATE INDEX turnos_fecha ON turnos (fecha_negocio, id);
CREATE INDEX turnos_sin_aprobar ON turnos (fecha_negocio) WHERE estado <> 'aprobado';

-- What somebody counted, against the books of that instant. Never changed: a recount is another row.
CREATE TABLE conteos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  momento text NOT NULL CHECK (momento IN ('apertura', 'cierre', 'arqueo')),
  turno_id bigint REFERENCES turnos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- Which count of this moment of the turn it is: 1, and 2 for the first recount.
  vuelta integer NOT NULL CHECK (vuelta BETWEEN 1 AND 20),
  usuario_id integer NOT NULL REFERENCES usuarios,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  contado numeric(38,8) NOT NULL CHECK (contado >= 0 AND contado < 1e29),
  esperado numeric(38,8) NOT NULL CHECK (esperado > -1e29 AND esperado < 1e29),
  diferencia numeric(38,8) NOT NULL GENERATED ALWAYS AS (contado - esperado) STORED,
  denominaciones jsonb,
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CONSTRAINT conteos_piezas CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = contado),
  CONSTRAINT conteos_arqueo CHECK ((momento = 'arqueo') = (turno_id IS NULL)),
  UNIQUE (turno_id, momento, cuenta_id, vuelta)
);
CREATE INDEX conteos_cuenta ON conteos (cuenta_id, id);
CREATE INDEX conteos_arqueos ON conteos (id) WHERE momento = 'arqueo';

-- The accounts of a turn: the count that stands, and the entry that took its difference into the books.
CREATE TABLE turnos_cuentas (
  turno_id bigint NOT NULL REFERENCES turnos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- While the turn is open or being counted: one till at a time holds an account.
  abierta boolean NOT NULL DEFAULT true,
  conteo_id bigint REFERENCES conteos,
  asiento_id bigint UNIQUE REFERENCES asientos,
  PRIMARY KEY (turno_id, cuenta_id),
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id)
);
CREATE UNIQUE INDEX turnos_cuentas_abierta ON turnos_cuentas (cuenta_id) WHERE abierta;
CREATE INDEX turnos_cuentas_cuenta ON turnos_cuentas (cuenta_id, turno_id);

-- Every closing of a day with what was true then; a reopened one stays, the next closing is another version.
CREATE TABLE cierres_versiones (
  fecha date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  usuario_id integer NOT NULL REFERENCES usuarios,
  cerrado_en timestamptz NOT NULL,
  resumen jsonb NOT NULL,
  reabierto_en timestamptz,
  reabierto_por integer REFERENCES usuarios,
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  PRIMARY KEY (fecha, version),
  CONSTRAINT cierres_reabierto CHECK ((reabierto_en IS NULL) = (reabierto_por IS NULL) AND (reabierto_en IS NULL) = (motivo IS NULL))
);
CREATE UNIQUE INDEX cierres_versiones_vigente ON cierres_versiones (fecha) WHERE reabierto_en IS NULL;
