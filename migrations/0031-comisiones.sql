-- Commissions (spec 2.15, ADR 0025): rules in versions, accrued once when an operation is completed, settled and paid.

-- What an accrual posts comes after the operation's own entry, in the same transaction. Accounts are locked in the order
-- of their ids, so these stand above all that the sequence will ever give: locked last by everybody, they close no ring.
INSERT INTO cuentas_contables (id, codigo, nombre, clase, moneda_id, minimo, maximo) OVERRIDING SYSTEM VALUE
  SELECT v.id, v.codigo, v.nombre, v.clase, moneda_funcional(), v.minimo, v.maximo
  FROM (VALUES (9000000000000001, 'gasto:comisiones', 'Gasto: Comisiones', 'gasto', NULL::numeric, NULL::numeric),
               (9000000000000002, 'comisiones-por-recuperar', 'Comisiones por recuperar', 'activo', 0, NULL),
               (9000000000000003, 'comisiones-por-pagar', 'Comisiones por pagar', 'pasivo', NULL, 0))
    AS v (id, codigo, nombre, clase, minimo, maximo);

INSERT INTO ajustes VALUES ('comisiones_arrastre', 'false');
INSERT INTO ajustes_reglas (clave, tipo) VALUES ('comisiones_arrastre', 'booleano');

-- A version of a rule. The role says whose it is: users create and pay out, clients bring others. Nobody named: all.
CREATE TABLE comisiones_reglas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The first version's id, and which version this is.
  serie_id bigint NOT NULL,
  edicion integer NOT NULL DEFAULT 1 CHECK (edicion > 0),
  rol text NOT NULL CHECK (rol IN ('creador', 'pagador', 'agente')),
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  -- `u12`, `a7`, or nothing: all of that role.
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text, '')) STORED,
  tipo text CHECK (tipo IN ('compra', 'venta', 'canje', 'orden')),
  -- From what the client hands over to what he receives; or any operation in one foreign currency.
  de_id integer REFERENCES monedas,
  a_id integer REFERENCES monedas,
  divisa_id integer REFERENCES monedas,
  base text NOT NULL CHECK (base IN ('margen', 'ganancia', 'monto', 'fijo')),
  -- A percentage, or an amount where the base is `fijo`.
  valor numeric(38,8) NOT NULL CHECK (valor >= 0 AND valor < 1e29),
  minimo numeric(38,8) CHECK (minimo >= 0 AND minimo < 1e29),
  maximo numeric(38,8) CHECK (maximo >= 0 AND maximo < 1e29),
  desde date NOT NULL,
  hasta date CHECK (hasta >= desde),
  vigencia daterange NOT NULL GENERATED ALWAYS AS (daterange(desde, hasta, '[]')) STORED,
  -- Taken back before it was ever in force.
  retirada boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (serie_id, edicion),
  CONSTRAINT comisiones_reglas_de_su_rol CHECK (CASE rol WHEN 'agente' THEN usuario_id IS NULL ELSE agente_id IS NULL END),
  CONSTRAINT comisiones_reglas_pagador CHECK (rol <> 'pagador' OR tipo IS NULL OR tipo = 'orden'),
  CONSTRAINT comisiones_reglas_corredor CHECK (CASE WHEN de_id IS NULL THEN a_id IS NULL ELSE coalesce(a_id <> de_id, false) END),
  CONSTRAINT comisiones_reglas_un_lugar CHECK (divisa_id IS NULL OR de_id IS NULL),
  CONSTRAINT comisiones_reglas_porcentaje CHECK (base = 'fijo' OR valor <= 100),
  CONSTRAINT comisiones_reglas_fijo CHECK (base <> 'fijo' OR minimo IS NULL AND maximo IS NULL),
  CONSTRAINT comisiones_reglas_limites CHECK (minimo <= maximo),
  -- Two that are equally specific never meet on a day: there is always one that wins.
  CONSTRAINT comisiones_reglas_sin_solape EXCLUDE USING gist (
    rol WITH =, beneficiario WITH =, (coalesce(tipo, '')) WITH =, (coalesce(de_id, 0)) WITH =, (coalesce(a_id, 0)) WITH =,
    (coalesce(divisa_id, 0)) WITH =, vigencia WITH &&) WHERE (NOT retirada)
);
CREATE INDEX comisiones_reglas_de ON comisiones_reglas (rol, beneficiario) WHERE NOT retirada;

