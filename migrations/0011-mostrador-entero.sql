-- The counter, whole (spec 2.11): vouchers of payments, counted cash, the sworn declaration of funds, and the limits
-- of users and of ways to pay.

-- A file that somebody handed in: never changed. What it is follows from its own bytes, not from what was said of it.
CREATE FUNCTION adjunto_tipo(p bytea) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN substr(p, 1, 3) = '\xffd8ff'::bytea THEN 'image/jpeg'
    WHEN substr(p, 1, 8) = '\x89504e470d0a1a0a'::bytea THEN 'image/png'
    WHEN substr(p, 1, 4) = '\x52494646'::bytea AND substr(p, 9, 4) = '\x57454250'::bytea THEN 'image/webp'
    WHEN substr(p, 1, 5) = '\x255044462d'::bytea THEN 'application/pdf' END;

CREATE TABLE adjuntos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre text NOT NULL CHECK (length(nombre) BETWEEN 1 AND 120),
  contenido bytea NOT NULL,
  tipo text NOT NULL GENERATED ALWAYS AS (adjunto_tipo(contenido)) STORED,
  tamano integer NOT NULL GENERATED ALWAYS AS (octet_length(contenido)) STORED,
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(contenido)) STORED,
  usuario_id integer NOT NULL REFERENCES usuarios,
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  CHECK (octet_length(contenido) BETWEEN 1 AND 2097152)
);
-- Pictures are compressed already.
ALTER TABLE adjuntos ALTER contenido SET STORAGE EXTERNAL;
CREATE INDEX adjuntos_sha256 ON adjuntos (sha256);

-- What a file belongs to: one line of one document. `detalle_id` is the line (a payment).
CREATE TABLE adjuntos_usos (
  adjunto_id bigint PRIMARY KEY REFERENCES adjuntos,
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  detalle_id bigint NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  fecha timestamptz NOT NULL DEFAULT ahora()
);
CREATE INDEX adjuntos_usos_origen ON adjuntos_usos (origen, origen_id);

CREATE TRIGGER adjuntos_fijos BEFORE UPDATE ON adjuntos FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER adjuntos_no_trunca BEFORE TRUNCATE ON adjuntos EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER adjuntos_usos_fijos BEFORE UPDATE OR DELETE ON adjuntos_usos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER adjuntos_usos_no_trunca BEFORE TRUNCATE ON adjuntos_usos EXECUTE FUNCTION prohibir_cambio();

-- Stores a file. The same bytes from the same person, not used yet, are the same file: a lost answer may be asked for
-- again. `p_tipo` = what the caller says it is.
CREATE FUNCTION adjuntos_guardar(quien jsonb, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS adjuntos LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a adjuntos;
BEGIN
  IF octet_length(p_contenido) > 2097152 THEN PERFORM rechazar('ARCHIVO_GRANDE', '{"maximo": "2 MB"}'); END IF;
  IF adjunto_tipo(p_contenido) IS DISTINCT FROM p_tipo THEN PERFORM rechazar('ARCHIVO_DISTINTO'); END IF;
  -- Against the same file twice at once.
  PERFORM pg_advisory_xact_lock(11, hashtext(v_usuario || encode(sha256(p_contenido), 'hex')));
  SELECT * INTO a FROM adjuntos x WHERE sha256 = sha256(p_contenido) AND usuario_id = v_usuario
    AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id) ORDER BY id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO adjuntos (nombre, contenido, usuario_id) VALUES (p_nombre, p_contenido, v_usuario) RETURNING * INTO a;
    PERFORM auditar(quien, 'subir', 'adjuntos', a.id::text, NULL, jsonb_build_object(
      'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano, 'sha256', encode(a.sha256, 'hex')));
  END IF;
  a.contenido := NULL;
  RETURN a;
END $$;

-- Ties a file to what it proves; only who handed it in may, and only once.
CREATE FUNCTION adjuntos_usar(quien jsonb, p_adjunto bigint, p_origen text, p_origen_id bigint, p_detalle bigint, p_campo text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  falla text;
BEGIN
  IF NOT EXISTS (SELECT FROM adjuntos WHERE id = p_adjunto AND usuario_id = (quien->>'usuario_id')::int) THEN
    falla := 'El comprobante no existe: adjúntelo de nuevo.';
  ELSE
    INSERT INTO adjuntos_usos (adjunto_id, origen, origen_id, detalle_id, usuario_id)
      VALUES (p_adjunto, p_origen, p_origen_id, p_detalle, (quien->>'usuario_id')::int) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN falla := 'Ese comprobante ya pertenece a otro pago.'; END IF;
  END IF;
  IF falla IS NOT NULL THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors',
      jsonb_build_array(jsonb_build_object('msg', falla, 'campo', p_campo))));
  END IF;
END $$;

-- What was handed in two days ago and never used proves nothing.
CREATE FUNCTION adjuntos_limpiar() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejos AS (
    DELETE FROM adjuntos a WHERE creado_en < ahora() - interval '2 days'
      AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = a.id) RETURNING 1)
  SELECT count(*) FROM viejos;
