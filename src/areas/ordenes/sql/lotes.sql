-- Batches of payouts (R-239 to R-241): orders that their payer puts in one file for the bank. Nothing moves until the
-- bank has answered; then each is paid out as any other.

-- Locks a batch that still waits for the bank.
CREATE OR REPLACE FUNCTION ordenes_lote_abrir(p_id bigint) RETURNS ordenes_lotes LANGUAGE plpgsql AS $$
DECLARE
  k ordenes_lotes;
BEGIN
  SELECT * INTO k FROM ordenes_lotes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese lote"}'); END IF;
  PERFORM detener_reloj();
  IF k.estado <> 'abierto' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', k.estado)); END IF;
  RETURN k;
END $$;

-- An order as a batch pays it: whatever a payout asks of order and payer is asked before the file exists, since money
-- leaves by the file (R-239). Its data are those of the agenda, which must still be the order's.
CREATE OR REPLACE FUNCTION ordenes_lote_linea(quien jsonb, p_orden bigint, p_moneda integer)
  RETURNS ordenes_lotes_lineas LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(p_orden, 'pagar');
  b beneficiarios;
  l ordenes_lotes_lineas;
BEGIN
  PERFORM ordenes_mia(quien, d);
  PERFORM rechazar('ORDEN_EN_LOTE', jsonb_build_object('numero', d.numero, 'lote', k.numero))
    FROM ordenes_lotes_lineas x JOIN ordenes_lotes k ON k.id = x.lote_id
    WHERE x.orden_id = d.id AND x.estado = 'pendiente';
  IF d.recibe_moneda_id <> p_moneda THEN PERFORM rechazar_campo('cuenta_id', reparo('CUENTA_MONEDA_RECIBE')); END IF;
  IF d.observada IS NOT NULL THEN PERFORM rechazar('ORDEN_OBSERVADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM ordenes_doble_control(quien, d, NULL);
  PERFORM ordenes_cliente(d);
  PERFORM ordenes_beneficiario_exigir(quien, d);
  SELECT * INTO STRICT b FROM beneficiarios WHERE id = d.beneficiario_id;
  IF ordenes_lote_agenda(d, b) THEN
    PERFORM rechazar('LOTE_AGENDA', jsonb_build_object('numero', d.numero, 'nombre', d.beneficiario->>'nombre'));
  END IF;
  l.orden_id := d.id;
  l.beneficiario := d.beneficiario;
  l.destino := ordenes_lote_destino(b);
  l.monto := d.recibe - coalesce((SELECT sum(monto) FROM ordenes_pagos
    WHERE orden_id = d.id AND estado = 'pagado'), 0);
  RETURN l;
END $$;

-- Whether the agenda says other data than the order of him.
CREATE OR REPLACE FUNCTION ordenes_lote_agenda(d ordenes, b beneficiarios) RETURNS boolean LANGUAGE sql STABLE
  RETURN ordenes_beneficiario(b) - '{alias,verificado}'::text[] IS DISTINCT FROM
    d.beneficiario - '{alias,verificado}'::text[];

-- Where his way of being paid sends the money: the code of his bank and the account that it asks for. A code is one of
-- its own country: there, another bank may have it.
CREATE OR REPLACE FUNCTION ordenes_lote_destino(b beneficiarios) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('nombre', b.nombre, 'tipo_doc', b.tipo_doc, 'num_doc', b.num_doc,
    'entidad', CASE WHEN e.pais = b.pais THEN e.codigo END, 'pais', b.pais,
    'cuenta', (SELECT b.campos->>(f.campo->>'clave') FROM jsonb_array_elements(t.campos)
      WITH ORDINALITY f (campo, n) WHERE f.campo->>'tipo' IN ('cuenta', 'digitos') ORDER BY f.n LIMIT 1))
  FROM tipos_pagos t LEFT JOIN entidades_financieras e ON e.id = b.entidad_id WHERE t.id = b.tipo_pago_id;
$$;

-- What a bank account has for one more batch: its balance above its minimum, less what open batches wait for.
CREATE OR REPLACE FUNCTION ordenes_lote_libre(p_cuenta bigint) RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  RETURN (SELECT k.saldo - greatest(coalesce(k.minimo, 0), coalesce(c.saldo_min, 0)) - coalesce((
      SELECT sum(l.monto) FROM ordenes_lotes_lineas l JOIN ordenes_lotes x ON x.id = l.lote_id
      WHERE x.cuenta_id = c.id AND x.estado = 'abierto' AND l.estado = 'pendiente'), 0)
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.id = p_cuenta);

-- Begins a batch; the caller writes its file and keeps it with ordenes_lote_archivar in the same transaction. `p` =
-- {cuenta_id, formato, ordenes: ids}. Answers what the file is written of.
CREATE OR REPLACE FUNCTION ordenes_lote_crear(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c cuentas;
  m monedas;
  k ordenes_lotes;
  lineas ordenes_lotes_lineas[] := '{}';
  v_orden bigint;
BEGIN
  PERFORM detener_reloj();
  SELECT * INTO c FROM cuentas WHERE id = (p->>'cuenta_id')::bigint;
  PERFORM rechazar_campo('cuenta_id', r) FROM (VALUES
    (c.id IS NULL, reparo('CUENTA_NO_EXISTE')),
    (NOT c.estatus, reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', c.nombre)))) x (mal, r) WHERE mal;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[c.id]);
  SELECT * INTO STRICT m FROM monedas WHERE id = c.moneda_id;
  FOR v_orden IN SELECT x::bigint FROM jsonb_array_elements_text(p->'ordenes') x ORDER BY 1 LOOP
    lineas := lineas || ordenes_lote_linea(quien, v_orden, c.moneda_id);
    PERFORM ordenes_cuenta_exigir(d, c.id) FROM ordenes d WHERE d.id = v_orden;
  END LOOP;
  SELECT count(*), sum(monto) INTO k.ordenes, k.total FROM unnest(lineas);
  PERFORM rechazar_campo('cuenta_id', reparo('LIMITE_OPERACION', jsonb_build_object('que', c.nombre, 'limite',
    importe_de(m.id, c.limite_op)))) FROM unnest(lineas) WHERE monto > c.limite_op;
  IF k.total > ordenes_lote_libre(c.id) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(greatest(ordenes_lote_libre(c.id), 0), m.simbolo, m.decimales),
      'necesario', importe_texto(k.total, m.simbolo, m.decimales)));
  END IF;
  -- As the payouts will be asked by their entries: the day of the house, of the account's branch and of each order's.
  PERFORM dia_abierto_exigir(fecha_negocio(ahora()));
  PERFORM sucursales_abiertas_exigir(ARRAY(SELECT o.sucursal_id FROM ordenes o JOIN unnest(lineas) l
    ON l.orden_id = o.id) || c.sucursal_id, fecha_negocio(ahora()));
  k.numero := serie_siguiente('LT', fecha_negocio(ahora()));
  INSERT INTO ordenes_lotes (numero, fecha, cuenta_id, moneda_id, formato, ordenes, total, estado, usuario_id)
    VALUES (k.numero, ahora(), c.id, c.moneda_id, p->>'formato', k.ordenes, k.total, 'abierto',
      (quien->>'usuario_id')::int) RETURNING * INTO k;
  INSERT INTO ordenes_lotes_lineas (lote_id, n, orden_id, monto, beneficiario, destino, estado)
    SELECT k.id, row_number() OVER (ORDER BY orden_id), orden_id, monto, beneficiario, destino, 'pendiente'
    FROM unnest(lineas);
  RETURN jsonb_build_object('id', k.id, 'numero', k.numero, 'fecha', fecha_negocio(k.fecha), 'moneda', m.iso,
    'decimales', m.decimales, 'total', round(k.total, m.decimales)::text, 'cuenta', c.numero, 'titular', c.titular,
    'titular_doc', c.titular_doc, 'lineas', (SELECT jsonb_agg(l.destino || jsonb_build_object('orden', o.numero,
      'n', l.n, 'monto', round(l.monto, m.decimales)::text) ORDER BY l.n)
      FROM ordenes_lotes_lineas l JOIN ordenes o ON o.id = l.orden_id WHERE l.lote_id = k.id));
END $$;

-- Keeps the file of a batch that this transaction began. Answers the call.
CREATE OR REPLACE FUNCTION ordenes_lote_archivar(quien jsonb, p_id bigint, p_archivo bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  k ordenes_lotes;
BEGIN
  UPDATE ordenes_lotes SET archivo = p_archivo, huella = encode(sha256(p_archivo), 'hex')
    WHERE id = p_id AND archivo IS NULL RETURNING * INTO STRICT k;
  PERFORM auditar(quien, 'crear', 'ordenes_lotes', k.id::text, NULL, jsonb_build_object('numero', k.numero,
    'cuenta_id', k.cuenta_id, 'formato', k.formato, 'ordenes', k.ordenes, 'total', k.total, 'huella', k.huella));
  PERFORM avisar('ordenes');
  RETURN jsonb_build_object('id', k.id, 'numero', k.numero,
    'message', format('Lote %s listo para el banco.', k.numero));
END $$;

-- The bank paid one line: the order's payout, judged and kept as any other. Refused where what the bank says is not
-- what the file said (R-240). `o.id` = the line; `p` = {referencia, comision, comprobante_id, monto, cuenta: as the
-- bank has them, null where it does not say}.
CREATE OR REPLACE FUNCTION ordenes_lote_pagar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  l ordenes_lotes_lineas;
  k ordenes_lotes;
  v_numero text;
BEGIN
  SELECT * INTO l FROM ordenes_lotes_lineas WHERE id = o.id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa línea del lote"}'); END IF;
  SELECT * INTO STRICT k FROM ordenes_lotes WHERE id = l.lote_id FOR NO KEY UPDATE;
  SELECT * INTO STRICT l FROM ordenes_lotes_lineas WHERE id = o.id FOR NO KEY UPDATE;
  SELECT numero INTO STRICT v_numero FROM ordenes WHERE id = l.orden_id;
  IF l.estado <> 'pendiente' THEN
    PERFORM rechazar('LOTE_RESUELTA', jsonb_build_object('numero', v_numero, 'lote', k.numero, 'estado', l.estado));
  END IF;
  IF (o.p->>'monto')::numeric <> l.monto OR o.p->>'cuenta' <> l.destino->>'cuenta' THEN
    PERFORM rechazar('LOTE_DISTINTO', jsonb_build_object('numero', v_numero, 'lote', k.numero,
      'monto', importe_de(k.moneda_id, l.monto), 'cuenta', '…' || right(l.destino->>'cuenta', 4)));
  END IF;
  o.id := l.orden_id;
  o.p := jsonb_build_object('cuenta_id', k.cuenta_id, 'monto', l.monto, 'referencia', o.p->'referencia',
    'comision', o.p->'comision', 'comprobante_id', o.p->'comprobante_id', 'lote', k.numero);
  o := ordenes_pagar_juzgar(o);
  o.dato := o.dato || jsonb_build_object('linea', l.id, 'lote', k.id);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_lote_pagar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_hecho jsonb;
BEGIN
  PERFORM set_config('cambista.lote_linea', o.dato->>'linea', true);
  v_hecho := ordenes_pagar_guardar(o, libro);
  PERFORM set_config('cambista.lote_linea', '', true);
  PERFORM ordenes_lote_cerrar((o.dato->>'lote')::bigint);
  RETURN v_hecho;
END $$;

-- Closes a batch of which nothing waits any more: annulled where nothing of it was paid.
CREATE OR REPLACE FUNCTION ordenes_lote_cerrar(p_id bigint) RETURNS text LANGUAGE sql AS $$
  UPDATE ordenes_lotes k SET estado = CASE WHEN EXISTS (SELECT FROM ordenes_lotes_lineas
      WHERE lote_id = k.id AND estado = 'pagada') THEN 'cerrado' ELSE 'anulado' END
    WHERE k.id = p_id AND NOT EXISTS (SELECT FROM ordenes_lotes_lineas WHERE lote_id = k.id AND estado = 'pendiente');
  SELECT estado FROM ordenes_lotes WHERE id = p_id;
$$;

-- The bank did not pay a line, or (null) whatever of the batch still waits: it leaves the batch, and its order is its
-- payer's again. Whoever made the file does not say so alone (R-241), as of a payout that bounced.
CREATE OR REPLACE FUNCTION ordenes_lote_rechazar(quien jsonb, p_id bigint, p_linea bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  k ordenes_lotes := ordenes_lote_abrir(p_id);
  x record;
  v_estado text;
BEGIN
  SELECT count(*) AS n, sum(l.monto) AS monto, sum(o.monto_usd) AS usd, sum(o.valor) AS valor,
         array_agg(o.numero ORDER BY l.n) AS numeros INTO x
    FROM ordenes_lotes_lineas l JOIN ordenes o ON o.id = l.orden_id
    WHERE l.lote_id = k.id AND l.estado = 'pendiente' AND (p_linea IS NULL OR l.id = p_linea);
  IF x.n = 0 THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa línea pendiente del lote"}'); END IF;
  PERFORM anular_exigir(quien, jsonb_build_object('origen', 'ordenes_lotes', 'origen_id', k.id,
    'parte', jsonb_build_object('linea', p_linea), 'numero', coalesce(
      CASE WHEN p_linea IS NOT NULL THEN format('el envío al banco de %s en %s', x.numeros[1], k.numero) END, k.numero),
    'autores', jsonb_build_array(k.usuario_id), 'desde', k.fecha, 'usd', x.usd, 'valor', x.valor, 'motivo', p_motivo,
    'importe', importe_de(k.moneda_id, x.monto)));
  UPDATE ordenes_lotes_lineas SET estado = 'rechazada', motivo = p_motivo, resuelta_en = ahora(),
      resuelta_por = (quien->>'usuario_id')::int
    WHERE lote_id = k.id AND estado = 'pendiente' AND (p_linea IS NULL OR id = p_linea);
  v_estado := ordenes_lote_cerrar(k.id);
  PERFORM auditar(quien, 'rechazar', 'ordenes_lotes', k.id::text, jsonb_build_object('estado', k.estado),
    jsonb_build_object('numero', k.numero, 'ordenes', x.numeros, 'motivo', p_motivo, 'estado', v_estado));
  PERFORM avisar('ordenes');
  RETURN jsonb_build_object('id', k.id, 'estado', v_estado, 'message', CASE WHEN x.n = 1
    THEN format('%s salió del lote: su pagador la tiene de nuevo.', x.numeros[1])
    ELSE format('%s órdenes salieron del lote: las tienen de nuevo sus pagadores.', x.n) END);
END $$;

-- Whether these bytes are the file of a batch; kept in the audit, whichever it is.
CREATE OR REPLACE FUNCTION ordenes_lote_comprobar(quien jsonb, p_id bigint, p_archivo bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  k ordenes_lotes;
  v_huella text := encode(sha256(p_archivo), 'hex');
BEGIN
  SELECT * INTO k FROM ordenes_lotes WHERE id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese lote"}'); END IF;
  PERFORM auditar(quien, 'comprobar', 'ordenes_lotes', k.id::text, NULL, jsonb_build_object('numero', k.numero,
    'huella', v_huella, 'igual', v_huella = k.huella));
  RETURN jsonb_build_object('id', k.id, 'igual', v_huella = k.huella, 'message', CASE WHEN v_huella = k.huella
    THEN format('Es el archivo de %s, sin cambios.', k.numero)
    ELSE format('No es el archivo de %s: fue cambiado, o es de otro lote. No lo envíe al banco.', k.numero) END);
END $$;
