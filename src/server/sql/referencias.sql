-- Operation numbers of banks and wallets: each proves one movement of money, in whatever area (R-135, ADR 0028, ADR
-- 0048).

-- The row that a line of payment keeps in referencias_usadas: none once it was annulled, refused, given back or
-- bounced.
-- p_sale: the money leaves the account; an operation number of the house's own bank is one for all ways to pay.
CREATE OR REPLACE FUNCTION referencias_usadas_de(p_linea text, p_origen text, p_origen_id bigint, p_sale boolean,
    l jsonb) RETURNS SETOF referencias_usadas LANGUAGE sql STABLE AS $$
  SELECT p_linea, (l->>'id')::bigint, p_origen, p_origen_id, coalesce(l->>'origen_id', l->>'cuenta_id')::bigint, p_sale,
         CASE WHEN NOT p_sale THEN (l->>'tipo_pago_id')::int END, lower(l->>'referencia')
  WHERE l->>'referencia' IS NOT NULL
    AND l->>'estado' NOT IN ('anulado', 'rechazado', 'devuelto', 'rebotado', 'sustituido', 'perdido', 'anulada',
                             'rechazada', 'liquidada');
$$;

-- A line's number without case and signs, and without the letters of its bank and zeros in front.
CREATE OR REPLACE FUNCTION referencia_normal(l jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN upper(regexp_replace(l->>'referencia', '[^[:alnum:]]', '', 'g'));
CREATE OR REPLACE FUNCTION referencia_nucleo(p_normal text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(substring(p_normal FROM '^[A-Z]*0*([^A-Z0].{4,})$'), p_normal);

-- Who acts in this transaction, for the triggers of what it writes.
CREATE OR REPLACE FUNCTION actuar_como(quien jsonb) RETURNS void LANGUAGE sql
  RETURN set_config('cambista.quien', quien::text, true);

-- Keeps a line's reference, or lets go of it. One that another line of the account has is refused with its document;
-- the same number elsewhere, in the last 60 days, needs another person's yes, since two banks may give it. Arguments of
-- the trigger: the origin of the document, the column of its id, and how the money moves: 'sale', 'entra', or the
-- column that says 'entregamos' where it leaves.
CREATE OR REPLACE FUNCTION referencias_llevar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  n referencias_usadas;
  otra referencias_usadas;
  v_normal text;
  v_nucleo text;
  v_igual boolean;
  l jsonb;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.referencia IS NULL THEN RETURN NULL; END IF;
  l := to_jsonb(NEW);
  SELECT * INTO n FROM referencias_usadas_de(TG_TABLE_NAME, TG_ARGV[0], (l->>TG_ARGV[1])::bigint,
      TG_ARGV[2] = 'sale' OR coalesce(l->>TG_ARGV[2] = 'entregamos', false), l);
  IF TG_OP = 'UPDATE' THEN
    SELECT * INTO otra FROM referencias_usadas WHERE linea = TG_TABLE_NAME AND linea_id = NEW.id;
    -- As it was judged when it was written.
    IF (otra.cuenta_id, otra.referencia) = (n.cuenta_id, n.referencia) THEN RETURN NULL; END IF;
    DELETE FROM referencias_usadas WHERE linea = TG_TABLE_NAME AND linea_id = NEW.id;
  END IF;
  IF n IS NULL OR n.linea IS NULL THEN RETURN NULL; END IF;
  -- Waits for a concurrent transaction that is writing the same number.
  v_normal := referencia_normal(l);
  v_nucleo := referencia_nucleo(v_normal);
  PERFORM pg_advisory_xact_lock(12, hashtext(v_nucleo));
  SELECT u.*, k.igual INTO otra.linea, otra.linea_id, otra.origen, otra.origen_id, otra.cuenta_id, otra.sale,
      otra.tipo_pago_id, otra.referencia, v_igual
    FROM referencias_nucleos x JOIN referencias_usadas u USING (linea, linea_id)
    CROSS JOIN LATERAL (SELECT x.normal = v_normal AND (u.cuenta_id, u.sale) = (n.cuenta_id, n.sale)
      AND u.tipo_pago_id IS NOT DISTINCT FROM n.tipo_pago_id AS igual) k
    WHERE x.nucleo = v_nucleo
      AND (k.igual OR v_nucleo <> '' AND coalesce(x.fecha > ahora() - interval '60 days', false))
    ORDER BY k.igual DESC, x.fecha DESC LIMIT 1;
  IF FOUND THEN PERFORM referencias_otra(n, otra, v_igual, NEW.referencia, l); END IF;
  INSERT INTO referencias_usadas SELECT n.* ON CONFLICT ON CONSTRAINT referencias_usadas_una DO NOTHING;
  IF NOT FOUND THEN
    -- One that was written by a process of the version before, while it was upgraded.
    SELECT * INTO otra FROM referencias_usadas WHERE (cuenta_id, sale, referencia) = (n.cuenta_id, n.sale, n.referencia)
      AND tipo_pago_id IS NOT DISTINCT FROM n.tipo_pago_id;
    PERFORM referencias_otra(n, otra, true, NEW.referencia, l);
  END IF;
  INSERT INTO referencias_nucleos VALUES (n.linea, n.linea_id, v_normal, v_nucleo, ahora());
  RETURN NULL;
END $$;

-- Refuses a number that is another line's, or requires another person's yes where it may be a coincidence.
CREATE OR REPLACE FUNCTION referencias_otra(n referencias_usadas, otra referencias_usadas, p_igual boolean,
    p_referencia text, l jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_quien text := nullif(current_setting('cambista.quien', true), '');
  v_numero text := (SELECT numero FROM documentos WHERE origen = otra.origen AND origen_id = otra.origen_id);
  v_monto numeric := coalesce(l->>'monto', l->>'total')::numeric;
  c record;
BEGIN
  IF v_quien IS NOT NULL AND NOT p_igual THEN
    SELECT k.nombre, m.simbolo, m.decimales, m.id INTO STRICT c
      FROM cuentas_contables k JOIN monedas m ON m.id = k.moneda_id WHERE k.id = n.cuenta_id;
    PERFORM vistos_exigir(v_quien::jsonb, jsonb_build_object('clave', 'referencia', 'origen', n.origen,
      'que', jsonb_build_object('nucleo', referencia_nucleo(referencia_normal(l)), 'cuenta', n.cuenta_id,
        'sale', n.sale, 'monto', v_monto, 'otra', otra.linea, 'otra_id', otra.linea_id),
      'titulo', format('la referencia %s, que ya está en %s', dicho(p_referencia), v_numero),
      'importe', importe_texto(v_monto, c.simbolo, c.decimales),
      'motivo', format('El mismo número en otra cuenta u otra forma de pago (%s).', dicho(c.nombre)),
      'valor', a_costo(c.id, v_monto)));
    RETURN;
  END IF;
  IF (otra.origen, otra.origen_id) = (n.origen, n.origen_id) THEN
    PERFORM rechazar_campo('referencia',
        reparo('REFERENCIA_OTRO_PAGO', jsonb_build_object('referencia', p_referencia)));
  END IF;
  PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', p_referencia, 'numero', v_numero,
    'origen', otra.origen, 'origen_id', otra.origen_id));
END $$;
