import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/servidor/database.ts'
import { comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import { ajustar } from '../db.ts'
import { exigirPuertaCerrada } from './puerta.ts'

/* who controls what the server sends to PostgreSQL gains the rights of `cambista_app` and no others. */

const base = await createDatabase()
const servidor = comoRol(base.url, 'cambista_servidor')
/** A role of this file alone, because roles belong to all databases of the tests' PostgreSQL. */
const PRUEBA = `entra_${base.name}`
const suyo = comoRol(base.url, PRUEBA)
const como = (text: string) => comoSuperusuario(base.url, text)

beforeAll(() => como(`CREATE ROLE ${PRUEBA} LOGIN NOINHERIT; GRANT cambista_app TO ${PRUEBA}`))
afterAll(async () => {
  await base.drop()
  await como(`DROP ROLE ${PRUEBA}`).catch(() => {})
})

test.each([
  ["COPY (SELECT 1) TO PROGRAM 'true'"],
  ["COPY auditoria FROM '/etc/passwd'"],
  ['ALTER TABLE apuntes DISABLE TRIGGER USER'],
  ['SET session_replication_role = replica'],
  ['UPDATE asientos SET glosa = glosa WHERE false'],
  ['SET ROLE cambista'],
  ['SET ROLE cambista_dueno'],
  ['SET SESSION AUTHORIZATION cambista'],
  ['CREATE ROLE otro SUPERUSER'],
  ['CREATE EXTENSION dblink'],
  ['SELECT count(*) FROM asientos'],
])('a connection of the pool that gives back its role may not: %s', async (text) => {
  const client = new pg.Client({ connectionString: servidor })
  await client.connect()
  try {
    await client.query(ajustar({ role: 'cambista_app' }))
    await client.query("SELECT set_config('role', 'none', false)")
    await expect(client.query(text)).rejects.toThrow(/permission denied|cannot set|must be/)
  } finally {
    await client.end()
  }
})

test('the role that serves passes the check at the start', async () => {
  await exigirPuertaCerrada(servidor)
  await exigirPuertaCerrada(suyo)
})

test.each([
  [`ALTER ROLE ${PRUEBA} SUPERUSER`, 'hacerse superusuario', `ALTER ROLE "${PRUEBA}" NOSUPERUSER`],
  [`ALTER ROLE ${PRUEBA} CREATEROLE`, 'crear usuarios', `ALTER ROLE "${PRUEBA}" NOCREATEROLE`],
  [`GRANT cambista TO ${PRUEBA}`, 'hacerse superusuario', `REVOKE "cambista" FROM "${PRUEBA}"`],
  [
    `GRANT cambista_dueno TO ${PRUEBA}`,
    'hacerse dueño de la base',
    `REVOKE "cambista_dueno" FROM "${PRUEBA}"`,
  ],
  [
    `GRANT pg_execute_server_program TO ${PRUEBA}`,
    'actuar como pg_execute_server_program',
    `REVOKE "pg_execute_server_program" FROM "${PRUEBA}"`,
  ],
  [
    `GRANT SET ON PARAMETER session_replication_role TO ${PRUEBA}`,
    'apagar los candados',
    `REVOKE SET ON PARAMETER session_replication_role FROM "${PRUEBA}"`,
  ],
  [
    `GRANT UPDATE ON asientos TO ${PRUEBA}`,
    'escribir en los libros',
    `REVOKE UPDATE ON asientos FROM PUBLIC, "${PRUEBA}"`,
  ],
  [
    'GRANT UPDATE ON auditoria TO cambista_app',
    'escribir en la auditoría',
    'REVOKE UPDATE ON auditoria FROM PUBLIC, "cambista_app"',
  ],
  [
    'GRANT CREATE ON SCHEMA public TO PUBLIC',
    'cambiar las reglas',
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, "${PRUEBA}"`,
  ],
])(
  '%s: the server refuses to serve, and the cure that it names cures it',
  async (harm, puede, cura) => {
    await como(harm)
    const error = await exigirPuertaCerrada(suyo).then(
      () => 'serves',
      ({ message }: Error) => message,
    )
    expect(error).toContain(`El usuario «${PRUEBA}» con que se atiende puede ${puede}`)
    expect(error).toContain(`ejecute «${cura}»`)
    await como(cura)
    await exigirPuertaCerrada(suyo)
  },
)

test('the owner of the database is refused', async () => {
  await expect(exigirPuertaCerrada(base.url)).rejects.toThrow(
    /«cambista_dueno» con que se atiende puede crear usuarios/,
  )
})
