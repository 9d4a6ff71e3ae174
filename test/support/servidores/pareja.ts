import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../../src/server/db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../src/server/embedded/embedded.ts'
import { OWNER, SERVER } from '../../../src/server/embedded/roles.ts'
import { puertoLibre } from '../../jaula/servidor.ts'
import { baseFolder } from '../servidor/carpeta.ts'
import { comoSuperusuario } from '../servidor/dueno.ts'

const HBA =
  'local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n'

/** One PostgreSQL of a pair, reached on loopback without a password. */
export interface Miembro {
  puerto: number
  /** Connection strings of its owner and of the role that serves. */
  dueno: string
  servidor: string
  /** As its superuser. */
  como<T extends object>(text: string): Promise<T[]>
  parar(): Promise<void>
  iniciar(): Promise<void>
}

export interface Pareja {
  principal: Miembro
  replica: Miembro
  /** Waits until the replica has all that the primary has written. */
  alDia(): Promise<void>
  /**
   * The primary dies and another takes over, on a timeline of its own, as it was before `perdido`: what that wrote, the
   * replica alone has.
   */
  releva(perdido?: () => Promise<void>): Promise<void>
  cerrar(): Promise<void>
}

async function miembro(carpeta: string, settings: Record<string, string>): Promise<Miembro> {
  const puerto = await puertoLibre()
  const start = () =>
    startPostgres({
      carpeta,
      durable: false,
      settings: { listen_addresses: '127.0.0.1', port: String(puerto), ...settings },
    })
  let running: EmbeddedPostgres | undefined
  const url = (user: string) => `postgresql://${user}@127.0.0.1:${puerto}/cambista`
  return {
    puerto,
    dueno: url(OWNER),
    servidor: url(SERVER),
    como: (text) => comoSuperusuario(url('cambista'), text),
    async parar() {
      await running?.stop()
      running = undefined
    },
    async iniciar() {
      running = await start()
    },
  }
}

/** A migrated house on a PostgreSQL, and a replica of it that streams from it; `antes` runs before the replica is made. */
export async function pareja(
  antes: (url: string) => Promise<void> = async () => {},
): Promise<Pareja> {
  const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
  chmodSync(root, 0o711)
  const at = (name: string) => join(root, name)
  const principal = await miembro(at('uno'), {})
  await principal.iniciar()
  writeFileSync(join(at('uno'), 'postgres', 'pg_hba.conf'), HBA)
  await principal.parar()
  await principal.iniciar()
  await migrate(principal.dueno)
  await antes(principal.dueno)
  await principal.parar()
  // A cold copy: the bundled PostgreSQL comes without pg_basebackup.
  execFileSync('cp', ['-a', at('uno'), at('dos')])
  writeFileSync(join(at('dos'), 'postgres', 'standby.signal'), '')
  const replica = await miembro(at('dos'), {
    primary_conninfo: `host=127.0.0.1 port=${principal.puerto} user=cambista application_name=dos`,
  })
  await principal.iniciar()
  await replica.iniciar()
  async function alDia() {
    const [{ lsn } = { lsn: '' }] = await principal.como<{ lsn: string }>(
      'SELECT pg_current_wal_lsn()::text AS lsn',
    )
    for (;;) {
      const [row] = await replica.como<{ hay: boolean }>(
        `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS hay`,
      )
      if (row?.hay) return
    }
  }
  return {
    principal,
    replica,
    alDia,
    async releva(perdido) {
      if (perdido) {
        await principal.parar()
        execFileSync('cp', ['-a', at('uno'), at('tres')])
        await principal.iniciar()
        await perdido()
        await alDia()
      }
      await principal.parar()
      if (perdido) {
        rmSync(at('uno'), { recursive: true })
        renameSync(at('tres'), at('uno'))
      }
      writeFileSync(join(at('uno'), 'postgres', 'standby.signal'), '')
      await principal.iniciar()
      await principal.como('SELECT pg_promote()')
    },
    async cerrar() {
      await replica.parar()
      await principal.parar()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
