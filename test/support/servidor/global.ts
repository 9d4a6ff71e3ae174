import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../src/server/db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../src/server/embedded/embedded.ts'
import { isRunning, processesOf } from '../../../src/server/embedded/process.ts'
import { baseFolder } from './carpeta.ts'
import { comoDueno, comoSuperusuario } from './dueno.ts'
import { inDatabase } from './url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's PostgreSQL, database `cambista`. */
    postgres: string
  }
}

/** One PostgreSQL for all projects of the run, though each project loads this file separately. */
interface Shared {
  users: number
  started: Promise<{ postgres: EmbeddedPostgres; carpeta: string }>
}

const PREFIX = 'cambista-test-'
const base = baseFolder()
const key = Symbol.for('cambista.test.postgres')
const store = globalThis as { [key]?: Shared | undefined }

/** Stops and removes the PostgreSQL of a killed run; the folder's name holds the process id of that run. */
function sweep(): void {
  const names = [...new Set([base, tmpdir()])].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
  for (const folder of names) {
    const owner = /cambista-test-(\d+)-\w+$/.exec(folder)?.[1]
    if (!owner || isRunning(Number(owner))) continue
    try {
      for (const pid of processesOf(join(realpathSync(folder), 'postgres')))
        process.kill(pid, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // The folder belongs to another user of the machine: it is left alone.
    }
  }
}

async function start() {
  sweep()
  const carpeta = mkdtempSync(join(base, `${PREFIX}${process.pid}-`))
  const postgres = await startPostgres({ carpeta, durable: false, maxConnections: 200 })
  // The owner is no superuser, as in a house. Tests besides make databases, and switch triggers off to do harm.
  await comoSuperusuario(
    postgres.url,
    `ALTER ROLE cambista_dueno CREATEDB CREATEROLE;
     GRANT cambista_app, cambista_sucursal TO cambista_dueno WITH ADMIN OPTION;
     GRANT SET ON PARAMETER session_replication_role TO cambista_dueno`,
  )
  await comoDueno(postgres.url, 'CREATE DATABASE plantilla')
  await migrate(inDatabase(postgres.url, 'plantilla'))
  // In tests a till takes money without an open turno, and administrators sign in with a password alone; the tests of
  // those rules switch them on.
  await comoDueno(
    inDatabase(postgres.url, 'plantilla'),
    "UPDATE ajustes SET valor = 'false' WHERE clave IN ('exigir_turno', 'exigir_segundo_factor')",
  )
  return { postgres, carpeta }
}

export default async function setup(project: TestProject) {
  store[key] ??= { users: 0, started: start() }
  const shared = store[key]
  shared.users += 1
  const { postgres, carpeta } = await shared.started
  project.provide('postgres', postgres.url)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    store[key] = undefined
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
}