-- What becomes of commissions: a settlement is paid once.
CREATE TABLE comisiones_liquidaciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text)) STORED,
  total numeric(38,8) NOT NULL CHECK (total > 0 AND total < 1e29),
  filas integer NOT NULL CHECK (filas > 0),
  estado text NOT NULL DEFAULT 'liquidada' CHECK (estado IN ('liquidada', 'pagada', 'anulada')),
  creada_por integer NOT NULL REFERENCES usuarios,
  cuenta_id bigint REFERENCES cuentas,
  referencia text,
  asiento_id bigint UNIQUE REFERENCES asientos,
  pagada_en timestamptz,
  pagada_por integer REFERENCES usuarios,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  version integer NOT NULL DEFAULT 1,
  CHECK ((usuario_id IS NULL) <> (agente_id IS NULL)),
  CHECK ((estado = 'pagada') = (asiento_id IS NOT NULL) AND (asiento_id IS NULL) = (cuenta_id IS NULL)
         AND (asiento_id IS NULL) = (pagada_en IS NULL)),
  CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL AND motivo_anulacion IS NOT NULL))
);
CREATE INDEX comisiones_liquidaciones_fecha ON comisiones_liquidaciones (fecha_negocio, id);
CREATE INDEX comisiones_liquidaciones_por_pagar ON comisiones_liquidaciones (id) WHERE estado = 'liquidada';

-- One commission: what it was computed of and by, so that it can be read without its operation.
CREATE TABLE comisiones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  numero text NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('compra', 'venta', 'canje', 'orden')),
  cliente_id bigint REFERENCES clientes,
  de_id integer NOT NULL REFERENCES monedas,
  a_id integer NOT NULL REFERENCES monedas,
  moneda_id integer NOT NULL REFERENCES monedas,
  monto numeric(38,8) NOT NULL,
  tasa numeric(20,10) NOT NULL,
  precision integer NOT NULL,
  rol text NOT NULL CHECK (rol IN ('creador', 'pagador', 'agente')),
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text)) STORED,
  regla_id bigint NOT NULL REFERENCES comisiones_reglas,
  -- The rule as it was.
  regla jsonb NOT NULL,
  base text NOT NULL,
  -- In the functional currency; null where the operation has none (a canje's margin) or none is asked for.
  importe_base numeric(38,8),
  comision numeric(38,8) NOT NULL CHECK (comision > -1e29 AND comision < 1e29),
  -- What it put on (+) or took from (−) the balance carried to the beneficiary's next ones.
  arrastre numeric(38,8) NOT NULL DEFAULT 0 CHECK (arrastre > -1e29 AND arrastre < 1e29),
  estado text NOT NULL DEFAULT 'devengada' CHECK (estado IN ('devengada', 'liquidada', 'pagada', 'anulada')),
  -- The operation was annulled: this row too, or, when it was settled already, its counterpart takes it back.
  revertida boolean NOT NULL DEFAULT false,
  contra_de bigint UNIQUE REFERENCES comisiones,
  asiento_id bigint UNIQUE REFERENCES asientos,
  liquidacion_id bigint REFERENCES comisiones_liquidaciones,
  anulada_en timestamptz,
  CHECK ((usuario_id IS NULL) <> (agente_id IS NULL)),
  CONSTRAINT comisiones_negativa CHECK ((comision < 0) = (contra_de IS NOT NULL)),
  CONSTRAINT comisiones_asiento CHECK ((comision = 0) = (asiento_id IS NULL)),
  CONSTRAINT comisiones_liquidada CHECK ((liquidacion_id IS NOT NULL) = (estado IN ('liquidada', 'pagada'))),
  CONSTRAINT comisiones_anulada CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL) AND (estado <> 'anulada' OR revertida))
);
-- Once: of an operation as it stands nobody earns twice in one role.
CREATE UNIQUE INDEX comisiones_una ON comisiones (origen, origen_id, rol) WHERE NOT revertida AND contra_de IS NULL;
CREATE INDEX comisiones_origen ON comisiones (origen, origen_id);
CREATE INDEX comisiones_fecha ON comisiones (fecha_negocio, id);
CREATE INDEX comisiones_beneficiario ON comisiones (beneficiario, fecha_negocio, id);
CREATE INDEX comisiones_regla ON comisiones (regla_id, fecha_negocio);
CREATE INDEX comisiones_liquidacion ON comisiones (liquidacion_id) WHERE liquidacion_id IS NOT NULL;
CREATE INDEX comisiones_por_descontar ON comisiones (beneficiario) WHERE estado = 'devengada' AND comision < 0;

-- What is carried from one commission to a beneficiary's next, where the setting says so.
CREATE TABLE comisiones_arrastres (
  beneficiario text PRIMARY KEY,
  saldo numeric(38,8) NOT NULL CHECK (saldo > -1e29 AND saldo < 1e29)
);

