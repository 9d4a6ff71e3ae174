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
