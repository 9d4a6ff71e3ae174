import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cifrar, crearClave, descifrar, leerClave, parDeFirma, resumen } from './clave.ts'

let datos: string
beforeEach(() => {
  datos = mkdtempSync(join(tmpdir(), 'cambista-clave-'))
})
afterEach(() => rmSync(datos, { recursive: true, force: true }))
const file = () => join(datos, 'cambista.clave')

test('the secret is created once, readable by its owner only, and read back unchanged', () => {
  const carpeta = join(datos, 'aparte')
  expect(leerClave(carpeta)).toBeNull()
  const clave = crearClave(carpeta)
  expect(clave).toHaveLength(32)
  expect(statSync(carpeta).mode & 0o777).toBe(0o700)
  expect(statSync(join(carpeta, 'cambista.clave')).mode & 0o777).toBe(0o600)
  expect(leerClave(carpeta)).toEqual(clave)
  expect(crearClave(carpeta)).toEqual(clave)
  expect(crearClave(datos)).not.toEqual(clave)
})

test('a folder that cannot be made is told with the setting that names another', () => {
  writeFileSync(file(), '')
  expect(() => crearClave(join(file(), 'aparte'))).toThrow('CAMBISTA_SECRETOS')
})

test.each(['', 'ab'.repeat(31), 'zz'.repeat(32), 'ab'.repeat(33)])(
  'what is no key is said, never replaced: %j',
  (text) => {
    writeFileSync(file(), text)
    expect(() => leerClave(datos)).toThrow('64 dígitos hexadecimales')
    expect(() => crearClave(datos)).toThrow('64 dígitos hexadecimales')
    expect(readFileSync(file(), 'utf8')).toBe(text)
    if (text) {
      const env = { CAMBISTA_CLAVE: text }
      expect(() => leerClave(datos, env)).toThrow('CAMBISTA_CLAVE debe tener')
    }
  },
)

test('the key of the environment takes precedence over the file', () => {
  crearClave(datos)
  const env = { CAMBISTA_CLAVE: 'ab'.repeat(32) }
  expect(leerClave(datos, env)?.toString('hex')).toBe(env.CAMBISTA_CLAVE)
})

test('a credential of the service is the key; without one the file is', () => {
  const own = crearClave(datos)
  const credentials = mkdtempSync(join(tmpdir(), 'cambista-clave-'))
  try {
    const env = { CREDENTIALS_DIRECTORY: credentials }
    expect(leerClave(datos, env)).toEqual(own)
    writeFileSync(join(credentials, 'cambista.clave'), `${'cd'.repeat(32)}\n`)
    expect(leerClave(datos, env)?.toString('hex')).toBe('cd'.repeat(32))
    const other = { ...env, CAMBISTA_CLAVE: 'ab'.repeat(32) }
    expect(leerClave(datos, other)?.toString('hex')).toBe('ab'.repeat(32))
  } finally {
    rmSync(credentials, { recursive: true, force: true })
  }
})

test('a ciphertext opens only under its own key and use, and not after one bit changed', () => {
  const [clave, otra] = [crearClave(datos), Buffer.alloc(32, 7)]
  const secret = cifrar(clave, 'uso', 'secreto')
  expect(descifrar(clave, 'uso', secret)).toBe('secreto')
  expect(cifrar(clave, 'uso', 'secreto')).not.toEqual(secret)
  expect(descifrar(otra, 'uso', secret)).toBeNull()
  expect(descifrar(clave, 'otro', secret)).toBeNull()
  for (let n = 0; n < secret.length; n += 1) {
    const changed = Buffer.from(secret)
    changed[n] = (changed[n] ?? 0) ^ 1
    expect(descifrar(clave, 'uso', changed)).toBeNull()
  }
  expect(descifrar(clave, 'uso', secret.subarray(0, 27))).toBeNull()
})

test('each use has its own digests and signing keys, the same at every start', () => {
  const clave = crearClave(datos)
  expect(resumen(clave, 'uso', 'x')).toEqual(resumen(clave, 'uso', 'x'))
  expect(resumen(clave, 'uso', 'x')).not.toEqual(resumen(clave, 'otro', 'x'))
  const pem = (uso: string) =>
    parDeFirma(clave, uso).publica.export({ format: 'pem', type: 'spki' })
  expect(pem('uso')).toBe(pem('uso'))
  expect(pem('uso')).not.toBe(pem('otro'))
})
