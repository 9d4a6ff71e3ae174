import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { arrancar, puertoLibre } from '../../../test/jaula/servidor.ts'
import { certificado } from '../../../test/support/certificado.ts'
import { query } from '../../../test/support/respaldo/casa.ts'
import { baseFolder } from '../../../test/support/servidor/carpeta.ts'
import { sombra } from '../../../test/support/servidores/sombra.ts'
import { type EmbeddedPostgres, startPostgres } from '../embedded/embedded.ts'
import { findPlace } from '../embedded/folder.ts'
import { urlsOf } from '../embedded/server.ts'
import { avisoDeConexiones } from './cabida.ts'

/* What the program itself does at its start, with the settings that it finds. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(root, { recursive: true, force: true })
})

/** Makes the program believe that its control group has so much memory. */
const conMemoria = (mb: number) => {
  const code = `process.constrainedMemory = () => ${mb * 2 ** 20}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}
const dicho = (datos: string) => {
  try {
    return readFileSync(join(datos, 'cambista.log'), 'utf8')
  } catch {
    return ''
  }
}
/** The program on a folder of its own; with an empty address it starts its PostgreSQL there. */
async function programa(name: string, url: string, entorno: NodeJS.ProcessEnv = {}) {
  const datos = join(root, name)
  const DATABASE_URL = url || undefined
  // The log makes no folder: whoever makes it says whose it is.
  mkdirSync(datos)
  const own = { CAMBISTA_DATOS: datos, CAMBISTA_SECRETOS: datos, DATABASE_URL }
  const api = await arrancar(url, { entorno: { ...own, ...entorno } })
  stops.push(async () => {
    api.senal('SIGTERM')
    await api.fin()
  })
  return { api, datos }
}
/** Starts the program on that folder by that command, waits until it has said all of `words`, and ends it. */
async function decir(
  datos: string,
  words: readonly string[],
  entorno: NodeJS.ProcessEnv,
  [command = process.execPath, ...args]: readonly string[] = [],
) {
  mkdirSync(datos)
  const child = spawn(command, [...args, resolve('src/main.server.ts')], {
    env: {
      ...{ ...process.env, NODE_ENV: 'production', PORT: '0', CAMBISTA_DEMO: '0' },
      ...{ CAMBISTA_DATOS: datos, CAMBISTA_SECRETOS: datos, ...entorno },
    },
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  stops.push(() => {
    child.kill('SIGKILL')
    return ended
  })
  for (const each of words) await expect.poll(() => dicho(datos)).toContain(each)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}
async function base(name: string, options: Partial<Parameters<typeof startPostgres>[0]> = {}) {
  const postgres: EmbeddedPostgres = await startPostgres({ carpeta: join(root, name), ...options })
  stops.push(() => postgres.stop())
  return postgres
}

test('more processes than the memory holds are refused before anything is opened', async () => {
  const entorno = { CAMBISTA_PROCESOS: '4', ...conMemoria(384) }
  // Nobody is at that address: it is not asked.
  const url = `postgresql://nadie@127.0.0.1:${await puertoLibre()}/nada`
  await expect(programa('lleno', url, entorno)).rejects.toThrow(
    'CAMBISTA_PROCESOS=4 necesita unos 960 MB y aquí hay 384 MB',
  )
})

