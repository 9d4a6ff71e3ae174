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
import { ponerSecretos, secretosDe } from './secretos.ts'

let root: string
const clave = randomBytes(32)
const CABEZAS = 'auditoria/cabezas.jsonl'
const FECHA = new Date('2026-11-28T15:00:00.000Z')

const lugarEn = (name: string) => {
  const at = join(root, name)
  return { clave: at, anclas: at, aviso: null }
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

test('what lies outside the database goes from one machine to another', () => {
  const { clave: de } = lugarEn('una')
  escribir(join(de, 'respaldo.llave'), '{"publica":"age1x"}\n')
  escribir(join(de, CABEZAS), '{"pos":1}\n')
  const taken = secretosDe(lugarEn('una'), clave)
  const came = join(root, 'llegado')
  for (const [name, text] of Object.entries(taken)) escribir(join(came, name), text ?? '')
  expect(ponerSecretos(came, lugarEn('otra'), FECHA)).toBeNull()
  expect(secretosDe(lugarEn('otra'), clave)).toEqual(taken)
})

test('the key of another house is not written over, and nothing else is put there', () => {
  const otra = lugarEn('otra')
  escribir(join(otra.clave, 'cambista.clave'), `${'0'.repeat(64)}\n`)
  expect(() => ponerSecretos(llegado('{"pos":1}\n'), otra, FECHA)).toThrow('clave de otra casa')
  expect(readdirSync(otra.clave)).toEqual(['cambista.clave'])
})

test('heads that were published after the copy are kept beside it, and told', () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n{"pos":2}\n{"pos":3}\n')
  const apartadas = ponerSecretos(llegado('{"pos":1}\n'), una, FECHA)
  const archivo = join(una.anclas, 'auditoria/cabezas-antes-de-20261128T150000Z.jsonl')
  expect(apartadas).toEqual({ archivo, cabezas: ['{"pos":2}', '{"pos":3}'] })
  expect(readFileSync(archivo, 'utf8')).toBe('{"pos":1}\n{"pos":2}\n{"pos":3}\n')
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n')
})

test('heads that the copy has too are no loss', () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n')
  expect(ponerSecretos(llegado('{"pos":1}\n{"pos":2}\n'), una, FECHA)).toBeNull()
  expect(readFileSync(join(una.anclas, CABEZAS), 'utf8')).toBe('{"pos":1}\n{"pos":2}\n')
})

test('of a house that had published nothing, the heads of this machine are kept beside', () => {
  const una = lugarEn('una')
  escribir(join(una.anclas, CABEZAS), '{"pos":1}\n')
  expect(ponerSecretos(llegado(null), una, FECHA)?.cabezas).toEqual(['{"pos":1}'])
  expect(existsSync(join(una.anclas, CABEZAS))).toBe(false)
})
