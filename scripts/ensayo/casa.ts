import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verificar } from '../../src/main.libros.ts'
import { claveDeCasa, fijarClave, lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { crearLlaves, type Llaves } from '../../src/server/respaldo/llaves.ts'
import type { Verificacion } from '../../src/server/verificar/verificar.ts'
import { azarDe, SEMILLA } from '../../test/jaula/azar.ts'
import { abrirCasa } from '../../test/jaula/casa.ts'
import { type Contraste, contrastar } from '../../test/jaula/comprobar.ts'
import { arrancar } from '../../test/jaula/servidor.ts'
import { Escritores } from './escritores.ts'

const FRASE = 'caballo pila grapa correcta luna'
export const ESCRITORES = 8

/** How a command ended and what it said. */
export interface Salida {
  code: number | null
  said: string
}

/** What a database has of what the writers were answered, and its books. */
export type Juicio = Contraste & { libros: Verificacion }

/** A house of its own in a temporary folder, the program that serves it, and eight who write into it. */
export interface Ensayo {
  at(name: string): string
  url: string
  llaves: Llaves
  escritores: Escritores
  /** Compares a database with what the writers were answered so far, and recomputes its books. */
  juzgar(url: string): Promise<Juicio>
  /** Runs `respaldar` or `restaurar` on a data folder, and kills it after `ms`. */
  correr(script: string, args: string[], datos: string, ms: number | null): Promise<Salida>
  /** The writers end, then the program and PostgreSQL; the folder stays for `borrar`. */
  cerrar(): Promise<void>
  borrar(): void
}

export async function abrirEnsayo(): Promise<Ensayo> {
  const root = mkdtempSync(join(tmpdir(), 'cambista-ensayo-'))
  chmodSync(root, 0o711)
  const at = (name: string) => join(root, name)
  const env = (datos: string) => ({
    ...process.env,
    CAMBISTA_DATOS: at(datos),
    CAMBISTA_SECRETOS: at(`${datos}-secretos`),
    CAMBISTA_RESPALDO_FRASE: FRASE,
  })
  const house = await startPostgres({ carpeta: at('casa') })
  const { url } = house
  const lugar = lugarDe({ datos: at('casa'), demo: false }, env('casa'))
  const clave = await claveDeCasa({ url, lugar, demo: false }, env('casa'))
  await migrate(url)
  await fijarClave({ url, lugar, demo: false }, clave)
  const llaves = await crearLlaves(lugar.clave, clave, FRASE)
  const casa = await abrirCasa(url, ESCRITORES, ESCRITORES)
  await casa.db.destroy()
  const secretos = { CAMBISTA_SECRETOS: lugar.clave, CAMBISTA_CLAVE: clave.toString('hex') }
  const programa = await arrancar(url, { entorno: { ...secretos, CAMBISTA_DATOS: at('programa') } })
  process.once('exit', () => programa.senal('SIGKILL'))
  const { puerto } = programa
  const azar = azarDe(SEMILLA)
  const escritores = new Escritores({ casa, azar, cuantos: ESCRITORES, puerto })
  return {
    ...{ at, url, llaves, escritores },
    juzgar: (of) =>
      conBase(of, async (db) => ({
        ...(await contrastar(db, escritores.historia)),
        libros: await verificar(db),
      })),
    correr: (script, args, datos, ms) => correr(script, args, env(datos), ms),
    async cerrar() {
      await escritores.parar()
      await programa.parar()
      await house.stop()
    },
    borrar: () => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  }
}

function correr(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  ms: number | null,
): Promise<Salida> {
  const path = fileURLToPath(new URL(`../respaldo/${script}.ts`, import.meta.url))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, ...args], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const timer = ms === null ? undefined : setTimeout(() => child.kill('SIGKILL'), ms)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, said })
    })
  })
}

/** @throws Error with what it said, when a command did not end well. */
export function exigir(what: string, { code, said }: Salida): void {
  if (code !== 0) throw new Error(`${what} terminó con ${code}:\n${said}`)
}

/**
 * @throws Error when a database is not what the writers were answered: an operation that was refused, that nobody asked
 * for or that has other figures, without its row of the audit, books with a difference, or one of those in `exigidas`,
 * by their keys, that is not there.
 */
export function exigirJuicio(what: string, found: Juicio, exigidas: readonly string[]): void {
  const lost = new Set(found.perdidas)
  const { cambiadas, coladas, ajenas, sinAuditoria } = found
  const wrong = {
    ...{ perdidas: exigidas.filter((clave) => lost.has(clave)) },
    ...{ cambiadas, coladas, ajenas, sinAuditoria },
  }
  for (const [name, list] of Object.entries(wrong))
    if (list.length > 0)
      throw new Error(`${what}: ${list.length} ${name} (${list.slice(0, 3).join(', ')})`)
  const { diferencia } = found.libros
  if (diferencia) throw new Error(`${what}: ${diferencia.regla}: ${diferencia.detalle}`)
}
