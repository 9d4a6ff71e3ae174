-- A second person's yes to something that one alone may not do: a payout to a beneficiary that was changed, a charge
-- that is higher than its bank's, a voucher that proved something else already (ADR 0047). What was asked for is asked
-- for once, answered once and used once. One that nobody else could answer was used by its own author, with his password:
-- `solo`.
CREATE TABLE vistos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  clave text NOT NULL CHECK (clave IN ('verificacion', 'pago', 'beneficiario', 'referencia', 'comprobante', 'cargo',
    'tercero', 'conversion', 'apertura')),
  -- The document, where there is one already.
  origen text NOT NULL,
  origen_id bigint,
  -- Exactly what is allowed, by value.
  que jsonb NOT NULL,
  titulo text NOT NULL,
  importe text NOT NULL,
  motivo text NOT NULL,
  -- What the approver's limit is compared with, in the functional currency; null: beyond every limit.
  pen numeric(38,8),
  solicitado_por integer NOT NULL REFERENCES usuarios,
  -- Who took part in what is asked about, and may not answer.
  implicados integer[] NOT NULL DEFAULT '{}',
  estado text NOT NULL CHECK (estado IN ('pendiente', 'aprobado', 'rechazado', 'retirado', 'usado')),
  vence_en timestamptz NOT NULL,
  resuelto_por integer REFERENCES usuarios,
  resuelto_en timestamptz,
  nota text,
  usado_por integer REFERENCES usuarios,
  usado_en timestamptz,
  solo boolean NOT NULL DEFAULT false,
  CONSTRAINT vistos_nadie_aprueba_lo_suyo CHECK (estado = 'rechazado' OR resuelto_por <> solicitado_por),
  CONSTRAINT vistos_nadie_implicado CHECK (resuelto_por <> ALL (implicados)),
  CHECK ((resuelto_por IS NULL) = (resuelto_en IS NULL)),
  CHECK (estado NOT IN ('aprobado', 'rechazado') OR resuelto_por IS NOT NULL),
  CHECK ((estado = 'usado') = (usado_en IS NOT NULL AND usado_por IS NOT NULL)),
  CHECK (estado <> 'usado' OR solo = (resuelto_por IS NULL)),
  CHECK (NOT solo OR estado = 'usado' AND usado_por = solicitado_por)
);
CREATE INDEX vistos_abiertos ON vistos (clave, origen, origen_id) WHERE estado IN ('pendiente', 'aprobado');
CREATE INDEX vistos_solo ON vistos (fecha) WHERE solo;
CREATE INDEX vistos_documento ON vistos (origen, origen_id);

-- Until when a session counts as confirmed: its user typed his password (and code) again.
ALTER TABLE sesiones ADD COLUMN confirmada_hasta timestamptz;

-- Who wrote the account of a beneficiary as it is now; null where nobody knows any more.
ALTER TABLE beneficiarios ADD COLUMN cuenta_por integer REFERENCES usuarios;
UPDATE beneficiarios b SET cuenta_por = (
  SELECT a.usuario_id FROM auditoria a WHERE a.entidad = 'beneficiarios' AND a.entidad_id = b.id::text
    AND a.accion IN ('crear', 'editar') ORDER BY a.id DESC LIMIT 1);

-- From this amount on two people are needed wherever money is confirmed or leaves. A house that never chose gets the
-- safer limit.
UPDATE ajustes SET valor = '200' WHERE clave = 'orden_doble_control_usd' AND valor = '1000' AND actualizado_por IS NULL;

-- Who answered requests until now answers these as well.
INSERT INTO roles_permisos (rol_slug, permiso)
  SELECT DISTINCT rol_slug, 'vistos:aprobar' FROM roles_permisos WHERE permiso IN ('cuentas:aprobar-ajuste', 'gastos:aprobar');

-- Operation numbers of all areas are kept in one table, and compared without what people write differently: case, signs,
-- and the letters of the bank in front (ADR 0047).
ALTER TABLE referencias_usadas DROP CONSTRAINT referencias_usadas_linea_check;
ALTER TABLE referencias_usadas ADD CONSTRAINT referencias_usadas_linea_check CHECK (linea IN ('compras_ventas_pagos',
  'ordenes_cobros', 'ordenes_pagos', 'transferencias', 'comisiones_liquidaciones'));
INSERT INTO referencias_usadas (linea, linea_id, origen, origen_id, cuenta_id, sale, referencia)
  SELECT 'transferencias', id, 'transferencias', id, origen_id, true, lower(referencia) FROM transferencias
  WHERE referencia IS NOT NULL AND estado NOT IN ('anulada', 'rechazada') ORDER BY id ON CONFLICT DO NOTHING;
INSERT INTO referencias_usadas (linea, linea_id, origen, origen_id, cuenta_id, sale, referencia)
  SELECT 'comisiones_liquidaciones', id, 'comisiones-liquidaciones', id, cuenta_id, true, lower(referencia)
  FROM comisiones_liquidaciones WHERE referencia IS NOT NULL AND estado = 'pagada' ORDER BY id ON CONFLICT DO NOTHING;
