import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crearLlaves } from './llaves.ts'
import { cabezasLlegadas, ponerCabezas, ponerLlaves, secretosDe } from './secretos.ts'

let root: string
const clave = randomBytes(32)
const CABEZAS = 'auditoria/cabezas.jsonl'
const FECHA = new Date('2026-11-28T15:00:00.000Z')

const lugarEn = (name: string) => {
  const at = join(root, name)
  return { clave: at, anclas: at, aviso: null, datos: at }
}

function escribir(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** What came with a copy whose house had published these heads. */
function llegado(cabezas: string | null): string {
  const at = join(root, 'llegado')
  escribir(join(at, 'cambista.clave'), `${clave.toString('hex')}\n`)
  escribir(join(at, 'respaldo.llave'), '{"publica":"age1x"}\n')
  if (cabezas !== null) escribir(join(at, CABEZAS), cabezas)
  return at
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A house that knows the heads of these rows. */
const conoce =
  (...known: number[]) =>
  async (lines: string[]) => {
    const first = lines.findIndex((line) => !known.includes(JSON.parse(line).pos))
    return first < 0 ? lines.length : first
  }

/** What was written down, before any file was touched. */
let anotado: Awaited<ReturnType<typeof ponerCabezas>> | undefined
const anota = async (apartadas: typeof anotado) => {
  anotado = apartadas
}

test('what lies outside the database goes from one machine to another', async () => {
  const { clave: de } = lugarEn('una')
  escribir(join(de, 'respaldo.llave'), '{"publica":"age1x"}\n')
  escribir(join(de, CABEZAS), '{"pos":1}\n')
  escribir(join(de, 'certificado/autoridad.llave'), 'clave')
  escribir(join(de, 'certificado/servidor.crt'), 'cert')
  const taken = secretosDe(lugarEn('una'), clave)
  const came = join(root, 'llegado')
  for (const [name, text] of Object.entries(taken)) {
    if (text !== null) escribir(join(came, name), text)
  }
  expect(ponerLlaves(came, lugarEn('otra'), {})).toBe(join(root, 'otra/cambista.clave'))
  const heads = [cabezasLlegadas(came)]
  expect(await ponerCabezas(lugarEn('otra'), heads, FECHA, conoce(1), anota)).toBeNull()
  expect(secretosDe(lugarEn('otra'), clave)).toEqual(taken)
  expect(readFileSync(join(root, 'otra/certificado/autoridad.llave'), 'utf8')).toBe('clave')
})

test('the key of another house is not written over, and nothing else is put there', () => {
  const otra = lugarEn('otra')
  escribir(join(otra.clave, 'cambista.clave'), `${'0'.repeat(64)}\n`)
  expect(() => ponerLlaves(llegado('{"pos":1}\n'), otra, {})).toThrow('clave de otra casa')
  expect(readdirSync(otra.clave)).toEqual(['cambista.clave'])
})

test.each(['CAMBISTA_CLAVE', 'CREDENTIALS_DIRECTORY'] as const)(
  'where %s has the key of another house nothing is put, and its own is put nowhere else (R-443)',
  (name) => {
    const nueva = lugarEn('nueva')
    const con = (hex: string) => {
      escribir(join(root, 'credenciales/cambista.clave'), `${hex}\n`)
      return { [name]: name === 'CAMBISTA_CLAVE' ? hex : join(root, 'credenciales') }
    }
    expect(() => ponerLlaves(llegado(null), nueva, con('0'.repeat(64)))).toThrow(
      name === 'CAMBISTA_CLAVE'
        ? /«CAMBISTA_CLAVE» es de otra casa.*No se tocó nada.*sin CAMBISTA_CLAVE/
        : /credenciales.cambista\.clave» es de otra casa.*No se tocó nada.*sin esa credencial/,
    )
    expect(existsSync(nueva.clave)).toBe(false)
    expect(ponerLlaves(llegado(null), nueva, con(clave.toString('hex')))).toBeNull()
    expect(readdirSync(nueva.clave)).toEqual(['respaldo.llave'])
  },
)

test('the keys of another house’s backups are not taken for the house’s, and are named (R-443)', async () => {
  const nueva = lugarEn('nueva')
  await crearLlaves(nueva.clave, randomBytes(32), 'otra frase de la otra casa', 4)
  expect(() => ponerLlaves(llegado(null), nueva, {})).toThrow(
    /nueva.respaldo\.llave» es la llave de los respaldos de otra casa.*muévala/,
  )
  expect(readdirSync(nueva.clave)).toEqual(['respaldo.llave'])
})

test('heads that were published after what was restored are kept beside it, and told', async () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n{"pos":2}\n{"pos":3}\n')
  const apartadas = await ponerCabezas(una, ['{"pos":1}\n'], FECHA, conoce(1), anota)
  const archivo = join(una.anclas, 'auditoria/cabezas-antes-de-20261128T150000Z.jsonl')
  expect(apartadas).toEqual({ archivo, cabezas: ['{"pos":2}', '{"pos":3}'] })
  expect(readFileSync(archivo, 'utf8')).toBe('{"pos":1}\n{"pos":2}\n{"pos":3}\n')
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n')
})

test('a head that a crash cut off was never published: those before it stay, and none is put aside', async () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n{"po')
  expect(
    await ponerCabezas(una, ['{"pos":1}\n{"pos":2}\n{'], FECHA, conoce(1, 2), anota),
  ).toBeNull()
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n{"pos":2}\n')
})

test('heads of which the log has the rows stay, though the copy is older than they are', async () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n{"pos":2}\n')
  expect(await ponerCabezas(una, ['{"pos":1}\n'], FECHA, conoce(1, 2), anota)).toBeNull()
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n{"pos":2}\n')
})

test('of what came as much is put as the house knows, and the rest is kept beside and told', async () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n')
  const came = ['{"pos":1}\n', '{"pos":1}\n{"pos":2}\n{"pos":3}\n']
  const apartadas = await ponerCabezas(una, came, FECHA, conoce(1, 2), anota)
  expect(apartadas?.cabezas).toEqual(['{"pos":3}'])
  expect(anotado).toEqual(apartadas)
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n{"pos":2}\n')
  expect(readFileSync(apartadas?.archivo ?? '', 'utf8')).toContain('{"pos":3}')
  // Whoever restores into an empty folder forgets none of those that came either.
  const nueva = await ponerCabezas(lugarEn('nueva'), came, FECHA, conoce(1), anota)
  expect(nueva?.cabezas).toEqual(['{"pos":2}', '{"pos":3}'])
})

test('of a house that knows none of them, the heads of this machine are kept beside', async () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n')
  expect((await ponerCabezas(una, [null], FECHA, conoce(), anota))?.cabezas).toEqual(['{"pos":1}'])
  expect(existsSync(join(una.anclas, CABEZAS))).toBe(false)
})
