// `npm run respaldo -- <carpeta>` copies the house, encrypted, into a folder, a USB disk or a mounted share, with or
// without a running server, and restores the copy to see that it is good. The folder may stand in CAMBISTA_RESPALDO. The
// first time it asks for the phrase that opens the copies, or reads CAMBISTA_RESPALDO_FRASE: no argument, since other
// users can see a command's arguments.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import paquete from '../../package.json' with { type: 'json' }
import { formatDecimal } from '../../src/core/formato.ts'
import { LIMA } from '../../src/core/zona.ts'
import { verificar } from '../../src/main.app.ts'
import type { ClaveCasa } from '../../src/server/acceso/clave.ts'
import { claveDeCasa, lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { anotandoRespaldo, EnCurso } from '../../src/server/respaldo/anotar.ts'
import { leerPlan } from '../../src/server/respaldo/conservar.ts'
import { EN_CURSO } from '../../src/server/respaldo/diario.ts'
import {
  crearLlaves,
  faltaFrase,
  type Llaves,
  leerLlaves,
} from '../../src/server/respaldo/llaves.ts'
import { respaldar } from '../../src/server/respaldo/respaldar.ts'
import { secretosDe } from '../../src/server/respaldo/secretos.ts'
import { preguntar } from '../lib/pregunta.ts'

async function main(): Promise<void> {
  const given = process.argv[2] ?? process.env.CAMBISTA_RESPALDO
  if (!given)
    throw new Error('Uso: npm run respaldo -- <carpeta>, la del disco o del lugar de red.')
  const destino = resolve(given)
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new Error(
      'Con un PostgreSQL propio (DATABASE_URL) los respaldos los hace su herramienta: docs/respaldo.md dice cómo, con pgBackRest.',
    )
  }
  if (!existsSync(findPlace(config.datos).data)) {
    throw new Error(
      `En ${config.datos} no hay una casa que respaldar: indique su carpeta con CAMBISTA_DATOS.`,
    )
  }
  const plan = leerPlan(process.env.CAMBISTA_RESPALDO_CONSERVAR ?? '7,4,12')
  const database = await openDatabase(config)
  try {
    await migrate(database.url)
    const { casa, zona, demo } = await quienEs(database.url)
    const lugar = lugarDe({ ...config, demo }, process.env)
    const clave = await claveDeCasa({ url: database.url, lugar, demo }, process.env)
    const { carpeta, manifiesto, borradas } = await anotandoRespaldo(
      database.url,
      destino,
      async () => {
        const known = leerLlaves(lugar.clave, clave)
        const llaves = known ?? (await primera(lugar.clave, clave))
        // Whoever names the folder wants it there; the daily one misses its disk.
        const nueva = process.argv[2] !== undefined || !known
        return respaldar({
          ...{ datos: config.datos, destino, nueva, llaves, plan, libros, casa, zona, demo },
          ...{ secretos: secretosDe(lugar, clave), programa: paquete.version },
          avance: (texto) => process.stdout.write(`${texto}\n`),
        })
      },
    )
    const { comprobado, bytes, paquete: file } = manifiesto
    process.stdout.write(
      `Respaldo hecho y comprobado: ${carpeta}\n  ${mega(bytes)} copiados, ${mega(file.bytes)} cifrados; ` +
        `${comprobado?.asientos} asientos, ${comprobado?.apuntes} apuntes y ${comprobado?.indices} índices revisados en la copia, sin diferencias.\n`,
    )
    if (borradas.length > 0) process.stdout.write(`  Se borraron ${borradas.length} ya viejos.\n`)
  } finally {
    await database.close()
  }
}

const mega = (bytes: number) => `${formatDecimal(String(bytes / 1e6), 1)} MB`

const libros = (url: string) => conBase(url, (db) => verificar(db))

/** The house's name and time zone, and whether it is the demo: the variables of a command may say otherwise. */
function quienEs(url: string): Promise<{ casa: string; zona: string; demo: boolean }> {
  return unaConexion(url, async (client) => {
    const { rows } = await client.query<{ casa: string | null; zona: string; demo: boolean }>(
      `SELECT ajuste('empresa')->>'razon_social' AS casa, zona_horaria() AS zona,
              EXISTS (SELECT FROM ajustes WHERE clave = 'demo') AS demo`,
    )
    const { casa = null, zona = LIMA, demo = false } = rows[0] ?? {}
    return { casa: casa || 'Casa sin nombre', zona, demo }
  })
}

/** The keys of a house that makes its first copy, under a phrase that is typed twice. */
async function primera(carpeta: string, clave: ClaveCasa): Promise<Llaves> {
  const set = process.env.CAMBISTA_RESPALDO_FRASE
  if (!set && !process.stdin.isTTY) {
    throw new Error(
      'Falta la frase de los respaldos: ejecute una vez «npm run respaldo» en una terminal de esta máquina.',
    )
  }
  if (!set) {
    process.stdout.write(
      'Es el primer respaldo. Elija la frase que los abrirá: cinco palabras al azar, escritas en papel y guardadas lejos de esta máquina y del disco. Sin ella no se recupera nada.\n',
    )
  }
  const frase = set ?? (await preguntar('Frase (no se muestra): ', true))
  const falta = faltaFrase(frase)
  if (falta) throw new Error(falta)
  if (!set && (await preguntar('Otra vez: ', true)) !== frase) {
    throw new Error(
      'Las dos frases no son iguales: no se guardó ninguna. Ejecute el comando de nuevo.',
    )
  }
  return crearLlaves(carpeta, clave, frase)
}

// The rehearsal's PostgreSQL ends with this process, whose hooks a signal alone would not call.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130))
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  // The daily one of another process is no failure of this one.
  process.exitCode = error instanceof EnCurso ? EN_CURSO : 1
})
