-- The sisters of what loosens a control (ADR 0063), and what one person moves between the house's own accounts in a day.
LOCK TABLE idempotencia IN ACCESS EXCLUSIVE MODE;

-- What one person sends between own accounts and converts in a day, in soles. Counts only what nobody else agreed to.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('interna_dia_pen', 'decimal', 0, 1000000000, 2, NULL);
INSERT INTO ajustes (clave, valor) VALUES ('interna_dia_pen', '50000');

INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'interna_dia_pen', 'sube', false, 'Mover entre cuentas propias, en un día'),
  ('ajustes', 'salida_avisa', 'baja', false, 'Salir cierra la sesión en el servidor'),
  ('ajustes', 'empresa.web', 'no', false, 'Dirección web'),
  -- How the owner hears.
  ('telegram', 'activo', 'baja', false, 'Encendido'),
  ('telegram', 'token_cifrado', 'cambia', false, 'Bot'),
  ('telegram_eventos', 'activo', 'baja', false, 'Se avisa'),
  ('telegram_destinos', 'evento', 'cambia', false, 'Evento'),
  ('telegram_destinos', 'chat_id', 'cambia', false, 'Chat'),
  -- People.
  ('usuarios', 'estatus', 'sube', false, 'Activo'),
  ('roles', 'exige_totp_desde', 'cambia', false, 'Exige segundo factor'),
  -- Where the house's money is kept, and what it may owe.
  ('cuentas', 'sobregiro', 'sube', false, 'Sobregiro'),
  ('cuentas', 'tipo', 'cambia', false, 'Tipo'),
  ('cuentas', 'numero', 'cambia', false, 'Número'),
  ('cuentas', 'entidad_id', 'cambia', false, 'Entidad'),
  -- What a way to pay asks for.
  ('tipos_pagos', 'efectivo', 'cambia', false, 'Es efectivo'),
  ('tipos_pagos', 'campos', 'cambia', false, 'Datos que pide'),
  ('tipos_pagos', 'sentido', 'cambia', false, 'Sentido'),
  ('tipos_pagos', 'estatus', 'sube', false, 'Activo'),
  ('pares_fuentes', 'activa', 'sube', false, 'Activa'),
  -- How much a rate is good for, and how long.
  ('tipos_cambios', 'bloqueo_minutos', 'sube', false, 'Vigencia de su cotización'),
  ('tipos_cambios', 'monto_min', 'baja', false, 'Monto mínimo'),
  ('tipos_cambios', 'monto_max', 'sube', false, 'Monto máximo'),
  -- The coins that exist.
  ('monedas', 'redondeo_efectivo', 'cambia', false, 'Moneda más chica'),
  ('monedas', 'billetes', 'cambia', false, 'Billetes'),
  ('monedas', 'metalicas', 'cambia', false, 'Monedas metálicas'),
  ('monedas', 'decimales_pago', 'cambia', false, 'Decimales con que se paga'),
  -- What a client may move, and at which price.
  ('clientes', 'limite_dia', 'sube', false, 'Límite por día'),
  ('clientes', 'limite_mes', 'sube', false, 'Límite por mes'),
  ('clientes', 'segmento', 'cambia', false, 'Segmento'),
  -- What somebody earns.
  ('comisiones_reglas', 'rol', 'cambia', false, 'Rol'),
  ('comisiones_reglas', 'usuario_id', 'cambia', false, 'Persona'),
  ('comisiones_reglas', 'agente_id', 'cambia', false, 'Agente'),
  ('comisiones_reglas', 'tipo', 'cambia', false, 'Tipo de operación'),
  ('comisiones_reglas', 'de_id', 'cambia', false, 'De'),
  ('comisiones_reglas', 'a_id', 'cambia', false, 'A'),
  ('comisiones_reglas', 'divisa_id', 'cambia', false, 'Divisa'),
  ('comisiones_reglas', 'base', 'cambia', false, 'Base'),
  ('comisiones_reglas', 'valor', 'sube', false, 'Valor'),
  ('comisiones_reglas', 'minimo', 'cambia', false, 'Mínimo'),
  ('comisiones_reglas', 'maximo', 'sube', false, 'Máximo');

-- Where everybody who may answer took part himself, the last one answers with his password: the row says so.
ALTER TABLE vistos DROP CONSTRAINT vistos_nadie_implicado;
ALTER TABLE vistos ADD CONSTRAINT vistos_nadie_implicado CHECK (solo OR resuelto_por <> ALL (implicados));
DO $$
DECLARE
  c record;
BEGIN
  FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'vistos'::regclass AND contype = 'c'
      AND conname NOT IN ('vistos_clave_check', 'vistos_nadie_implicado', 'vistos_nadie_aprueba_lo_suyo')
      AND pg_get_constraintdef(oid) LIKE '%solo%' LOOP
    EXECUTE format('ALTER TABLE vistos DROP CONSTRAINT %I', c.conname);
  END LOOP;
END $$;
-- Alone: nobody answered, and its author used it; or one who took part answered.
ALTER TABLE vistos ADD CONSTRAINT vistos_solo CHECK (CASE WHEN NOT solo THEN estado <> 'usado' OR resuelto_por IS NOT NULL
  WHEN resuelto_por IS NULL THEN estado = 'usado' AND usado_por = solicitado_por
  ELSE resuelto_por = ANY (implicados) END);
