import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAZO_PRUEBA } from '../../../test/support/plazos.ts'
import {
  type CasaPropia,
  casaPropia,
  FRASE,
  libros,
  query,
} from '../../../test/support/respaldo/casa.ts'
import { conCompilado, DE_ORDEN, diario } from '../../../test/support/respaldo/diario.ts'
import { connect } from '../db/db.ts'
import { marcarAMedias } from '../embedded/a-medias.ts'
import { startPostgres } from '../embedded/embedded.ts'
import { findPlace } from '../embedded/folder.ts'
import { comoRol } from '../embedded/server.ts'
import { copiar } from './copia.ts'
import { copiasDe } from './copias.ts'
import { startDiario } from './diario.ts'
import { abrirConFrase } from './llaves.ts'
import { escribir, leerManifiesto, PAQUETE } from './manifiesto.ts'
import { empacar } from './paquete.ts'
import { respaldar } from './respaldar.ts'
import { ensayar, probada, traer } from './traer.ts'

/* Copies of a house that is written to meanwhile, each restored and verified. */

let casa: CasaPropia
const at = (name: string) => casa.at(name)
const copia = (...asked: Parameters<CasaPropia['copiar']>) => casa.copiar(...asked)

beforeAll(async () => {
  casa = await casaPropia()
  await query(
    casa.house.url,
    'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer PRIMARY KEY, relleno text)',
  )
})

afterAll(() => casa.cerrar())

/** Writes with eight connections until it is told to end; answers each row with the instant of its acknowledgement. */
function escritores() {
  let going = true
  const acuses = new Map<number, number>()
  let next = 0
  const each = Array.from({ length: 8 }, async () => {
    const client = new pg.Client({ connectionString: casa.house.url })
    await client.connect()
    while (going) {
      const n = next++
      await client.query(
        'INSERT INTO prueba.acuses VALUES ($1::integer, repeat(md5($1::integer::text), 40))',
        [n],
      )
      acuses.set(n, Date.now())
    }
    await client.end()
  })
  return async () => {
    going = false
    await Promise.all(each)
    return acuses
  }
}

test('what was acknowledged before a copy ended is in it, while eight write, and the copy was restored', async () => {
  const end = escritores()
  const made = await copia(at('copias')).finally(end)
  const [{ carpeta, manifiesto }, acuses] = [made, await end()]
  expect(manifiesto.comprobado).toMatchObject({ asientos: 0, apuntes: 0 })
  expect(manifiesto.comprobado?.indices).toBeGreaterThan(100)
  expect(copiasDe(at('copias')).map(({ nombre }) => join(at('copias'), nombre))).toEqual([carpeta])
  const fin = Date.parse(manifiesto.fin)
  const before = [...acuses].flatMap(([n, cuando]) => (cuando < fin ? [n] : []))
  expect(before.length).toBeGreaterThan(8)

  const privada = await abrirConFrase(leerManifiesto(carpeta).manifiesto.llave, FRASE)
  expect(privada).toBe(casa.llaves.privada)
  await traer(carpeta, casa.llaves.privada, findPlace(at('otra')), {
    secretos: at('otros-secretos'),
  })
  expect(readFileSync(join(at('otros-secretos'), 'cambista.clave'), 'utf8').trim()).toBe(
    casa.clave.toString('hex'),
  )
  // Whoever brings it says that it is done; a restore that was cut short does not start as a casa.house.
  const otra = { carpeta: at('otra'), durable: false }
  await expect(startPostgres(otra)).rejects.toThrow('no terminó')
  marcarAMedias(findPlace(at('otra')).data, null)
  const again = await startPostgres(otra)
  try {
    const rows = await query(again.url, 'SELECT n FROM prueba.acuses')
    const there = new Set(rows.map(({ n }) => n))
    expect(before.filter((n) => !there.has(n))).toEqual([])
  } finally {
    await again.stop()
  }
  await expect(traer(carpeta, casa.llaves.privada, findPlace(at('otra')))).rejects.toThrow(
    'ya tiene una casa',
  )
})

test('nothing of a house can be read in its copy without a key', async () => {
  const [newest] = copiasDe(at('copias'))
  const bytes = readFileSync(join(at('copias'), newest?.nombre ?? '', PAQUETE))
  expect(bytes.subarray(0, 18).toString()).toBe('age-encryption.org')
  for (const word of ['cambista_app', 'acuses', casa.clave.toString('hex')]) {
    expect(bytes.includes(word)).toBe(false)
  }
  const names = readdirSync(at('copias'))
  expect(names.filter((name) => !name.startsWith('respaldo-'))).toEqual(['LEAME.txt'])
  // Nothing that was open for the rehearsal stays.
  expect(readdirSync(at('casa')).filter((name) => name.startsWith('ensayo-'))).toEqual([])
})

