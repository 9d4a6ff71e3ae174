import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { unaConexion } from '../../db/entrada/conexion.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { crearLlaves, type Llaves } from '../llaves.ts'
import { respaldar } from '../respaldar.ts'
import { archivador } from './archivar.ts'

/* a disk of backups that was swapped has a gap, which asks for a copy. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const at = (name: string) => join(root, name)
let house: EmbeddedPostgres
let llaves: Llaves

beforeAll(async () => {
  house = await startPostgres({ carpeta: at('casa'), durable: false })
  llaves = await crearLlaves(root, randomBytes(32), 'caballo pila grapa correcta luna', 4)
})
afterAll(async () => {
  await house.stop()
  rmSync(root, { recursive: true, force: true })
})

test('the log follows its copy until another disk is in its place, and again after a copy to that one', async () => {
  const turn = archivador({
    ...{ place: findPlace(at('casa')), destino: at('disco'), llaves },
    cabezas: at('cabezas.jsonl'),
  })
  const copiar = () =>
    respaldar({
      ...{ datos: at('casa'), destino: at('disco'), nueva: true, llaves, secretos: {} },
      ...{ casa: 'Uno', zona: 'America/Lima', demo: false, programa: '0.0.0' },
      plan: { dias: 9, semanas: 0, meses: 0 },
      libros: async () => ({ asientos: 0, apuntes: 0, selladas: 0, diferencia: null }),
    })
  const write = () =>
    unaConexion(house.url, (client) =>
      client.query('CREATE TABLE IF NOT EXISTS t (); DROP TABLE t'),
    )
  expect(await turn()).toMatchObject({ suelto: true })
  await copiar()
  await write()
  expect(await turn()).toMatchObject({ suelto: false })
  await write()
  expect(await turn()).toMatchObject({ suelto: false })
  // Another disk, with a copy of its own that is older.
  renameSync(at('disco/registro'), at('fuera'))
  await write()
  expect(await turn()).toMatchObject({ suelto: true })
  expect(readdirSync(at('disco'))).toContain('registro')
  await copiar()
  await write()
  expect(await turn()).toMatchObject({ suelto: false })
})
