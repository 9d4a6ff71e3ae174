import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/embedded.ts'
import { copiasDe } from '../copias.ts'
import { crearLlaves, type Llaves } from '../llaves.ts'
import { escribir, leerManifiesto, MANIFIESTO, type Manifiesto } from '../manifiesto.ts'
import { respaldar } from '../respaldar.ts'

/* which copies stay says the log, whatever a clock that was set says. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const at = (name: string) => join(root, name)
const destino = at('copias')
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

const copiar = () =>
  respaldar({
    ...{ datos: at('casa'), destino, nueva: true, llaves, secretos: {} },
    ...{ casa: 'Uno', zona: 'America/Lima', demo: false, programa: '0.0.0' },
    plan: { dias: 1, semanas: 0, meses: 0 },
    libros: async () => ({ asientos: 0, apuntes: 0, selladas: 0, diferencia: null }),
  })

test('the copy that was just made stays, and the copies that a clock ahead had dated go', async () => {
  const { carpeta: before } = await copiar()
  const { manifiesto } = leerManifiesto(before)
  /** The one before, as a clock that was an hour ahead would have dated it. */
  const late = (name: string, of: Partial<Manifiesto>) => {
    cpSync(before, join(destino, name), { recursive: true })
    const inicio = new Date(Date.parse(manifiesto.inicio) + 3_600_000).toISOString()
    const all = { ...manifiesto, inicio, ...of }
    writeFileSync(join(destino, name, MANIFIESTO), escribir(all, llaves.privada))
    return name
  }
  const ultimo = `00000001${'F'.repeat(16)}`
  const otras = [
    late('respaldo-20990101T000000Z', {}),
    // A life that took the number of a timeline which another one has, and a cluster of before.
    late('respaldo-20990101T000001Z', { segmentos: [ultimo, ultimo] }),
    late('respaldo-20990101T000002Z', { identidad: '9' }),
  ]
  const { carpeta, borradas } = await copiar()
  expect(borradas).toEqual(expect.arrayContaining(otras))
  expect(copiasDe(destino).map(({ nombre }) => join(destino, nombre))).toEqual([carpeta])
})
