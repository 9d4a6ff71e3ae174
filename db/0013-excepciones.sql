-- Whatever moves money begins with its key: who waits here holds no other table, so that an upgrade beside a working
-- process of the version before never waits for one that waits for it.
LOCK TABLE idempotencia IN ACCESS EXCLUSIVE MODE;

-- What an auditor looks at first (ADR 0054): marked in the audit by the act itself, or read from its document.
CREATE INDEX auditoria_excepcion ON auditoria (fecha) WHERE despues ? 'excepcion';

-- When a person last said that he saw which controls others loosened.
ALTER TABLE usuarios ADD COLUMN excepciones_vistas_en timestamptz;

-- The exceptions of a week, told to every chat of the management.
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('excepciones_semana', 'Excepciones de la semana', true, false, true, 67);
INSERT INTO telegram_destinos (evento, reservado, chat_id, gerencia)
  SELECT 'excepciones_semana', true, id, true FROM telegram_chats WHERE gerencia AND estatus;

-- Hours of the day at which people work, in Lima; a sign-in at another hour is an exception.
INSERT INTO ajustes (clave, valor) VALUES ('jornada_desde', '6'), ('jornada_hasta', '23');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('jornada_desde', 'entero', 0, 23, NULL, NULL),
  ('jornada_hasta', 'entero', 1, 24, NULL, NULL);

-- What holds people back, as data (ADR 0055): a column, or a setting by its key, and which way it lets more pass. `sube`:
-- more, or none where null (and zero, if `cero`) means without limit; `baja`: less; `cambia`: any change; `no`: a setting
-- that holds nobody back. A setting that is not listed counts as `cambia`.
CREATE TABLE controles (
  tabla text NOT NULL,
  columna text NOT NULL,
  afloja text NOT NULL CHECK (afloja IN ('sube', 'baja', 'cambia', 'no')),
  cero boolean NOT NULL DEFAULT false,
  nombre text NOT NULL,
  PRIMARY KEY (tabla, columna)
);
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'orden_doble_control_usd', 'sube', false, 'Dos personas desde'),
  ('ajustes', 'ajuste_aprobacion_pen', 'sube', false, 'Ajustar saldo sin aprobación hasta'),
  ('ajustes', 'gasto_aprobacion_pen', 'sube', false, 'Pagar un gasto sin aprobación hasta'),
  ('ajustes', 'aprobacion_limite_pen', 'sube', false, 'Un gerente aprueba hasta'),
  ('ajustes', 'cargo_exceso_pen', 'sube', false, 'Comisión bancaria sin visto bueno hasta'),
  ('ajustes', 'costo_desvio_pct', 'sube', false, 'Desvío de un costo escrito'),
  ('ajustes', 'transferencia_desvio_pct', 'sube', false, 'Desvío de una conversión propia'),
  ('ajustes', 'turno_nota_pen', 'sube', false, 'Aprobar una caja sin nota hasta'),
  ('ajustes', 'autorizacion_minutos', 'sube', false, 'Vigencia de una tasa autorizada'),
  ('ajustes', 'bloqueo_minutos', 'sube', false, 'Vigencia de una cotización'),
  ('ajustes', 'tasa_rancia_horas', 'sube', false, 'Aviso de tasa sin confirmar'),
  ('ajustes', 'duplicado_minutos', 'baja', false, 'Operación repetida'),
  ('ajustes', 'exigir_turno', 'baja', false, 'Exigir turno de caja'),
  ('ajustes', 'umbral_identificacion_usd', 'sube', false, 'Identificar desde'),
  ('ajustes', 'umbral_declaracion_usd', 'sube', false, 'Declaración jurada desde'),
  ('ajustes', 'ro_unica_usd', 'sube', false, 'Registro de Operaciones: una operación desde'),
  ('ajustes', 'ro_multiple_usd', 'sube', false, 'Registro de Operaciones: acumulado desde'),
  ('ajustes', 'aprobacion_cliente_meses', 'sube', true, 'Aprobación de cumplimiento'),
  ('ajustes', 'sesion_inactiva_minutos', 'sube', false, 'Cierre por inactividad'),
  ('ajustes', 'sesion_maxima_horas', 'sube', false, 'Duración máxima de una sesión'),
  ('ajustes', 'sesiones_por_usuario', 'sube', false, 'Sesiones por usuario'),
  ('ajustes', 'bloqueo_pantalla_minutos', 'sube', true, 'Bloqueo de pantalla'),
  ('ajustes', 'password_temporal_horas', 'sube', false, 'Vigencia de la contraseña temporal'),
  ('ajustes', 'jornada_desde', 'baja', false, 'Se trabaja desde las'),
  ('ajustes', 'jornada_hasta', 'sube', false, 'Se trabaja hasta las'),
  ('ajustes', 'comisiones_arrastre', 'no', false, 'Descontar lo negativo'),
  ('ajustes', 'orden_sla_minutos', 'no', false, 'Plazo para pagar una orden'),
  ('ajustes', 'orden_anular_vencida_horas', 'no', false, 'Anular órdenes vencidas'),
  ('ajustes', 'empresa.razon_social', 'no', false, 'Razón social'),
  ('ajustes', 'empresa.ruc', 'no', false, 'RUC'),
  ('ajustes', 'empresa.direccion', 'no', false, 'Dirección'),
  ('ajustes', 'empresa.registro_sbs', 'no', false, 'Registro SBS'),
  ('usuarios', 'limite_usd', 'sube', false, 'Límite por operación'),
  ('usuarios', 'desvio_pct', 'sube', false, 'Desvío de tasa'),
  ('cuentas', 'responsable_id', 'cambia', false, 'Responsable'),
  ('cuentas', 'limite_op', 'sube', false, 'Límite por operación'),
  ('cuentas', 'limite_dia', 'sube', false, 'Límite por día'),
  ('cuentas', 'limite_mes', 'sube', false, 'Límite por mes'),
  ('cuentas', 'saldo_max', 'sube', false, 'Saldo máximo'),
  ('cuentas', 'comision_salida_pct', 'sube', false, 'Comisión de salida'),
  ('cuentas', 'comision_salida_fija', 'sube', false, 'Comisión fija de salida'),
  ('tipos_pagos', 'tope_op', 'sube', false, 'Tope por operación'),
  ('tipos_pagos', 'tope_dia', 'sube', false, 'Tope por día'),
  ('tipos_pagos', 'tope_mes', 'sube', false, 'Tope por mes'),
  ('tipos_pagos', 'pide_referencia', 'baja', false, 'Pide número de operación'),
  ('tipos_pagos', 'pide_comprobante', 'baja', false, 'Pide comprobante'),
  ('tipos_pagos', 'requiere_verificacion', 'baja', false, 'Requiere verificación'),
  ('telegram_chats', 'chat_id', 'cambia', false, 'Chat'),
  ('telegram_chats', 'gerencia', 'cambia', false, 'Es de la gerencia'),
  ('telegram_chats', 'estatus', 'baja', false, 'Activo'),
  ('pares_divisas', 'alerta_pct', 'sube', false, 'Alerta de variación'),
  ('pares_fuentes', 'salto_pct', 'sube', false, 'Salto que publica sola'),
  ('pares_fuentes', 'modo', 'cambia', false, 'Qué hace con lo que lee'),
  ('pares_fuentes', 'url', 'cambia', false, 'De dónde lee'),
  ('pares_fuentes', 'ruta_compra', 'cambia', false, 'Dónde está la compra'),
  ('pares_fuentes', 'ruta_venta', 'cambia', false, 'Dónde está la venta'),
  ('pares_fuentes', 'factor_compra', 'cambia', false, 'Factor de la compra'),
  ('pares_fuentes', 'factor_venta', 'cambia', false, 'Factor de la venta');

