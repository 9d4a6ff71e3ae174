-- Transfers (spec 2.12, ADR 0024): between own accounts, between currencies of ours, and to third parties.
INSERT INTO ajustes VALUES ('transferencia_desvio_pct', '2');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales) VALUES ('transferencia_desvio_pct', 'decimal', 0, 100, 2);
INSERT INTO telegram_eventos (evento, nombre, activo, orden) VALUES
  ('transferencia_diferencia', 'Transferencia recibida con diferencia', true, 55);
INSERT INTO telegram_causas VALUES ('transferencias', 'recibir-diferencia', 'transferencia_diferencia');

CREATE TABLE transferencias (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  clave uuid NOT NULL,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  tipo text NOT NULL CHECK (tipo IN ('interna', 'conversion', 'tercero')),
  estado text NOT NULL CHECK (estado IN ('enviada', 'recibida', 'rechazada', 'completada', 'anulada')),
  origen_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- What leaves, its fee apart.
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  destino_id bigint,
  moneda_destino_id integer,
  -- What arrives, its fee not taken off yet.
  recibido numeric(38,8) CHECK (recibido > 0 AND recibido < 1e29),
  -- The one rate of both legs: 'm' 1 of what leaves is `tasa` of what arrives; 'd' the other way round.
  tasa numeric(30,10) CHECK (tasa > 0),
  metodo_calculo text CHECK (metodo_calculo IN ('m', 'd')),
  -- How far that was from the market, in percent; null where the market has no price.
  desvio_pct numeric(20,4) CHECK (desvio_pct >= 0),
  -- A third party: why, who.
  concepto text CHECK (concepto IN ('proveedor', 'anticipo', 'corresponsal', 'prefondeo', 'retiro')),
  tercero text CHECK (length(tercero) BETWEEN 2 AND 120),
  tercero_doc text,
  comision_origen numeric(38,8) NOT NULL CHECK (comision_origen >= 0 AND comision_origen < 1e29),
  comision_destino numeric(38,8) NOT NULL CHECK (comision_destino >= 0 AND comision_destino < 1e29),
  -- In the functional currency: what left had cost, what the fees were, what a sale of ours to a bank earned.
  costo numeric(38,8) NOT NULL CHECK (costo >= 0 AND costo < 1e29),
  gasto numeric(38,8) NOT NULL CHECK (gasto >= 0 AND gasto < 1e29),
  ganancia numeric(38,8) NOT NULL DEFAULT 0 CHECK (ganancia > -1e29 AND ganancia < 1e29),
  referencia text,
  motivo text,
  asiento_id bigint NOT NULL UNIQUE REFERENCES asientos,
  usuario_id integer NOT NULL REFERENCES usuarios,
  -- What the receiver counted, how, and who answers for what lacks.
  contado numeric(38,8) CHECK (contado > 0 AND contado < 1e29),
  denominaciones jsonb CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = contado),
  cargo text CHECK (cargo IN ('casa', 'personal')),
  cargo_usuario_id integer REFERENCES usuarios,
  nota text,
  resuelta_en timestamptz,
  resuelta_por integer REFERENCES usuarios,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (usuario_id, clave),
  FOREIGN KEY (origen_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  FOREIGN KEY (destino_id, moneda_destino_id) REFERENCES cuentas (id, moneda_id),
  CONSTRAINT transferencias_otra_cuenta CHECK (destino_id <> origen_id),
  CONSTRAINT transferencias_destino CHECK (
    CASE tipo
      WHEN 'tercero' THEN num_nonnulls(destino_id, moneda_destino_id, recibido) = 0 AND comision_destino = 0
      ELSE num_nulls(destino_id, moneda_destino_id, recibido) = 0 AND comision_destino < recibido END),
  CONSTRAINT transferencias_misma_moneda CHECK (tipo <> 'interna' OR moneda_id = moneda_destino_id AND recibido = monto),
  CONSTRAINT transferencias_otra_moneda CHECK (tipo <> 'conversion' OR moneda_id <> moneda_destino_id),
  CONSTRAINT transferencias_tasa CHECK (num_nonnulls(tasa, metodo_calculo) = CASE tipo WHEN 'conversion' THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_tercero CHECK (num_nonnulls(concepto, tercero) = CASE tipo WHEN 'tercero' THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_en_camino CHECK (estado NOT IN ('enviada', 'recibida', 'rechazada') OR tipo = 'interna'),
  CONSTRAINT transferencias_resuelta CHECK (num_nonnulls(resuelta_en, resuelta_por) = CASE
    WHEN estado IN ('recibida', 'rechazada') OR contado IS NOT NULL THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_contada CHECK (estado <> 'recibida' OR contado IS NOT NULL),
  CONSTRAINT transferencias_no_contada CHECK (contado IS NULL OR estado IN ('recibida', 'anulada')),
  CONSTRAINT transferencias_cargo CHECK (
    (cargo IS NOT NULL) = (contado IS NOT NULL AND contado < monto) AND (cargo_usuario_id IS NOT NULL) = (cargo IS NOT DISTINCT FROM 'personal')),
  CONSTRAINT transferencias_explicada CHECK (contado IS NULL OR contado = monto OR nota IS NOT NULL),
  CONSTRAINT transferencias_anulada CHECK ((estado = 'anulada') = (num_nulls(anulada_en, anulada_por, motivo_anulacion) = 0))
);
CREATE INDEX transferencias_fecha ON transferencias (fecha_negocio, id);
CREATE INDEX transferencias_origen ON transferencias (origen_id, fecha_negocio, id);
CREATE INDEX transferencias_destino ON transferencias (destino_id, fecha_negocio, id);
CREATE INDEX transferencias_enviada ON transferencias (destino_id) WHERE estado = 'enviada';
CREATE INDEX transferencias_usuario ON transferencias (usuario_id, fecha);
-- A number of a bank proves one transfer.
CREATE UNIQUE INDEX transferencias_referencia ON transferencias (origen_id, lower(referencia))
  WHERE referencia IS NOT NULL AND estado NOT IN ('anulada', 'rechazada');

-- What was agreed stays; the state goes its ways only, and nothing is deleted.
CREATE FUNCTION transferencias_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  v_impresa text[] := '{impresiones,fecha_negocio}';
  v_libres text[] := CASE WHEN TG_OP = 'UPDATE' THEN CASE OLD.estado || ' ' || NEW.estado
    WHEN 'enviada recibida' THEN '{contado,denominaciones,cargo,cargo_usuario_id,nota,resuelta_en,resuelta_por,gasto}'
    WHEN 'enviada rechazada' THEN '{nota,resuelta_en,resuelta_por}'
    WHEN 'enviada anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}'
    WHEN 'recibida anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}'
    WHEN 'completada anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}' END END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.estado IN ('enviada', 'completada') THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - v_impresa = to_jsonb(NEW) - v_impresa THEN RETURN NEW; END IF;
    IF v_libres IS NOT NULL THEN
      v_libres := v_libres || '{estado,version,fecha_negocio}'::text[];
      IF to_jsonb(OLD) - v_libres = to_jsonb(NEW) - v_libres THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'transferencias: documents are not rewritten';
END $$;
CREATE TRIGGER transferencias_fijas BEFORE INSERT OR UPDATE OR DELETE ON transferencias
  FOR EACH ROW EXECUTE FUNCTION transferencias_fijas();
CREATE TRIGGER transferencias_no_trunca BEFORE TRUNCATE ON transferencias EXECUTE FUNCTION prohibir_cambio();

-- An account to which money is on its way, or may come back, stays in use. Both take the lock of its ledger account.
CREATE FUNCTION cuentas_sin_envios() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM transferencias WHERE estado = 'enviada' AND NEW.id IN (origen_id, destino_id)) THEN
    PERFORM rechazar('EN_USO', jsonb_build_object('que', format('%s, que tiene una transferencia en camino', NEW.nombre)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cuentas_sin_envios AFTER UPDATE OF estatus ON cuentas
  FOR EACH ROW WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION cuentas_sin_envios();

-- What one unit of a currency costs in another: a pair of ours either way round, the international market's first.
CREATE FUNCTION transferencias_par(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE p.base_id WHEN p_de THEN p.compra ELSE 1 / p.venta END, CASE p.base_id WHEN p_de THEN p.venta ELSE 1 / p.compra END
  FROM pares_divisas p
  WHERE p.estatus AND (p.base_id, p.cotizacion_id) IN ((p_de, p_a), (p_a, p_de))
  ORDER BY p.pais <> 'usd', p.base_id <> p_de, p.id LIMIT 1;
$$;

-- The same, across the dollar where no pair has both; null where there is no price.
CREATE FUNCTION transferencias_mercado(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_dolar integer := (SELECT id FROM monedas WHERE iso = 'USD');
BEGIN
  SELECT d.compra, d.venta INTO compra, venta FROM transferencias_par(p_de, p_a) d;
  IF compra IS NOT NULL OR v_dolar IN (p_de, p_a) THEN RETURN; END IF;
  SELECT x.compra * y.compra, x.venta * y.venta INTO compra, venta
    FROM transferencias_par(p_de, v_dolar) x, transferencias_par(v_dolar, p_a) y;
END $$;

-- How far in percent `p_precio`, units of what arrives for one that leaves, lies outside of what the market pays and asks.
CREATE FUNCTION transferencias_desvio(p_de integer, p_a integer, p_precio numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(100 * CASE WHEN p_precio < m.compra THEN (m.compra - p_precio) / m.compra
                          WHEN p_precio > m.venta THEN (p_precio - m.venta) / m.venta
                          WHEN m.compra IS NOT NULL THEN 0 END, 4)
  FROM transferencias_mercado(p_de, p_a) m;
$$;

-- The third of what leaves, what arrives and the rate, from the two that were typed. A rate that follows has 10 decimals.
CREATE FUNCTION transferencias_montos(p_monto numeric, p_recibido numeric, p_tasa numeric, p_metodo text,
                                      p_dec_origen integer, p_dec_destino integer,
                                      OUT monto numeric, OUT recibido numeric, OUT tasa numeric)
  LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  monto := p_monto;
  recibido := p_recibido;
  tasa := p_tasa;
  IF p_monto IS NULL THEN
    monto := convertir(p_recibido, p_tasa, CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END, p_dec_origen, 'medio');
  ELSIF p_recibido IS NULL THEN
    recibido := convertir(p_monto, p_tasa, p_metodo, p_dec_destino, 'medio');
  ELSE
    tasa := round(CASE p_metodo WHEN 'm' THEN p_recibido / p_monto ELSE p_monto / p_recibido END, 10);
  END IF;
END $$;

-- Refuses one field, in words.
CREATE FUNCTION transferencias_falla(p_msg text, p_campo text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  IF p_msg IS NOT NULL THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors',
      jsonb_build_array(jsonb_build_object('msg', p_msg, 'campo', p_campo))));
  END IF;
END $$;

-- An account as a transfer sees it, its currency with it.
CREATE TYPE cuenta_leida AS (id bigint, nombre text, tipo text, estatus boolean, efectivo boolean, responsable_id integer,
  sucursal_id integer, limite_op numeric, libre numeric, moneda_id integer, iso text, simbolo text, decimales integer, funcional boolean);

CREATE FUNCTION cuentas_leer(p_id bigint) RETURNS cuenta_leida
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT (c.id, c.nombre, c.tipo, c.estatus, c.tipo IN ('caja', 'boveda'), c.responsable_id, c.sucursal_id, c.limite_op,
          k.saldo - k.minimo, m.id, m.iso, m.simbolo, m.decimales, m.funcional)::cuenta_leida
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_id;
$$;

-- Every ledger account that entries with these accounts may touch, in the order of everybody: several entries of one
-- transfer would each begin anew.
CREATE FUNCTION transferencias_bloquear(p_cuentas bigint[]) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT unnest(p_cuentas)
      UNION SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id, p.ganancia_id])
        FROM cuentas_contables c JOIN posiciones p ON p.moneda_id = c.moneda_id WHERE c.id = ANY (p_cuentas))
    ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION transferencias_transito(p_moneda integer) RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT libro_cuenta('transito:' || iso, 'Fondos en tránsito ' || iso, 'activo', id, 0) FROM monedas WHERE id = p_moneda;
$$;

-- Where a third party's money goes in the books.
CREATE FUNCTION transferencias_contraparte(p_concepto text) RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT CASE p_concepto
    WHEN 'proveedor' THEN libro_cuenta('gasto:proveedores', 'Gasto: proveedores', 'gasto', moneda_funcional())
    WHEN 'retiro' THEN libro_cuenta('retiros', 'Retiros de socios', 'patrimonio', moneda_funcional())
    ELSE libro_cuenta('anticipos', 'Anticipos a terceros', 'activo', moneda_funcional()) END;
$$;

CREATE FUNCTION transferencias_gasto() RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional());
$$;

-- Fees leave their accounts at cost and are an expense: an entry of their own, so that what is carried from one currency
-- to another carries nothing of them. Answers what they cost.
CREATE FUNCTION transferencias_comisiones(p_id bigint, p_numero text, p_usuario integer, p_lineas libro_linea[]) RETURNS numeric
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_lineas libro_linea[] := ARRAY(SELECT l FROM unnest(p_lineas) l WHERE l.importe <> 0);
BEGIN
  IF cardinality(v_lineas) = 0 THEN RETURN 0; END IF;
  RETURN -(libro_contabilizar('transferencias', p_id, p_numero, p_usuario, v_lineas, transferencias_gasto())->>'resultado')::numeric;
END $$;

-- What must hold of the accounts and amounts of a new transfer; refuses the first that does not, by its field.
CREATE FUNCTION transferencias_revisar(quien jsonb, p jsonb, origen cuenta_leida, destino cuenta_leida)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_tipo text := p->>'tipo';
  r record;
BEGIN
  IF origen.id IS NULL THEN PERFORM transferencias_falla('La cuenta no existe.', 'origen_id'); END IF;
  IF v_tipo <> 'tercero' AND destino.id IS NULL THEN PERFORM transferencias_falla('La cuenta no existe.', 'destino_id'); END IF;
  IF NOT (quien->>'ajenas')::boolean AND origen.responsable_id IS DISTINCT FROM (quien->>'usuario_id')::int THEN
    PERFORM rechazar('CAJA_AJENA', jsonb_build_object('cuenta', origen.nombre));
  END IF;
  FOR r IN SELECT * FROM (VALUES
      (NOT origen.estatus, origen.nombre || ' está inactiva.', 'origen_id'),
      (NOT destino.estatus, destino.nombre || ' está inactiva.', 'destino_id'),
      (origen.id = destino.id, 'Elija una cuenta distinta de la de origen.', 'destino_id'),
      (v_tipo = 'interna' AND origen.moneda_id <> destino.moneda_id, 'Las cuentas tienen monedas distintas: es una conversión.', 'destino_id'),
      (v_tipo = 'conversion' AND origen.moneda_id = destino.moneda_id, 'Las dos cuentas tienen la misma moneda: es una transferencia interna.', 'destino_id'),
      (p->>'referencia' IS NULL AND NOT (origen.efectivo AND coalesce(destino.efectivo, true)),
       'Escriba la referencia: el número de operación del banco o de la billetera.', 'referencia')) x (mal, msg, campo) WHERE x.mal LIMIT 1
  LOOP
    PERFORM transferencias_falla(r.msg, r.campo);
  END LOOP;
  FOR r IN SELECT * FROM (VALUES
      ('monto', p->>'monto', origen.decimales), ('comision_origen', p->>'comision_origen', origen.decimales),
      ('recibido', p->>'recibido', destino.decimales), ('comision_destino', p->>'comision_destino', destino.decimales)) x (campo, texto, decimales)
    WHERE scale(trim_scale(x.texto::numeric)) > x.decimales LIMIT 1
  LOOP
    PERFORM transferencias_falla(CASE r.decimales WHEN 0 THEN 'No admite decimales.' ELSE format('Admite hasta %s decimales.', r.decimales) END, r.campo);
  END LOOP;
END $$;

-- A conversion far from the market is one where a number was mistyped, more often than not: it is typed once more.
CREATE FUNCTION transferencias_confirmar(p jsonb, origen cuenta_leida, destino cuenta_leida, p_tasa numeric, p_desvio numeric)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_limite numeric := ajuste('transferencia_desvio_pct')::numeric;
  m record;
BEGIN
  IF p_desvio IS NULL OR p_desvio <= v_limite
     OR (p->>'confirmacion')::numeric = coalesce(p->>'tasa', p->>'recibido')::numeric THEN RETURN; END IF;
  SELECT * INTO m FROM transferencias_mercado(origen.moneda_id, destino.moneda_id);
  PERFORM rechazar('DESVIO_TASA', jsonb_build_object('tasa', trim_scale(round(p_tasa, 8))::text,
    'desvio', trim_scale(round(p_desvio, 2))::text, 'limite', trim_scale(v_limite)::text,
    'numero', coalesce(p->>'tasa', p->>'recibido'), 'de', origen.iso, 'a', destino.iso,
    'mercado', CASE p->>'metodo_calculo' WHEN 'm'
      THEN format('%s a %s', trim_scale(round(m.compra, 6)), trim_scale(round(m.venta, 6)))
      ELSE format('%s a %s', trim_scale(round(1 / m.venta, 6)), trim_scale(round(1 / m.compra, 6))) END));
END $$;

-- The same transfer by the same person minutes ago is asked about once.
CREATE FUNCTION transferencias_repetida(p_usuario integer, p_origen bigint, p_destino bigint, p_tercero text, p_monto numeric)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT numero, fecha INTO r FROM transferencias
    WHERE usuario_id = p_usuario AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int)
      AND estado NOT IN ('anulada', 'rechazada') AND origen_id = p_origen AND monto = p_monto
      AND destino_id IS NOT DISTINCT FROM p_destino AND lower(tercero) IS NOT DISTINCT FROM lower(p_tercero)
    ORDER BY fecha DESC LIMIT 1;
  IF FOUND THEN
    PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', r.numero, 'hace',
      CASE WHEN ahora() - r.fecha < interval '1 minute' THEN 'Hace un momento'
           ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - r.fecha) / 60)) END));
  END IF;
