SELECT prohibir('UPDATE OR DELETE', '{auditoria_fija,auditoria_cadena_fija,asientos_fijos,apuntes_fijos,
  adjuntos_usos_fijos,reloj_confirmaciones_fijas,sellos_fijos}');
SELECT prohibir('UPDATE', '{adjuntos_fijos,referencias_usadas_fijas}');

-- Guards a table whose rows belong to a branch (R-219). Whoever puts an active row there locks the branch, so that
-- whoever switches it off waits.
CREATE OR REPLACE FUNCTION sucursal_activa()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.estatus AND NEW.sucursal_id IS NOT NULL
     AND NOT (SELECT estatus FROM sucursales WHERE id = NEW.sucursal_id FOR SHARE) THEN
    PERFORM rechazar_campo('sucursal_id', reparo('SUCURSAL_INACTIVA'));
  END IF;
  RETURN NEW;
END $$;

-- What is active in a country needs the country active (R-253): for the tables that have a part in `paises_usos`.
CREATE OR REPLACE FUNCTION pais_activo() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  p paises;
BEGIN
  SELECT * INTO p FROM paises WHERE id = NEW.pais FOR SHARE;
  IF NOT p.estatus THEN PERFORM rechazar('PAIS_INACTIVO', jsonb_build_object('pais', p.nombre)); END IF;
  RETURN NEW;
END $$;
