-- Tills and days (spec 2.18, ADR 0022): turns with blind counts, arqueos, and days that close with a frozen summary.

INSERT INTO ajustes_reglas (clave, tipo) VALUES ('exigir_turno', 'booleano');
INSERT INTO ajustes (clave, valor) VALUES ('exigir_turno', 'false');

-- Why nothing may be posted on an account right now: it is being counted, or its till's turn is not open and the house
-- asks for one. On the account itself, so that a posting that already holds the row has nothing more to look up.
ALTER TABLE cuentas_contables ADD COLUMN bloqueo text CHECK (bloqueo IN ('conteo', 'turno'));

CREATE FUNCTION contables_rechazar(p_nombre text, p_bloqueo text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rechazar(CASE p_bloqueo WHEN 'conteo' THEN 'CAJA_EN_CONTEO' ELSE 'TURNO_REQUERIDO' END,
                   jsonb_build_object('cuenta', p_nombre));
END $$;

-- The law, whoever writes. Its WHEN is looked at where the row is written already: free on an account that accepts.
CREATE FUNCTION contables_bloqueadas() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM contables_rechazar(NEW.nombre, OLD.bloqueo);
  RETURN NULL;
END $$;
CREATE TRIGGER contables_bloqueadas AFTER UPDATE OF saldo ON cuentas_contables
  FOR EACH ROW WHEN (OLD.bloqueo IS NOT NULL) EXECUTE FUNCTION contables_bloqueadas();

-- The turn of a till: of the cash accounts of all currencies that one user answers for.
CREATE TABLE turnos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  usuario_id integer NOT NULL REFERENCES usuarios,
  estado text NOT NULL DEFAULT 'abierto' CHECK (estado IN ('abierto', 'en_conteo', 'cerrado', 'aprobado')),
  apertura text NOT NULL CHECK (apertura IN ('conteo', 'ultimo_cierre')),
  abierto_en timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(abierto_en)) STORED,
  conteo_en timestamptz,
  cerrado_en timestamptz,
  -- Why the count differs, in the cashier's words.
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  aprobado_en timestamptz,
  aprobado_por integer REFERENCES usuarios,
  -- Who bears a shortage: the house, or the cashier, who then owes it.
  cargo text CHECK (cargo IN ('casa', 'personal')),
  nota text CHECK (length(nota) BETWEEN 5 AND 200),
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT turnos_conteo CHECK ((estado = 'abierto') = (conteo_en IS NULL)),
  CONSTRAINT turnos_cerrado CHECK ((estado IN ('cerrado', 'aprobado')) = (cerrado_en IS NOT NULL)),
  CONSTRAINT turnos_aprobado CHECK ((estado = 'aprobado') = (aprobado_en IS NOT NULL)
    AND (aprobado_en IS NULL) = (aprobado_por IS NULL) AND (aprobado_en IS NULL) = (cargo IS NULL)),
  -- Nobody judges his own till.
  CONSTRAINT turnos_no_propio CHECK (aprobado_por <> usuario_id)
);
CREATE UNIQUE INDEX turnos_uno_por_usuario ON turnos (usuario_id) WHERE estado IN ('abierto', 'en_conteo');
CREATE INDEX turnos_usuario ON turnos (usuario_id, id);
CREATE INDEX turnos_fecha ON turnos (fecha_negocio, id);
CREATE INDEX turnos_sin_aprobar ON turnos (fecha_negocio) WHERE estado <> 'aprobado';

-- What somebody counted, against the books of that instant. Never changed: a recount is another row.
CREATE TABLE conteos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  momento text NOT NULL CHECK (momento IN ('apertura', 'cierre', 'arqueo')),
  turno_id bigint REFERENCES turnos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- Which count of this moment of the turn it is: 1, and 2 for the first recount.
  vuelta integer NOT NULL CHECK (vuelta BETWEEN 1 AND 20),
  usuario_id integer NOT NULL REFERENCES usuarios,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  contado numeric(38,8) NOT NULL CHECK (contado >= 0 AND contado < 1e29),
  esperado numeric(38,8) NOT NULL CHECK (esperado > -1e29 AND esperado < 1e29),
  diferencia numeric(38,8) NOT NULL GENERATED ALWAYS AS (contado - esperado) STORED,
  denominaciones jsonb,
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CONSTRAINT conteos_piezas CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = contado),
  CONSTRAINT conteos_arqueo CHECK ((momento = 'arqueo') = (turno_id IS NULL)),
  UNIQUE (turno_id, momento, cuenta_id, vuelta)
);
CREATE INDEX conteos_cuenta ON conteos (cuenta_id, id);
CREATE INDEX conteos_arqueos ON conteos (id) WHERE momento = 'arqueo';

