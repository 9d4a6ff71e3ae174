import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { armor } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  abrirConFrase,
  cambiarLlaves,
  crearLlaves,
  faltaFrase,
  leerLlaves,
  sellar,
} from './llaves.ts'
import {
  escribir,
  leerManifiesto,
  MANIFIESTO,
  type Manifiesto,
  manifiestosDe,
  selloValido,
} from './manifiesto.ts'
import { desempacar, empacar } from './paquete.ts'

let carpeta: string
const clave = randomBytes(32)
const FRASE = 'caballo pila grapa correcta luna'
/** Age's own takes seconds, which is its purpose. */
const LOG_N = 4

beforeEach(() => {
  carpeta = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
})
afterEach(() => rmSync(carpeta, { recursive: true, force: true }))

test('the phrase opens the identity, and no other phrase does', async () => {
  const { privada, publica, bajoFrase } = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  expect(publica).toMatch(/^age1/)
  expect(await abrirConFrase(bajoFrase, FRASE)).toBe(privada)
  expect(await abrirConFrase(bajoFrase, `${FRASE} `)).toBeNull()
})

test('what is damaged, or has no memory, says nothing of the phrase', async () => {
  const llaves = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  await expect(abrirConFrase('no armour at all', FRASE)).rejects.toThrow('está dañada')
  const bytes = armor.decode(llaves.bajoFrase)
  for (const changed of [bytes.slice(0, -1), bytes.slice(0, 40), bytes.with(0, 0)])
    await expect(abrirConFrase(armor.encode(changed), FRASE)).rejects.toThrow('está dañada')
  const full = {
    addPassphrase: () => {},
    decrypt: () => Promise.reject(new RangeError('Array buffer allocation failed')),
  }
  await expect(abrirConFrase(llaves.bajoFrase, FRASE, full)).rejects.toThrow('No hay memoria')
  // Another phrase mends what is damaged.
  const mala = { ...llaves, bajoFrase: 'no armour at all' }
  const { llaves: otras } = await cambiarLlaves(carpeta, clave, mala, `${FRASE} nueva`, LOG_N)
  expect(await abrirConFrase(otras.bajoFrase, `${FRASE} nueva`)).toBe(otras.privada)
})

test('this machine keeps the identity under the key of the house, readable by its owner alone', async () => {
  const made = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  expect(leerLlaves(carpeta, clave)).toEqual(made)
  const path = join(carpeta, 'respaldo.llave')
  expect(readFileSync(path, 'utf8')).not.toContain(made.privada)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(() => leerLlaves(carpeta, randomBytes(32))).toThrow('es de otra casa')
  // A second pair would make the copies of the first one unreadable by this machine.
  await expect(crearLlaves(carpeta, clave, FRASE, LOG_N)).rejects.toThrow('EEXIST')
  writeFileSync(path, '{')
  expect(() => leerLlaves(carpeta, clave)).toThrow('No se entiende')
})

test('another phrase makes other keys, and those of now stay the house’s', async () => {
  const made = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  const change = (frase: string) => cambiarLlaves(carpeta, clave, made, frase, LOG_N)
  await expect(change(FRASE)).rejects.toThrow('Esa es la frase de ahora')
  expect(leerLlaves(carpeta, clave)).toEqual(made)
  const [{ llaves: otras, texto, poner }, tarde] = [
    await change('sombrero lluvia puente canela río'),
    await change('otra que se elige a la misma hora'),
  ]
  // They are the house's once a copy by them is good.
  expect(leerLlaves(carpeta, clave)).toEqual(made)
  poner()
  expect(leerLlaves(carpeta, clave)).toEqual(otras)
  expect(tarde.poner).toThrow('mientras tanto')
  expect(leerLlaves(carpeta, clave)).toEqual(otras)
  expect(readFileSync(join(carpeta, 'respaldo.llave'), 'utf8')).toBe(texto)
  expect(otras).toMatchObject({ anteriores: [made.privada], propia: true })
  expect(otras.privada).not.toBe(made.privada)
  expect(await abrirConFrase(otras.bajoFrase, FRASE)).toBeNull()
  const text = readFileSync(join(carpeta, 'respaldo.llave'), 'utf8')
  expect([text.includes(made.privada), text.includes(otras.privada)]).toEqual([false, false])
  if (process.platform !== 'win32')
    expect(statSync(join(carpeta, 'respaldo.llave')).mode & 0o777).toBe(0o600)
})

test('keys that were made before phrases could be changed are read as they are', async () => {
  const made = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  const path = join(carpeta, 'respaldo.llave')
  const { anteriores: _, propia: __, ...old } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(old))
  expect(leerLlaves(carpeta, clave)).toEqual(made)
})

test('a house that made no copy yet has no keys', () => {
  expect(leerLlaves(carpeta, clave)).toBeNull()
})

