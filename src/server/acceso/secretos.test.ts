import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { arrancar } from '../../../test/jaula/servidor.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { crearClave, leerClave } from './clave.ts'
import { claveDeCasa, esDeDemo, fijarClave, huellaDe, lugarDe } from './secretos.ts'

/* a copy of the data folder is not enough to sign, or to read what is encrypted. */

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const env = { XDG_CONFIG_HOME: join(root, 'ajustes'), APPDATA: join(root, 'ajustes') }
const bases: TestDatabase[] = []
let datos: string

beforeEach(() => {
  datos = mkdtempSync(join(root, 'datos-'))
})
afterAll(async () => {
  for (const base of bases) await base.drop()
  rmSync(root, { recursive: true, force: true })
})

/** A migrated house without users, as its start sees it. */
async function nueva({ demo = false } = {}) {
  const base = await createDatabase()
  bases.push(base)
  return { url: base.url, lugar: lugarDe({ datos, demo }, env), demo }
}

const habitar = (url: string) =>
  comoDueno(
    url,
    `INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug)
     VALUES ('Ada', 'Ramos', 'ada', 'ada@example.com', '-', 'adm')`,
  )

test('a real house keeps secret and heads in a folder beside the user’s settings, one for each data folder', () => {
  const one = lugarDe({ datos, demo: false }, env)
  expect(one.clave).toBe(one.anclas)
  expect(dirname(one.clave)).toBe(join(root, 'ajustes', 'cambista'))
  expect(one.aviso).toBeNull()
  expect(lugarDe({ datos: `${datos}2`, demo: false }, env).clave).not.toBe(one.clave)
  expect(lugarDe({ datos, demo: false }, { ...env, CAMBISTA_SECRETOS: root }).clave).toBe(root)
  expect(lugarDe({ datos, demo: true }, env)).toEqual({
    ...{ clave: datos, anclas: datos, aviso: null, datos },
  })
})

test('a house that has them with its data goes on there, and is told what to move where', () => {
  const apart = lugarDe({ datos, demo: false }, env).clave
  writeFileSync(join(datos, 'cambista.clave'), '')
  mkdirSync(join(datos, 'auditoria'))
  const found = lugarDe({ datos, demo: false }, env)
  expect(found).toMatchObject({ clave: datos, anclas: datos })
  expect(found.aviso).toContain(
    `mueva «${join(datos, 'cambista.clave')}» y «${join(datos, 'auditoria')}» a «${apart}».`,
  )
  mkdirSync(apart, { recursive: true })
  renameSync(join(datos, 'cambista.clave'), join(apart, 'cambista.clave'))
  const half = lugarDe({ datos, demo: false }, env)
  expect(half).toMatchObject({ clave: apart, anclas: datos })
  expect(half.aviso).toContain(`mueva «${join(datos, 'auditoria')}» a «${apart}».`)
  renameSync(join(datos, 'auditoria'), join(apart, 'auditoria'))
  expect(lugarDe({ datos, demo: false }, env)).toEqual({
    ...{ clave: apart, anclas: apart, aviso: null, datos },
  })
})

test('a new house gets a key; a house that is lived in never gets another one', async () => {
  const casa = await nueva()
  const clave = await claveDeCasa(casa, env)
  await fijarClave(casa, clave)
  await habitar(casa.url)
  expect(await claveDeCasa(casa, env)).toEqual(clave)
  rmSync(join(casa.lugar.clave, 'cambista.clave'))
  await expect(claveDeCasa(casa, env)).rejects.toThrow(
    /^Falta la clave de esta casa: no está en .*CAMBISTA_SECRETOS.*CAMBISTA_CLAVE\.$/,
  )
  expect(leerClave(casa.lugar.clave)).toBeNull()
  const given = { ...env, CAMBISTA_CLAVE: clave.toString('hex') }
  expect(await claveDeCasa(casa, given)).toEqual(clave)
})