-- A commission and a settlement stay what they were; they go through their states and no other way.
CREATE FUNCTION comisiones_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- What follows from others is not computed yet where this runs.
  libres text[] := CASE TG_TABLE_NAME
    WHEN 'comisiones' THEN ARRAY['estado', 'revertida', 'liquidacion_id', 'anulada_en', 'fecha_negocio', 'beneficiario']
    ELSE ARRAY['estado', 'cuenta_id', 'referencia', 'asiento_id', 'pagada_en', 'pagada_por', 'anulada_en', 'anulada_por',
               'motivo_anulacion', 'version', 'fecha_negocio', 'beneficiario'] END;
  pasos text[] := CASE TG_TABLE_NAME
    WHEN 'comisiones' THEN ARRAY['devengada liquidada', 'devengada anulada', 'liquidada devengada', 'liquidada pagada']
    ELSE ARRAY['liquidada pagada', 'liquidada anulada'] END;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres
     AND coalesce((to_jsonb(OLD)->>'revertida')::boolean <= (to_jsonb(NEW)->>'revertida')::boolean, true)
     AND (OLD.estado || ' ' || NEW.estado = ANY (pasos)
          -- Where the state stays, so does all but that it was taken back.
          OR to_jsonb(OLD) - '{revertida,fecha_negocio,beneficiario}'::text[]
             = to_jsonb(NEW) - '{revertida,fecha_negocio,beneficiario}'::text[]) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE TRIGGER comisiones_fijas BEFORE UPDATE OR DELETE ON comisiones
  FOR EACH ROW EXECUTE FUNCTION comisiones_fijas();
CREATE TRIGGER comisiones_no_trunca BEFORE TRUNCATE ON comisiones EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER comisiones_liquidaciones_fijas BEFORE UPDATE OR DELETE ON comisiones_liquidaciones
  FOR EACH ROW EXECUTE FUNCTION comisiones_fijas();
CREATE TRIGGER comisiones_liquidaciones_no_trunca BEFORE TRUNCATE ON comisiones_liquidaciones EXECUTE FUNCTION prohibir_cambio();

-- May both rules apply to one operation? Each of their limits is one value or all, so pairs decide for any number.
CREATE FUNCTION comisiones_se_cruzan(a comisiones_reglas, b comisiones_reglas) RETURNS boolean
  LANGUAGE sql IMMUTABLE AS $$
  SELECT a.vigencia && b.vigencia AND coalesce(a.tipo, b.tipo, '') = coalesce(b.tipo, a.tipo, '')
    AND (a.de_id IS NULL OR b.de_id IS NULL OR a.de_id = b.de_id AND a.a_id = b.a_id)
    AND (a.divisa_id IS NULL OR b.divisa_id IS NULL OR a.divisa_id = b.divisa_id)
    AND (a.divisa_id IS NULL OR b.de_id IS NULL OR a.divisa_id IN (b.de_id, b.a_id))
    AND (b.divisa_id IS NULL OR a.de_id IS NULL OR b.divisa_id IN (a.de_id, a.a_id));
$$;

-- Whoever writes a rule: none begins in the past; one that was applied is only ended, not before its last day; and what
-- the three roles may take together of an operation's margin or profit is not more than it. One writer at a time, and
-- none while an accrual that read the rules is not over.
CREATE FUNCTION comisiones_reglas_revisar() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  libres text[] := '{hasta,version,vigencia}';
  v_ultima date;
  v_otras record;
BEGIN
  PERFORM pg_advisory_xact_lock(31, 0);
  IF (TG_OP = 'INSERT' OR NEW.desde <> OLD.desde) AND NEW.desde < fecha_negocio(ahora()) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'comisiones_reglas: what was completed is not computed again';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT max(fecha_negocio) INTO v_ultima FROM comisiones WHERE regla_id = NEW.id;
    IF v_ultima IS NOT NULL AND (to_jsonb(OLD) - libres <> to_jsonb(NEW) - libres OR NEW.hasta < v_ultima) THEN
      RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'comisiones_reglas: a rule that was applied is not rewritten';
    END IF;
  END IF;
  IF NEW.retirada OR NEW.base NOT IN ('margen', 'ganancia') THEN RETURN NULL; END IF;
  SELECT NEW.valor + a.valor + coalesce(b.valor, 0) AS suma INTO v_otras
    FROM comisiones_reglas a
    LEFT JOIN comisiones_reglas b ON b.rol NOT IN (NEW.rol, a.rol) AND b.base IN ('margen', 'ganancia') AND NOT b.retirada
      AND comisiones_se_cruzan(a, b) AND comisiones_se_cruzan(NEW, b)
    WHERE a.rol <> NEW.rol AND a.base IN ('margen', 'ganancia') AND NOT a.retirada AND comisiones_se_cruzan(NEW, a)
    ORDER BY 1 DESC LIMIT 1;
  IF v_otras.suma > 100 THEN
    PERFORM rechazar('COMISION_EXCEDE', jsonb_build_object('suma', trim_scale(v_otras.suma)::text,
      'errors', jsonb_build_array(jsonb_build_object('campo', 'valor',
        'msg', format('Con las reglas de los otros roles suma %s %%.', trim_scale(v_otras.suma))))));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comisiones_reglas_revisar AFTER INSERT OR UPDATE ON comisiones_reglas
  FOR EACH ROW EXECUTE FUNCTION comisiones_reglas_revisar();
CREATE TRIGGER comisiones_reglas_fijas BEFORE DELETE ON comisiones_reglas FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER comisiones_reglas_no_trunca BEFORE TRUNCATE ON comisiones_reglas EXECUTE FUNCTION prohibir_cambio();