END $$;

-- `quien` = {usuario_id, sesion_id, ip, solicitud, ajenas: may move what others answer for, limite_usd}; `p` = the body of
-- POST /transferencias, already checked by its schema.
CREATE FUNCTION transferencias_registrar(quien jsonb, p_clave uuid, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_com_origen numeric := (p->>'comision_origen')::numeric;
  v_com_destino numeric := (p->>'comision_destino')::numeric;
  v_fecha date;
  origen cuenta_leida;
  destino cuenta_leida;
  tot record;
  v_desvio numeric;
  v_puente bigint;
  v_sale text;
  v_id bigint;
  v_numero text;
  v_enviada boolean;
  libro jsonb;
  v_costo numeric;
  v_gasto numeric;
  v_usd numeric;
  v_adjunto bigint;
BEGIN
  PERFORM detener_reloj();
  v_fecha := fecha_negocio(ahora());
  v_puente := CASE v_tipo
    WHEN 'interna' THEN transferencias_transito((SELECT moneda_id FROM cuentas WHERE id = (p->>'origen_id')::bigint))
    WHEN 'tercero' THEN transferencias_contraparte(p->>'concepto') END;
  PERFORM transferencias_bloquear(ARRAY[(p->>'origen_id')::bigint, (p->>'destino_id')::bigint, v_puente, transferencias_gasto()]);
  origen := cuentas_leer((p->>'origen_id')::bigint);
  destino := cuentas_leer((p->>'destino_id')::bigint);
  PERFORM transferencias_revisar(quien, p, origen, destino);

  -- Amounts: of a conversion two were typed and the third follows.
  IF v_tipo = 'conversion' THEN
    SELECT * INTO tot FROM transferencias_montos((p->>'monto')::numeric, (p->>'recibido')::numeric, (p->>'tasa')::numeric,
      p->>'metodo_calculo', origen.decimales, destino.decimales);
    IF tot.tasa = 0 THEN PERFORM transferencias_falla('Exprese la tasa al revés: así es demasiado pequeña.', 'tasa'); END IF;
    IF tot.monto <= 0 OR tot.recibido <= 0 THEN
      PERFORM transferencias_falla('El monto es demasiado pequeño para esta tasa.', CASE WHEN tot.monto <= 0 THEN 'recibido' ELSE 'monto' END);
    END IF;
    v_desvio := transferencias_desvio(origen.moneda_id, destino.moneda_id,
      CASE p->>'metodo_calculo' WHEN 'm' THEN tot.tasa ELSE 1 / tot.tasa END);
    PERFORM transferencias_confirmar(p, origen, destino, tot.tasa, v_desvio);
  ELSE
    SELECT (p->>'monto')::numeric AS monto, CASE v_tipo WHEN 'interna' THEN (p->>'monto')::numeric END AS recibido,
           NULL::numeric AS tasa INTO tot;
  END IF;
  IF v_com_destino >= tot.recibido THEN
    PERFORM transferencias_falla('La comisión no puede llevarse todo lo que llega.', 'comision_destino');
  END IF;
  v_sale := importe_texto(tot.monto, origen.simbolo, origen.decimales);
  IF tot.monto + v_com_origen > origen.limite_op THEN
    PERFORM transferencias_falla(format('%s admite hasta %s por operación.', origen.nombre,
      importe_texto(origen.limite_op, origen.simbolo, origen.decimales)), 'monto');
  ELSIF tot.recibido > destino.limite_op THEN
    PERFORM transferencias_falla(format('%s admite hasta %s por operación.', destino.nombre,
      importe_texto(destino.limite_op, destino.simbolo, destino.decimales)), 'destino_id');
  END IF;
  -- With its fee: entry by entry the second one would tell of less than what lacks.
  IF tot.monto + v_com_origen > origen.libre THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', origen.nombre,
      'disponible', importe_texto(origen.libre, origen.simbolo, origen.decimales),
      'necesario', importe_texto(tot.monto + v_com_origen, origen.simbolo, origen.decimales)));
  END IF;
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM transferencias_repetida(v_usuario, origen.id, destino.id, p->>'tercero', tot.monto);
  END IF;

  -- Another person or another branch receives: until then it is on its way.
  v_enviada := v_tipo = 'interna' AND (
    destino.responsable_id IS NOT NULL AND destino.responsable_id IS DISTINCT FROM origen.responsable_id
    OR destino.sucursal_id <> origen.sucursal_id);
  v_id := nextval('transferencias_id_seq');
  libro := CASE v_tipo
    WHEN 'interna' THEN libro_contabilizar('transferencias', v_id,
      format(CASE WHEN v_enviada THEN 'Envío de %s a %s' ELSE 'Transferencia de %s a %s' END, v_sale, destino.nombre), v_usuario, ARRAY[
        (CASE WHEN v_enviada THEN v_puente ELSE destino.id END, tot.monto, NULL, p->>'referencia')::libro_linea,
        (origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea])
    -- What is bought enters at what was paid or at what left had cost; only soles for a currency are a result.
    WHEN 'conversion' THEN libro_contabilizar('transferencias', v_id,
      format('Conversión de %s a %s', v_sale, importe_texto(tot.recibido, destino.simbolo, destino.decimales)), v_usuario, ARRAY[
        (destino.id, tot.recibido, NULL, p->>'referencia')::libro_linea,
        (origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea],
      CASE WHEN destino.funcional THEN (SELECT ganancia_id FROM posiciones WHERE moneda_id = origen.moneda_id) END)
    ELSE libro_contabilizar('transferencias', v_id, format('Transferencia de %s a %s', v_sale, p->>'tercero'), v_usuario,
      ARRAY[(origen.id, -tot.monto, NULL, p->>'referencia')::libro_linea], v_puente) END;
  IF destino.funcional AND (libro->>'resultado')::numeric < 0 AND p->>'motivo' IS NULL THEN
    PERFORM rechazar('BAJO_COSTO', CASE WHEN (quien->>'ganancia')::boolean
      THEN jsonb_build_object('costo', libro->'costos'->>origen.moneda_id::text, 'perdida', libro->>'resultado') ELSE '{}' END);
  END IF;
  v_costo := CASE WHEN origen.funcional THEN tot.monto
    ELSE coalesce((libro->'costos'->>origen.moneda_id::text)::numeric, (SELECT -valor FROM apuntes
           WHERE asiento_id = (libro->>'asiento_id')::bigint AND cuenta_id = origen.id)) END;
  v_gasto := transferencias_comisiones(v_id, 'Comisión por transferir ' || v_sale, v_usuario, ARRAY[
    (origen.id, -v_com_origen, NULL, p->>'referencia')::libro_linea,
    (destino.id, -(CASE WHEN v_enviada THEN 0 ELSE v_com_destino END), NULL, p->>'referencia')::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[origen.id, destino.id], v_fecha);
  IF v_tipo <> 'interna' THEN
    v_usd := en_dolares('usd', origen.moneda_id, tot.monto, v_costo);
    IF coalesce(v_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
        'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
    END IF;
  END IF;

  -- The number last of all locks but the audit's: its row is everybody's.
  v_numero := serie_siguiente('TR', v_fecha);
  INSERT INTO transferencias (id, numero, clave, fecha, tipo, estado, origen_id, moneda_id, monto, destino_id, moneda_destino_id,
      recibido, tasa, metodo_calculo, desvio_pct, concepto, tercero, tercero_doc, comision_origen, comision_destino, costo, gasto,
      ganancia, referencia, motivo, asiento_id, usuario_id)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, p_clave, ahora(), v_tipo, CASE WHEN v_enviada THEN 'enviada' ELSE 'completada' END, origen.id,
      origen.moneda_id, tot.monto, destino.id, destino.moneda_id, tot.recibido, tot.tasa,
      CASE v_tipo WHEN 'conversion' THEN p->>'metodo_calculo' END, v_desvio, p->>'concepto', p->>'tercero', p->>'tercero_doc',
      v_com_origen, v_com_destino, v_costo, v_gasto,
      CASE WHEN v_tipo = 'conversion' AND destino.funcional THEN (libro->>'resultado')::numeric ELSE 0 END,
      p->>'referencia', p->>'motivo', (libro->>'asiento_id')::bigint, v_usuario);
  FOR v_adjunto IN SELECT DISTINCT x::bigint FROM jsonb_array_elements_text(p->'comprobantes') x ORDER BY 1 LOOP
    PERFORM adjuntos_usar(quien, v_adjunto, 'transferencias', v_id, 0, 'comprobantes');
  END LOOP;
  PERFORM auditar(quien, 'registrar', 'transferencias', v_id::text, NULL, p || jsonb_build_object('numero', v_numero));
  PERFORM avisar('transferencias', v_id);
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', CASE WHEN v_enviada THEN 'enviada' ELSE 'completada' END,
    'monto', round(tot.monto, origen.decimales)::text, 'recibido', round(tot.recibido, destino.decimales)::text,
    'message', CASE WHEN v_enviada THEN format('Transferencia %s enviada: falta que la reciban.', v_numero)
                    ELSE format('Transferencia %s registrada.', v_numero) END);
END $$;

-- A transfer that is on its way, locked, for who answers for its destination or may move what others answer for.
CREATE FUNCTION transferencias_llegada(quien jsonb, p_id bigint) RETURNS transferencias
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado <> 'enviada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  IF NOT (quien->>'ajenas')::boolean AND NOT EXISTS (
       SELECT FROM cuentas WHERE id = t.destino_id AND responsable_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('NO_ES_RECEPTOR', jsonb_build_object('cuenta', (SELECT nombre FROM cuentas WHERE id = t.destino_id)));
  END IF;
  RETURN t;
END $$;

-- The cash as it was counted: notes and coins that there are, and as much as was said.
CREATE FUNCTION transferencias_conteo(p jsonb, destino cuenta_leida) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_conteo jsonb := nullif(p->'denominaciones', 'null');
  v_contado numeric := (p->>'contado')::numeric;
BEGIN
  IF scale(trim_scale(v_contado)) > destino.decimales THEN
    PERFORM transferencias_falla(format('Admite hasta %s decimales.', destino.decimales), 'contado');
  END IF;
  IF v_conteo IS NULL THEN RETURN NULL; END IF;
  IF NOT destino.efectivo THEN PERFORM transferencias_falla('No es efectivo: no lleva conteo.', 'denominaciones'); END IF;
  IF EXISTS (SELECT FROM jsonb_array_elements(v_conteo) e, monedas m WHERE m.id = destino.moneda_id AND NOT coalesce(
       (e->>'valor')::numeric = ANY (string_to_array(CASE e->>'clase' WHEN 'billete' THEN m.billetes ELSE m.metalicas END, ' ')::numeric[]), false)) THEN
    PERFORM transferencias_falla('El conteo tiene una denominación que no existe.', 'denominaciones');
  END IF;
  IF denominaciones_suma(v_conteo) IS DISTINCT FROM v_contado THEN
    PERFORM transferencias_falla(format('El conteo suma %s y no %s.', importe_texto(coalesce(denominaciones_suma(v_conteo), 0),
      destino.simbolo, destino.decimales), importe_texto(v_contado, destino.simbolo, destino.decimales)), 'denominaciones');
  END IF;
  RETURN v_conteo;
END $$;

-- The receiver counted: what arrived goes to its account at the cost at which it left, what lacks or is over to the books'
-- account of that, at today's average. `p` = {contado, denominaciones, cargo, nota, cargo_usuario_id}.
CREATE FUNCTION transferencias_recibir(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  t transferencias := transferencias_llegada(quien, p_id);
  destino cuenta_leida;
  v_contado numeric := (p->>'contado')::numeric;
  v_llega numeric := least(v_contado, t.monto);
  v_falta numeric := t.monto - v_contado;      -- below zero: there was more
  v_personal boolean := v_falta > 0 AND p->>'cargo' = 'personal';
  v_transito bigint := transferencias_transito(t.moneda_id);
  v_cargo bigint;
  v_valor numeric;
  v_conteo jsonb;
  v_gasto numeric;
BEGIN
  PERFORM detener_reloj();
  IF v_personal AND NOT (quien->>'ajenas')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "transferencias:ajenas"}');
  END IF;
  IF v_falta <> 0 AND p->>'nota' IS NULL THEN PERFORM transferencias_falla('Explique la diferencia.', 'nota'); END IF;
  v_cargo := CASE WHEN v_personal
    THEN libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', moneda_funcional(), 0)
    ELSE libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional()) END;
  PERFORM transferencias_bloquear(ARRAY[t.destino_id, v_transito, v_cargo, transferencias_gasto()]);
  destino := cuentas_leer(t.destino_id);
  v_conteo := transferencias_conteo(p, destino);
  IF t.comision_destino >= v_contado THEN
    PERFORM transferencias_falla('La comisión no puede llevarse todo lo que llega.', 'contado');
  END IF;
  SELECT valor INTO STRICT v_valor FROM apuntes WHERE asiento_id = t.asiento_id AND cuenta_id = v_transito;
  IF v_llega < t.monto THEN v_valor := round(v_valor * v_llega / t.monto, 2); END IF;
  PERFORM libro_escribir('transferencias', p_id, 'Recepción de ' || t.numero, v_usuario, NULL, ARRAY[
    (t.destino_id, v_llega, v_valor, t.referencia)::libro_linea, (v_transito, -v_llega, -v_valor, t.referencia)::libro_linea]);
  IF v_falta > 0 THEN
    PERFORM libro_contabilizar('transferencias', p_id, 'Faltante de ' || t.numero, v_usuario,
      ARRAY[(v_transito, -v_falta, NULL, NULL)::libro_linea], v_cargo);
  ELSIF v_falta < 0 THEN
    SELECT round(-v_falta * k.saldo / -q.saldo, 2) INTO v_valor FROM posiciones x
      JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
      WHERE x.moneda_id = t.moneda_id;
    PERFORM libro_contabilizar('transferencias', p_id, 'Sobrante de ' || t.numero, v_usuario,
      ARRAY[(t.destino_id, -v_falta, CASE WHEN NOT destino.funcional THEN v_valor END, NULL)::libro_linea], v_cargo);
  END IF;
  v_gasto := transferencias_comisiones(p_id, 'Comisión de ' || t.numero, v_usuario,
    ARRAY[(t.destino_id, -t.comision_destino, NULL, t.referencia)::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[t.destino_id], fecha_negocio(ahora()));
  UPDATE transferencias SET estado = 'recibida', contado = v_contado, denominaciones = v_conteo, nota = p->>'nota',
         cargo = CASE WHEN v_falta > 0 THEN CASE WHEN v_personal THEN 'personal' ELSE 'casa' END END,
         cargo_usuario_id = CASE WHEN v_personal THEN t.usuario_id END, gasto = gasto + v_gasto,
         resuelta_en = ahora(), resuelta_por = v_usuario, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN v_falta = 0 THEN 'recibir' ELSE 'recibir-diferencia' END, 'transferencias', p_id::text,
                  jsonb_build_object('estado', t.estado), p || jsonb_build_object('estado', 'recibida', 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'recibida', 'message', CASE WHEN v_falta = 0 THEN format('%s recibida.', t.numero)
    ELSE format('%s recibida con %s de %s.', t.numero, CASE WHEN v_falta > 0 THEN 'un faltante' ELSE 'un sobrante' END,
      importe_texto(abs(v_falta), destino.simbolo, destino.decimales)) END);
END $$;

-- It did not arrive, or should not have: back to where it came from, exactly what left. What a bank took stays taken.
CREATE FUNCTION transferencias_rechazar(quien jsonb, p_id bigint, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias := transferencias_llegada(quien, p_id);
BEGIN
  PERFORM detener_reloj();
  PERFORM libro_anular(t.asiento_id, 'Rechazo de ' || t.numero, (quien->>'usuario_id')::int);
  UPDATE transferencias SET estado = 'rechazada', nota = p_nota, resuelta_en = ahora(),
         resuelta_por = (quien->>'usuario_id')::int, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'rechazar', 'transferencias', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('estado', 'rechazada', 'nota', p_nota, 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'rechazada', 'message', format('%s rechazada: el dinero volvió a su cuenta.', t.numero));
END $$;

-- Gives back exactly what moved: every entry reversed, newest first. `p_anterior` = may annul one of another day.
CREATE FUNCTION transferencias_anular(quien jsonb, p_id bigint, p_motivo text, p_anterior boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
  v_asiento bigint;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', t.numero)); END IF;
  IF t.estado = 'rechazada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  PERFORM detener_reloj();
  IF t.fecha_negocio <> fecha_negocio(ahora()) AND NOT p_anterior THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(t.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT x.cuenta_id FROM asientos a JOIN apuntes x ON x.asiento_id = a.id
      WHERE a.origen = 'transferencias' AND a.origen_id = p_id)
    ORDER BY id FOR NO KEY UPDATE;
  FOR v_asiento IN
    SELECT id FROM asientos WHERE origen = 'transferencias' AND origen_id = p_id AND anula_a IS NULL ORDER BY id DESC
  LOOP
    PERFORM libro_anular(v_asiento, 'Anulación de ' || t.numero, (quien->>'usuario_id')::int);
  END LOOP;
  UPDATE transferencias SET estado = 'anulada', anulada_en = ahora(), anulada_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'transferencias', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('estado', 'anulada', 'motivo', p_motivo, 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', t.numero));
END $$;

-- A voucher that comes later, onto a transfer that stands.
CREATE FUNCTION transferencias_adjuntar(quien jsonb, p_id bigint, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
  a adjuntos;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado IN ('anulada', 'rechazada') THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  -- The same file once more: its answer was lost.
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id
    WHERE u.origen = 'transferencias' AND u.origen_id = p_id AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos WHERE origen = 'transferencias' AND origen_id = p_id) >= 5 THEN
      PERFORM transferencias_falla('Esta transferencia ya tiene 5 comprobantes.', '');
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, 'transferencias', p_id, 0, '');
    PERFORM auditar(quien, 'adjuntar', 'transferencias', p_id::text, NULL,
                    jsonb_build_object('adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar('transferencias', p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', t.numero));
END $$;
