import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Place } from './folder.ts'

/** Bootstrap superuser of the cluster, and the name of the house's database. Only the start of the cluster uses it. */
export const SUPERUSER = 'cambista'
export const DATABASE = 'cambista'
/** Owns the database and all that is in it, and is no superuser: migrations and the owner's commands. */
export const OWNER = 'cambista_dueno'
/** Signs in to serve (ADR 0045): it owns nothing and has no right but to become `cambista_app`. */
export const SERVER = 'cambista_servidor'
/** Copies the cluster's files: it may begin and end a backup and hold the log meanwhile, and read no table. */
export const BACKUP = 'cambista_respaldo'

export type Role = typeof SUPERUSER | typeof OWNER | typeof SERVER | typeof BACKUP

/**
 * The password of a role on systems without unix sockets. Each is derived from the cluster's secret one way, so that
 * knowing the one that serves does not give the others.
 */
export function passwordOf(place: Place, role: Role): string {
  const secret = readFileSync(place.clave, 'utf8')
  return role === SUPERUSER ? secret : createHmac('sha256', secret).update(role).digest('hex')
}

/** Made once, in this order; each line does nothing when its work is done. */
const ROLES = `
  DO $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_app') THEN
      CREATE ROLE cambista_app NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cambista_sucursal') THEN
      CREATE ROLE cambista_sucursal NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVER}') THEN
      CREATE ROLE ${SERVER} LOGIN NOINHERIT;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${OWNER}') THEN
      CREATE ROLE ${OWNER} LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${BACKUP}') THEN
      CREATE ROLE ${BACKUP} LOGIN REPLICATION;
    END IF;
    IF NOT has_function_privilege('${BACKUP}', 'pg_switch_wal()', 'EXECUTE') THEN
      GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() TO ${BACKUP};
    END IF;
    IF NOT pg_has_role('${SERVER}', 'cambista_app', 'MEMBER') THEN
      GRANT cambista_app TO ${SERVER};
    END IF;
    IF NOT pg_has_role('cambista_sucursal', 'cambista_app', 'MEMBER') THEN
      GRANT cambista_app TO cambista_sucursal;
    END IF;
    IF NOT pg_has_role('${SERVER}', 'cambista_sucursal', 'MEMBER') THEN
      GRANT cambista_sucursal TO ${SERVER};
    END IF;
    -- The owner sees and ends the sessions that serve, and may act as they do.
    IF NOT pg_has_role('${OWNER}', '${SERVER}', 'MEMBER') THEN
      GRANT cambista_app, ${SERVER} TO ${OWNER};
    END IF;
    IF (SELECT pg_get_userbyid(datdba) <> '${OWNER}' FROM pg_database WHERE datname = current_database()) THEN
      EXECUTE format('ALTER DATABASE %I OWNER TO ${OWNER}', current_database());
    END IF;
  END $$`

/** Statements that give the owner what the superuser owns in `public`, as releases before 0.3 left it. */
const STRAY = `
  SELECT format('ALTER %s %s OWNER TO ${OWNER}', clase, nombre) AS orden FROM (
    SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
           oid::regclass::text, 'pg_class'::regclass, oid, relnamespace, relowner
    FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT EXISTS (
      -- The sequence of a column goes with its table.
      SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
        AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, pronamespace, proowner FROM pg_proc
    UNION ALL
    SELECT CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, oid::regtype::text, 'pg_type'::regclass, oid,
           typnamespace, typowner
    FROM pg_type t WHERE typtype IN ('d', 'e')
      OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c')
    UNION ALL
    SELECT 'STATISTICS', stxname::text, 'pg_statistic_ext'::regclass, oid, stxnamespace, stxowner FROM pg_statistic_ext
  ) o (clase, nombre, catalogo, oid, esquema, dueno)
  WHERE esquema = 'public'::regnamespace AND pg_get_userbyid(dueno) = '${SUPERUSER}' AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.classid = o.catalogo AND d.deptype = 'e')`

/**
 * Makes the roles and gives the database and all in it to its owner, in one transaction, on a connection of the
 * superuser to that database. A house of an earlier release, in which the superuser owned all, becomes one of this.
 */
export async function prepareRoles(client: pg.Client, passwords: readonly [Role, string][] = []) {
  await client.query('BEGIN')
  await client.query(ROLES)
  for (const [role, password] of passwords) {
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`)
  }
  const { rows } = await client.query<{ orden: string }>(STRAY)
  for (const { orden } of rows) await client.query(orden)
  await client.query('COMMIT')
}