$$;

-- The notes and coins of a currency, by value, largest first: `200 100 50`. They are counted at the counter.
CREATE FUNCTION denominaciones_validas(p_lista text, p_decimales integer) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN p_lista ~ '^\d{1,12}(\.\d{1,8})?( \d{1,12}(\.\d{1,8})?){0,19}$' THEN NOT EXISTS (
      SELECT FROM unnest(string_to_array(p_lista, ' ')::numeric[]) v GROUP BY trim_scale(v)
      HAVING trim_scale(v) = 0 OR scale(trim_scale(v)) > p_decimales OR count(*) > 1)
    ELSE false END;
ALTER TABLE monedas
  ADD COLUMN billetes text CHECK (denominaciones_validas(billetes, decimales)),
  ADD COLUMN metalicas text CHECK (denominaciones_validas(metalicas, decimales));

-- Σ of `[{clase, valor, cantidad}]`; null where something in it is not more than nothing.
CREATE FUNCTION denominaciones_suma(d jsonb) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT CASE WHEN bool_and((e->>'valor')::numeric > 0 AND (e->>'cantidad')::int > 0)
                 THEN sum((e->>'valor')::numeric * (e->>'cantidad')::int) END FROM jsonb_array_elements(d) e);

ALTER TABLE compras_ventas
  -- The client's own words, and who he was when he said them.
  ADD COLUMN declaracion jsonb CHECK (declaracion ?& ARRAY['origen', 'destino', 'cliente']),
  ADD COLUMN impresiones_declaracion integer NOT NULL DEFAULT 0;
ALTER TABLE compras_ventas_pagos
  ADD COLUMN denominaciones jsonb CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = monto),
  -- The operation's day, at hand for what a day and a month may take.
  ADD COLUMN fecha_negocio date;
ALTER TABLE compras_ventas_pagos DISABLE TRIGGER compras_ventas_pagos_fijos;
UPDATE compras_ventas_pagos g SET fecha_negocio = o.fecha_negocio FROM compras_ventas o WHERE o.id = g.compra_venta_id;
ALTER TABLE compras_ventas_pagos ENABLE TRIGGER compras_ventas_pagos_fijos;
ALTER TABLE compras_ventas_pagos ALTER fecha_negocio SET NOT NULL;
CREATE INDEX compras_ventas_pagos_tope ON compras_ventas_pagos (tipo_pago_id, fecha_negocio)
  INCLUDE (moneda_id, lado, monto) WHERE estado <> 'anulado';
-- Clients without a name: the same operation again is asked of their cashier.
CREATE INDEX compras_ventas_ocasional ON compras_ventas (usuario_id, fecha) WHERE cliente_id IS NULL;

-- Every document with its number, for the lists that show what an entry came from. An area with documents adds its own.
CREATE VIEW documentos AS
  SELECT 'compras-ventas'::text AS origen, id AS origen_id, numero FROM compras_ventas;

-- As before; both counts of prints move.
CREATE OR REPLACE FUNCTION compras_ventas_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  libres text[] := CASE TG_TABLE_NAME
    WHEN 'compras_ventas' THEN ARRAY['estado', 'anulada_en', 'anulada_por', 'motivo_anulacion', 'impresiones',
                                     'impresiones_declaracion', 'version', 'fecha_negocio']
    ELSE ARRAY['estado', 'asiento_id', 'verificado_por', 'referencia'] END;
  impresas text[] := '{impresiones,impresiones_declaracion,fecha_negocio}';
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres AND OLD.estado <> 'anulada' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'compras_ventas'
     AND to_jsonb(OLD) - impresas = to_jsonb(NEW) - impresas THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;

-- The line's voucher and the cash as it was counted come with it.
ALTER TYPE pago_leido ADD ATTRIBUTE adjunto_id bigint, ADD ATTRIBUTE denominaciones jsonb;