test('a phrase has sixteen characters or more', () => {
  expect(faltaFrase(FRASE)).toBeNull()
  for (const short of ['', 'caballo', `caballo pila${' '.repeat(9)}`]) {
    expect(faltaFrase(short)).toContain('16 caracteres o más')
  }
})

const MANIFIESTO_DE_UNA: Manifiesto = {
  ...{
    formato: 1,
    programa: '0.2.0',
    postgres: '18.4',
    sistema: 'linux-x64',
    casa: 'Cambios Uno',
    zona: 'America/Lima',
    demo: false,
    identidad: '7666000000000000001',
    segmentos: ['000000010000000000000001', '000000010000000000000002'] as [string, string],
  },
  ...{ inicio: '2026-11-28T15:00:00.000Z', fin: '2026-11-28T15:01:00.000Z' },
  ...{ lsn: ['0/1', '0/2'], archivos: 3, bytes: 9, paquete: { bytes: 5, sha256: 'ab' } },
  ...{ llave: 'x', comprobado: null },
}

test('a manifest is sealed by the identity: a change of any field is seen', () => {
  writeFileSync(join(carpeta, MANIFIESTO), escribir(MANIFIESTO_DE_UNA, 'AGE-SECRET-KEY-1A'))
  const { manifiesto, sello } = leerManifiesto(carpeta)
  expect(manifiesto).toEqual(MANIFIESTO_DE_UNA)
  expect(selloValido(manifiesto, sello, 'AGE-SECRET-KEY-1A')).toBe(true)
  expect(selloValido(manifiesto, sello, 'AGE-SECRET-KEY-1B')).toBe(false)
  for (const [key, value] of Object.entries({
    ...{ programa: '0.1.0', casa: 'Cambios Dos', demo: true, archivos: 4, llave: 'y' },
    ...{ fin: '2026-11-28T16:01:00.000Z', paquete: { bytes: 5, sha256: 'ac' } },
    comprobado: { fecha: '2026-11-28T15:02:00.000Z', asientos: 1, apuntes: 2, indices: 3 },
  })) {
    const changed = { ...manifiesto, [key]: value } as Manifiesto
    expect([key, selloValido(changed, sello, 'AGE-SECRET-KEY-1A')]).toEqual([key, false])
  }
  expect(sellar('a', 'texto')).not.toBe(sellar('b', 'texto'))
})

test('a manifest that is missing, or cannot be read, is said so', () => {
  expect(() => leerManifiesto(carpeta)).toThrow('no hay un respaldo')
  writeFileSync(join(carpeta, MANIFIESTO), '{"formato":2}')
  expect(() => leerManifiesto(carpeta)).toThrow('está dañado')
})

test('a package writes nothing outside of where it is opened', async () => {
  const llaves = await crearLlaves(carpeta, clave, FRASE, LOG_N)
  const file = join(carpeta, 'paquete-malo')
  await empacar(file, llaves.publica, async (empaca) => {
    await empaca.texto('../fuera', 'x')
    await empaca.texto('a/../../fuera', 'x')
    await empaca.texto('dentro', 'x')
  })
  await desempacar(file, llaves.privada, (name) => join(join(carpeta, 'abierto/aqui'), name))
  expect(readdirSync(join(carpeta, 'abierto'), { recursive: true })).toEqual([
    'aqui',
    'aqui/dentro',
  ])
})

test('the last copy of a house is the one that ends last in its log, whatever its clock said', () => {
  const copia = (name: string, of: Partial<Manifiesto>) => {
    mkdirSync(join(carpeta, name))
    const text = escribir({ ...MANIFIESTO_DE_UNA, ...of }, 'AGE-SECRET-KEY-1A')
    writeFileSync(join(carpeta, name, MANIFIESTO), text)
  }
  const hasta = (end: string): [string, string] => ['000000010000000000000001', end]
  copia('respaldo-20300101T000000Z', { segmentos: hasta('000000010000000000000005') })
  copia('respaldo-20261128T150000Z', { segmentos: hasta('000000010000000000000009') })
  // After a restore the house has a timeline of its own, whose log begins earlier.
  copia('respaldo-20261129T150000Z', { segmentos: hasta('000000020000000000000003') })
  copia('respaldo-20261130T150000Z', {
    identidad: '8',
    segmentos: hasta('000000090000000000000001'),
  })
  mkdirSync(join(carpeta, 'respaldo-20261201T150000Z'))
  expect(manifiestosDe(carpeta).map(({ copia: path }) => basename(path))).toEqual([
    'respaldo-20261129T150000Z',
    'respaldo-20261128T150000Z',
    'respaldo-20300101T000000Z',
    'respaldo-20261130T150000Z',
  ])
})
