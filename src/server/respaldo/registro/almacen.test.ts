import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { muereEn } from '../../../../test/support/respaldo/muere.ts'
import { crearLlaves, type Llaves } from '../llaves.ts'
import {
  abrir,
  escribirRalo,
  type Guardado,
  guardadoDe,
  guardar,
  podar,
  segmentosDe,
} from './almacen.ts'
import { tramoDe } from './aplicar.ts'
import { escribirHasta, leerHasta } from './hasta.ts'
import { bytesDe, finDe, nombreDe, numeroDe, siguiente } from './segmento.ts'

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const at = (name: string) => join(root, name)
let llaves: Llaves

beforeAll(async () => {
  llaves = await crearLlaves(root, randomBytes(32), 'caballo pila grapa correcta luna', 4)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const S1 = '000000010000000000000001'
const contenido = (text: string) => Buffer.concat([Buffer.from(text), Buffer.alloc(4096)])
const uno = (carpeta: string, nombre = S1) => guardadoDe(carpeta, nombre) as Guardado

test('segments are named and counted as PostgreSQL does', () => {
  expect(siguiente(S1)).toBe('000000010000000000000002')
  expect(siguiente('0000000200000004000000FF')).toBe('000000020000000500000000')
  expect(nombreDe('00000002', numeroDe('0000000A000000050000000C'))).toBe(
    '00000002000000050000000C',
  )
  expect(finDe(S1)).toBe('0/2000000')
  expect(finDe('0000000100000000000000FF')).toBe('1/0')
  expect(bytesDe('1/2000000')).toBe(0x102000000n)
})

test('what is kept comes back as it was, once, and its content is not readable', async () => {
  const carpeta = at('uno')
  await guardar(carpeta, S1, contenido('secreto'), llaves)
  await guardar(carpeta, S1, contenido('secreto'), llaves)
  expect(segmentosDe(carpeta).map(({ nombre }) => nombre)).toEqual([S1])
  expect(await abrir(uno(carpeta), llaves.privada)).toEqual(contenido('secreto'))
  const bytes = readFileSync(uno(carpeta).path)
  expect(bytes.includes('secreto')).toBe(false)
  expect(bytes.subarray(0, 18).toString()).toBe('age-encryption.org')
})

test('a segment that was half written when the program was killed does not count, and is kept later', async () => {
  const carpeta = at('muerta')
  const almacen = pathToFileURL(resolve('src/server/respaldo/registro/almacen.ts')).href
  const asked = [carpeta, S1].map((each) => JSON.stringify(each)).join()
  const text = `const { guardar } = await import(${JSON.stringify(almacen)})
    await guardar(${asked}, Buffer.alloc(4096, 'x'), ${JSON.stringify(llaves)})`
  const dies = muereEn({ llamada: 'writeFileSync', ruta: S1 })
  const args = [...dies, '--input-type=module', '-e', text]
  expect(spawnSync(process.execPath, args)).toMatchObject({ signal: 'SIGKILL' })
  expect(readdirSync(join(carpeta, S1.slice(0, 16)))).toHaveLength(1)
  expect(segmentosDe(carpeta)).toEqual([])
  await guardar(carpeta, S1, contenido('uno'), llaves)
  expect(await abrir(uno(carpeta), llaves.privada)).toEqual(contenido('uno'))
})

test('another content under the same name is another life of the house, and is refused', async () => {
  const carpeta = at('dos')
  await guardar(carpeta, S1, contenido('una'), llaves)
  await expect(guardar(carpeta, S1, contenido('otra'), llaves)).rejects.toThrow('otra vida')
  expect(await abrir(uno(carpeta), llaves.privada)).toEqual(contenido('una'))
  // What changes by its nature takes the place of what was there.
  await guardar(carpeta, 'cabezas', Buffer.from('1'), llaves, true)
  await guardar(carpeta, 'cabezas', Buffer.from('1\n2'), llaves, true)
  expect((await abrir(uno(carpeta, 'cabezas'), llaves.privada)).toString()).toBe('1\n2')
  const heads = () => readdirSync(carpeta).filter((name) => name.startsWith('cabezas'))
  expect(heads()).toHaveLength(1)
  // What it does not go on from is not forgotten.
  await guardar(carpeta, 'cabezas', Buffer.from('1'), llaves, true)
  expect(heads().filter((name) => name.endsWith('.antes'))).toHaveLength(1)
  // A file of other keys is no other life of the house: it stays beside.
  const otras = await crearLlaves(at('dos'), randomBytes(32), 'caballo pila grapa correcta luna', 4)
  await guardar(carpeta, S1, contenido('una'), otras)
  expect(await abrir(uno(carpeta), otras.privada)).toEqual(contenido('una'))
})

test('a segment that was cut, changed, renamed or made by who has the public key alone is refused', async () => {
  const carpeta = at('tres')
  await guardar(carpeta, S1, contenido('bueno'), llaves)
  const good = uno(carpeta)
  const bytes = readFileSync(good.path)
  const refused = async (content: Uint8Array, path = good.path) => {
    writeFileSync(path, content)
    const [one] = segmentosDe(carpeta)
    await expect(abrir(one as Guardado, llaves.privada)).rejects.toThrow(
      'alterado o está incompleto',
    )
  }
  await refused(bytes.subarray(0, -1))
  const changed = Buffer.from(bytes)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  await refused(changed)
  const forging = new Encrypter()
  forging.addRecipient(llaves.publica)
  await refused(await forging.encrypt(contenido('malo')))
  writeFileSync(good.path, bytes)
  expect(await abrir(uno(carpeta), llaves.privada)).toEqual(contenido('bueno'))
  // The seal is of this name: one segment does not pass for another.
  renameSync(good.path, good.path.replace(S1, siguiente(S1)))
  await expect(abrir(uno(carpeta, siguiente(S1)), llaves.privada)).rejects.toThrow('alterado')
})

test('a stretch of the log has no gap, and its end says until when it reaches only where it is whole', async () => {
  const carpeta = at('cuatro')
  const names = [2n, 3n, 5n].map((numero) => nombreDe('00000001', numero))
  for (const nombre of names) await guardar(carpeta, nombre, contenido(nombre), llaves)
  const hasta = '2026-11-28T15:00:00.000Z'
  const tramo = (segmento: string) => {
    escribirHasta(carpeta, { hasta, segmento }, llaves)
    const found = tramoDe(carpeta, S1, llaves.privada)
    return [found.segmentos.map(({ nombre }) => nombre), found.hasta]
  }
  expect(tramo(names[1] ?? '')).toEqual([names.slice(0, 2), new Date(hasta)])
  expect(tramo(names[2] ?? '')).toEqual([names.slice(0, 2), null])
  // Of another life nothing is known.
  expect(tramo(nombreDe('00000002', 3n))[1]).toBeNull()
  const other = { ...llaves, privada: 'AGE-SECRET-KEY-1X' }
  escribirHasta(carpeta, { hasta, segmento: S1 }, other)
  expect(leerHasta(carpeta, llaves.privada)).toBeNull()
})

test('the log before the oldest copy of a day goes, on every timeline', async () => {
  const carpeta = at('cinco')
  const all = ['000000010000000000000001', '0000000100000001000000F0', '000000020000000100000010']
  for (const nombre of all) await guardar(carpeta, nombre, contenido(nombre), llaves)
  podar(carpeta, '000000010000000100000020')
  expect(segmentosDe(carpeta).map(({ nombre }) => nombre)).toEqual([all[1]])
})

test('the emptiness at the end of a segment takes no disk', () => {
  const path = at('ralo')
  const content = Buffer.concat([randomBytes(10_000), Buffer.alloc(4_000_000)])
  escribirRalo(path, content)
  expect(readFileSync(path).equals(content)).toBe(true)
  const { blocks } = statSync(path)
  if (process.platform === 'linux') expect(blocks * 512).toBeLessThan(1_000_000)
})