test('the key of another house is refused, until the house is told to forget its own', async () => {
  const casa = await nueva()
  await fijarClave(casa, await claveDeCasa(casa, env))
  const other = { ...env, CAMBISTA_CLAVE: randomBytes(32).toString('hex') }
  // Its own is lost.
  const perdida = join(casa.lugar.clave, 'cambista.clave')
  renameSync(perdida, `${perdida}.perdida`)
  const refusal = await claveDeCasa(casa, other).catch(({ message }: Error) => message)
  expect(refusal).toMatch(/^La clave indicada no es la de esta casa/)
  const [, statement = ''] = /psql -- "([^"]+)"/.exec(String(refusal)) ?? []
  await comoDueno(casa.url, statement)
  await fijarClave(casa, await claveDeCasa(casa, other))
  renameSync(`${perdida}.perdida`, perdida)
  await expect(claveDeCasa(casa, env)).rejects.toThrow('no es la de esta casa')
})

test('where the house’s own key is at hand it is named, and nobody is told to delete anything (R-444)', async () => {
  const casa = await nueva()
  const clave = await claveDeCasa(casa, env)
  await fijarClave(casa, clave)
  const credenciales = join(datos, 'credenciales')
  const suya = join(casa.lugar.clave, 'cambista.clave')
  const ajena = { ...env, CAMBISTA_CLAVE: randomBytes(32).toString('hex') }
  const dice = async (given: Record<string, string>) => {
    const refusal = await claveDeCasa(casa, given).catch(({ message }: Error) => message)
    expect(refusal).not.toContain('DELETE')
    return refusal
  }
  expect(await dice(ajena)).toMatch(
    `La clave de «CAMBISTA_CLAVE» no es la de esta casa. La suya está en «${suya}»: quite CAMBISTA_CLAVE`,
  )
  // A service that is given another one, as on a machine that was made anew.
  mkdirSync(credenciales)
  const credencial = join(credenciales, 'cambista.clave')
  writeFileSync(credencial, randomBytes(32).toString('hex'))
  expect(await dice({ ...env, CREDENTIALS_DIRECTORY: credenciales })).toMatch(
    `La clave de «${credencial}» no es la de esta casa. La suya está en «${suya}»: ponga esa en el lugar de la otra`,
  )
  // The other way round: the credential is its own. What is no key is passed over.
  writeFileSync(suya, 'nada')
  writeFileSync(credencial, clave.toString('hex'))
  expect(await dice({ ...ajena, CREDENTIALS_DIRECTORY: credenciales })).toMatch(
    `La suya está en «${credencial}»: quite CAMBISTA_CLAVE`,
  )
})

test('a key that is nowhere is told with all that is lost with it (R-444)', async () => {
  const casa = await nueva()
  await fijarClave(casa, await claveDeCasa(casa, env))
  writeFileSync(join(casa.lugar.clave, 'cambista.clave'), randomBytes(32).toString('hex'))
  await expect(claveDeCasa(casa, env)).rejects.toThrow(
    /recupere la suya de su copia; cada respaldo .*DELETE.*Telegram.*segundos factores.*webhooks.*papeles.*respaldo\.llave/,
  )
})

test('of two processes with two keys of their own the second does not start', async () => {
  const casa = await nueva()
  await fijarClave(casa, randomBytes(32))
  await expect(fijarClave(casa, randomBytes(32))).rejects.toThrow('no es la de esta casa')
})

test('a house of an earlier release, which noted no key, needs the one that it had', async () => {
  const casa = await nueva()
  await habitar(casa.url)
  await expect(claveDeCasa(casa, env)).rejects.toThrow('Falta la clave de esta casa')
  const clave = crearClave(datos)
  expect(await claveDeCasa({ ...casa, lugar: lugarDe({ datos, demo: false }, env) }, env)).toEqual(
    clave,
  )
})

test('a demo whose key is gone gets another one', async () => {
  const casa = await nueva({ demo: true })
  await fijarClave(casa, await claveDeCasa(casa, env))
  await comoDueno(casa.url, `INSERT INTO ajustes VALUES ('demo', '"lista"')`)
  await habitar(casa.url)
  expect(await esDeDemo(casa.url, true)).toBe(true)
  rmSync(join(datos, 'cambista.clave'))
  await fijarClave(casa, await claveDeCasa(casa, env))
  expect(leerClave(datos)).not.toBeNull()
})

