-- A second person's yes to something that one alone may not do: a payout to a beneficiary that was changed, a charge
-- that is higher than its bank's, a voucher that proved something else already (ADR 0048). What was asked for is asked
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
-- and the letters of the bank in front (ADR 0048).
ALTER TABLE referencias_usadas DROP CONSTRAINT referencias_usadas_linea_check;
ALTER TABLE referencias_usadas ADD CONSTRAINT referencias_usadas_linea_check CHECK (linea IN ('compras_ventas_pagos',
  'ordenes_cobros', 'ordenes_pagos', 'transferencias', 'comisiones_liquidaciones'));
ALTER TABLE referencias_usadas
  ADD COLUMN normal text NOT NULL GENERATED ALWAYS AS (
    upper(regexp_replace(referencia, '[^[:alnum:]]', '', 'g'))) STORED,
  ADD COLUMN nucleo text NOT NULL GENERATED ALWAYS AS (coalesce(
    substring(upper(regexp_replace(referencia, '[^[:alnum:]]', '', 'g')) FROM '^[A-Z]*0*([^A-Z0].{4,})$'),
    upper(regexp_replace(referencia, '[^[:alnum:]]', '', 'g')))) STORED,
  -- Null: from before this was kept.
  ADD COLUMN fecha timestamptz;
ALTER TABLE referencias_usadas ALTER fecha SET DEFAULT ahora();
CREATE INDEX referencias_usadas_nucleo ON referencias_usadas (nucleo);
INSERT INTO referencias_usadas (linea, linea_id, origen, origen_id, cuenta_id, sale, referencia, fecha)
  SELECT 'transferencias', id, 'transferencias', id, origen_id, true, lower(referencia), fecha FROM transferencias
  WHERE referencia IS NOT NULL AND estado NOT IN ('anulada', 'rechazada') ORDER BY id ON CONFLICT DO NOTHING;
INSERT INTO referencias_usadas (linea, linea_id, origen, origen_id, cuenta_id, sale, referencia, fecha)
  SELECT 'comisiones_liquidaciones', id, 'comisiones-liquidaciones', id, cuenta_id, true, lower(referencia), pagada_en
  FROM comisiones_liquidaciones WHERE referencia IS NOT NULL AND estado = 'pagada' ORDER BY id ON CONFLICT DO NOTHING;
