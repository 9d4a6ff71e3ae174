import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { abrirCasa, type Local } from '../../../test/jaula/casa.ts'
import { Conexion } from '../../../test/jaula/cliente.ts'
import { comprobar, LIMPIO } from '../../../test/jaula/comprobar.ts'
import { cuenta, historiaNueva, trabajar } from '../../../test/jaula/historia.ts'
import { arrancar, CLAVE, puertoLibre, type Servidor } from '../../../test/jaula/servidor.ts'
import { abrirBot } from '../../../test/support/areas/bot.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { USO_TOKEN } from '../../areas/telegram/envio/emisor.ts'
import { cifrar } from '../acceso/clave.ts'
import { type EmbeddedPostgres, startPostgres } from '../embedded/embedded.ts'

/* CAMBISTA_PROCESOS: several processes on one port. */

const PROCESOS = 2
const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const bot = await abrirBot()
const metricas = await puertoLibre()
let postgres: EmbeddedPostgres
let casa: Local
let api: Servidor

beforeAll(async () => {
  postgres = await startPostgres({ carpeta: join(root, 'datos') })
  casa = await abrirCasa(postgres.url, 4, 16)
  api = await arrancar(postgres.url, {
    entorno: {
      CAMBISTA_PROCESOS: String(PROCESOS),
      CAMBISTA_METRICAS: String(metricas),
      CAMBISTA_TELEGRAM_API: bot.raiz,
    },
  })
})
afterAll(async () => {
  await api?.parar()
  await casa?.db.destroy()
  await postgres?.stop()
  await bot.cerrar()
  rmSync(root, { recursive: true, force: true })
})

/** The processes that serve now. */
function hijos(): number[] {
  try {
    const text = execFileSync('pgrep', ['-P', String(api.pid)], { encoding: 'utf8' })
    return text.trim().split('\n').map(Number)
  } catch {
    return []
  }
}
const vive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const medidas = (port = metricas) =>
  fetch(`http://127.0.0.1:${port}/metricas`).then((one) => one.text())
const valor = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
/** All of them serve: the port answers as soon as the first does. */
const todos = () =>
  expect.poll(() => medidas().catch(() => '')).toContain(`cambista_processes ${PROCESOS}`)
const responde = () =>
  fetch(`http://127.0.0.1:${api.puerto}/api/salud`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(2_000),
  }).then(
    ({ status }) => status,
    () => 0,
  )

test('each of them answers while the other does not', async () => {
  await todos()
  for (const pid of hijos()) {
    process.kill(pid, 'SIGSTOP')
    try {
      await expect.poll(responde).toBe(200)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  }
})

test('guesses are counted together: together they have what one may fail', async () => {
  await todos()
  // At one name and from one address five may fail; the address may fail fifty times at all names.
  const nombres = Array.from({ length: 8 }, (_, n) => `nadie${n}`)
  const all = nombres.flatMap((usuario) =>
    Array.from({ length: 8 }, async () => {
      const one = new Conexion(() => api.puerto)
      const body = { usuario, password: 'Adivinada-2026' }
      const answer = await one.pedir({ method: 'POST', path: '/api/auth/login', body })
      one.cerrar()
      return { usuario, codigo: answer?.body.codigo }
    }),
  )
  const answers = await Promise.all(all)
  const of = (usuario: string, codigo: string) =>
    answers.filter((one) => one.usuario === usuario && one.codigo === codigo).length
  expect(nombres.map((one) => [of(one, 'CREDENCIALES'), of(one, 'DEMASIADOS_INTENTOS')])).toEqual(
    nombres.map(() => [5, 3]),
  )
})

test('what nobody asks for is done once, whoever does it', async () => {
  await todos()
  const cifrado = cifrar(
    Buffer.from(CLAVE, 'hex'),
    USO_TOKEN,
    '123456789:AAcanaryTOKENcanaryTOKENcanaryTOKEN1',
  )
  await comoDueno(postgres.url, 'UPDATE telegram SET token_cifrado = $1, activo = true', [cifrado])
  await comoDueno(
    postgres.url,
    `WITH c AS (INSERT INTO telegram_chats (nombre, chat_id)
                SELECT 'Chat ' || n, (-100000 - n)::text FROM generate_series(1, 40) n RETURNING id)
     INSERT INTO telegram_salida (evento, chat_id, clave, datos, texto, estado)
     SELECT 'prueba', id, 'x', '[]', 'Mensaje ' || id, 'pendiente' FROM c`,
  )
  const left = async () =>
    (
      await comoDueno<{ n: number }>(
        postgres.url,
        "SELECT count(*)::int AS n FROM telegram_salida WHERE estado = 'pendiente'",
      )
    )[0]?.n
  await expect.poll(left).toBe(0)
  const sent = bot.recibidos.map(({ text }) => text)
  expect([sent.length, new Set(sent).size]).toEqual([40, 40])
})

test('one that is killed comes back, and nothing that was acknowledged is lost', async () => {
  const historia = historiaNueva()
  const work = trabajar({
    ...{ casa, clientes: 16, azar: azarDe(SEMILLA), historia },
    puerto: () => api.puerto,
  })
  const hechas = () => historia.sucesos.filter(({ fin }) => fin === 'ok').length
  try {
    for (const n of [0, 1, 0]) {
      const goal = hechas() + 30
      await expect.poll(hechas).toBeGreaterThan(goal)
      const before = hijos()
      process.kill(before[n] as number, 'SIGKILL')
      await expect.poll(() => hijos().filter((pid) => !before.includes(pid)).length).toBe(1)
      await expect.poll(async () => valor(await medidas(), 'cambista_processes ')).toBe(PROCESOS)
    }
    await work.parar()
  } finally {
    historia.abandonada = true
  }
  expect(historia.errores).toEqual([])
  expect(await comprobar(casa.db, historia)).toMatchObject(LIMPIO)
  expect(cuenta(historia)).toMatchObject({ desconocido: 0, pedido: 0 })
  expect(api.dicho).toContain('se inicia otro en su lugar')
})

test('what they measure is the house’s: requests of both, what is of the house once', async () => {
  await todos()
  const count = async () =>
    valor(
      await medidas(),
      'http_request_duration_seconds_count{method="GET",route="/api/salud",code="200"}',
    )
  const before = await count()
  for (let n = 0; n < 10; n += 1) await responde()
  expect(await count()).toBe(before + 10)
  const text = await medidas()
  expect(valor(text, 'cambista_database_up')).toBe(1)
  expect(valor(text, 'cambista_read_only')).toBe(0)
})

test('no count falls while one of them does not answer, nor after one was killed', async () => {
  await todos()
  for (let n = 0; n < 10; n += 1) await responde()
  const cuenta = (text: string) => [
    valor(text, 'http_request_duration_seconds_count{method="GET",route="/api/salud"'),
    valor(text, 'http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/salud"'),
  ]
  const before = cuenta(await medidas())
  expect(before[0]).toBeGreaterThanOrEqual(10)
  expect(before[1]).toBe(before[0])
  for (const pid of hijos()) {
    process.kill(pid, 'SIGSTOP')
    try {
      const text = await medidas()
      expect(valor(text, 'cambista_processes ')).toBe(PROCESOS - 1)
      expect(cuenta(text)).toEqual(before)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  }
  for (const pid of hijos()) {
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => hijos().includes(pid)).toBe(false)
    await todos()
    expect(cuenta(await medidas())).toEqual(before)
  }
})

test('that none of them answers, or one ended, is told to whoever watches', async () => {
  await todos()
  const pids = hijos()
  const before = valor(await medidas(), 'cambista_processes_ended_total ')
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const text = await medidas().finally(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  })
  // The address answers, so it is up; nothing says how the database is.
  expect(text).toContain(`\ncambista_processes 0\n`)
  expect(text).toContain(`\ncambista_processes_wanted ${PROCESOS}\n`)
  expect(text).not.toContain('cambista_database_up')
  process.kill(pids[0] as number, 'SIGKILL')
  await expect.poll(() => medidas()).toContain(`\ncambista_processes_ended_total ${before + 1}\n`)
})

