import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/* A disk of its own for the data of one program: what a test does to it, no other program of the machine notices. */

const root = process.getuid?.() === 0
/**
 * A namespace of mounts of this test's own. Who is not root needs one of users as well, in which he keeps his number:
 * as root of it PostgreSQL would not run.
 */
const APARTE = root ? ['--mount'] : ['--mount', '--map-current-user', '--keep-caps']
const ENTRA = root ? ['--mount'] : ['--mount', '--user', '--preserve-credentials']

type Clase = 'memoria' | 'ext4'

/** What mounts a disk of so many megabytes. Only a disk of ext4 becomes read-only by itself, as a real one that fails. */
const MONTAR: Readonly<Record<Clase, (at: string, megas: number) => string>> = {
  memoria: (at, megas) => `mount -t tmpfs -o size=${megas}m tmpfs '${at}'`,
  ext4: (at, megas) =>
    `truncate -s ${megas}M '${at}.img' && mkfs.ext4 -q -F '${at}.img' && mount -o loop '${at}.img' '${at}'`,
}

/** Whether no disk of that class can be mounted here, which is said: its tests are skipped. */
export function sinDisco(clase: Clase, folder: string): boolean {
  const at = join(folder, 'prueba')
  mkdirSync(at, { recursive: true })
  const what = `${MONTAR[clase](at, 16)} && umount '${at}'`
  const tried = spawnSync('unshare', [...APARTE, 'sh', '-c', what], { encoding: 'utf8' })
  if (tried.status === 0) return false
  console.log(`No disk can be mounted here: ${tried.error?.message ?? tried.stderr.trim()}`)
  return true
}

export interface Disco {
  /** Where it is, for who runs within. */
  readonly carpeta: string
  /** Where its files are for everybody else. */
  readonly desde: string
  /** The beginning of a command line that runs within. */
  readonly dentro: readonly string[]
  /** Fills it to the last byte, but for so many megabytes. */
  llenar(deja?: number): Promise<void>
  vaciar(): Promise<void>
  /** Nothing may have a file of it open to write. */
  soloLectura(si: boolean): Promise<void>
  /** Only of ext4: it becomes read-only under those who write, as after an error of the device. */
  fallar(): Promise<void>
  /** Only of ext4: once nobody uses it, it is repaired and mounted again, as when the machine starts. */
  reparar(): Promise<void>
  /** Whoever uses it has to have ended. */
  soltar(): Promise<void>
}

/** Mounts a disk of so many megabytes at `carpeta`, with a copy of what lies in `de`. */
export async function discoEn(
  carpeta: string,
  { clase = 'memoria', megas, de }: { clase?: Clase; megas: number; de?: string },
): Promise<Disco> {
  mkdirSync(carpeta, { recursive: true })
  // Its input ends with this process: then it ends, and with it the namespace and its mounts.
  const shell: ChildProcess = spawn('unshare', [...APARTE, 'sh'], { stdio: 'pipe' })
  let said = ''
  shell.stderr?.on('data', (text) => {
    said += text
  })
  const lines = createInterface({ input: shell.stdout as NodeJS.ReadableStream })
  const answers = lines[Symbol.asyncIterator]()
  const run = async (what: string) => {
    shell.stdin?.write(`{ ${what}; } >&2; echo "$?"\n`)
    const { value } = await answers.next()
    if (value !== '0') throw new Error(`${what}: ${value} ${said}`)
  }
  const at = `'${carpeta}'`
  await run(MONTAR[clase](carpeta, megas))
  // Whoever runs PostgreSQL for root passes through.
  await run(`chmod 711 ${at}`)
  if (de) await run(`cp -a '${de}/.' ${at} && sync -f ${at}`)
  const { pid } = shell
  return {
    carpeta,
    desde: join(`/proc/${pid}/root`, carpeta),
    dentro: ['nsenter', '--target', String(pid), ...ENTRA, '--'],
    llenar: (deja = 0) =>
      run(
        `cat /dev/zero >> ${at}/lastre; truncate -s -${deja}M ${at}/lastre && [ -s ${at}/lastre ]`,
      ),
    vaciar: () => run(`rm -f ${at}/lastre`),
    soloLectura: (si) => run(`mount -o remount,${si ? 'ro' : 'rw'} ${at}`),
    fallar: () => run(`mount -o remount,abort ${at}`),
    // It answers 1 for what it repaired.
    reparar: () =>
      run(
        `umount ${at} && { e2fsck -p ${at}.img || [ $? = 1 ]; } && mount -o loop ${at}.img ${at}`,
      ),
    async soltar() {
      const ended = once(shell, 'exit')
      shell.stdin?.end()
      await ended
    },
  }
}
