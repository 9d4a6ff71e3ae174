// `npm run ensayo:alta-disponibilidad -- [rondas]` starts the set of `escala/` on this machine, with ports and paths of its
// own: three etcd, three Patroni, HAProxy, two programs. So many times the PostgreSQL that leads is killed under eight
// writers with keys, with its machine's etcd in every second round; three times its machine is cut off from all others,
// which takes root and iptables; at last another one leads by a command. Whatever was acknowledged must be there once.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { azarDe, SEMILLA } from '../../test/jaula/azar.ts'
import { abrirCasa } from '../../test/jaula/casa.ts'
import { comprobar, LIMPIO } from '../../test/jaula/comprobar.ts'
import { arrancar, CLAVE, type Servidor } from '../../test/jaula/servidor.ts'
import { Escritores } from '../ensayo/escritores.ts'
import { hasta } from '../ensayo/hasta.ts'
import { sePuedeCortar } from './cable.ts'
import { abrirPaso, Conjunto } from './conjunto.ts'
import { exigirProgramas } from './procesos.ts'

const ESCRITORES = 8
/** The longest time without an acknowledged write, in seconds, when a machine died. */
const SIN_ESCRITURAS = 30
/** The same when it was cut off: who follows it may hold on to a connection of which nobody says that it is gone. */
const SIN_ESCRITURAS_CORTADA = 60

/** How often the machine that leads is cut off. */
const CORTES = 3

/** How long the set is measured before the first death, in milliseconds. */
const CALMA = 15_000

const rondas = Number(process.argv[2] ?? 10)
const say = (text: string) => process.stdout.write(`${text}\n`)
const segundos = (ms: number) => (Math.round(ms / 100) / 10).toLocaleString('es-PE')

