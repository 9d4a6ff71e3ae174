// `npm run bench:memoria -- 384` starts the program with its own PostgreSQL in a control group of so many MB, signs ten
// people in at once, posts, reads lists, and makes a backup, and prints what that took. Without the right to make a
// control group there is no limit, and only the sum over the processes is printed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { urlsOf } from '../../src/server/embedded/server.ts'
import { FLAGS as DIARIO } from '../../src/server/respaldo/diario.ts'
import { azarDe, SEMILLA } from '../../test/jaula/azar.ts'
import { abrirCasa } from '../../test/jaula/casa.ts'
import { Conexion } from '../../test/jaula/cliente.ts'
import { historiaNueva, operacion, trabajar } from '../../test/jaula/historia.ts'
import { CLAVE, listo, puertoLibre } from '../../test/jaula/servidor.ts'
import { comoDueno } from '../../test/support/servidor/dueno.ts'
import { FLAGS } from '../arranque.ts'
import { deTodos, grupoDe } from './grupo.ts'

const MB = Number(process.argv[2] ?? 384)
const PERSONAS = 10
const OPERACIONES = 600
const PASSWORD = 'la caja de la esquina 27'

const grupo = grupoDe(MB)
if (!grupo) console.log('Sin grupo de control: no hay límite.')
const folder = mkdtempSync(join(tmpdir(), 'cambista-memoria-'))
const puerto = await puertoLibre()
const datos = join(folder, 'datos')
const env = {
  ...process.env,
  ...{ NODE_ENV: 'production', PORT: String(puerto), CAMBISTA_DEMO: '0', CAMBISTA_CLAVE: CLAVE },
  ...{ CAMBISTA_DATOS: datos, CAMBISTA_SECRETOS: join(folder, 'secretos') },
  // What the program hands to its daily backup.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  ...{ CAMBISTA_SOLICITUDES: '0', CAMBISTA_RESPALDO_FRASE: 'caballo pila grapa correcta luna' },
}

const correr = (line: readonly string[], inside = true) => {
  const [program = '', ...args] = grupo && inside ? grupo.dentro(line) : line
  return spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

const program = correr([
  ...[process.execPath, ...FLAGS, 'scripts/run.mjs', '--web', 'src/main.server.ts'],
])
const ended = once(program, 'exit')

function decir(what: string): void {
  const now = grupo?.ahora()
  const sum = deTodos(program.pid as number)
  const parts = [
    sum === null ? '' : `procesos ${Math.round(sum)} MB`,
    now ? `propia ${now.propia}, compartida ${now.compartida}, archivos ${now.archivos}` : '',
    grupo ? `máximo ${grupo.maximo()} de ${MB}, terminados ${grupo.matados()}` : '',
  ]
  console.log(`${what}: ${parts.filter((part) => part !== '').join('; ')}`)
}

/** Watches what the kernel cannot take back; the function that it answers ends that and tells the most that was seen. */
function cima(): () => number {
  let most = 0
  const timer = setInterval(() => {
    const { propia, compartida } = grupo?.ahora() ?? { propia: 0, compartida: 0 }
    most = Math.max(most, propia + compartida)
  }, 50)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Ten people sign in at once: the password is what takes memory. */
async function ingresar(url: string): Promise<void> {
  await comoDueno(url, 'UPDATE usuarios SET password_hash = $1', [await hashPassword(PASSWORD)])
  const answers = await Promise.all(
    Array.from({ length: PERSONAS }, async (_, n) => {
      const body = { usuario: `cajera${n + 1}`, password: PASSWORD }
      const conexion = new Conexion(() => puerto)
      const answer = await conexion.pedir({ method: 'POST', path: '/api/auth/login', body })
      conexion.cerrar()
      return answer?.status
    }),
  )
  console.log(`ingresos: ${answers.join(' ')}`)
}

async function leer(tokens: readonly string[]): Promise<void> {
  await Promise.all(
    tokens.map(async (token) => {
      const conexion = new Conexion(() => puerto)
      for (let n = 0; n < 30; n += 1)
        await conexion.pedir({ path: '/api/compras-ventas?por_pagina=50', token })
      conexion.cerrar()
    }),
  )
}

async function medir(): Promise<void> {
  if (!(await Promise.race([listo(puerto), ended.then(() => false)])))
    throw new Error(
      `El programa terminó antes de atender: ${program.exitCode ?? program.signalCode}`,
    )
  decir('al empezar')
  const { url } = urlsOf(findPlace(datos))
  const casa = await abrirCasa(url, 4, PERSONAS)
  // Those of the house's opening would count as the program's.
  await casa.db.destroy()
  await ingresar(url)
  decir(`${PERSONAS} ingresos a la vez`)
  const azar = azarDe(SEMILLA)
  const historia = historiaNueva()
  const pedida = (own: typeof azar) => ({
    path: '/api/compras-ventas',
    cuerpo: operacion(own, casa, { posible: true }),
  })
  const work = { casa, clientes: PERSONAS, azar, puerto: () => puerto, historia, pedida }
  await trabajar({ ...work, hasta: OPERACIONES }).fin
  const good = historia.sucesos.filter(({ fin }) => fin === 'ok').length
  decir(`${good} de ${historia.sucesos.length} operaciones`)
  await leer(casa.tokens)
  decir('300 listas')
  const respaldo = ['scripts/respaldo/respaldar.ts', join(folder, 'respaldos')]
  // The first one makes a key out of the phrase, which takes 256 MB for a second.
  const hacer = (inside: boolean) =>
    once(correr([process.execPath, ...DIARIO, ...respaldo], inside), 'exit')
  const [first, signal] = await hacer(true)
  decir(`el primer respaldo, con su frase (${first ?? signal})`)
  if (first !== 0) await hacer(false)
  const alto = cima()
  const [code, cut] = await hacer(true)
  decir(`un respaldo (${code ?? cut}), propia y compartida hasta ${alto()} MB`)
}

try {
  await medir()
} finally {
  program.kill('SIGTERM')
  console.log(`fin: ${(await ended).join(' ')}`)
  await sleep(500)
  rmSync(folder, { recursive: true, force: true })
  await grupo?.cerrar()
}