-- The rule that applies, the most specific: whose it is before where, where before of what kind; twin of rules.ts. At
-- most one is equally specific (comisiones_reglas_sin_solape), so the order is whole.
CREATE FUNCTION comisiones_elegir(p_rol text, p_beneficiario text, p_tipo text, p_de integer, p_a integer, p_divisa integer,
                                  p_dia date)
  RETURNS SETOF comisiones_reglas LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT r.* FROM comisiones_reglas r
  WHERE NOT r.retirada AND r.rol = p_rol AND r.beneficiario IN (p_beneficiario, '') AND r.vigencia @> p_dia
    AND (r.tipo IS NULL OR r.tipo = p_tipo) AND (r.divisa_id IS NULL OR r.divisa_id = p_divisa)
    AND (r.de_id IS NULL OR r.de_id = p_de AND r.a_id = p_a)
  ORDER BY r.beneficiario = '', CASE WHEN r.de_id IS NOT NULL THEN 0 WHEN r.divisa_id IS NOT NULL THEN 1 ELSE 2 END,
           r.tipo IS NULL
  LIMIT 1;
$$;

-- What a rule makes of a base: two decimals, half up, within its bounds; of nothing or less, nothing. Twin of rules.ts.
CREATE FUNCTION comisiones_importe(p_base text, p_valor numeric, p_minimo numeric, p_maximo numeric, p_importe numeric)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_base = 'fijo' THEN round(p_valor, 2)
              WHEN p_importe IS NULL OR p_importe <= 0 THEN 0
              ELSE least(greatest(round(p_importe * p_valor / 100, 2), p_minimo), p_maximo) END;

-- An operation as commissions see it; `divisa_id` is the foreign currency that it is about.
CREATE TYPE comision_operacion AS (
  origen text, origen_id bigint, numero text, tipo text, cliente_id bigint, de_id integer, a_id integer, divisa_id integer,
  moneda_id integer, monto numeric, tasa numeric, "precision" integer,
  -- Of the functional currency: what the rate earned, what was earned less its costs, what it was worth.
  margen numeric, neta numeric, valor numeric,
  -- `agente_id`: who brought it, where that was said of the operation itself; null: whoever brought its client.
  creador_id integer, pagador_id integer, agente_id bigint, usuario_id integer);

-- Accrues what a completed operation gives its creator, its payer and the agent of its client. Without a rule it costs
-- one look into an index.
CREATE FUNCTION comisiones_devengar(o comision_operacion)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_gasto constant bigint := 9000000000000001;
  c_pagar constant bigint := 9000000000000003;
  v_agente bigint;
  v_dia date := fecha_negocio(ahora());
  v_id bigint;
  v_base numeric;
  v_bruta numeric;
  v_comision numeric;
  v_arrastre numeric;
  v_asiento bigint;
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM comisiones_reglas WHERE NOT retirada AND vigencia @> v_dia) THEN RETURN; END IF;
  v_agente := coalesce(o.agente_id, (SELECT agente_id FROM clientes WHERE id = o.cliente_id));
  -- Nobody changes a rule between the choice and the commit: see comisiones_reglas_revisar.
  PERFORM pg_advisory_xact_lock_shared(31, 0);
  FOR r IN
    SELECT q.clave, q.usuario_id AS quien, q.agente_id AS agente, g.*
    FROM (VALUES ('creador', o.creador_id, NULL::bigint, 'u' || o.creador_id::text),
                 ('pagador', o.pagador_id, NULL, 'u' || o.pagador_id::text),
                 ('agente', NULL, v_agente, 'a' || v_agente::text)) AS q (rol_de, usuario_id, agente_id, clave)
    CROSS JOIN LATERAL comisiones_elegir(q.rol_de, q.clave, o.tipo, o.de_id, o.a_id, o.divisa_id, v_dia) g
    WHERE q.clave IS NOT NULL ORDER BY q.clave, q.rol_de
  LOOP
    v_base := CASE r.base WHEN 'margen' THEN o.margen WHEN 'ganancia' THEN o.neta WHEN 'monto' THEN o.valor END;
    v_comision := comisiones_importe(r.base, r.valor, r.minimo, r.maximo, v_base);
    v_arrastre := 0;
    IF ajuste('comisiones_arrastre')::boolean THEN
      v_bruta := CASE WHEN v_base < 0 THEN round(v_base * r.valor / 100, 2) ELSE v_comision END;
      INSERT INTO comisiones_arrastres VALUES (r.clave, 0) ON CONFLICT DO NOTHING;
      SELECT greatest(v_bruta + saldo, 0) INTO v_comision FROM comisiones_arrastres WHERE beneficiario = r.clave FOR UPDATE;
      v_arrastre := v_bruta - v_comision;
      UPDATE comisiones_arrastres SET saldo = saldo + v_arrastre WHERE beneficiario = r.clave AND v_arrastre <> 0;
    END IF;
    v_id := nextval(pg_get_serial_sequence('comisiones', 'id'));
    v_asiento := NULL;
    IF v_comision <> 0 THEN
      v_asiento := (libro_contabilizar('comisiones', v_id, 'Comisión de ' || o.numero, o.usuario_id, ARRAY[
        (c_gasto, v_comision, NULL, r.clave)::libro_linea, (c_pagar, -v_comision, NULL, r.clave)::libro_linea])
        ->> 'asiento_id')::bigint;
    END IF;
    INSERT INTO comisiones (id, fecha, origen, origen_id, numero, tipo, cliente_id, de_id, a_id, moneda_id, monto, tasa,
        precision, rol, usuario_id, agente_id, regla_id, regla, base, importe_base, comision, arrastre, asiento_id)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, ahora(), o.origen, o.origen_id, o.numero, o.tipo, o.cliente_id, o.de_id, o.a_id, o.moneda_id, o.monto,
        o.tasa, o.precision, r.rol, r.quien, r.agente, r.id, jsonb_strip_nulls(jsonb_build_object('serie_id', r.serie_id,
          'edicion', r.edicion, 'beneficiario', r.beneficiario, 'tipo', r.tipo, 'de_id', r.de_id, 'a_id', r.a_id,
          'divisa_id', r.divisa_id, 'base', r.base, 'valor', trim_scale(r.valor)::text,
          'minimo', trim_scale(r.minimo)::text, 'maximo', trim_scale(r.maximo)::text, 'desde', r.desde, 'hasta', r.hasta)),
        r.base, v_base, v_comision, v_arrastre, v_asiento);
    PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  END LOOP;
