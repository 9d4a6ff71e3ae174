import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  decirAnteriores,
  elegirFrase,
  pedirFrase,
  probarFrase,
} from '../../../../scripts/respaldo/frase.ts'
import {
  type CasaPropia,
  casaPropia,
  FRASE,
  query,
} from '../../../../test/support/respaldo/casa.ts'
import { adelanto } from '../../../core/zona.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { cambiarLlaves, leerLlaves } from '../llaves.ts'
import { manifiestosDe, PAQUETE } from '../manifiesto.ts'
import { registroDe, segmentosDe } from '../registro/almacen.ts'
import { archivador, mudarRegistro } from '../registro/archivar.ts'
import { startRegistro } from '../registro/continuo.ts'

/* Somebody proves that he has the phrase, and another one is chosen: what each opens is known. */

const FRASE_TS = pathToFileURL(resolve('scripts/respaldo/frase.ts')).href
const OTRA = 'sombrero lluvia puente canela río'
let casa: CasaPropia
const at = (name: string) => casa.at(name)
const destino = () => at('copias')
const escribir = (n: number) => query(casa.house.url, `INSERT INTO prueba.acuses VALUES (${n})`)

/** Runs a command of the house, or of another machine (`en`), with a phrase. */
function orden(script: 'respaldar' | 'restaurar', args: string[], frase: string, en = 'casa') {
  const { DATABASE_URL: _, CAMBISTA_CLAVE: __, CAMBISTA_RESPALDO: ___, ...inherited } = process.env
  const env = {
    ...{ CAMBISTA_DATOS: at(en), CAMBISTA_RESPALDO_FRASE: frase },
    ...(en === 'casa'
      ? { CAMBISTA_SECRETOS: casa.root, CAMBISTA_CLAVE: casa.clave.toString('hex') }
      : { CAMBISTA_SECRETOS: at(`${en}-secretos`) }),
  }
  const child = spawn(process.execPath, [resolve(`scripts/respaldo/${script}.ts`), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.once('close', (code) => done({ code, said })),
  )
}

const probar = (frase: string) => orden('respaldar', [destino(), '--probar-frase'], frase)
const frases = () =>
  query<{ hecho: string }>(casa.house.url, 'SELECT hecho FROM respaldos_frases ORDER BY id').then(
    (rows) => rows.map(({ hecho }) => hecho),
  )
const llaves = () => {
  const known = leerLlaves(casa.root, casa.clave)
  if (!known) throw new Error('no keys')
  return known
}
/** A turn of the archive, as the program makes it with the keys of then. */
const turno = () =>
  archivador({
    ...{ place: findPlace(at('casa')), destino: destino(), llaves: llaves() },
    cabezas: at('cabezas.jsonl'),
  })()

/** What a house has that was brought to another folder, after it was written down that it was. */
async function traida(en: string) {
  const postgres = await startPostgres({ carpeta: at(en), durable: false })
  try {
    const noted = await query(postgres.url, 'SELECT revisada_en FROM restauraciones')
    expect(noted).toEqual([{ revisada_en: null }])
    const rows = await query<{ n: number }>(postgres.url, 'SELECT n FROM prueba.acuses ORDER BY n')
    return rows.map(({ n }) => n)
  } finally {
    await postgres.stop()
  }
}

beforeAll(async () => {
  casa = await casaPropia({ durable: true })
  await query(casa.house.url, 'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer)')
  await escribir(1)
  await casa.copiar(destino())
  // What is kept under one name again and again: other keys must not be in the way of it.
  writeFileSync(at('cabezas.jsonl'), '{"pos":1}\n')
})
afterAll(() => casa.cerrar())

test('the phrase is proved against the newest copy, and it counts where somebody typed it', async () => {
  expect(await probar('otra frase que no es la suya')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Esa frase no abre el último respaldo.'),
  })
  expect(await frases()).toEqual([])
  expect(await probar(FRASE)).toMatchObject({
    code: 0,
    said: expect.stringContaining('La frase abre el último respaldo.'),
  })
  // The variable of a timer would silence the bell for ever.
  expect(await frases()).toEqual([])
  const en = (terminal: boolean) => ({
    ...{ terminal, variable: 'la de la variable, que es otra' },
    preguntar: async () => FRASE,
  })
  expect(await probarFrase(destino(), llaves(), en(true))).toBe(true)
  await expect(probarFrase(destino(), llaves(), en(false))).rejects.toThrow('no abre')
  expect(await pedirFrase({ ...en(false), variable: FRASE })).toMatchObject({ escrita: false })
  expect(await elegirFrase(en(true))).toBe(FRASE)
  // In a container the system ends what does not fit, without a word: it is told before the phrase is asked for.
  const told = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const before = async () => expect(told.mock.calls.join()).toContain('la frase pide 256 MB')
  const poca = { ...en(true), memoria: 384 << 20, preguntar: () => before().then(() => FRASE) }
  await probarFrase(destino(), llaves(), poca)
  told.mockClear()
  await elegirFrase(poca)
  told.mockRestore()
  expect(await orden('respaldar', [at('vacía'), '--probar-frase'], FRASE)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no hay un respaldo de esta casa'),
  })
})

