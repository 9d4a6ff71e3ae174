-- Accounts and branches (R-219).
CREATE OR REPLACE TRIGGER cuentas_en_sucursal BEFORE INSERT OR UPDATE OF sucursal_id, estatus ON cuentas
  FOR EACH ROW EXECUTE FUNCTION sucursal_activa();

CREATE OR REPLACE FUNCTION sucursales_sin_cuentas()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('SUCURSAL_EN_USO', jsonb_build_object('sucursal', NEW.nombre,
      'que', nombres_algunos(array_agg(c.nombre ORDER BY c.nombre))))
    FROM cuentas c WHERE c.sucursal_id = NEW.id AND c.estatus HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sucursales_sin_cuentas BEFORE UPDATE OF estatus ON sucursales FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION sucursales_sin_cuentas();

-- The branch of what is done with these accounts, in their order (R-221): that of the first till or vault that has one,
-- where the cash is, otherwise that of the person. Null: it belongs to none.
CREATE OR REPLACE FUNCTION sucursal_de(p_cuentas bigint[], p_usuario integer) RETURNS integer LANGUAGE sql STABLE
  RETURN coalesce(
    (SELECT c.sucursal_id FROM unnest(p_cuentas) WITH ORDINALITY AS x (id, n) JOIN cuentas c ON c.id = x.id
     WHERE c.tipo IN ('caja', 'boveda') AND c.sucursal_id IS NOT NULL ORDER BY x.n LIMIT 1),
    (SELECT sucursal_id FROM usuarios WHERE id = p_usuario));

-- The branch of what is done to one account, of whatever kind.
CREATE OR REPLACE FUNCTION sucursal_de_cuenta(p_cuenta bigint) RETURNS integer LANGUAGE sql STABLE
  RETURN (SELECT sucursal_id FROM cuentas WHERE id = p_cuenta);

-- The branches whose documents somebody sees without seeing every branch (R-260): his own, and those where he has an
-- active account in his charge. What his session keeps of it is forgotten when that changes.
CREATE OR REPLACE FUNCTION sucursales_que_ve(p_usuario integer, p_sucursal integer)
  RETURNS integer[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT p_sucursal WHERE p_sucursal IS NOT NULL
    UNION SELECT sucursal_id FROM cuentas WHERE responsable_id = p_usuario AND sucursal_id IS NOT NULL AND estatus);
CREATE OR REPLACE TRIGGER quien AFTER INSERT OR UPDATE OF responsable_id, sucursal_id, estatus OR DELETE ON cuentas
  FOR EACH STATEMENT EXECUTE FUNCTION quien_avisa();

-- Accounts of other branches, for whoever sees some branches alone: their names stand in documents that he sees, their
-- balances and movements do not.
CREATE OR REPLACE FUNCTION cuentas_ocultas() RETURNS bigint[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT id FROM cuentas WHERE sucursal_id IS NOT NULL AND sucursal_id <> ALL (sucursales_vistas()));
-- Looked up in a table of them: a list would be read from its beginning for each row, and a house may hide thousands.
CREATE OR REPLACE FUNCTION cuenta_en(p_columna text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('%I NOT IN (SELECT unnest(cuentas_ocultas()))', p_columna);