END $$;

-- Takes back what an operation gave: its accrual reversed exactly; what was settled already comes off the beneficiary's
-- next settlement, as a row of its own. Rows before the accounts of commissions, which everybody locks last.
CREATE FUNCTION comisiones_revertir(p_origen text, p_id bigint, p_usuario integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_gasto constant bigint := 9000000000000001;
  c_recuperar constant bigint := 9000000000000002;
  c comisiones;
  v_id bigint;
  v_asiento bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM comisiones WHERE origen = p_origen AND origen_id = p_id) THEN RETURN; END IF;
  PERFORM 1 FROM comisiones WHERE origen = p_origen AND origen_id = p_id ORDER BY id FOR NO KEY UPDATE;
  FOR c IN
    SELECT * FROM comisiones WHERE origen = p_origen AND origen_id = p_id AND NOT revertida AND contra_de IS NULL
    ORDER BY beneficiario, id
  LOOP
    UPDATE comisiones_arrastres SET saldo = saldo - c.arrastre WHERE beneficiario = c.beneficiario AND c.arrastre <> 0;
    IF c.estado = 'devengada' THEN
      IF c.asiento_id IS NOT NULL THEN
        PERFORM libro_anular(c.asiento_id, 'Anulación de comisión de ' || c.numero, p_usuario);
      END IF;
      UPDATE comisiones SET estado = 'anulada', revertida = true, anulada_en = ahora() WHERE id = c.id;
      CONTINUE;
    END IF;
    UPDATE comisiones SET revertida = true WHERE id = c.id;
    CONTINUE WHEN c.comision = 0;
    v_id := nextval(pg_get_serial_sequence('comisiones', 'id'));
    v_asiento := (libro_contabilizar('comisiones', v_id, 'Comisión por recuperar de ' || c.numero, p_usuario, ARRAY[
      (c_recuperar, c.comision, NULL, c.beneficiario)::libro_linea,
      (c_gasto, -c.comision, NULL, c.beneficiario)::libro_linea]) ->> 'asiento_id')::bigint;
    INSERT INTO comisiones (id, fecha, origen, origen_id, numero, tipo, cliente_id, de_id, a_id, moneda_id, monto, tasa,
        precision, rol, usuario_id, agente_id, regla_id, regla, base, importe_base, comision, contra_de, asiento_id)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, ahora(), c.origen, c.origen_id, c.numero, c.tipo, c.cliente_id, c.de_id, c.a_id, c.moneda_id, c.monto,
        c.tasa, c.precision, c.rol, c.usuario_id, c.agente_id, c.regla_id, c.regla, c.base, c.importe_base, -c.comision,
        c.id, v_asiento);
  END LOOP;
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
END $$;

-- The counter: at the end of its transaction, when nothing else will be locked any more, whoever completed it and however.
CREATE FUNCTION compras_ventas_comisiones() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n compras_ventas := NEW;
  vende boolean := n.tipo = 'venta';