test('a copy that was cut proves nothing, though the phrase is right', async () => {
  const [{ copia = '' } = {}] = manifiestosDe(destino())
  const file = join(copia, PAQUETE)
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, -1))
  expect(await probar(FRASE)).toMatchObject({
    code: 1,
    said: expect.stringContaining('está incompleto'),
  })
  writeFileSync(file, whole)
  expect(await frases()).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'copies that may not be read are not taken for none: what gives them is said (R-464)',
  async () => {
    const [{ copia = '' } = {}] = manifiestosDe(destino())
    chmodSync(copia, 0o000)
    // Root reads everything: another user asks then.
    const otro = process.getuid?.() === 0
    const text = `const { probarFrase } = await import(${JSON.stringify(FRASE_TS)})
      ${otro ? 'process.setgroups([]); process.setgid(65534); process.setuid(65534)' : ''}
      await probarFrase(${JSON.stringify(destino())}, ${JSON.stringify(llaves())})`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text])
    chmodSync(copia, 0o700)
    expect(String(stderr)).toContain(`No se puede leer «${copia}»: `)
    expect(String(stderr)).toContain('y repita la orden.')
  },
)

test('with another phrase copy and log go on; the old one opens what it opened, and no more', async () => {
  await turno()
  await escribir(2)
  await turno()
  const antes = llaves()
  const [vieja] = manifiestosDe(destino())
  const segundo = Math.ceil(Date.now() / 1_000) * 1_000
  await expect.poll(() => Date.now() > segundo, { interval: 20 }).toBe(true)
  await escribir(3)
  await turno()
  // A copy of the same day goes by the plan; on another disk it stays.
  cpSync(destino(), at('todas'), { recursive: true })

  const cambiar = (frase: string) => orden('respaldar', [destino(), '--cambiar-frase'], frase)
  expect(await cambiar(FRASE)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Esa es la frase de ahora'),
  })
  expect(await cambiar('corta')).toMatchObject({
    code: 1,
    said: expect.stringContaining('16 caracteres'),
  })
  expect(llaves()).toEqual(antes)
  const done = await cambiar(OTRA)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('Respaldo hecho') })
  expect(await frases()).toEqual(['cambiada'])
  const [dicha] = await query<{ frase: string }>(
    casa.house.url,
    "SELECT frase FROM excepciones WHERE clase = 'control'",
  )
  expect(dicha?.frase).toContain('Se cambió la frase de los respaldos')
  expect(llaves().anteriores).toEqual([antes.privada])
  const [nueva] = manifiestosDe(destino())
  expect(nueva?.manifiesto.llave).toBe(llaves().bajoFrase)
  expect(await probar(FRASE)).toMatchObject({ code: 1 })
  expect(await probar(OTRA)).toMatchObject({ code: 0 })

  await escribir(4)
  await turno()
  await escribir(5)
  const last = await turno()
  // The log follows the new copy, in a folder of its own: nothing of the old one was touched.
  expect(last).toMatchObject({ suelto: false })
  const all = readdirSync(join(destino(), 'registro'), { recursive: true, encoding: 'utf8' })
  expect(all.filter((name) => /\.(ajeno|antes)$/.test(name))).toEqual([])

  expect(await orden('restaurar', [destino()], OTRA, 'nueva')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sin diferencias.'),
  })
  expect(await traida('nueva')).toEqual([1, 2, 3, 4, 5])
  expect(await orden('restaurar', [destino()], FRASE, 'ninguna')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Esa frase no abre este respaldo.'),
  })
  cpSync(destino(), at('todas'), { recursive: true })
  const reloj = new Date(segundo + adelanto(segundo)).toISOString().slice(0, 19).replace('T', ' ')
  expect(await orden('restaurar', [at('todas'), '--hasta', reloj], FRASE, 'vieja')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sin diferencias.'),
  })
  expect(await traida('vieja')).toEqual([1, 2])
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  decirAnteriores(at('todas'), llaves())
  const names = said.mock.calls.map(([text]) => String(text).trim())
  said.mockRestore()
  expect(names).toHaveLength(3)
  expect(names[1]).toBe(basename(vieja?.copia ?? ''))
})