test('a signal ends them one after another, and then the one that keeps them', async () => {
  const before = hijos()
  const ended = api.fin()
  api.senal('SIGTERM')
  expect(await ended).toBe(0)
  expect(before.filter(vive)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'while one of them ends the next one serves, and none that was asked to end is counted (R-470)',
  async () => {
    const port = await puertoLibre()
    const other = await arrancar(postgres.url, {
      entorno: { CAMBISTA_PROCESOS: '2', CAMBISTA_METRICAS: String(port) },
    })
    const of = () => execFileSync('pgrep', ['-P', String(other.pid)], { encoding: 'utf8' })
    await expect.poll(() => of().trim().split('\n').length).toBe(2)
    const [first, second] = of().trim().split('\n').map(Number) as [number, number]
    const ask = () =>
      fetch(`http://127.0.0.1:${other.puerto}/api/salud`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2_000),
      }).then(
        ({ status }) => status,
        () => 0,
      )
    // The second one serves too: it answers while the first one cannot.
    process.kill(first, 'SIGSTOP')
    try {
      await expect.poll(ask).toBe(200)
      other.senal('SIGTERM')
      // The signal of its parent waits for the first one, bit 15 of what is pending for it.
      const pending = () => /^ShdPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${first}/status`, 'utf8'))
      await expect.poll(() => Number.parseInt(pending()?.[1] ?? '0', 16) & 0x4000).toBe(0x4000)
      await expect.poll(ask).toBe(200)
      expect(vive(second)).toBe(true)
      // Held as well, it leaves the time to read what the end of the first one counted.
      process.kill(second, 'SIGSTOP')
      process.kill(first, 'SIGCONT')
      await expect.poll(() => vive(first)).toBe(false)
      expect(await medidas(port)).toContain('\ncambista_processes_ended_total 0\n')
    } finally {
      for (const pid of [first, second].filter(vive)) process.kill(pid, 'SIGCONT')
    }
    expect(await other.fin()).toBe(0)
  },
)

test('the end of the one that keeps them is theirs', async () => {
  const other = await arrancar(postgres.url, { entorno: { CAMBISTA_PROCESOS: '3' } })
  const text = execFileSync('pgrep', ['-P', String(other.pid)], { encoding: 'utf8' })
  const pids = text.trim().split('\n').map(Number)
  await other.parar()
  await expect.poll(() => pids.filter(vive)).toEqual([])
})

test.each([
  ['0', 'CAMBISTA_PROCESOS debe ser un número de 1 a 64, no «0».'],
  ['muchos', 'CAMBISTA_PROCESOS debe ser un número de 1 a 64, no «muchos».'],
])('CAMBISTA_PROCESOS=%s is refused in words', async (n, words) => {
  await expect(arrancar(postgres.url, { entorno: { CAMBISTA_PROCESOS: n } })).rejects.toThrow(words)
})

test('a port that is taken is said once, and nothing is left running', async () => {
  const uno = await arrancar(postgres.url, {})
  try {
    await expect(
      arrancar(postgres.url, { entorno: { CAMBISTA_PROCESOS: '2', PORT: String(uno.puerto) } }),
    ).rejects.toThrow('El puerto ya está en uso')
  } finally {
    await uno.parar()
  }
})