BEGIN
  IF n.estado = 'anulada' THEN
    PERFORM comisiones_revertir('compras-ventas', n.id, n.anulada_por);
    RETURN NULL;
  END IF;
  PERFORM comisiones_devengar((
    'compras-ventas', n.id, n.numero, n.tipo, n.cliente_id,
    CASE WHEN vende THEN n.contramoneda_id ELSE n.divisa_id END, CASE WHEN vende THEN n.divisa_id ELSE n.contramoneda_id END,
    n.divisa_id, n.divisa_id, n.monto, n.tasa, n.precision,
    n.margen, n.ganancia - n.redondeo,
    -- A canje is worth what came in: what left cost, and what was earned on it.
    CASE n.tipo WHEN 'canje' THEN n.costo + n.ganancia ELSE n.contravalor END,
    n.usuario_id, NULL, NULL,
    -- Whoever posted last completed it.
    CASE TG_OP WHEN 'INSERT' THEN n.usuario_id ELSE (
      SELECT a.usuario_id FROM asientos a WHERE a.origen = 'compras-ventas' AND a.origen_id = n.id ORDER BY a.id DESC LIMIT 1) END
    )::comision_operacion);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER compras_ventas_comisiones AFTER INSERT ON compras_ventas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.estado = 'completada') EXECUTE FUNCTION compras_ventas_comisiones();
CREATE CONSTRAINT TRIGGER compras_ventas_comisiones_despues AFTER UPDATE ON compras_ventas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.estado <> NEW.estado AND NEW.estado IN ('completada', 'anulada'))
  EXECUTE FUNCTION compras_ventas_comisiones();

-- One rule, new or changed. Not applied yet, it is rewritten; applied, what it gives from a later day on is its next
-- version. `p_id` null: a new one. Answers {id, edicion}.
CREATE FUNCTION comisiones_regla_guardar(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora());
  v comisiones_reglas;       -- as it was
  n comisiones_reglas;       -- as it shall be
  v_ultima date;
  v_desde date;
  v_nueva boolean := p_id IS NULL;
  v_falta text;
BEGIN
  PERFORM pg_advisory_xact_lock(31, 0);
  n := jsonb_populate_record(NULL::comisiones_reglas, p - '{beneficiario,vigencia}'::text[]);
  SELECT campo INTO v_falta FROM (VALUES
      ('usuario_id', n.usuario_id IS NULL OR EXISTS (SELECT FROM usuarios WHERE id = n.usuario_id)),
      ('agente_id', n.agente_id IS NULL OR EXISTS (SELECT FROM clientes WHERE id = n.agente_id)),
      ('de_id', n.de_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.de_id)),
      ('a_id', n.a_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.a_id)),
      ('divisa_id', n.divisa_id IS NULL OR EXISTS (SELECT FROM monedas WHERE id = n.divisa_id))) x (campo, hay)
    WHERE NOT hay LIMIT 1;
  IF FOUND THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', v_falta,
      'msg', 'No existe: elija de la lista.'))));
  END IF;
  IF NOT v_nueva THEN
    SELECT * INTO v FROM comisiones_reglas WHERE id = p_id FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa regla"}'); END IF;
    IF v.version <> n.version THEN PERFORM rechazar('VERSION', jsonb_build_object('version', v.version)); END IF;
    IF v.retirada OR v.hasta < v_hoy THEN PERFORM rechazar('REGLA_TERMINADA'); END IF;
    SELECT max(fecha_negocio) INTO v_ultima FROM comisiones WHERE regla_id = p_id;
  END IF;
  v_desde := CASE WHEN v_ultima IS NOT NULL THEN greatest(v_hoy, v_ultima + 1)
                  WHEN n.desde = v.desde THEN n.desde ELSE v_hoy END;
  IF v_ultima IS NOT NULL THEN
    IF (n.rol, n.usuario_id, n.agente_id, n.tipo, n.de_id, n.a_id, n.divisa_id) IS DISTINCT FROM
       (v.rol, v.usuario_id, v.agente_id, v.tipo, v.de_id, v.a_id, v.divisa_id) THEN
      PERFORM rechazar('REGLA_APLICADA');
    END IF;
    v_nueva := (n.base, n.valor, n.minimo, n.maximo) IS DISTINCT FROM (v.base, v.valor, v.minimo, v.maximo);
    -- Only its end is moved.
    IF NOT v_nueva THEN
      n.desde := v.desde;
      v_desde := v.desde;
      IF n.hasta < v_ultima THEN
        PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', 'hasta',
          'msg', format('Se aplicó hasta el %s: no puede terminar antes.', to_char(v_ultima, 'DD/MM/YYYY'))))));
      END IF;
    END IF;
  END IF;
  IF n.desde < v_desde THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', 'desde',
      'msg', format('Puede regir desde el %s: lo ya completado no se recalcula.', to_char(v_desde, 'DD/MM/YYYY'))))));
  END IF;
  BEGIN
    IF NOT v_nueva THEN
      UPDATE comisiones_reglas SET rol = n.rol, usuario_id = n.usuario_id, agente_id = n.agente_id, tipo = n.tipo,
             de_id = n.de_id, a_id = n.a_id, divisa_id = n.divisa_id, base = n.base, valor = n.valor, minimo = n.minimo,
             maximo = n.maximo, desde = n.desde, hasta = n.hasta, version = version + 1
        WHERE id = p_id RETURNING * INTO n;
    ELSE
      IF p_id IS NOT NULL THEN
        -- It may end earlier than that already.
        UPDATE comisiones_reglas SET hasta = least(hasta, n.desde - 1), version = version + 1 WHERE id = p_id;
      END IF;
      n.id := nextval(pg_get_serial_sequence('comisiones_reglas', 'id'));
      INSERT INTO comisiones_reglas (id, serie_id, edicion, rol, usuario_id, agente_id, tipo, de_id, a_id, divisa_id, base,
          valor, minimo, maximo, desde, hasta)
        OVERRIDING SYSTEM VALUE
        VALUES (n.id, coalesce(v.serie_id, n.id),
          (SELECT coalesce(max(edicion), 0) + 1 FROM comisiones_reglas WHERE serie_id = v.serie_id), n.rol, n.usuario_id,
          n.agente_id, n.tipo, n.de_id, n.a_id, n.divisa_id, n.base, n.valor, n.minimo, n.maximo, n.desde, n.hasta)
        RETURNING * INTO n;
    END IF;
  EXCEPTION WHEN exclusion_violation THEN
    PERFORM rechazar('REGLA_SOLAPADA');
  END;
  PERFORM auditar(quien, CASE WHEN p_id IS NULL THEN 'crear' WHEN v_nueva THEN 'nueva-version' ELSE 'editar' END,
                  'comisiones-reglas', n.id::text, CASE WHEN p_id IS NOT NULL THEN to_jsonb(v) - 'vigencia' END, to_jsonb(n) - 'vigencia');
  PERFORM avisar('comisiones');
  RETURN jsonb_build_object('id', n.id, 'edicion', n.edicion);