test('a copy that was cut, changed or put in its place by somebody else is refused in words', async () => {
  const [newest] = copiasDe(at('copias'))
  const good = join(at('copias'), newest?.nombre ?? '')
  const bad = at('mala')
  const changed = async (change: (paquete: string) => void | Promise<void>) => {
    rmSync(bad, { recursive: true, force: true })
    cpSync(good, bad, { recursive: true })
    await change(join(bad, PAQUETE))
    return probada(bad, casa.llaves.privada)
  }
  await expect(changed((file) => truncateSync(file, 5_000))).rejects.toThrow('está incompleto')
  await expect(
    changed((file) => {
      const bytes = readFileSync(file)
      const half = bytes.length >> 1
      bytes[half] = (bytes[half] ?? 0) ^ 1
      writeFileSync(file, bytes)
    }),
  ).rejects.toThrow('fue alterado')
  await expect(changed((file) => rmSync(file))).rejects.toThrow('le falta')
  // Anybody can encrypt to the public key; the seal takes the phrase.
  const forged = async (file: string, privada: string) => {
    rmSync(file)
    const { paquete } = await empacar(file, casa.llaves.publica, (empaca) => empaca.texto('a', 'b'))
    const own = { ...leerManifiesto(good).manifiesto, paquete }
    writeFileSync(join(bad, 'manifiesto.json'), escribir(own, privada))
  }
  await expect(changed((file) => forged(file, 'AGE-SECRET-KEY-1X'))).rejects.toThrow(
    'fue alterado, o es de otra casa',
  )
  // PostgreSQL's files of another system mean something else here.
  const { manifiesto } = leerManifiesto(good)
  const other = escribir({ ...manifiesto, sistema: 'plan9-vax' }, casa.llaves.privada)
  await expect(changed(() => writeFileSync(join(bad, 'manifiesto.json'), other))).rejects.toThrow(
    'es de una máquina plan9-vax',
  )
  // With the seal of the house, what is no house does not start.
  await changed((file) => forged(file, casa.llaves.privada))
  await expect(ensayar(bad, casa.llaves.privada, libros, at('casa'))).rejects.toThrow()
  // A package that was cut is no smaller house either.
  await changed(() => {})
  truncateSync(join(bad, PAQUETE), 5_000)
  await expect(traer(bad, casa.llaves.privada, findPlace(at('cortada')))).rejects.toThrow(
    'dañado o incompleto',
  )
  expect(existsSync(join(at('cortada'), 'postgres'))).toBe(false)
})

test('two copies at once are one copy; a good one removes what the plan does not keep', async () => {
  const ends = await Promise.allSettled([
    copia(at('copias'), { dias: 1, semanas: 0, meses: 0 }),
    copia(at('copias')),
  ])
  const failed = ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(failed).toEqual([expect.stringContaining('Ya se está haciendo un respaldo')])
  const done = ends.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(copiasDe(at('copias'))).toHaveLength(done[0]?.borradas.length === 1 ? 1 : 2)
})

test('the daily one is made by its command, in a process of its own, and written down (R-394)', async () => {
  const errors: unknown[] = []
  const db = connect({ url: casa.house.url })
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    CAMBISTA_DATOS: at('casa'),
    CAMBISTA_RESPALDO: at('diarias'),
    CAMBISTA_SECRETOS: at('secretos'),
    CAMBISTA_RESPALDO_FRASE: FRASE,
  }
  const respaldo = { destino: at('diarias'), ajeno: false, datos: at('casa') }
  const afuera = { clave: casa.clave, anclas: at('secretos'), respaldo }
  conCompilado(at('compilado'))
  const stop = startDiario({ db, env, afuera }, (error) => errors.push(error))
  try {
    // For want of memory the kernel ends it before the program, and it takes no more than by hand.
    if (process.platform === 'linux')
      expect(await diario()).toEqual({ cache: at('compilado'), opciones: DE_ORDEN })
    expect(DE_ORDEN).toContain('--max-semi-space-size=2')
    const made = () => query(casa.house.url, 'SELECT carpeta, falla FROM respaldos')
    // Of all that runs it has the lowest priority: on a busy machine it is the last.
    await expect.poll(made, { timeout: PLAZO_PRUEBA / 2 }).toHaveLength(1)
    const [{ carpeta, falla } = {}] = await made()
    expect(falla).toBeNull()
    expect(copiasDe(at('diarias')).map(({ nombre }) => join(at('diarias'), nombre))).toEqual([
      carpeta,
    ])
  } finally {
    await stop()
    await db.destroy()
  }
  expect(errors).toEqual([])
})

test('PostgreSQL holds the log while a copy is made, and lets it go afterwards', async () => {
  const slots = () =>
    query(
      casa.house.url,
      'SELECT temporary, restart_lsn IS NOT NULL AS holds FROM pg_replication_slots',
    )
  let held: unknown
  const tramo = await copiar(findPlace(at('casa')), {
    carpeta: async () => {},
    texto: async () => {},
    archivo: async () => {
      held ??= await slots()
      return true
    },
  })
  expect(held).toEqual([{ temporary: true, holds: true }])
  expect(await slots()).toEqual([])
  expect(tramo.segmentos[0] <= tramo.segmentos[1]).toBe(true)
})

test('the daily one misses its disk: it makes no folder where there was one', async () => {
  const daily = { ...casa.encargo(at('sin disco')), nueva: false }
  await expect(respaldar(daily)).rejects.toThrow('conecte su disco')
  expect(existsSync(at('sin disco'))).toBe(false)
})

test('a folder that cannot be written is said so, and leaves nothing', async () => {
  writeFileSync(at('archivo'), '')
  await expect(copia(join(at('archivo'), 'copias'))).rejects.toThrow('No se puede escribir en')
})

test('the role that copies reads no table and makes none', async () => {
  const place = findPlace(at('casa'))
  const { BACKUP } = await import('../embedded/roles.ts')
  const as = (text: string) => comoRol(place, BACKUP, (client) => client.query(text))
  await expect(as('SELECT * FROM usuarios')).rejects.toThrow('permission denied')
  await expect(as('SELECT * FROM prueba.acuses')).rejects.toThrow('permission denied')
  await expect(as('CREATE TABLE public.mia ()')).rejects.toThrow('permission denied')
  await expect(as("SELECT pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied')
})