CREATE OR REPLACE FUNCTION pagos_leer(p jsonb) RETURNS pago_leido[]
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  pagos pago_leido[] := '{}';
  r record;
  falla text;
BEGIN
  FOR r IN
    SELECT x.lado, (x.n - 1)::int AS n, (x.j->>'tipo_pago_id')::int AS tipo_pago_id, (x.j->>'cuenta_id')::bigint AS cuenta_id,
           (x.j->>'monto')::numeric AS monto, nullif(x.j->>'referencia', '') AS referencia,
           (x.j->>'comprobante_id')::bigint AS adjunto_id, nullif(x.j->'denominaciones', 'null') AS denominaciones,
           t.nombre AS tipo, t.estatus AS tipo_activo, t.sentido, t.pide_referencia, t.pide_comprobante, t.requiere_verificacion, t.efectivo,
           t.tope_op, c.nombre AS cuenta, c.tipo AS clase, c.moneda_id, c.estatus AS cuenta_activa, c.limite_op, m.simbolo, m.decimales,
           m.billetes, m.metalicas
    FROM (SELECT 'recibimos' AS lado, j, n FROM jsonb_array_elements(p->'recibimos') WITH ORDINALITY AS a (j, n)
          UNION ALL
          SELECT 'entregamos', j, n FROM jsonb_array_elements(p->'entregamos') WITH ORDINALITY AS b (j, n)) x
    LEFT JOIN tipos_pagos t ON t.id = (x.j->>'tipo_pago_id')::int
    LEFT JOIN cuentas c ON c.id = (x.j->>'cuenta_id')::bigint
    LEFT JOIN monedas m ON m.id = c.moneda_id
    ORDER BY x.lado, x.n
  LOOP
    falla := CASE
      WHEN r.tipo IS NULL THEN 'El tipo de pago no existe.'
      WHEN r.cuenta IS NULL THEN 'La cuenta no existe.'
      WHEN NOT r.tipo_activo THEN r.tipo || ' está inactivo.'
      WHEN NOT r.cuenta_activa THEN r.cuenta || ' está inactiva.'
      WHEN r.sentido = 'entra' AND r.lado = 'entregamos' THEN r.tipo || ' solo sirve para recibir.'
      WHEN r.sentido = 'sale' AND r.lado = 'recibimos' THEN r.tipo || ' solo sirve para entregar.'
      WHEN r.efectivo <> (r.clase IN ('caja', 'boveda')) THEN r.tipo || ' no corresponde a ' || r.cuenta || '.'
      WHEN r.pide_referencia AND r.referencia IS NULL THEN r.tipo || ' pide una referencia.'
      WHEN scale(trim_scale(r.monto)) > r.decimales THEN format('%s admite hasta %s decimales.', r.cuenta, r.decimales)
      WHEN r.monto > r.tope_op THEN format('%s admite hasta %s por operación.', r.tipo, importe_texto(r.tope_op, r.simbolo, r.decimales))
      WHEN r.monto > r.limite_op THEN format('%s admite hasta %s por operación.', r.cuenta, importe_texto(r.limite_op, r.simbolo, r.decimales))
      -- A line that waits may have its voucher later: compras_ventas_verificar asks for it.
      WHEN r.pide_comprobante AND NOT r.requiere_verificacion AND r.adjunto_id IS NULL THEN
        r.tipo || ' pide un comprobante: adjunte la imagen o el PDF.'
      WHEN r.denominaciones IS NULL THEN NULL
      WHEN NOT r.efectivo THEN r.tipo || ' no es efectivo: no lleva conteo.'
      WHEN EXISTS (SELECT FROM jsonb_array_elements(r.denominaciones) e WHERE NOT coalesce((e->>'valor')::numeric = ANY (
             string_to_array(CASE e->>'clase' WHEN 'billete' THEN r.billetes ELSE r.metalicas END, ' ')::numeric[]), false)) THEN
        format('El conteo de %s tiene una denominación que no existe.', r.cuenta)
      WHEN denominaciones_suma(r.denominaciones) IS DISTINCT FROM r.monto THEN
        format('El conteo suma %s y el pago es de %s.',
               importe_texto(coalesce(denominaciones_suma(r.denominaciones), 0), r.simbolo, r.decimales),
               importe_texto(r.monto, r.simbolo, r.decimales))
    END;
    IF falla IS NOT NULL THEN
      PERFORM rechazar('VALIDACION', jsonb_build_object('errors',
        jsonb_build_array(jsonb_build_object('msg', falla, 'campo', format('%s.%s', r.lado, r.n)))));
    END IF;
    pagos := pagos || (r.lado, r.n, r.tipo_pago_id, r.cuenta_id, r.monto, r.referencia, r.moneda_id, r.efectivo,
                       r.requiere_verificacion, r.adjunto_id, r.denominaciones)::pago_leido;
  END LOOP;
  RETURN pagos;
