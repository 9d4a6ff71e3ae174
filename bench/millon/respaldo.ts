import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { verificar } from '../../src/main.libros.ts'
import { conBase } from '../../src/server/db/db.ts'
import { marcarAMedias } from '../../src/server/embedded/a-medias.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { crearLlaves } from '../../src/server/respaldo/llaves.ts'
import { recuperar } from '../../src/server/respaldo/registro/aplicar.ts'
import { respaldar } from '../../src/server/respaldo/respaldar.ts'
import { traer } from '../../src/server/respaldo/traer.ts'
import { comoDueno } from '../casa.ts'

const NADA = { segmentos: [], historias: [], hasta: null }

/**
 * Makes a backup of the house in `datos`, whose PostgreSQL runs, and brings it back beside it: prints how long each part
 * takes, in seconds, and how large it is. The books of the copy are recomputed; what is no house's own, since its months
 * are copies, does not count against it.
 */
export async function medirRespaldo(datos: string, url: string): Promise<void> {
  const root = mkdtempSync(join(dirname(datos), 'cambista-respaldo-'))
  const line = (what: string, value: string) => process.stdout.write(`| ${what} | ${value} |\n`)
  const mega = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
  let began = performance.now()
  const lap = () => {
    const seconds = (performance.now() - began) / 1000
    began = performance.now()
    return `${Math.round(seconds)} s`
  }
  try {
    const clave = randomBytes(32)
    const llaves = await crearLlaves(root, clave, 'caballo pila grapa correcta luna')
    const [{ bytes } = { bytes: 0 }] = await comoDueno(url, async (client) => {
      const { rows } = await client.query<{ bytes: number }>(
        'SELECT pg_database_size(current_database())::float AS bytes',
      )
      return rows
    })
    process.stdout.write('\n| backup | |\n| --- | --- |\n')
    line('database', mega(bytes))
    lap()
    let libros = 0
    const { carpeta, manifiesto } = await respaldar({
      ...{ datos, destino: join(root, 'copias'), nueva: true, llaves, secretos: {} },
      ...{ casa: 'Millón', zona: 'America/Lima', demo: false, programa: 'bench' },
      plan: { dias: 1, semanas: 0, meses: 0 },
      libros: async (copy) => {
        const start = performance.now()
        const found = await conBase(copy, (db) => verificar(db))
        libros = (performance.now() - start) / 1000
        return { ...found, diferencia: null }
      },
      avance: (text) =>
        text.startsWith('Restaurando') && line('copied, compressed, encrypted', lap()),
    })
    line('encrypted file', mega(manifiesto.paquete.bytes))
    line('restored, started, every page and index read, books recomputed', lap())
    line('… of which the books', `${Math.round(libros)} s`)
    const otra = join(root, 'otra')
    const place = findPlace(otra)
    await traer(carpeta, llaves.privada, place)
    await recuperar(place, llaves.privada, NADA, 'copia')
    marcarAMedias(place.data, null)
    line('brought back and recovered', lap())
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
