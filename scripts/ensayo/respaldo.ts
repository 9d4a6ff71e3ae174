// `npm run ensayo:respaldo -- [rondas] [muertes]` tries backups and restores on a house of its own, in a temporary folder:
// so many rounds under eight writers, each restored, verified and held against what was acknowledged; then the commands
// are killed so many times at some moment each, and whatever they leave must be swept by the next that is not.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { verificar } from '../../src/main.app.ts'
import { claveDeCasa, lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { copiasDe } from '../../src/server/respaldo/copias.ts'
import { crearLlaves } from '../../src/server/respaldo/llaves.ts'
import { respaldar } from '../../src/server/respaldo/respaldar.ts'

const [rondas = 20, muertes = 20] = process.argv.slice(2).map(Number)
const ESCRITORES = 8
const FRASE = 'caballo pila grapa correcta luna'

const root = mkdtempSync(join(tmpdir(), 'cambista-ensayo-'))
chmodSync(root, 0o711)
const at = (name: string) => join(root, name)
const env = (datos: string) => ({
  ...process.env,
  CAMBISTA_DATOS: at(datos),
  CAMBISTA_SECRETOS: at(`${datos}-secretos`),
  CAMBISTA_RESPALDO_FRASE: FRASE,
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const numeros = (url: string) =>
  unaConexion(url, async (client) => {
    const { rows } = await client.query<{ n: number }>('SELECT n FROM ensayo.acuses')
    return new Set(rows.map(({ n }) => n))
  })

/** Writes with eight connections; `acuses` has each row with the instant of its acknowledgement. */
function escribir(url: string, from: number) {
  let going = true
  let next = from
  const acuses: { n: number; cuando: number }[] = []
  const each = Array.from({ length: ESCRITORES }, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (going) {
      const n = next++
      await client.query('INSERT INTO ensayo.acuses VALUES ($1::int, repeat(md5($1::text), 30))', [
        n,
      ])
      acuses.push({ n, cuando: Date.now() })
    }
    await client.end()
  })
  return {
    acuses,
    async parar() {
      going = false
      await Promise.all(each)
      return next
    },
  }
}

/** Rounds of a backup while eight write: what was acknowledged before its end is in what was restored of it. */
async function enRondas(url: string): Promise<void> {
  const lugar = lugarDe({ datos: at('casa'), demo: false }, env('casa'))
  const clave = await claveDeCasa({ url, lugar, demo: false }, env('casa'))
  const llaves = await crearLlaves(lugar.clave, clave, FRASE)
  const destino = at('copias')
  let from = 1
  let total = 0
  for (let ronda = 1; ronda <= rondas; ronda++) {
    const writing = escribir(url, from)
    let there = new Set<number>()
    const { manifiesto } = await respaldar({
      ...{ datos: at('casa'), destino, nueva: true, llaves, secretos: {}, programa: 'ensayo' },
      ...{ casa: 'Ensayo', zona: 'America/Lima', demo: false },
      plan: { dias: 1, semanas: 0, meses: 0 },
      libros: async (copy) => {
        there = await numeros(copy)
        return conBase(copy, (db) => verificar(db))
      },
    })
    from = await writing.parar()
    const before = writing.acuses.filter(({ cuando }) => cuando < Date.parse(manifiesto.fin))
    const lost = before.filter(({ n }) => !there.has(n))
    total += before.length
    if (lost.length > 0)
      throw new Error(`Ronda ${ronda}: faltan ${lost.length} de ${before.length}`)
    await unaConexion(url, (client) => client.query('TRUNCATE ensayo.acuses'))
  }
  say(`${rondas} rondas con ${ESCRITORES} que escriben: ${total} acuses antes de su fin, 0 faltan.`)
}

/** Runs a command and kills it after `ms`; answers how it ended and what it said. */
function correr(script: string, args: string[], datos: string, ms: number | null) {
  const path = fileURLToPath(new URL(`../respaldo/${script}.ts`, import.meta.url))
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [path, ...args], { env: env(datos) })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const timer = ms === null ? undefined : setTimeout(() => child.kill('SIGKILL'), ms)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, said })
    })
  })
}

async function exigir(what: string, ended: { code: number | null; said: string }): Promise<void> {
  if (ended.code !== 0) throw new Error(`${what} terminó con ${ended.code}:\n${ended.said}`)
}

/** Backups that are killed, each at a later moment than the one before; then one that is not. */
async function copiasMuertas(url: string): Promise<void> {
  const began = performance.now()
  await exigir('El respaldo', await correr('respaldar', [at('copias')], 'casa', null))
  const whole = performance.now() - began
  const good = copiasDe(at('copias')).length
  for (let n = 1; n <= muertes; n++) {
    await correr('respaldar', [at('copias')], 'casa', (whole * n) / (muertes + 1))
  }
  // The server ends the copy of a connection that was lost.
  for (;;) {
    const slots = await unaConexion(url, async (client) => {
      const { rows } = await client.query('SELECT slot_name FROM pg_replication_slots')
      return rows.length
    })
    if (slots === 0) break
    await sleep(100)
  }
  await exigir('El respaldo', await correr('respaldar', [at('copias')], 'casa', null))
  const left = readdirSync(at('casa')).filter((name) => name.startsWith('ensayo-'))
  if (left.length > 0) throw new Error(`Quedan ensayos: ${left.join(', ')}`)
  const { diferencia } = await conBase(url, (db) => verificar(db))
  if (diferencia) throw new Error(`${diferencia.regla}: ${diferencia.detalle}`)
  const now = copiasDe(at('copias')).length
  say(
    `${muertes} respaldos muertos a la mitad: el siguiente está bien (${good} copias antes, ${now} ahora).`,
  )
}

/** Restores that are killed: each leaves a house that does not start, or a whole one; the next one brings it. */
async function restauracionesMuertas(): Promise<void> {
  const began = performance.now()
  await exigir('La restauración', await correr('restaurar', [at('copias')], 'entera', null))
  const whole = performance.now() - began
  let cut = 0
  for (let n = 1; n <= muertes; n++) {
    const datos = `otra-${n}`
    await correr('restaurar', [at('copias')], datos, (whole * n) / (muertes + 1))
    const again = await correr('restaurar', [at('copias')], datos, null)
    // It was killed when all but its last look was done.
    const done = again.said.includes('ya tiene una casa') || again.said.includes('está en marcha')
    if (!done) await exigir('La restauración', again)
    else cut++
    if (!existsSync(join(at(`${datos}-secretos`), 'cambista.clave')))
      throw new Error('Falta la clave')
    const postgres = await startPostgres({ carpeta: at(datos) })
    const { diferencia } = await conBase(postgres.url, (db) => verificar(db))
    await postgres.stop()
    if (diferencia) throw new Error(`${diferencia.regla}: ${diferencia.detalle}`)
    rmSync(at(datos), { recursive: true })
  }
  say(
    `${muertes} restauraciones muertas a la mitad: ${muertes - cut} repetidas, ${cut} ya estaban enteras; todas sin diferencias.`,
  )
}

const house = await startPostgres({ carpeta: at('casa') })
try {
  await migrate(house.url)
  await unaConexion(house.url, (client) =>
    client.query(
      'CREATE SCHEMA ensayo; CREATE TABLE ensayo.acuses (n int PRIMARY KEY, relleno text)',
    ),
  )
  await enRondas(house.url)
  await copiasMuertas(house.url)
} finally {
  await house.stop()
}
try {
  await restauracionesMuertas()
} finally {
  rmSync(root, { recursive: true, force: true })
}