END $$;

-- Ends a rule on a day, today at the earliest; one that would begin later is taken back.
CREATE FUNCTION comisiones_regla_terminar(quien jsonb, p_id bigint, p_version integer, p_hasta date)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v comisiones_reglas;
  n comisiones_reglas;
BEGIN
  PERFORM pg_advisory_xact_lock(31, 0);
  SELECT * INTO v FROM comisiones_reglas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa regla"}'); END IF;
  IF v.version <> p_version THEN PERFORM rechazar('VERSION', jsonb_build_object('version', v.version)); END IF;
  IF v.retirada OR v.hasta < fecha_negocio(ahora()) THEN PERFORM rechazar('REGLA_TERMINADA'); END IF;
  IF p_hasta < fecha_negocio(ahora()) OR p_hasta > v.hasta THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('campo', 'hasta',
      'msg', 'Elija hoy o un día posterior, antes de su fin.'))));
  END IF;
  UPDATE comisiones_reglas SET version = version + 1, retirada = p_hasta < desde,
         hasta = CASE WHEN p_hasta < desde THEN hasta ELSE p_hasta END
    WHERE id = p_id RETURNING * INTO n;
  PERFORM auditar(quien, 'terminar', 'comisiones-reglas', p_id::text, jsonb_build_object('hasta', v.hasta),
                  jsonb_build_object('hasta', n.hasta, 'retirada', n.retirada));
  PERFORM avisar('comisiones');
  RETURN jsonb_build_object('id', p_id, 'retirada', n.retirada);
END $$;

-- Settles chosen commissions of one beneficiary, with whatever has to come off them. The rows are locked first, so that
-- of two settlements at once one finds them taken.
CREATE FUNCTION comisiones_liquidar(quien jsonb, p_ids bigint[])
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids bigint[];
  v record;
  v_id bigint;
  v_numero text;
BEGIN
  PERFORM detener_reloj();
  SELECT array_agg(DISTINCT id) INTO ids FROM (
    SELECT unnest(p_ids) AS id
    UNION ALL SELECT d.id FROM comisiones d WHERE d.estado = 'devengada' AND d.comision < 0
      AND d.beneficiario IN (SELECT c.beneficiario FROM comisiones c WHERE c.id = ANY (p_ids))) t;
  PERFORM 1 FROM comisiones WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  SELECT count(*) AS filas, count(DISTINCT beneficiario) AS beneficiarios, coalesce(sum(comision), 0) AS total,
         min(usuario_id) AS usuario_id, min(agente_id) AS agente_id, count(*) FILTER (WHERE estado <> 'devengada') AS tomadas
    INTO v FROM comisiones WHERE id = ANY (ids);
  IF v.filas <> cardinality(ids) THEN PERFORM rechazar('NO_EXISTE', '{"que": "alguna de esas comisiones"}'); END IF;
  IF v.tomadas > 0 THEN PERFORM rechazar('COMISION_TOMADA', jsonb_build_object('cuantas', v.tomadas)); END IF;
  IF v.beneficiarios > 1 THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"campo": "ids", "msg": "Elija comisiones de un solo beneficiario."}]}');
  END IF;
  IF v.total <= 0 THEN
    PERFORM rechazar('LIQUIDACION_SIN_SALDO', jsonb_build_object('total', importe_texto(v.total, m.simbolo, m.decimales)))
      FROM monedas m WHERE m.funcional;
  END IF;
  v_numero := serie_siguiente('LQ', fecha_negocio(ahora()));
  INSERT INTO comisiones_liquidaciones (numero, fecha, usuario_id, agente_id, total, filas, creada_por)
    VALUES (v_numero, ahora(), v.usuario_id, v.agente_id, v.total, v.filas, (quien->>'usuario_id')::int) RETURNING id INTO v_id;
  UPDATE comisiones SET estado = 'liquidada', liquidacion_id = v_id WHERE id = ANY (ids);
  PERFORM auditar(quien, 'liquidar', 'comisiones-liquidaciones', v_id::text, NULL,
    jsonb_build_object('numero', v_numero, 'total', round(v.total, 2)::text, 'filas', v.filas));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'total', round(v.total, 2)::text, 'filas', v.filas,
    'message', format('Liquidación %s creada.', v_numero));