try {
  if (!Number.isInteger(rondas) || rondas < 1)
    throw new Error('Uso: npm run ensayo:alta-disponibilidad -- [rondas]')
  exigirProgramas({
    '/usr/bin/patroni': 'patroni',
    '/usr/bin/etcd': 'etcd-server',
    '/usr/sbin/haproxy': 'haproxy',
    '/usr/bin/openssl': 'openssl',
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
    '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

const root = mkdtempSync(join(tmpdir(), 'cambista ensayo-'))
abrirPaso(root)
const conjunto = new Conjunto(root)
const programas: Servidor[] = []
const fallas: string[] = []
/** What was written down stays when the rehearsal could not go on. */
let dejar = false

/** Ends all that was started; also on Ctrl-C, and when an error ends this process. */
function recoger(): void {
  for (const each of programas) each.senal('SIGKILL')
  conjunto.terminar()
  if (!dejar) rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
process.once('exit', recoger)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(130))

/** Two programs as on two machines: folders of their own, one key, the servers of PostgreSQL by name. */
async function programa(n: number): Promise<Servidor> {
  const datos = join(root, `programa-${n}`)
  const entorno = { CAMBISTA_DATOS: datos, CAMBISTA_SECRETOS: datos, CAMBISTA_PROXY: '127.0.0.1' }
  const servidor = await arrancar(conjunto.direccion('todos'), { entorno })
  programas.push(servidor)
  void servidor.fin().then((code) => fallas.push(`el programa ${n + 1} terminó con ${code}`))
  return servidor
}

/** What the set does while nobody dies: operations a second, and what each writes into the log of PostgreSQL. */
async function medir(escritores: Escritores): Promise<void> {
  const escrito = () =>
    unaConexion(conjunto.direccion('todos'), async (client) => {
      const { rows } = await client.query<{ bytes: string }>(
        "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes",
      )
      return Number(rows[0]?.bytes)
    })
  await escritores.avanzan()
  const [from, bytes, done] = [performance.now(), await escrito(), escritores.acusadas]
  await sleep(CALMA)
  const [n, kb] = [escritores.acusadas - done, ((await escrito()) - bytes) / 1_000]
  const each = (kb / n).toLocaleString('es-PE', { maximumFractionDigits: 1 })
  const second = Math.round(n / ((performance.now() - from) / 1_000))
  say(`En calma: ${second} operaciones por segundo, ${each} kB de registro cada una.`)
}

async function ronda(n: number, escritores: Escritores): Promise<void> {
  const leader = await conjunto.lider()
  const entera = n % 2 === 0
  await escritores.avanzan()
  const from = performance.now()
  await conjunto.matar(leader, entera)
  await escritores.avanzan()
  conjunto.volver(leader)
  await conjunto.completo()
  await escritores.avanzan()
  const gap = escritores.pausa(from)
  if (gap > SIN_ESCRITURAS * 1000) fallas.push(`ronda ${n}: ${segundos(gap)} s sin escrituras`)
  const what = entera ? 'Patroni, PostgreSQL y etcd' : 'Patroni y PostgreSQL'
  say(
    `Ronda ${n}: ${what} de la máquina ${leader + 1} muertos; ${segundos(gap)} s sin escrituras; completo de nuevo a los ${segundos(performance.now() - from)} s; ${escritores.acusadas} acusadas.`,
  )
}

/** The machine that leads is cut off while it lives: another one leads, and what is written there counts nowhere. */
async function corte(n: number, escritores: Escritores): Promise<void> {
  const leader = await conjunto.lider()
  await escritores.avanzan()
  const from = performance.now()
  const { escritura } = conjunto.cortar(leader)
  try {
    await escritores.avanzan(2_000 * SIN_ESCRITURAS_CORTADA)
    const acusada = await Promise.race([escritura, sleep(SIN_ESCRITURAS * 1000, null)])
    if (acusada) fallas.push(`corte ${n}: la máquina cortada acusó una escritura`)
    if (acusada === null) fallas.push(`corte ${n}: la máquina cortada sigue atendiendo`)
  } finally {
    conjunto.unir()
  }
  const joined = performance.now()
  await conjunto
    .completo(180_000)
    .catch((error: Error) => fallas.push(`corte ${n}: ${error.message}`))
  await escritores.avanzan(120_000)
  const gap = escritores.pausa(from)
  if (gap > SIN_ESCRITURAS_CORTADA * 1000)
    fallas.push(`corte ${n}: ${segundos(gap)} s sin escrituras`)
  say(
    `Corte ${n}: la red de la máquina ${leader + 1} cortada; ${segundos(gap)} s sin escrituras; completo a los ${segundos(performance.now() - joined)} s de unirla; ${escritores.acusadas} acusadas.`,
  )
}

async function cambio(escritores: Escritores): Promise<void> {
  const [de, a] = await hasta('un principal y su espera', async () => {
    const members = await conjunto.miembros()
    const name = (role: string) => members.find((each) => each.role === role)?.name
    const [leader, standby] = [name('leader'), name('sync_standby')]
    return leader && standby ? [leader, standby] : null
  })
  await escritores.avanzan()
  const from = performance.now()
  conjunto.cambiarPrincipal(de, a)
  await hasta(`${a} como principal`, async () =>
    (await conjunto.miembros()).some((each) => each.name === a && each.role === 'leader'),
  )
  await conjunto.completo()
  await escritores.avanzan()
  say(
    `Cambio de principal por orden, de ${de} a ${a}: ${segundos(escritores.pausa(from))} s sin escrituras.`,
  )
}

async function juzgar(escritores: Escritores): Promise<void> {
  const db = connect({ url: conjunto.direccion('todos') })
  const hallazgos = await comprobar(db, escritores.historia).finally(() => db.destroy())
  for (const [name, clean] of Object.entries(LIMPIO)) {
    const found = hallazgos[name as keyof typeof LIMPIO]
    if (JSON.stringify(found) !== JSON.stringify(clean))
      fallas.push(`${name}: ${JSON.stringify(found).slice(0, 2_000)}`)
  }
  const { errores, cuenta } = escritores
  if (errores.length > 0) fallas.push(`respuestas: ${JSON.stringify(errores).slice(0, 2_000)}`)
  if (cuenta.desconocido + cuenta.pedido > 0)
    fallas.push(`${cuenta.desconocido + cuenta.pedido} sin saber qué fue de ellas`)
  const deMas = hallazgos.operaciones - cuenta.ok
  if (deMas !== 0) fallas.push(`${deMas} operaciones de más en los libros`)
  const verify = spawnSync(process.execPath, [aqui('../verificar.ts')], {
    encoding: 'utf8',
    env: { ...process.env, ...ENTORNO, DATABASE_URL: conjunto.direccion('principal') },
  })
  if (verify.status !== 0) fallas.push(`verificar: ${verify.stdout}${verify.stderr}`)
  for (const [n, { dicho }] of programas.entries())
    if (dicho !== '') say(`El programa ${n + 1} dijo:\n${dicho}`)
  say(
    `${cuenta.ok} operaciones acusadas y ${cuenta.rechazado} rechazadas, con ${cuenta.reintentos} reintentos: ${hallazgos.perdidas.length} perdidas, ${deMas} de más; verificar: ${verify.stdout.trim()}`,
  )
}

const aqui = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const secretos = join(root, 'programa-0')
const ENTORNO = { CAMBISTA_CLAVE: CLAVE, CAMBISTA_DATOS: secretos, CAMBISTA_SECRETOS: secretos }

async function ensayar(): Promise<void> {
  const azar = azarDe(SEMILLA)
  await conjunto.iniciar()
  const casa = await abrirCasa(conjunto.direccion(await conjunto.lider()), 8, ESCRITORES)
  await casa.db.destroy()
  const puertos = [(await programa(0)).puerto, (await programa(1)).puerto]
  await conjunto.repartir(puertos)
  const listo = () => fetch(`http://127.0.0.1:${conjunto.casa}/api/listo`)
  await hasta('HAProxy', async () => (await listo()).ok)
  say(`Conjunto completo; semilla ${SEMILLA}.`)
  const escritores = new Escritores({ casa, azar, cuantos: ESCRITORES, puerto: conjunto.casa })
  await medir(escritores)
  for (let n = 1; n <= rondas; n += 1) await ronda(n, escritores)
  if (sePuedeCortar()) for (let n = 1; n <= CORTES; n += 1) await corte(n, escritores)
  else say('Sin cortes de red: hacen falta root e iptables.')
  await cambio(escritores)
  await sleep(1_000)
  await escritores.parar()
  await juzgar(escritores)
}

try {
  await ensayar()
} catch (error) {
  dejar = true
  fallas.push(`${(error as Error).message} Los registros quedan en «${root}».`)
}
say(fallas.length === 0 ? 'Sin fallas.' : `FALLAS:\n  ${fallas.join('\n  ')}`)
process.exit(fallas.length === 0 ? 0 : 1)
