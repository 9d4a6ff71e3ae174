-- After all tables, triggers and registries: what is sealed, and by which note taker.
DO $$ BEGIN PERFORM sellos_preparar(); END $$;

-- Rights of the role that the server acts as (R-2, R-3, R-98): read everything, write plain data, and reach
-- the ledger, the history and the audit only through their functions. Each area grants its own rights in its
-- `derechos.sql`, which runs after this one. Who may not create roles finds this one made (ADR 0045).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_app') THEN
    CREATE ROLE cambista_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_sucursal') THEN
    CREATE ROLE cambista_sucursal NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
-- Whoever serves as the one serves as the other (R-260).
DO $$
DECLARE
  v_papel record;
BEGIN
  IF NOT pg_has_role('cambista_sucursal', 'cambista_app', 'USAGE') THEN
    GRANT cambista_app TO cambista_sucursal;
  END IF;
  FOR v_papel IN SELECT m.member::regrole::text AS nombre FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
    WHERE m.roleid = 'cambista_app'::regrole AND r.rolname <> 'cambista_sucursal'
      AND NOT pg_has_role(m.member, 'cambista_sucursal', 'MEMBER')
  LOOP
    EXECUTE format('GRANT cambista_sucursal TO %s', v_papel.nombre);
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
-- Commands of the owner act as this role too; serving does not need it.
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'cambista_app', 'MEMBER') THEN
    EXECUTE format('GRANT cambista_app TO %I', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM cambista_app, PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM cambista_app, PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO cambista_app;
-- No temporary tables: PostgreSQL finds one before a table of the same name, so a guard would read it instead. What
-- runs with the owner's rights and every trigger name their schema besides; what they call inherits it from them.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO cambista_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO cambista_app;
-- What only other functions call: entries are made, numbers are taken, and rows of the audit and answers to keys are
-- written for documents.
REVOKE EXECUTE ON FUNCTION libro_asentar, adjuntos_usar, auditar_lote, idempotencia_guardar_lote,
  idempotencia_tomar_lote, sellos_sellar, serie_siguiente, serie_varios, vistos_solo, dia_guardar FROM cambista_app;
-- What only the owner does, on the machine of the house.
REVOKE EXECUTE ON FUNCTION restauracion_anotar, restauracion_desactivar FROM cambista_app;
REVOKE EXECUTE ON FUNCTION sucursales_filtrar, sucursal_en, sucursal_suya, sucursales_de FROM cambista_app;
-- A view reads with the rights of whoever asks it, so that no view shows what its tables hide (R-260).
DO $$
DECLARE
  v_vista regclass;
BEGIN
  FOR v_vista IN SELECT oid FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    AND NOT coalesce(reloptions, '{}') @> '{security_invoker=true}'
  LOOP
    EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', v_vista);
  END LOOP;
END $$;