test('a demo whose loading was cut before its mark goes on as one; a demo is one whatever is asked for (R-459)', async () => {
  const casa = await nueva({ demo: true })
  expect(await esDeDemo(casa.url, true)).toBe(true)
  expect(await esDeDemo(casa.url, false)).toBe(false)
  const clave = await claveDeCasa(casa, env)
  await fijarClave(casa, clave)
  expect(await esDeDemo(casa.url, true)).toBe(true)
  expect(await claveDeCasa(casa, env)).toEqual(clave)
  await comoDueno(casa.url, `INSERT INTO ajustes VALUES ('demo', '"cargando"')`)
  expect(await esDeDemo(casa.url, false)).toBe(true)
})

test('a house that is lived in is no demo, whatever is asked for: its mark stays, and no key is made (R-459)', async () => {
  const casa = await nueva()
  const clave = await claveDeCasa(casa, env)
  await fijarClave(casa, clave)
  await habitar(casa.url)
  expect(await esDeDemo(casa.url, true)).toBe(false)
  const tomada = { ...casa, lugar: lugarDe({ datos, demo: true }, env), demo: true }
  await expect(claveDeCasa(tomada, env)).rejects.toThrow('Falta la clave de esta casa')
  expect(leerClave(datos)).toBeNull()
  await expect(fijarClave(tomada, randomBytes(32))).rejects.toThrow('no es la de esta casa')
  expect(await claveDeCasa(casa, env)).toEqual(clave)
  // Where a start had once made another one with the data and marked it, both are named, and none is given up.
  const otra = crearClave(datos)
  await comoDueno(
    casa.url,
    `UPDATE ajustes SET valor = to_jsonb('${huellaDe(otra)}'::text) WHERE clave = 'clave_huella'`,
  )
  const refusal = await claveDeCasa(casa, env).catch(({ message }: Error) => message)
  expect(refusal).toContain(
    `La suya está en «${join(datos, 'cambista.clave')}»: ponga esa en el lugar de la otra`,
  )
  expect(refusal).not.toContain('DELETE')
})

const sinClave = () => ({
  ...env,
  CAMBISTA_DATOS: datos,
  CAMBISTA_SECRETOS: '',
  CAMBISTA_CLAVE: '',
})

test('a real house that is started as by default, asking for the demo, goes on with its own key (R-459)', async () => {
  const casa = await nueva()
  const clave = await claveDeCasa(casa, env)
  await fijarClave(casa, clave)
  await habitar(casa.url)
  chmodSync(root, 0o711)
  const entorno = { ...sinClave(), CAMBISTA_DEMO: '1' }
  const api = await arrancar(casa.url, { olvidadiza: true, entorno })
  api.senal('SIGTERM')
  await api.fin()
  expect(api.salida).not.toContain('Negocio de demostración')
  expect(readdirSync(datos)).toEqual(['cambista.log'])
  // The start with the right settings finds all as it was.
  expect(await claveDeCasa(casa, env)).toEqual(clave)
})

test('a start that wants no demo refuses one before it asks for a key (R-459)', async () => {
  const casa = await nueva({ demo: true })
  await fijarClave(casa, randomBytes(32))
  await comoDueno(casa.url, `INSERT INTO ajustes VALUES ('demo', '"lista"')`)
  const start = arrancar(casa.url, { olvidadiza: true, entorno: sinClave() })
  await expect(start).rejects.toThrow('contiene el negocio de demostración')
  expect(readdirSync(datos)).toEqual(['cambista.log'])
})

test('the program keeps neither the key nor the heads of a real house with its data', async () => {
  const { url, lugar } = await nueva()
  chmodSync(root, 0o711)
  const api = await arrancar(url, {
    olvidadiza: true,
    entorno: sinClave(),
  })
  // A denial is a row of the audit, so there is a head to publish on the way down.
  await comoDueno(url, `SELECT auditar('{}'::jsonb, 'denegado', '/prueba', NULL, NULL, NULL)`)
  api.senal('SIGTERM')
  await api.fin()
  expect(readdirSync(datos)).toEqual(['cambista.log'])
  expect(existsSync(join(lugar.clave, 'cambista.clave'))).toBe(true)
  expect(existsSync(join(lugar.anclas, 'auditoria', 'cabezas.jsonl'))).toBe(true)
})