-- The accounts of a turn: the count that stands, and the entry that took its difference into the books.
CREATE TABLE turnos_cuentas (
  turno_id bigint NOT NULL REFERENCES turnos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- While the turn is open or being counted: one till at a time holds an account.
  abierta boolean NOT NULL DEFAULT true,
  conteo_id bigint REFERENCES conteos,
  asiento_id bigint UNIQUE REFERENCES asientos,
  PRIMARY KEY (turno_id, cuenta_id),
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id)
);
CREATE UNIQUE INDEX turnos_cuentas_abierta ON turnos_cuentas (cuenta_id) WHERE abierta;
CREATE INDEX turnos_cuentas_cuenta ON turnos_cuentas (cuenta_id, turno_id);

-- Every closing of a day with what was true then; a reopened one stays, the next closing is another version.
CREATE TABLE cierres_versiones (
  fecha date NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  usuario_id integer NOT NULL REFERENCES usuarios,
  cerrado_en timestamptz NOT NULL,
  resumen jsonb NOT NULL,
  reabierto_en timestamptz,
  reabierto_por integer REFERENCES usuarios,
  motivo text CHECK (length(motivo) BETWEEN 5 AND 200),
  PRIMARY KEY (fecha, version),
  CONSTRAINT cierres_reabierto CHECK ((reabierto_en IS NULL) = (reabierto_por IS NULL) AND (reabierto_en IS NULL) = (motivo IS NULL))
);
CREATE UNIQUE INDEX cierres_versiones_vigente ON cierres_versiones (fecha) WHERE reabierto_en IS NULL;

-- Documents: only the step that is taken moves, and only what belongs to it.
CREATE FUNCTION turnos_fijos() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := CASE OLD.estado || ' ' || NEW.estado
    WHEN 'abierto en_conteo' THEN '{estado,conteo_en,version}'::text[]
    WHEN 'en_conteo abierto' THEN '{estado,conteo_en,version}'
    WHEN 'en_conteo en_conteo' THEN '{version}'
    WHEN 'en_conteo cerrado' THEN '{estado,cerrado_en,motivo,version}'
    WHEN 'cerrado en_conteo' THEN '{estado,conteo_en,cerrado_en,motivo,version}'
    WHEN 'cerrado aprobado' THEN '{estado,aprobado_en,aprobado_por,cargo,nota,version}'
    WHEN 'cerrado cerrado' THEN '{impresiones}'
    WHEN 'aprobado aprobado' THEN '{impresiones}' END
    -- It follows from abierto_en and is not computed yet where this runs.
    || '{fecha_negocio}'::text[];
BEGIN
  IF to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002',
    MESSAGE = format('turnos: %s to %s, or another column with it, is not allowed', OLD.estado, NEW.estado);
END $$;
CREATE TRIGGER turnos_fijos BEFORE UPDATE ON turnos FOR EACH ROW EXECUTE FUNCTION turnos_fijos();
CREATE TRIGGER turnos_no_borra BEFORE DELETE ON turnos FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER turnos_no_trunca BEFORE TRUNCATE ON turnos EXECUTE FUNCTION prohibir_cambio();

CREATE FUNCTION turnos_cuentas_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - '{abierta,conteo_id,asiento_id}'::text[] = to_jsonb(NEW) - '{abierta,conteo_id,asiento_id}'::text[]
     AND (OLD.asiento_id IS NULL OR OLD = NEW) THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'turnos_cuentas: what was approved is not rewritten';
END $$;
CREATE TRIGGER turnos_cuentas_fijas BEFORE UPDATE ON turnos_cuentas FOR EACH ROW EXECUTE FUNCTION turnos_cuentas_fijas();
CREATE TRIGGER turnos_cuentas_no_borra BEFORE DELETE ON turnos_cuentas FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER turnos_cuentas_no_trunca BEFORE TRUNCATE ON turnos_cuentas EXECUTE FUNCTION prohibir_cambio();

