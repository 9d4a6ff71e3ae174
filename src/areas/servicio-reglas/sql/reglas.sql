-- Whether a rule decides an operation of `p_tipo` and `p_divisa` with a client of `p_segmento`. `p_monto`: its amount
-- of the foreign currency; `p_base`: what it is worth in the currency of the books.
CREATE OR REPLACE FUNCTION servicio_aplica(r servicio_reglas, p_tipo text, p_divisa integer, p_segmento text,
    p_monto numeric, p_base numeric) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN r.estatus AND coalesce(r.tipo = p_tipo, true) AND coalesce(r.divisa_id = p_divisa, true)
    AND coalesce(r.segmento = p_segmento, true)
    AND coalesce(CASE WHEN r.divisa_id IS NULL THEN p_base ELSE p_monto END >= r.desde, true)
    AND coalesce(CASE WHEN r.divisa_id IS NULL THEN p_base ELSE p_monto END < r.hasta, true);

-- How specific a rule is, the first that differs decides: the client's segment, the currency, amounts, the type.
CREATE OR REPLACE FUNCTION servicio_especificidad(r servicio_reglas) RETURNS integer[] LANGUAGE sql IMMUTABLE
  PARALLEL SAFE
  RETURN ARRAY[num_nonnulls(r.segmento), num_nonnulls(r.divisa_id), least(num_nonnulls(r.desde, r.hasta), 1),
    num_nonnulls(r.tipo)];

-- The one rule that decides the n-th of the operations of a visit, the most specific that applies; `p_partes` = [{tipo,
-- divisa, monto, base}], all of them. A rule's amounts are of all that it may decide: an amount in parts is judged by
-- what all are worth (R-381). No two rules are as specific (servicio_reglas_una). Twin of `reglaDe` in
-- areas/servicio-reglas/rules/regla.ts.
CREATE OR REPLACE FUNCTION servicio_elegir(p_partes jsonb, n integer, p_segmento text) RETURNS servicio_reglas
  LANGUAGE sql STABLE
  RETURN (SELECT r FROM servicio_reglas r CROSS JOIN LATERAL (
      SELECT sum(x.monto) AS monto, sum(x.base) AS base
      FROM jsonb_to_recordset(p_partes) x (tipo text, divisa integer, monto numeric, base numeric)
      WHERE coalesce(r.tipo = x.tipo, true) AND coalesce(r.divisa_id = x.divisa, true)) s
    WHERE servicio_aplica(r, p_partes->(n - 1)->>'tipo', (p_partes->(n - 1)->>'divisa')::integer, p_segmento,
      s.monto, s.base)
    ORDER BY servicio_especificidad(r) DESC LIMIT 1);

-- The rule of the n-th operation of a visit and what it adds to the fee: that of all that its rule decides up to it,
-- less that of the ones before. So a fixed part and a least are paid once, and the sum is the rule's on the sum.
CREATE OR REPLACE FUNCTION servicio_de_parte(p_partes jsonb, n integer, p_segmento text, OUT regla servicio_reglas,
    OUT debido numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_base constant numeric := (p_partes->(n - 1)->>'base')::numeric;
  v_antes numeric; -- null: none before is of this rule
BEGIN
  regla := servicio_elegir(p_partes, n, p_segmento);
  IF regla.id IS NULL THEN RETURN; END IF;
  SELECT sum((p_partes->(i - 1)->>'base')::numeric) INTO v_antes FROM generate_series(1, n - 1) i
    WHERE (servicio_elegir(p_partes, i, p_segmento)).id = regla.id;
  debido := servicio_importe(regla, coalesce(v_antes, 0) + v_base)
    - CASE WHEN v_antes IS NULL THEN 0 ELSE servicio_importe(regla, v_antes) END;
END $$;

-- The fee of a rule on what an operation is worth: rounded up and kept between its bounds, as the fee of a way of
-- paying. Twin of `tarifaDe` in areas/tipos-pagos/rules/tarifa.ts.
CREATE OR REPLACE FUNCTION servicio_importe(r servicio_reglas, p_base numeric) RETURNS numeric LANGUAGE sql IMMUTABLE
  PARALLEL SAFE
  RETURN least(greatest(round(ceil((p_base * coalesce(r.pct, 0) * 0.01 + coalesce(r.fija, 0)) * 100) / 100, 2),
    r.min), r.max);

-- Nobody changes a rule while an operation that read it is being kept: a fee is that of the rule in force at that
-- operation's instant. Exclusive for who writes, shared for who reads (compras_ventas_leida).
CREATE OR REPLACE FUNCTION servicio_reglas_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_otra text;
BEGIN
  PERFORM pg_advisory_xact_lock(55, 0);
  IF num_nonnulls(NEW.pct, NEW.fija) = 0 THEN
    PERFORM rechazar_campo('pct', reparo('SERVICIO_SIN_IMPORTE'));
  ELSIF num_nonnulls(NEW.min, NEW.max) > 0 AND NEW.pct IS NULL THEN
    PERFORM rechazar_campo('pct', reparo('TARIFA_SIN_PORCENTAJE'));
  ELSIF NEW.min > NEW.max THEN
    PERFORM rechazar_campo('max', reparo('TARIFA_MAXIMA'));
  ELSIF NEW.desde >= NEW.hasta THEN
    PERFORM rechazar_campo('hasta', reparo('SERVICIO_HASTA'));
  ELSIF NEW.divisa_id = moneda_funcional() THEN
    PERFORM rechazar_campo('divisa_id', reparo('SERVICIO_DIVISA'));
  END IF;
  PERFORM rechazar_campo(x.campo, reparo_decimales(m.decimales)) FROM (VALUES
      ('desde', NEW.desde, NEW.divisa_id), ('hasta', NEW.hasta, NEW.divisa_id), ('fija', NEW.fija, NULL),
      ('min', NEW.min, NULL), ('max', NEW.max, NULL)) x (campo, monto, moneda)
    JOIN monedas m ON m.id = coalesce(x.moneda, moneda_funcional())
    WHERE scale(trim_scale(x.monto)) > m.decimales;
  SELECT nombre INTO v_otra FROM servicio_reglas r
    WHERE NEW.estatus AND r.estatus AND r.id <> NEW.id
      AND (r.segmento, r.divisa_id, r.tipo) IS NOT DISTINCT FROM (NEW.segmento, NEW.divisa_id, NEW.tipo)
      AND servicio_especificidad(r) = servicio_especificidad(NEW)
      AND numrange(r.desde, r.hasta) && numrange(NEW.desde, NEW.hasta) LIMIT 1;
  IF FOUND THEN
    PERFORM rechazar_campo(CASE WHEN num_nonnulls(NEW.desde, NEW.hasta) > 0 THEN 'desde' ELSE 'tipo' END,
      reparo('SERVICIO_SOLAPADO', jsonb_build_object('regla', v_otra)));
  END IF;
  RETURN NEW;
END $$;
-- By its name before the trigger that asks for a second person: nobody says yes to what cannot be.
CREATE OR REPLACE TRIGGER servicio_reglas_antes BEFORE INSERT OR UPDATE ON servicio_reglas
  FOR EACH ROW EXECUTE FUNCTION servicio_reglas_exigir();
-- A fee that a friend pays less of for an hour takes a second person twice, and is told (R-162).
CREATE OR REPLACE TRIGGER servicio_reglas_controla BEFORE INSERT OR UPDATE ON servicio_reglas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'una regla de servicio');
-- A rule that decided something stays; it is switched off.
SELECT prohibir('DELETE', '{servicio_reglas_no_borra}');