-- In a table of its own: functions of 0.2.0 that still run answer rows of referencias_usadas.
CREATE TABLE referencias_nucleos (
  linea text NOT NULL,
  linea_id bigint NOT NULL,
  -- Without case and signs; and without letters and zeros in front.
  normal text NOT NULL,
  nucleo text NOT NULL,
  -- Null: from before this was kept.
  fecha timestamptz,
  PRIMARY KEY (linea, linea_id),
  FOREIGN KEY (linea, linea_id) REFERENCES referencias_usadas ON DELETE CASCADE
);
CREATE INDEX referencias_nucleos_nucleo ON referencias_nucleos (nucleo);
INSERT INTO referencias_nucleos (linea, linea_id, normal, nucleo)
  SELECT linea, linea_id, normal, coalesce(substring(normal FROM '^[A-Z]*0*([^A-Z0].{4,})$'), normal)
  FROM (SELECT linea, linea_id, upper(regexp_replace(referencia, '[^[:alnum:]]', '', 'g')) AS normal
        FROM referencias_usadas) x;

-- What a receiver counts differently waits on an account of its own until a third person says who bears it (ADR 0048).
ALTER TABLE transferencias
  -- In the functional currency: what lacked (+) or was over (−) on arrival; null where it was borne at once.
  ADD COLUMN diferencia_valor numeric(38,8) CHECK (diferencia_valor <> 0 AND abs(diferencia_valor) < 1e29),
  ADD COLUMN diferencia_resuelta_en timestamptz,
  ADD COLUMN diferencia_resuelta_por integer REFERENCES usuarios,
  ADD COLUMN diferencia_nota text,
  -- Nobody else could.
  ADD COLUMN diferencia_solo boolean NOT NULL DEFAULT false;
ALTER TABLE transferencias DROP CONSTRAINT transferencias_cargo;
ALTER TABLE transferencias
  ADD CONSTRAINT transferencias_cargo CHECK (
    (cargo IS NULL OR contado <> monto) AND (cargo_usuario_id IS NOT NULL) = (cargo IS NOT DISTINCT FROM 'personal')
    AND (cargo IS DISTINCT FROM 'personal' OR contado < monto)
    AND (contado IS NULL OR contado >= monto OR cargo IS NOT NULL OR diferencia_valor IS NOT NULL)),
  ADD CONSTRAINT transferencias_diferencia CHECK (
    (diferencia_valor IS NULL OR contado <> monto)
    AND num_nonnulls(diferencia_resuelta_en, diferencia_resuelta_por, diferencia_nota) IN (0, 3)
    AND (diferencia_resuelta_en IS NULL OR diferencia_valor IS NOT NULL)
    AND (diferencia_valor IS NULL OR (cargo IS NULL) = (diferencia_resuelta_en IS NULL))),
  ADD CONSTRAINT transferencias_tercera_persona CHECK (
    diferencia_solo OR diferencia_resuelta_por <> usuario_id AND diferencia_resuelta_por <> resuelta_por);
CREATE INDEX transferencias_por_resolver ON transferencias (id) WHERE diferencia_valor IS NOT NULL AND cargo IS NULL;
INSERT INTO roles_permisos (rol_slug, permiso)
  SELECT rol_slug, 'transferencias:resolver' FROM roles_permisos WHERE permiso = 'cuentas:aprobar-ajuste';

INSERT INTO ajustes (clave, valor) VALUES
  -- What a bank may charge beyond what its account says, in soles.
  ('cargo_exceso_pen', '10'),
  -- How far a typed cost may lie from the market's price, in percent.
  ('costo_desvio_pct', '10');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('cargo_exceso_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('costo_desvio_pct', 'decimal', 0, 100, 2, NULL);

-- Cash is never below zero. A till that is goes no further down.
UPDATE cuentas_contables k SET minimo = least(k.saldo, 0) FROM cuentas c
  WHERE c.id = k.id AND c.tipo IN ('caja', 'boveda') AND c.sobregiro > 0;
UPDATE cuentas c SET sobregiro = greatest(-k.saldo, 0) FROM cuentas_contables k
  WHERE c.id = k.id AND c.tipo IN ('caja', 'boveda') AND c.sobregiro > 0;

-- The balance with which an account is opened: a numbered adjustment that somebody else approves.
CREATE TABLE cuentas_aperturas (
  cuenta_id bigint PRIMARY KEY REFERENCES cuentas,
  saldo numeric(38,8) NOT NULL CHECK (saldo > 0 AND saldo < 1e29),
  tasa_costo numeric(20,10) CHECK (tasa_costo > 0 AND tasa_costo < 1e9),
  -- What became of it: the document, and whether it waits.
  numero text,
  estado text CHECK (estado IN ('pendiente', 'aplicado'))
);