test('with little memory the program’s own PostgreSQL has a small cache, and the program few connections', async () => {
  const puerto = await puertoLibre()
  const entorno = { ...conMemoria(384), CAMBISTA_METRICAS: String(puerto) }
  const { api, datos } = await programa('poca', '', entorno)
  const { url } = urlsOf(findPlace(datos))
  expect(await query(url, 'SHOW shared_buffers')).toEqual([{ shared_buffers: '32MB' }])
  // As many ask at once as have to wait for one another.
  const asks = Array.from({ length: 40 }, () =>
    fetch(`http://127.0.0.1:${api.puerto}/api/auth/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ usuario: 'nadie', password: 'Adivinada-2026' }),
    }),
  )
  await Promise.all(asks)
  const text = await (await fetch(`http://127.0.0.1:${puerto}/metricas`)).text()
  expect(text).toMatch(/^cambista_pool_connections\{state="open"\} 3$/m)
})

test('a certificate that ends within a month is told by the program that stands on it', async () => {
  const datos = join(root, 'vence')
  const postgres = await base('vence-base')
  const end = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const { cert, key } = certificado(`${end.slice(2).replaceAll(/[-:T]|\.\d+/g, '')}`)
  writeFileSync(join(root, 'cert.pem'), cert)
  writeFileSync(join(root, 'key.pem'), key, { mode: 0o600 })
  // It answers by TLS alone, so it is started without waiting for an answer in the clear.
  await decir(datos, ['Cambista está en https://', 'Aviso: el certificado vence el '], {
    ...{ DATABASE_URL: postgres.url, CAMBISTA_CERTIFICADO: join(root, 'cert.pem') },
    CAMBISTA_CERTIFICADO_LLAVE: join(root, 'key.pem'),
  })
})

test('a standby that no operation is known to wait for is told at the start (R-471)', async () => {
  const postgres = await base('replica-base')
  const standby = await sombra(postgres.url, 'sombra')
  try {
    const { datos } = await programa('replica', postgres.url)
    // The log is written by the second.
    await expect
      .poll(() => dicho(datos))
      .toContain('Aviso: réplica de la base: no se ve si las operaciones')
  } finally {
    await standby.end()
  }
})

/** A network of its own: what listens at any address there, nobody reaches from elsewhere. */
const SOLA = [
  ...[
    'unshare',
    '--net',
    ...(process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps']),
  ],
  ...['sh', '-c', 'ip link set lo up && exec "$0" "$@"'],
]
const sinRed = spawnSync(SOLA[0] ?? '', [...SOLA.slice(1), 'true']).status !== 0

test.skipIf(sinRed).each([
  ['1', 'Cambista está en http'],
  ['2', '2 procesos atienden.'],
])(
  'measures that other machines may read are told at the start, where CAMBISTA_PROCESOS=%s (R-473)',
  async (procesos, atiende) => {
    const postgres = await base(`medidas-${procesos}-base`)
    const datos = join(root, `medidas-${procesos}`)
    await decir(
      datos,
      [atiende, 'Aviso: las métricas van en claro y sin contraseña'],
      {
        ...{ DATABASE_URL: postgres.url, CAMBISTA_PROCESOS: procesos },
        ...{ CAMBISTA_METRICAS: '0.0.0.0:9464' },
      },
      [...SOLA, process.execPath],
    )
  },
)

test('more connections than PostgreSQL admits are warned of, and fewer are not', async () => {
  const postgres = await base('estrecha-base', { maxConnections: 40 })
  expect(await avisoDeConexiones(postgres.url, 1)).toBeNull()
  const { datos } = await programa('estrecha', postgres.url, { CAMBISTA_PROCESOS: '2' })
  await expect
    .poll(() => dicho(datos))
    .toContain('2 procesos pueden abrir 56 conexiones y PostgreSQL admite 37')
})

test('a PostgreSQL that is not there yet is waited for by the program, which says so and serves then', async () => {
  const port = String(await puertoLibre())
  const before = await base('tarde-base', { settings: { listen_addresses: '127.0.0.1', port } })
  writeFileSync(
    join(root, 'tarde-base', 'postgres', 'pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\n',
  )
  const { username, pathname } = new URL(before.url)
  await before.stop()
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  const starting = programa('tarde', url)
  const says = () => dicho(join(root, 'tarde'))
  await Promise.race([expect.poll(says).toContain('no responde todavía'), starting])
  await base('tarde-base', { settings: { listen_addresses: '127.0.0.1', port } })
  const { api } = await starting
  expect(await fetch(`http://127.0.0.1:${api.puerto}/api/listo`)).toMatchObject({ status: 200 })
})