END $$;

-- What a way of paying takes in a day and in a month, on each side, counted with these payments; annulled ones do not
-- count. One operation at a time where there is such a limit, so that two cannot both take the rest of it.
CREATE FUNCTION compras_ventas_topes(pagos pago_leido[], p_fecha date)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(pagos) x JOIN tipos_pagos t ON t.id = x.tipo_pago_id
                 WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(10, tipo_pago_id)
    FROM (SELECT DISTINCT tipo_pago_id FROM unnest(pagos) ORDER BY tipo_pago_id) x;
  FOR r IN
    SELECT t.nombre, t.tope_dia, t.tope_mes, m.simbolo, m.decimales,
           x.monto + coalesce(u.dia, 0) AS dia, x.monto + coalesce(u.mes, 0) AS mes
    FROM (SELECT tipo_pago_id, moneda_id, lado, sum(monto) AS monto FROM unnest(pagos) GROUP BY 1, 2, 3) x
    JOIN tipos_pagos t ON t.id = x.tipo_pago_id JOIN monedas m ON m.id = x.moneda_id
    CROSS JOIN LATERAL (
      SELECT sum(g.monto) AS mes, sum(g.monto) FILTER (WHERE g.fecha_negocio = p_fecha) AS dia FROM compras_ventas_pagos g
      WHERE g.tipo_pago_id = x.tipo_pago_id AND g.moneda_id = x.moneda_id AND g.lado = x.lado AND g.estado <> 'anulado'
        AND g.fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha) u
    WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL
  LOOP
    IF r.dia > r.tope_dia THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'diario',
        'limite', importe_texto(r.tope_dia, r.simbolo, r.decimales)));
    ELSIF r.mes > r.tope_mes THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'mensual',
        'limite', importe_texto(r.tope_mes, r.simbolo, r.decimales)));
    END IF;
  END LOOP;
END $$;

-- The declaration of an operation, as it is stored and printed: the client's words and the client of that moment. From
-- the threshold on, this operation and what else he moved this month counted, it must be there (spec 2.6). The client
-- is locked by clientes_exigir.
CREATE FUNCTION compras_ventas_declarar(p jsonb, p_usd numeric, p_fecha date)
  RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_umbral numeric := ajuste('umbral_declaracion_usd')::numeric;
  v_total numeric := coalesce(p_usd, 'Infinity');
BEGIN
  -- Nobody signs for an occasional client; above the other threshold there is none.
  IF p->>'cliente_id' IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM clientes WHERE id = (p->>'cliente_id')::bigint;
  IF jsonb_typeof(p->'declaracion') IS DISTINCT FROM 'object' THEN
    IF v_total < v_umbral THEN
      SELECT v_total + coalesce(sum(monto_usd), 0) INTO v_total FROM compras_ventas
        WHERE cliente_id = c.id AND estado <> 'anulada' AND fecha_negocio >= date_trunc('month', p_fecha);
    END IF;
    IF v_total >= v_umbral THEN
      PERFORM rechazar('DECLARACION_REQUERIDA', jsonb_build_object(
        'umbral', to_char(v_umbral, 'FM999,999,999,990'), 'origen_fondos', c.origen_fondos));
    END IF;
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('origen', p->'declaracion'->>'origen', 'destino', p->'declaracion'->>'destino',
    'monto_usd', round(p_usd, 2)::text, 'cliente', jsonb_build_object(
      'nombre', c.nombre, 'tipo_persona', c.tipo_persona, 'tipo_doc', c.tipo_doc, 'num_doc', c.num_doc,
      'nacionalidad', (SELECT nombre FROM paises WHERE id = c.nacionalidad), 'direccion', c.direccion,
      'distrito', c.distrito, 'celular', c.celular, 'ocupacion', c.ocupacion, 'centro_trabajo', c.centro_trabajo,
      'representante', c.representante, 'representante_doc', c.representante_doc, 'pep', c.pep, 'pep_cargo', c.pep_cargo));
