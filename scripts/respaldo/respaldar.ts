// `npm run respaldo -- <carpeta>` copies the house, encrypted, into a folder, a USB disk or a mounted share, with or
// without a running server, and restores the copy to see that it is good. The folder may stand in CAMBISTA_RESPALDO. The
// first time it asks for the phrase that opens the copies; without a terminal it reads CAMBISTA_RESPALDO_FRASE: no argument, since other
// users can see a command's arguments. With --probar-frase it proves that somebody has the phrase; with --cambiar-frase
// it makes other keys under another phrase, and a copy by them.
// The program starts the daily one without scripts/run.mjs.
import '../lib/ceder.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import paquete from '../../package.json' with { type: 'json' }
import { formatDecimal } from '../../src/core/formato.ts'
import { LIMA, ponerZona } from '../../src/core/zona.ts'
import { verificar } from '../../src/main.libros.ts'
import type { ClaveCasa } from '../../src/server/acceso/clave.ts'
import { claveDeCasa, lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { anotandoRespaldo, anotarFrase, EnCurso } from '../../src/server/respaldo/anotar.ts'
import { leerPlan } from '../../src/server/respaldo/conservar.ts'
import { exigirDestino } from '../../src/server/respaldo/copias.ts'
import { EN_CURSO } from '../../src/server/respaldo/diario.ts'
import {
  ARCHIVO_LLAVES,
  cambiarLlaves,
  crearLlaves,
  type Llaves,
  leerLlaves,
} from '../../src/server/respaldo/llaves.ts'
import { mudarRegistro } from '../../src/server/respaldo/registro/archivar.ts'
import { type Encargo, respaldar } from '../../src/server/respaldo/respaldar.ts'
import { secretosDe } from '../../src/server/respaldo/secretos.ts'
import { pedidaDe } from './argumentos.ts'
import { decirAnteriores, elegirFrase, probarFrase } from './frase.ts'

async function main(): Promise<void> {
  const { que, destino, nombrada } = pedidaDe(process.argv.slice(2), process.env)
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
    ponerZona(zona)
    const lugar = lugarDe({ ...config, demo }, process.env)
    const clave = await claveDeCasa({ url: database.url, lugar, demo }, process.env)
    const sitio = { destino, secretos: lugar.clave, clave, url: database.url }
    if (que === 'probar') return await probar(sitio)
    const cambio = que === 'cambiar' ? await cambiar(sitio) : null
    const { carpeta, manifiesto, borradas } = await anotandoRespaldo(
      database.url,
      destino,
      async () => {
        const known = leerLlaves(lugar.clave, clave)
        const llaves = cambio?.llaves ?? known ?? (await primera(sitio))
        // Whoever names the folder wants it there; the daily one misses its disk.
        const nueva = nombrada || !known
        return respaldar({
          ...{ datos: config.datos, destino, nueva, llaves, plan, libros, casa, zona, demo },
          ...{ programa: paquete.version, ...cambio?.encargo(config.datos) },
          secretos: { ...secretosDe(lugar, clave), ...cambio?.secretos },
          avance: (texto) => process.stdout.write(`${texto}\n`),
        })
      },
    )
    if (cambio) await anotarFrase(database.url, 'cambiada')
    const { comprobado, bytes, paquete: file } = manifiesto
    process.stdout.write(
      `Respaldo hecho y comprobado: ${carpeta}\n  ${mega(bytes)} copiados, ${mega(file.bytes)} cifrados; ` +
        `${comprobado?.asientos} asientos, ${comprobado?.apuntes} apuntes y ${comprobado?.indices} índices revisados en la copia, sin diferencias.\n`,
    )
    if (borradas.length > 0) process.stdout.write(`  Se borraron ${borradas.length} ya viejos.\n`)
    if (cambio) {
      process.stdout.write('Frase cambiada: lo que se respalde desde ahora se abre con la nueva.\n')
      decirAnteriores(destino, cambio.llaves)
    }
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

/** The folder of the copies, that of the keys, the key of the house, and its database as its owner. */
interface Sitio {
  destino: string
  secretos: string
  clave: ClaveCasa
  url: string
}

/** The keys of a house that makes its first copy. A folder that has a log has that of other keys. */
async function primera({ destino, secretos, clave, url }: Sitio): Promise<Llaves> {
  const frase = await elegirFrase()
  const propia = existsSync(join(destino, 'registro'))
  const llaves = await crearLlaves(secretos, clave, frase, undefined, propia)
  await anotarFrase(url, 'elegida')
  return llaves
}

/** The keys of a house that has made copies. @throws Error in Spanish when it has not. */
function suyas({ secretos, clave }: Sitio): Llaves {
  const llaves = leerLlaves(secretos, clave)
  if (llaves) return llaves
  throw new Error(
    'Esta casa no tiene frase todavía: haga su primer respaldo con «npm run respaldo».',
  )
}

async function probar(sitio: Sitio): Promise<void> {
  const escrita = await probarFrase(sitio.destino, suyas(sitio))
  if (escrita) await anotarFrase(sitio.url, 'probada')
}

/**
 * Other keys under another phrase, and a copy by them, which puts them in the place of those of now once it is good: what
 * fails before leaves the phrase as it was.
 */
async function cambiar(sitio: Sitio) {
  const { destino, secretos, clave } = sitio
  const before = suyas(sitio)
  // Before anybody types a phrase: where the disk is away there would be no copy under it.
  exigirDestino(destino)
  const { llaves, texto, poner } = await cambiarLlaves(
    ...([secretos, clave, before, await elegirFrase()] as const),
  )
  process.stdout.write('Se hace un respaldo entero; la frase cambia cuando esté comprobado.\n')
  return {
    llaves,
    secretos: { [ARCHIVO_LLAVES]: texto },
    encargo: (datos: string): Pick<Encargo, 'luego'> => ({
      luego: ({ segmentos: [, ultimo] }) =>
        mudarRegistro(findPlace(datos), { destino, ultimo }, { de: before, a: llaves }, poner),
    }),
  }
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