END $$;

-- Pays a settlement from an account in the functional currency. The account is locked first, then the rows, then the
-- accounts of commissions: the order of an operation that is annulled (ADR 0025).
CREATE FUNCTION comisiones_pagar(quien jsonb, p_id bigint, p_cuenta bigint, p_referencia text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_recuperar constant bigint := 9000000000000002;
  c_pagar constant bigint := 9000000000000003;
  l comisiones_liquidaciones;
  c cuentas;
  v_suma numeric;
  v_resta numeric;
  lineas libro_linea[];
  v_asiento bigint;
BEGIN
  SELECT * INTO l FROM comisiones_liquidaciones WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa liquidación"}'); END IF;
  IF l.estado <> 'liquidada' THEN
    PERFORM rechazar('LIQUIDACION_ESTADO', jsonb_build_object('numero', l.numero, 'estado', l.estado));
  END IF;
  SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  IF c.moneda_id <> moneda_funcional() THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"campo": "cuenta_id", "msg": "Las comisiones se pagan de una cuenta en soles."}]}');
  END IF;
  PERFORM detener_reloj();
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta FOR NO KEY UPDATE;
  PERFORM 1 FROM comisiones WHERE liquidacion_id = p_id ORDER BY id FOR NO KEY UPDATE;
  SELECT coalesce(sum(comision) FILTER (WHERE comision > 0), 0), -coalesce(sum(comision) FILTER (WHERE comision < 0), 0)
    INTO v_suma, v_resta FROM comisiones WHERE liquidacion_id = p_id;
  IF v_suma - v_resta <> l.total THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('%s: its rows are not its total', l.numero);
  END IF;
  lineas := ARRAY[(p_cuenta, -l.total, NULL, coalesce(p_referencia, l.numero))::libro_linea,
                  (c_pagar, v_suma, NULL, l.beneficiario)::libro_linea];
  IF v_resta <> 0 THEN lineas := lineas || (c_recuperar, -v_resta, NULL, l.beneficiario)::libro_linea; END IF;
  v_asiento := (libro_contabilizar('comisiones-liquidaciones', p_id, 'Pago de comisiones ' || l.numero,
                                   (quien->>'usuario_id')::int, lineas) ->> 'asiento_id')::bigint;
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
  UPDATE comisiones SET estado = 'pagada' WHERE liquidacion_id = p_id;
  UPDATE comisiones_liquidaciones SET estado = 'pagada', cuenta_id = p_cuenta, referencia = p_referencia,
         asiento_id = v_asiento, pagada_en = ahora(), pagada_por = (quien->>'usuario_id')::int, version = version + 1
    WHERE id = p_id;
  PERFORM auditar(quien, 'pagar', 'comisiones-liquidaciones', p_id::text, jsonb_build_object('estado', l.estado),
    jsonb_build_object('estado', 'pagada', 'numero', l.numero, 'cuenta_id', p_cuenta, 'total', round(l.total, 2)::text));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes,cuentas}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', 'pagada', 'message', format('%s pagada.', l.numero));
END $$;

-- Takes back a settlement that was not paid: its commissions wait again.
CREATE FUNCTION comisiones_liquidacion_anular(quien jsonb, p_id bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  l comisiones_liquidaciones;
BEGIN
  SELECT * INTO l FROM comisiones_liquidaciones WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa liquidación"}'); END IF;
  IF l.estado <> 'liquidada' THEN
    PERFORM rechazar('LIQUIDACION_ESTADO', jsonb_build_object('numero', l.numero, 'estado', l.estado));
  END IF;
  PERFORM 1 FROM comisiones WHERE liquidacion_id = p_id ORDER BY id FOR NO KEY UPDATE;
  UPDATE comisiones SET estado = 'devengada', liquidacion_id = NULL WHERE liquidacion_id = p_id;
  UPDATE comisiones_liquidaciones SET estado = 'anulada', anulada_en = ahora(), anulada_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'comisiones-liquidaciones', p_id::text, jsonb_build_object('estado', l.estado),
                  jsonb_build_object('estado', 'anulada', 'numero', l.numero, 'motivo', p_motivo));
  PERFORM avisar(area) FROM unnest('{comisiones,reportes}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', l.numero));
END $$;