END $$;

-- The same operation minutes ago is asked about once: of the same client, or of nobody by the same cashier.
CREATE FUNCTION compras_ventas_repetida(p_cliente bigint, p_usuario integer, p_tipo text, p_divisa integer, p_monto numeric,
                                        p_fecha date)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_desde timestamptz := ahora() - make_interval(mins => ajuste('duplicado_minutos')::int);
  v_previa record;
BEGIN
  IF p_cliente IS NULL THEN
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      WHERE cliente_id IS NULL AND usuario_id = p_usuario AND fecha > v_desde AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto ORDER BY fecha DESC LIMIT 1;
  ELSE
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      -- Also yesterday's: minutes ago may be before midnight.
      WHERE cliente_id = p_cliente AND fecha_negocio >= p_fecha - 1 AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto AND fecha > v_desde ORDER BY id DESC LIMIT 1;
  END IF;
  IF FOUND THEN
    PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', v_previa.numero, 'hace',
      CASE WHEN ahora() - v_previa.fecha < interval '1 minute' THEN 'Hace un momento'
           ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - v_previa.fecha) / 60)) END));
  END IF;
END $$;

-- `quien` also carries limite_usd, what one operation of this user may be worth; null: nobody limits him.
CREATE OR REPLACE FUNCTION compras_ventas_registrar(quien jsonb, p_clave uuid, p_huella bytea, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
  v_servicio numeric := coalesce((p->>'servicio')::numeric, 0);
  v_repetida jsonb;
  t record;                 -- the rate, its corridor, both currencies
  divisa monedas;
  contra monedas;
  funcional monedas;
  tot record;
  pagos pago_leido[];
  v_redondeo numeric;
  v_usd numeric;
  v_valor numeric;          -- functional value of what comes in, where the price says it (canje)
  v_id bigint;
  v_numero text;
  libro jsonb;
  lineas libro_linea[];
  v_estado text;
  v_costo numeric;
  v_margen numeric;
  v_fecha date;
  v_declaracion jsonb;
  v_pago record;
  respuesta jsonb;
BEGIN
  v_repetida := idempotencia_tomar(v_usuario, 'compras-ventas', p_clave, p_huella);
  IF v_repetida IS NOT NULL THEN RETURN jsonb_build_object('repetida', true, 'respuesta', v_repetida); END IF;

  SELECT h.id, h.tasa, h.tasa_costo, h.precision, h.metodo_calculo, h.vigencia, h.tipo_cambio_id,
         tc.base_id, tc.cotizacion_id, tc.pais, tc.estatus, tc.monto_min, tc.monto_max, tc.bloqueo_minutos
    INTO t FROM tipos_cambios_historico h JOIN tipos_cambios tc ON tc.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with other operations, against a change of this rate: see tipos_cambios_publicar.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  SELECT vigencia INTO t.vigencia FROM tipos_cambios_historico WHERE id = t.id;
  PERFORM detener_reloj(lower(t.vigencia));

  SELECT * INTO STRICT funcional FROM monedas m WHERE m.funcional;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  IF divisa.id <> (p->>'divisa_id')::int OR divisa.funcional OR (v_tipo = 'canje') = contra.funcional THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "La tasa no corresponde a esta operación.", "campo": "historico_id"}]}');
  END IF;

  -- Rate: in force, or kept on purpose within its lock; not stale; within the operator's range.
  SELECT * INTO tot FROM compras_ventas_montos(v_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, v_tasa,
    t.metodo_calculo, divisa.decimales, contra.decimales);
  IF NOT upper_inf(t.vigencia) THEN
    PERFORM compras_ventas_tasa_vieja(v_tipo, t.id, p, tot.monto, tot.contravalor, divisa, contra);
  END IF;
  IF NOT t.estatus THEN
    PERFORM rechazar('TASA_INACTIVA', jsonb_build_object('base', CASE v_tipo WHEN 'venta' THEN contra.iso ELSE divisa.iso END,
      'cotizacion', CASE v_tipo WHEN 'venta' THEN divisa.iso ELSE contra.iso END, 'pais', t.pais));
  END IF;
  IF NOT (quien->>'vencida')::boolean AND tipos_cambios_edad(t.tipo_cambio_id) > 2 * ajuste('tasa_rancia_horas')::numeric THEN
    PERFORM rechazar('TASA_VENCIDA', jsonb_build_object('par', divisa.iso || '/' || contra.iso,
      'horas', floor(tipos_cambios_edad(t.tipo_cambio_id))));
  END IF;
  IF abs(v_tasa - t.tasa) * 100 > t.tasa * (quien->>'desvio_pct')::numeric THEN
    PERFORM rechazar('TASA_FUERA_DE_RANGO', jsonb_build_object('tasa', trim_scale(v_tasa),
      'vigente', round(t.tasa, t.precision), 'desvio', trim_scale((quien->>'desvio_pct')::numeric)));
  END IF;
  IF tot.monto <= 0 OR tot.contravalor <= 0 THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object(
      'msg', 'El monto es demasiado pequeño para esta tasa.', 'campo', 'monto'))));
  END IF;
  PERFORM compras_ventas_decimales(p, divisa, contra, funcional);
  -- The corridor's bounds are of what the client hands over.
  IF (CASE v_tipo WHEN 'venta' THEN tot.contravalor ELSE tot.monto END) NOT BETWEEN coalesce(t.monto_min, 0) AND coalesce(t.monto_max, 1e29) THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object(
      'msg', format('Este tipo de cambio admite montos%s%s.', ' desde ' || trim_scale(t.monto_min), ' hasta ' || trim_scale(t.monto_max)),
      'campo', CASE v_tipo WHEN 'venta' THEN 'contravalor' ELSE 'monto' END))));
  END IF;

  -- Payments: each side sums to what it must.
  pagos := pagos_leer(p);
  IF EXISTS (SELECT FROM unnest(pagos) x WHERE x.moneda_id <> ALL (CASE
       WHEN (x.lado = 'recibimos') = (v_tipo <> 'venta') THEN ARRAY[divisa.id] ELSE ARRAY[contra.id] END
       || CASE WHEN v_tipo = 'canje' AND x.lado = 'recibimos' THEN ARRAY[funcional.id] ELSE '{}' END)) THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "Hay una cuenta en otra moneda que la del pago.", "campo": "recibimos"}]}');
  END IF;
  CASE v_tipo
    WHEN 'compra' THEN
      PERFORM pagos_cuadrar(pagos, 'recibimos', divisa.id, tot.monto);
      v_redondeo := pagos_cuadrar(pagos, 'entregamos', contra.id, tot.contravalor - v_servicio);
    WHEN 'venta' THEN
      v_redondeo := pagos_cuadrar(pagos, 'recibimos', contra.id, tot.contravalor + v_servicio);
      PERFORM pagos_cuadrar(pagos, 'entregamos', divisa.id, tot.monto);
    ELSE
      PERFORM pagos_cuadrar(pagos, 'recibimos', divisa.id, tot.monto);
      PERFORM pagos_cuadrar(pagos, 'entregamos', contra.id, tot.contravalor);
      v_redondeo := pagos_cuadrar(pagos, 'recibimos', funcional.id, v_servicio);
  END CASE;

  -- Client: what his amount asks to know of him; the same operation minutes ago is asked about once.
  v_fecha := fecha_negocio(ahora());
  PERFORM compras_ventas_topes(pagos, v_fecha);
  IF v_tipo = 'canje' THEN
    SELECT round(tot.monto * compra, 2) INTO v_valor FROM pares_divisas
      WHERE pais = t.pais AND base_id = divisa.id AND cotizacion_id = funcional.id AND estatus;
    -- Without a price it is worth what leaves for it cost.
    SELECT coalesce(v_valor, tot.contravalor * k.saldo / nullif(-q.saldo, 0)) INTO v_usd FROM posiciones x
      JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
      WHERE x.moneda_id = contra.id;
  ELSE
    v_usd := tot.contravalor;
  END IF;
  v_usd := en_dolares(t.pais, divisa.id, tot.monto, v_usd);
  IF coalesce(v_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
      'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
  END IF;
  PERFORM clientes_exigir((p->>'cliente_id')::bigint, v_usd, v_fecha);
  v_declaracion := compras_ventas_declarar(p, v_usd, v_fecha);
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM compras_ventas_repetida((p->>'cliente_id')::bigint, v_usuario, v_tipo, divisa.id, tot.monto, v_fecha);
  END IF;

  -- Ledger: a line that waits for verification goes to what clients owe us, or we owe them.
  SELECT array_agg((
           CASE WHEN x.verifica THEN (SELECT c.id FROM cuentas_contables c JOIN monedas m ON m.id = x.moneda_id
             WHERE c.codigo = CASE x.lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || m.iso)
           ELSE x.cuenta_id END,
           CASE x.lado WHEN 'recibimos' THEN x.monto ELSE -x.monto END,
           -- On one line whole: shares of it, each rounded, would be another value.
           CASE WHEN x.lado = 'recibimos' AND x.moneda_id = divisa.id AND x.orden = 1 THEN v_valor END,
           x.referencia)::libro_linea ORDER BY x.lado DESC, x.n)
    INTO lineas FROM (SELECT *, row_number() OVER (PARTITION BY lado, moneda_id ORDER BY n) AS orden FROM unnest(pagos)) x;
  IF v_servicio <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'servicio'), -v_servicio, NULL, NULL)::libro_linea;
  END IF;
  IF v_redondeo <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), v_redondeo, NULL, NULL)::libro_linea;
  END IF;
  v_id := nextval('compras_ventas_id_seq');
  libro := libro_contabilizar('compras-ventas', v_id,
    format('%s %s %s', initcap(v_tipo), divisa.simbolo, round(tot.monto, divisa.decimales)), v_usuario, lineas,
    (SELECT ganancia_id FROM posiciones WHERE moneda_id = CASE v_tipo WHEN 'canje' THEN contra.id ELSE divisa.id END));
  PERFORM cuentas_exigir(ARRAY(SELECT x.cuenta_id FROM unnest(pagos) x), v_fecha);
  v_costo := (libro->'costos'->>(CASE v_tipo WHEN 'venta' THEN divisa.id ELSE contra.id END)::text)::numeric;
  IF (libro->>'resultado')::numeric < 0 AND coalesce(p->>'motivo', '') = '' THEN
    PERFORM rechazar('BAJO_COSTO', CASE WHEN (quien->>'ganancia')::boolean
      THEN jsonb_build_object('costo', v_costo::text, 'perdida', libro->>'resultado') ELSE '{}' END);
  END IF;
  v_margen := CASE v_tipo
    WHEN 'compra' THEN convertir(tot.monto, t.tasa_costo, t.metodo_calculo, 2, 'medio') - tot.contravalor
    WHEN 'venta' THEN tot.contravalor
      - convertir(tot.monto, t.tasa_costo, CASE t.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END, 2, 'medio') END;
  v_estado := CASE WHEN EXISTS (SELECT FROM unnest(pagos) WHERE verifica) THEN 'pendiente' ELSE 'completada' END;

  -- The number last of all locks but the audit's: its row is everybody's.
  v_numero := serie_siguiente('CV', v_fecha);
  INSERT INTO compras_ventas (id, numero, clave, fecha, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
      historico_id, tasa, precision, metodo_calculo, tasa_mantenida, servicio, redondeo, costo, ganancia, margen, monto_usd,
      observacion, motivo, asiento_id, usuario_id, estado, declaracion)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, p_clave, (SELECT fecha FROM asientos WHERE id = (libro->>'asiento_id')::bigint), v_tipo,
      (p->>'cliente_id')::bigint, divisa.id, tot.monto, contra.id, tot.contravalor, t.id, v_tasa, t.precision,
      t.metodo_calculo, NOT upper_inf(t.vigencia), v_servicio, v_redondeo, v_costo, (libro->>'resultado')::numeric, v_margen,
      v_usd, p->>'observacion', p->>'motivo', (libro->>'asiento_id')::bigint, v_usuario, v_estado, v_declaracion);
  INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia, estado, asiento_id,
      fecha_negocio, denominaciones)
    SELECT v_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
           CASE WHEN verifica THEN 'por_verificar' ELSE 'verificado' END,
           CASE WHEN NOT verifica THEN (libro->>'asiento_id')::bigint END, v_fecha, denominaciones
    FROM unnest(pagos) ORDER BY lado DESC, n;
  IF EXISTS (SELECT FROM unnest(pagos) WHERE adjunto_id IS NOT NULL) THEN
    -- The lines got their ids in the order in which they were written.
    FOR v_pago IN
      SELECT g.id, x.adjunto_id, x.lado, x.n
      FROM (SELECT *, row_number() OVER (ORDER BY lado DESC, n) AS orden FROM unnest(pagos)) x
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS orden FROM compras_ventas_pagos WHERE compra_venta_id = v_id) g
        USING (orden)
      WHERE x.adjunto_id IS NOT NULL ORDER BY x.adjunto_id
    LOOP
      PERFORM adjuntos_usar(quien, v_pago.adjunto_id, 'compras-ventas', v_id, v_pago.id,
                            format('%s.%s', v_pago.lado, v_pago.n));
    END LOOP;
  END IF;
  PERFORM auditar(quien, 'registrar', 'compras-ventas', v_id::text, NULL, p || jsonb_build_object('numero', v_numero));
  respuesta := jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'monto', round(tot.monto, divisa.decimales)::text, 'contravalor', round(tot.contravalor, contra.decimales)::text,
    'message', format('%s %s registrad%s.', initcap(v_tipo), v_numero, CASE v_tipo WHEN 'canje' THEN 'o' ELSE 'a' END));
  PERFORM idempotencia_guardar(v_usuario, 'compras-ventas', p_clave, respuesta);
  PERFORM avisar('compras-ventas', v_id);
  RETURN jsonb_build_object('repetida', false, 'respuesta', respuesta);
