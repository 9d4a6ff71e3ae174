import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { verificar } from '../../../src/main.libros.ts'
import { lugarDe } from '../../../src/server/acceso/secretos.ts'
import { conBase } from '../../../src/server/db/db.ts'
import { unaConexion } from '../../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startPostgres } from '../../../src/server/embedded/embedded.ts'
import { crearLlaves } from '../../../src/server/respaldo/llaves.ts'
import { respaldar } from '../../../src/server/respaldo/respaldar.ts'
import { baseFolder } from '../servidor/carpeta.ts'

/** The phrase of the copies that `casaPropia` makes. */
export const FRASE = 'caballo pila grapa correcta luna'

export const query = <T extends object = Record<string, unknown>>(
  url: string,
  text: string,
): Promise<T[]> => unaConexion(url, async (client) => (await client.query<T>(text)).rows)

export const libros = (url: string) => conBase(url, (db) => verificar(db))

/** A house of the test's own in `at('casa')`, with the keys of its backups; `durable`: as in service. */
export async function casaPropia({ durable = false }: { durable?: boolean } = {}) {
  const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
  chmodSync(root, 0o711)
  const at = (name: string) => join(root, name)
  const clave = randomBytes(32)
  const house = await startPostgres({ carpeta: at('casa'), durable })
  await migrate(house.url)
  const llaves = await crearLlaves(root, clave, FRASE, 4)
  const encargo = (destino: string, plan = { dias: 9, semanas: 0, meses: 0 }) => ({
    ...{ datos: at('casa'), destino, llaves, plan, libros, casa: 'Cambios Uno', demo: false },
    ...{ zona: 'America/Lima', nueva: true, programa: '0.0.0' },
    secretos: { 'cambista.clave': `${clave.toString('hex')}\n`, nada: null },
  })
  /** As by default, without CAMBISTA_DEMO: its keys lie apart, where a real house has them. */
  const entorno = { CAMBISTA_DATOS: at('casa'), XDG_CONFIG_HOME: root, APPDATA: root }
  const apart = lugarDe({ datos: at('casa'), demo: false }, entorno).clave
  mkdirSync(dirname(apart))
  symlinkSync(root, apart, 'junction')
  return {
    ...{ root, at, clave, house, llaves, encargo, entorno },
    copiar: (...asked: Parameters<typeof encargo>) => respaldar(encargo(...asked)),
    async cerrar() {
      await house.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export type CasaPropia = Awaited<ReturnType<typeof casaPropia>>