test('the program that runs goes on by the new keys, without a restart', async () => {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, CAMBISTA_DATOS: at('casa'), CAMBISTA_SECRETOS: casa.root }
  const respaldo = { destino: destino(), ajeno: false, datos: at('casa') }
  const afuera = { clave: casa.clave, anclas: casa.root, respaldo }
  const errors: unknown[] = []
  const folders = () => readdirSync(join(destino(), 'registro')).length
  const before = folders()
  const stop = startRegistro({ afuera, env }, (error) => error && errors.push(error), 50)
  try {
    const tercera = await orden('respaldar', [destino(), '--cambiar-frase'], FRASE)
    expect(tercera).toMatchObject({ code: 0 })
    await escribir(6)
    await expect.poll(folders).toBe(before + 1)
  } finally {
    await stop()
  }
  expect(errors).toEqual([])
  expect(llaves().anteriores).toHaveLength(2)
})

test('a change of the phrase of which no good copy comes changes nothing', async () => {
  const [antes, copias, hechos] = [llaves(), readdirSync(destino()), await frases()]
  const cambiar = () => orden('respaldar', [destino(), '--cambiar-frase'], OTRA)
  // While another backup is made, which would be one under the phrase of before.
  const ocupada = await comoRol(findPlace(at('casa')), SUPERUSER, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('cambista:respaldo'))")
    return cambiar()
  })
  expect(ocupada).toMatchObject({ code: 3, said: expect.stringContaining('espere') })
  // Where what is copied is not right.
  const sql = (text: string) =>
    comoRol(findPlace(at('casa')), SUPERUSER, (client) => client.query(text))
  const listo = (on: boolean) =>
    sql(`UPDATE pg_index SET indisready = ${on} WHERE indexrelid = 'prueba.malo_n'::regclass`)
  await sql('CREATE TABLE prueba.malo (n integer); CREATE INDEX malo_n ON prueba.malo (n)')
  await listo(false)
  await sql('INSERT INTO prueba.malo VALUES (1)')
  await listo(true)
  expect(await cambiar()).toMatchObject({ code: 1, said: expect.stringContaining('malo_n') })
  await sql('DROP TABLE prueba.malo')
  expect([llaves(), readdirSync(destino())]).toEqual([antes, copias])
  expect(await frases()).toEqual(hechos)
})

test('what the log had after the new copy, while it was looked at, is under the new phrase too', async () => {
  const de = llaves()
  const [last] = manifiestosDe(destino())
  const { identidad, segmentos } = last?.manifiesto ?? { identidad: '', segmentos: ['', ''] }
  await escribir(7)
  await turno()
  const ultimo = segmentos[1] ?? ''
  const { llaves: a, poner } = await cambiarLlaves(casa.root, casa.clave, de, OTRA, 4)
  await mudarRegistro(findPlace(at('casa')), { destino: destino(), ultimo }, { de, a }, poner)
  expect(llaves()).toEqual(a)
  const kept = (de: typeof a) =>
    segmentosDe(registroDe(destino(), identidad, de))
      .map(({ nombre }) => nombre)
      .filter((nombre) => nombre > ultimo)
  expect(kept(a).length).toBeGreaterThan(0)
  expect(kept(a)).toEqual(kept(de))
})
