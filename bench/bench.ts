// `npm run bench` measures every figure and its reference on the same machine in the same run (docs/rendimiento.md).
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sellar } from '../src/areas/auditoria/cadena/sellado.ts'
import { areas } from '../src/main.app.ts'
import { verificar } from '../src/main.libros.ts'
import { hashPassword } from '../src/server/acceso/password.ts'
import type { Db } from '../src/server/db/db.ts'
import { startPostgres } from '../src/server/embedded/embedded.ts'
import { reglasDe, verificarNuevas } from '../src/server/verificar/verificar.ts'
import { arranques, memoria, programa } from './arranque.ts'
import { filasDeCadena } from './asientos/cadena.ts'
import { filasDeCargas } from './asientos/cargas.ts'
import { perfil } from './asientos/perfil.ts'
import { hallarPgbench } from './asientos/pgbench.ts'
import { filasDePublicar } from './asientos/publicar.ts'
import { filasDeSellos } from './asientos/sellos.ts'
import { comoDueno, llenar, montar, prepararPgbench, reglasDeComision } from './casa.ts'
import { filasDeIngreso, filasDeLeer } from './lecturas.ts'
import { CLAVE, DIVISAS, FILAS, type Mundo, SEGUNDOS, say, VUELTAS } from './mundo.ts'
import { bytes } from './navegador.ts'
import { filasDePaleta, soloPaleta } from './paleta.ts'
import { soloPantallas } from './pantallas.ts'
import { anotar, entero, tabla } from './tabla.ts'
import { filasDeTasas } from './tasas.ts'

async function filasDeArranque(url: string): Promise<void> {
  const { frio, tibio, solo, cpu } = await arranques(url)
  anotar({ que: 'start, first ever (database made)', nuestro: `${entero(frio)} ms` })
  anotar({
    que: 'start, data there',
    nuestro: `${entero(tibio)} ms`,
    meta: '≤ 1,500 ms',
    cumple: tibio <= 1500,
  })
  anotar({
    que: 'start, server alone',
    nuestro: `${entero(solo)} ms, ${entero(cpu)} of processor`,
    meta: '≤ 400 ms',
    cumple: solo <= 400,
  })
}

function filaDeMemoria(que: string, pid: number, meta: number): void {
  const mb = memoria(pid)
  if (!mb) return
  const nuestro = `${entero(mb.rss)} MB`
  const referencia = `${entero(mb.pss)} MB, what is shared in parts`
  anotar({ que, nuestro, referencia, meta: `≤ ${meta} MB`, cumple: mb.rss <= meta })
}

async function filasDeNavegador(mundo: Mundo): Promise<void> {
  try {
    const { ingreso, lista } = await bytes(mundo.puerto, 'cajera1', CLAVE)
    anotar({
      que: 'bytes to the sign-in form',
      nuestro: `${entero(ingreso)} kB`,
      meta: '≤ 120 kB',
      cumple: ingreso <= 120,
    })
    anotar({
      que: 'bytes to a usable list, in all',
      nuestro: `${entero(lista)} kB`,
      meta: '≤ 180 kB',
      cumple: lista <= 180,
    })
  } catch (error) {
    say(`The browser's rows are left out: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Seals what is left, then checks the books whole and, as each hour does, what is new. */
async function filasDeVerificar(db: Db, url: string): Promise<void> {
  // A table that the program does not know has no note taker, and would be found.
  await comoDueno(url, (client) => client.query('DROP TABLE bench_pedidos'))
  await sellar(db)
  const began = performance.now()
  const { apuntes, diferencia } = await verificar(db)
  const ms = performance.now() - began
  anotar({
    que: 'the books afterwards',
    nuestro: diferencia
      ? `${diferencia.regla}: ${diferencia.detalle}`
      : `right, ${entero(apuntes)} legs`,
    cumple: diferencia === null,
  })
  anotar({
    que: 'verificar, all rules and seals',
    nuestro: `${entero(ms)} ms`,
    referencia: `${entero((ms / apuntes) * 1e6)} ms a million legs`,
  })
  const nuevas = verificarNuevas(db, reglasDe(areas))
  await nuevas()
  const then = performance.now()
  await nuevas()
  anotar({
    que: 'the hourly check, nothing new',
    nuestro: `${entero(performance.now() - then)} ms`,
  })
}

async function main(): Promise<void> {
  const carpeta = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  const postgres = await startPostgres({ carpeta })
  const { url } = postgres
  try {
    say('Opening the house…')
    const casa = await montar(url, DIVISAS)
    const password_hash = await hashPassword(CLAVE)
    await sql`UPDATE usuarios SET password_hash = ${password_hash}`.execute(casa.db)
    await prepararPgbench(url, casa)
    const server = await programa({ DATABASE_URL: url })
    const { puerto, pid } = server
    // What the start left is collected once it listens.
    await sleep(1_000)
    filaDeMemoria('memory before the first request', pid, 110)
    const mundo: Mundo = { casa, url, puerto, pid, programaPgbench: hallarPgbench() }
    await filasDePublicar(mundo)
    await filasDeTasas(mundo)
    await filasDeCadena(mundo)
    await filasDeSellos(mundo)
    await reglasDeComision(url)
    await filasDeCargas(mundo)
    say(`Registering ${FILAS} operations…`)
    await llenar(url, casa, FILAS, say)
    await filasDeLeer(mundo)
    await filasDeIngreso(mundo)
    await filasDePaleta(mundo)
    filaDeMemoria('memory of the server after all this', pid, 150)
    await filasDeNavegador(mundo)
    await server.parar()
    await filasDeArranque(url)
    await filasDeVerificar(casa.db, url)
    await casa.db.destroy()
  } finally {
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
  const cores = cpus()
  say(
    `\n${cores.length} × ${cores[0]?.model}, ${entero(totalmem() / 1e9)} GB, Node ${process.version}, ${SEGUNDOS} s × ${VUELTAS}`,
  )
  process.stdout.write(`\n${tabla()}\n`)
}

const ALONE: Record<string, () => Promise<void>> = {
  perfil,
  paleta: soloPaleta,
  pantallas: soloPantallas,
}
await (ALONE[process.argv[2] ?? ''] ?? main)()