CREATE TRIGGER conteos_fijos BEFORE UPDATE OR DELETE ON conteos FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER conteos_no_trunca BEFORE TRUNCATE ON conteos EXECUTE FUNCTION prohibir_cambio();

CREATE FUNCTION cierres_versiones_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := '{reabierto_en,reabierto_por,motivo}';
BEGIN
  IF OLD.reabierto_en IS NULL AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'cierres_versiones: a closing is not rewritten';
END $$;
CREATE TRIGGER cierres_versiones_fijas BEFORE UPDATE ON cierres_versiones
  FOR EACH ROW EXECUTE FUNCTION cierres_versiones_fijas();
CREATE TRIGGER cierres_versiones_no_borra BEFORE DELETE ON cierres_versiones
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER cierres_versiones_no_trunca BEFORE TRUNCATE ON cierres_versiones EXECUTE FUNCTION prohibir_cambio();
-- While the books are wrong no day is declared right.
CREATE TRIGGER cierres_solo_lectura BEFORE INSERT ON cierres
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();

-- A closed day accepts nothing, nor any day before it. The lock is shared by all postings and is a closing's alone: what
-- began before it is in the day's summary, what comes after it sees the day closed.
CREATE OR REPLACE FUNCTION asientos_dia_abierto() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NEW.fecha_negocio <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(NEW.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  RETURN NULL;
END $$;

-- Whose till it is, and what it holds, stays while it is open.
CREATE FUNCTION cuentas_en_turno() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  v_numero text;
BEGIN
  SELECT t.numero INTO v_numero FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id
    WHERE x.cuenta_id = NEW.id AND x.abierta;
  IF FOUND THEN
    PERFORM rechazar('CAJA_EN_TURNO', jsonb_build_object('cuenta', NEW.nombre, 'numero', v_numero));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cuentas_en_turno BEFORE UPDATE OF tipo, responsable_id, estatus ON cuentas FOR EACH ROW
  WHEN ((OLD.tipo, OLD.responsable_id, OLD.estatus) IS DISTINCT FROM (NEW.tipo, NEW.responsable_id, NEW.estatus))
  EXECUTE FUNCTION cuentas_en_turno();

-- Sets why these accounts accept nothing, as their turn and the setting have it. Takes the rows in everybody's order.
CREATE FUNCTION turnos_bloquear(p_cuentas bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (p_cuentas) ORDER BY id FOR NO KEY UPDATE;
  UPDATE cuentas_contables k SET bloqueo = x.bloqueo
    FROM (SELECT c.id, CASE WHEN t.estado = 'en_conteo' THEN 'conteo'
                            WHEN t.id IS NULL AND c.tipo = 'caja' AND ajuste('exigir_turno')::boolean THEN 'turno' END AS bloqueo
          FROM cuentas c LEFT JOIN turnos_cuentas a ON a.cuenta_id = c.id AND a.abierta
          LEFT JOIN turnos t ON t.id = a.turno_id WHERE c.id = ANY (p_cuentas)) x
    WHERE k.id = x.id AND k.bloqueo IS DISTINCT FROM x.bloqueo;
END $$;

-- A new till, or an account that becomes one or ceases to be: at the end, when its opening balance is in.
CREATE FUNCTION cuentas_bloquear() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM turnos_bloquear(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cuentas_bloquear_nueva AFTER INSERT ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.tipo = 'caja') EXECUTE FUNCTION cuentas_bloquear();
CREATE CONSTRAINT TRIGGER cuentas_bloquear_tipo AFTER UPDATE OF tipo ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.tipo <> NEW.tipo) EXECUTE FUNCTION cuentas_bloquear();

CREATE FUNCTION ajustes_exigir_turno() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM turnos_bloquear(ARRAY(SELECT id FROM cuentas WHERE tipo = 'caja' ORDER BY id));
  RETURN NULL;
END $$;
CREATE TRIGGER ajustes_exigir_turno AFTER UPDATE OF valor ON ajustes FOR EACH ROW
  WHEN (NEW.clave = 'exigir_turno' AND OLD.valor <> NEW.valor) EXECUTE FUNCTION ajustes_exigir_turno();

-- What the books say that an account holds, once what is still to be approved is in them.
CREATE FUNCTION conteos_esperado(p_cuenta bigint) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT k.saldo + coalesce((
            SELECT sum(c.diferencia) FROM turnos t JOIN turnos_cuentas x ON x.turno_id = t.id AND x.cuenta_id = p_cuenta
            JOIN conteos c ON c.id = x.conteo_id WHERE t.estado = 'cerrado'), 0)
          FROM cuentas_contables k WHERE k.id = p_cuenta);