ALTER TABLE vistos DROP CONSTRAINT vistos_clave_check;
ALTER TABLE vistos ADD CONSTRAINT vistos_clave_check CHECK (clave IN ('verificacion', 'pago', 'beneficiario',
  'referencia', 'comprobante', 'cargo', 'tercero', 'conversion', 'apertura',
  'control', 'limite', 'permiso', 'aviso', 'cuenta-ajena', 'precio', 'aprobacion'));

-- Where the house has nobody else, its owner answers his own request, with his second factor; the row says so.
ALTER TABLE ajustes_saldo ADD COLUMN solo boolean NOT NULL DEFAULT false;
ALTER TABLE ajustes_saldo DROP CONSTRAINT ajustes_saldo_nadie_aprueba_lo_suyo;
ALTER TABLE ajustes_saldo ADD CONSTRAINT ajustes_saldo_nadie_aprueba_lo_suyo
  CHECK (solo OR estado = 'rechazado' OR resuelto_por <> solicitado_por);
ALTER TABLE gastos ADD COLUMN solo boolean NOT NULL DEFAULT false;
ALTER TABLE gastos DROP CONSTRAINT gastos_nadie_aprueba_lo_suyo;
ALTER TABLE gastos ADD CONSTRAINT gastos_nadie_aprueba_lo_suyo
  CHECK (solo OR estado = 'rechazado' OR resuelto_por <> solicitado_por);
ALTER TABLE autorizaciones_tasa ADD COLUMN solo boolean NOT NULL DEFAULT false;
ALTER TABLE autorizaciones_tasa DROP CONSTRAINT autorizaciones_tasa_nadie_aprueba_lo_suyo;
ALTER TABLE autorizaciones_tasa ADD CONSTRAINT autorizaciones_tasa_nadie_aprueba_lo_suyo
  CHECK (solo OR resuelto_por <> solicitado_por);
ALTER TABLE turnos ADD COLUMN solo boolean NOT NULL DEFAULT false;
ALTER TABLE turnos DROP CONSTRAINT turnos_no_propio;
ALTER TABLE turnos ADD CONSTRAINT turnos_no_propio CHECK (solo OR aprobado_por <> usuario_id);

-- The price that a person published or confirmed last: what a source may leave by itself is measured against it.
ALTER TABLE pares_divisas ADD COLUMN persona_compra numeric(20,10), ADD COLUMN persona_venta numeric(20,10),
  ADD COLUMN persona_en timestamptz;
UPDATE pares_divisas p SET persona_compra = h.compra, persona_venta = h.venta, persona_en = lower(h.vigencia)
  FROM (SELECT DISTINCT ON (par_id) * FROM pares_divisas_historico WHERE usuario_id IS NOT NULL
        ORDER BY par_id, id DESC) h WHERE h.par_id = p.id;
INSERT INTO ajustes (clave, valor) VALUES
  -- How far a source moves a price by itself: in an hour, and away from the last price of a person, in percent.
  ('fuente_hora_pct', '2'), ('fuente_dia_pct', '5');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('fuente_hora_pct', 'decimal', 0.1, 50, 2, NULL), ('fuente_dia_pct', 'decimal', 0.1, 50, 2, NULL);
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'fuente_hora_pct', 'sube', false, 'Una fuente mueve sola, por hora'),
  ('ajustes', 'fuente_dia_pct', 'sube', false, 'Una fuente se aleja sola del último precio de una persona');
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('fuente_lejos', 'Una fuente se aleja del precio que alguien confirmó', false, false, true, 68);