END $$;

-- A line that pays in a way that asks for a voucher is not confirmed without one.
CREATE OR REPLACE FUNCTION compras_ventas_verificar(quien jsonb, p_id bigint, p_pago bigint, p_referencia text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  g compras_ventas_pagos;
  v_puente bigint;
  v_signo integer;
  libro jsonb;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  SELECT * INTO g FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF d.estado <> 'pendiente' OR g.estado <> 'por_verificar' THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', d.estado));
  END IF;
  IF (SELECT pide_comprobante FROM tipos_pagos WHERE id = g.tipo_pago_id) AND NOT EXISTS (
       SELECT FROM adjuntos_usos WHERE origen = 'compras-ventas' AND origen_id = p_id AND detalle_id = p_pago) THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', 'pago_id',
      'msg', format('%s pide un comprobante: adjúntelo antes de confirmar el pago.',
                    (SELECT nombre FROM tipos_pagos WHERE id = g.tipo_pago_id))))));
  END IF;
  PERFORM detener_reloj();
  v_signo := CASE g.lado WHEN 'recibimos' THEN 1 ELSE -1 END;
  SELECT c.id INTO STRICT v_puente FROM monedas m
    JOIN cuentas_contables c ON c.codigo = CASE g.lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || m.iso
    WHERE m.id = g.moneda_id;
  libro := libro_contabilizar('compras-ventas', p_id, 'Verificación de pago ' || d.numero, (quien->>'usuario_id')::int, ARRAY[
    (g.cuenta_id, v_signo * g.monto, NULL, coalesce(p_referencia, g.referencia))::libro_linea,
    (v_puente, -v_signo * g.monto, NULL, NULL)::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[g.cuenta_id], fecha_negocio(ahora()));
  UPDATE compras_ventas_pagos SET estado = 'verificado', verificado_por = (quien->>'usuario_id')::int,
         asiento_id = (libro->>'asiento_id')::bigint, referencia = coalesce(p_referencia, referencia) WHERE id = p_pago;
  IF NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE compra_venta_id = p_id AND estado = 'por_verificar') THEN
    UPDATE compras_ventas SET estado = 'completada', version = version + 1 WHERE id = p_id AND estado = 'pendiente'
      RETURNING * INTO STRICT d;
  END IF;
  PERFORM auditar(quien, 'verificar', 'compras-ventas', p_id::text, NULL, jsonb_build_object('pago_id', p_pago));
  PERFORM avisar('compras-ventas', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', d.estado, 'message', format('Pago de %s verificado.', d.numero));
END $$;

-- A voucher that comes later, onto a line of an operation that stands: at the latest when the payment is verified.
CREATE FUNCTION compras_ventas_adjuntar(quien jsonb, p_id bigint, p_pago bigint, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  a adjuntos;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}');
  END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', d.estado)); END IF;
  -- The same file on the same line once more: its answer was lost.
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id
    WHERE u.origen = 'compras-ventas' AND u.origen_id = p_id AND u.detalle_id = p_pago AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos
        WHERE origen = 'compras-ventas' AND origen_id = p_id AND detalle_id = p_pago) >= 5 THEN
      PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "Este pago ya tiene 5 comprobantes."}]}');
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, 'compras-ventas', p_id, p_pago, '');
    PERFORM auditar(quien, 'adjuntar', 'compras-ventas', p_id::text, NULL,
                    jsonb_build_object('pago_id', p_pago, 'adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar('compras-ventas', p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', d.numero));
END $$;