-- A count as it was typed, `[{cuenta_id, denominaciones: [{clase, valor, cantidad}] | null, monto | null}]`: every one of
-- the accounts once, by its notes and coins where its currency has them, else by its amount.
CREATE FUNCTION conteos_leer(p_cuentas bigint[], p jsonb)
  RETURNS TABLE (cuenta_id bigint, moneda_id integer, contado numeric, denominaciones jsonb)
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  r record;
  falla text;
BEGIN
  IF EXISTS (SELECT FROM jsonb_array_elements(p) x WHERE (x->>'cuenta_id')::bigint <> ALL (p_cuentas)) THEN
    falla := 'El conteo tiene una cuenta que no es de esta caja. Recargue la página.';
  END IF;
  FOR r IN
    SELECT c.id, c.nombre, c.moneda_id AS moneda, m.decimales, m.billetes, m.metalicas, m.billetes IS NOT NULL OR m.metalicas IS NOT NULL AS por_pieza,
           x.j, x.j IS NULL AS falta, count(x.j) OVER (PARTITION BY c.id) AS veces,
           nullif(x.j->'denominaciones', 'null') AS piezas, (x.j->>'monto')::numeric AS monto
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id
    LEFT JOIN jsonb_array_elements(p) x (j) ON (x.j->>'cuenta_id')::bigint = c.id
    WHERE c.id = ANY (p_cuentas) ORDER BY c.id
  LOOP
    falla := coalesce(falla, CASE
      WHEN r.falta THEN format('Falta contar %s.', r.nombre)
      WHEN r.veces > 1 THEN format('%s está dos veces en el conteo.', r.nombre)
      WHEN r.por_pieza AND r.piezas IS NULL THEN format('Cuente %s por billetes y monedas.', r.nombre)
      WHEN NOT r.por_pieza AND (r.piezas IS NOT NULL OR r.monto IS NULL) THEN format('Escriba cuánto hay en %s.', r.nombre)
      WHEN NOT r.por_pieza AND scale(trim_scale(r.monto)) > r.decimales THEN format('%s admite hasta %s decimales.', r.nombre, r.decimales)
      WHEN EXISTS (SELECT FROM jsonb_array_elements(r.piezas) e WHERE NOT coalesce((e->>'valor')::numeric = ANY (
             string_to_array(CASE e->>'clase' WHEN 'billete' THEN r.billetes ELSE r.metalicas END, ' ')::numeric[]), false)) THEN
        format('El conteo de %s tiene una denominación que no existe.', r.nombre)
      WHEN jsonb_array_length(r.piezas) > 0 AND denominaciones_suma(r.piezas) IS NULL THEN
        format('El conteo de %s tiene una cantidad que no vale.', r.nombre) END);
    IF falla IS NOT NULL THEN
      PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('msg', falla, 'campo', 'conteo'))));
    END IF;
    cuenta_id := r.id;
    moneda_id := r.moneda;
    denominaciones := r.piezas;
    contado := CASE WHEN r.por_pieza THEN coalesce(denominaciones_suma(r.piezas), 0) ELSE r.monto END;
    RETURN NEXT;
  END LOOP;
END $$;

-- The amounts of a count in words, for who was told of a difference: `Caja Lima 1 USD: faltan US$ 20.00`.
CREATE FUNCTION conteos_texto(p_ids bigint[]) RETURNS text
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT string_agg(format('%s: %s %s', u.nombre, CASE WHEN c.diferencia < 0 THEN 'faltan' ELSE 'sobran' END,
                                   importe_texto(abs(c.diferencia), m.simbolo, m.decimales)), '; ' ORDER BY c.id)
          FROM conteos c JOIN cuentas u ON u.id = c.cuenta_id JOIN monedas m ON m.id = c.moneda_id
          WHERE c.id = ANY (p_ids) AND c.diferencia <> 0);

INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('caja_diferencia', 'Caja con diferencia', false, false, true, 80),
  -- It speaks of profit.
  ('cierre_dia', 'Cierre del día', true, false, true, 90);
INSERT INTO telegram_causas VALUES ('cierres', 'cerrar', 'cierre_dia');
