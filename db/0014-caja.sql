-- What a cashier does alone adds up over the day (ADR 0050). More reasons for which another person's yes is needed; those
-- of other files stay.
DO $$
DECLARE
  v_antes text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'vistos_clave_check');
BEGIN
  ALTER TABLE vistos DROP CONSTRAINT vistos_clave_check;
  EXECUTE 'ALTER TABLE vistos ADD CONSTRAINT vistos_clave_check '
    || replace(v_antes, ']', $w$, 'cupo'::text, 'contraparte'::text, 'anulacion'::text, 'agente'::text]$w$);
END $$;
CREATE INDEX vistos_resueltos ON vistos (resuelto_por, fecha_negocio(resuelto_en)) WHERE estado IN ('aprobado', 'usado');
CREATE INDEX vistos_usados ON vistos (usado_por, usado_en) WHERE estado = 'usado';
-- Without a second person, of a day.
CREATE INDEX gastos_a_solas ON gastos (fecha_negocio(pagado_en)) WHERE estado = 'pagado' AND resuelto_por IS NULL;
CREATE INDEX gastos_resueltos ON gastos (fecha_negocio(resuelto_en)) WHERE resuelto_por IS NOT NULL;
CREATE INDEX ajustes_saldo_resueltos ON ajustes_saldo (fecha_negocio(resuelto_en)) WHERE resuelto_por IS NOT NULL;
CREATE INDEX turnos_aprobados ON turnos (fecha_negocio(aprobado_en)) WHERE aprobado_en IS NOT NULL;

INSERT INTO ajustes (clave, valor) VALUES
  -- Operations without a client, of one cashier in a day, in US$.
  ('sin_cliente_dia_usd', '600'),
  -- Expenses without a paper in a day, of one person and of one category, in soles.
  ('gasto_sin_papel_pen', '300'),
  ('gasto_sin_papel_categoria_pen', '600'),
  -- Payments that one person registered and verified himself in a day, in US$.
  ('dos_personas_dia_usd', '600'),
  -- Up to what, and for how long, whoever registered a document annuls it alone.
  ('anular_propia_usd', '200'),
  ('anular_propia_minutos', '15'),
  -- What one beneficiary or third party gets of everybody in a day, in US$.
  ('contraparte_dia_usd', '5000'),
  -- What one person with a limit approves in a day, in soles.
  ('aprobacion_dia_pen', '10000');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('sin_cliente_dia_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('gasto_sin_papel_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('gasto_sin_papel_categoria_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('dos_personas_dia_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('anular_propia_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('anular_propia_minutos', 'entero', 0, 1000000, NULL, NULL),
  ('contraparte_dia_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('aprobacion_dia_pen', 'decimal', 0, 1000000000, 2, NULL);

-- Which way these let more pass (ADR 0055).
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'sin_cliente_dia_usd', 'sube', false, 'Sin cliente, en un día'),
  ('ajustes', 'gasto_sin_papel_pen', 'sube', false, 'Gastos sin comprobante de una persona, en un día'),
  ('ajustes', 'gasto_sin_papel_categoria_pen', 'sube', false, 'Gastos sin comprobante de una categoría, en un día'),
  ('ajustes', 'dos_personas_dia_usd', 'sube', false, 'Cobros propios que uno verifica, en un día'),
  ('ajustes', 'anular_propia_usd', 'sube', false, 'Anular lo propio hasta'),
  ('ajustes', 'anular_propia_minutos', 'sube', false, 'Anular lo propio durante'),
  ('ajustes', 'contraparte_dia_usd', 'sube', false, 'A un mismo beneficiario, en un día'),
  ('ajustes', 'aprobacion_dia_pen', 'sube', false, 'Lo que una persona aprueba, en un día');
-- A price that a cashier told somebody (ADR 0051): who, whom, how much, at which rate, until when. It is taken up once.
CREATE TABLE tipos_cambios_cotizaciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  tipo text NOT NULL CHECK (tipo IN ('compra', 'venta', 'canje', 'orden')),
  historico_id bigint NOT NULL REFERENCES tipos_cambios_historico,
  -- Told to somebody who is not a client yet: what he is known by.
  cliente_id bigint REFERENCES clientes,
  nota text CHECK (length(nota) BETWEEN 2 AND 80),
  tasa numeric(20,10) NOT NULL CHECK (tasa > 0 AND tasa < 1e9),
  -- What is traded (what the client sends, of an order), and for how much.
  moneda_id integer NOT NULL REFERENCES monedas,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  contramoneda_id integer NOT NULL REFERENCES monedas,
  contravalor numeric(38,8) NOT NULL CHECK (contravalor > 0 AND contravalor < 1e29),
  vence_en timestamptz NOT NULL,
  origen text CHECK (origen IN ('compras-ventas', 'ordenes')),
  origen_id bigint,
  usada_en timestamptz,
  CONSTRAINT cotizaciones_de_quien CHECK (num_nonnulls(cliente_id, nota) >= 1),
  CONSTRAINT cotizaciones_usada CHECK (num_nonnulls(origen, origen_id, usada_en) IN (0, 3))
);
CREATE INDEX tipos_cambios_cotizaciones_abiertas ON tipos_cambios_cotizaciones (usuario_id, vence_en)
  WHERE usada_en IS NULL;
CREATE INDEX tipos_cambios_cotizaciones_documento ON tipos_cambios_cotizaciones (origen, origen_id)
  WHERE usada_en IS NOT NULL;
