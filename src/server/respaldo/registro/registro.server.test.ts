import { existsSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CasaPropia,
  casaPropia,
  libros,
  query,
} from '../../../../test/support/respaldo/casa.ts'
import { connect } from '../../db/db.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { marchasDe } from '../../trabajos/marchas.ts'
import { hacerDestino } from '../copias.ts'
import { traer } from '../traer.ts'
import { carpetaDe, segmentosDe } from './almacen.ts'
import { alcanza, type Meta, recuperar, tramoDe } from './aplicar.ts'
import { archivador, RANURA } from './archivar.ts'
import { startRegistro } from './continuo.ts'
import { hastaDe, pideDesde } from './estado.ts'

/* The log of a house is archived while it works, and any instant after a copy comes back. */

let casa: CasaPropia
const at = (name: string) => casa.at(name)
const destino = () => at('copias')

const archivar = (de = 'casa', a = destino()) =>
  archivador({
    ...{ place: findPlace(at(de)), destino: a, llaves: casa.llaves },
    cabezas: at('cabezas.jsonl'),
  })

const copiar = () => casa.copiar(destino())

async function pasa(): Promise<void> {
  const then = Date.now()
  await expect.poll(() => Date.now() - then).toBeGreaterThan(1_100)
}

const escribir = (n: number) => query(casa.house.url, `INSERT INTO prueba.acuses VALUES (${n})`)

const abierta = (en: string) => startPostgres({ carpeta: at(en), durable: false, restoring: true })

/** Brings the copy to a folder and up to `meta`, starts it and answers which rows it has. */
async function restaurada(copia: Awaited<ReturnType<typeof copiar>>, en: string, meta: Meta) {
  const { identidad, segmentos } = copia.manifiesto
  const tramo = tramoDe(carpetaDe(destino(), identidad), segmentos[1], casa.llaves.privada)
  alcanza(tramo, meta)
  await traer(copia.carpeta, casa.llaves.privada, findPlace(at(en)))
  const { ultima, danado } = await recuperar(findPlace(at(en)), casa.llaves.privada, tramo, meta)
  const postgres = await abierta(en)
  try {
    const rows = await query<{ n: number }>(postgres.url, 'SELECT n FROM prueba.acuses ORDER BY n')
    return { hay: rows.map(({ n }) => n), ultima, danado, libros: await libros(postgres.url) }
  } finally {
    await postgres.stop()
  }
}

beforeAll(async () => {
  casa = await casaPropia({ durable: true })
  await query(
    casa.house.url,
    'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer PRIMARY KEY)',
  )
})

afterAll(() => casa.cerrar())

test('a house comes back as it was at any instant, within the second, while eight write', async () => {
  const turn = archivar()
  // Before there is a copy the log brings nothing back, and asks for one.
  expect(await turn()).toMatchObject({ suelto: true })
  const copia = await copiar()
  let going = true
  let next = 1
  const acuses: { n: number; antes: number; luego: number }[] = []
  const each = Array.from({ length: 8 }, async () => {
    const client = new pg.Client({ connectionString: casa.house.url })
    await client.connect()
    while (going) {
      const n = next++
      const antes = Date.now()
      await client.query('INSERT INTO prueba.acuses VALUES ($1)', [n])
      acuses.push({ n, antes, luego: Date.now() })
    }
    await client.end()
  })
  const written = () => expect.poll(() => acuses.length).toBeGreaterThan
  await written()(200)
  await turn()
  await pasa()
  const meta = new Date()
  const then = acuses.length
  await pasa()
  await expect.poll(() => acuses.length).toBeGreaterThan(then + 200)
  going = false
  await Promise.all(each)
  const until = await turn()
  expect(until).toMatchObject({ suelto: false })
  expect(Date.parse(until?.hasta ?? '')).toBeGreaterThan(meta.getTime())

  const found = await restaurada(copia, 'instante', meta)
  const there = new Set(found.hay)
  const lost = acuses.filter(({ n, luego }) => luego < meta.getTime() && !there.has(n))
  const early = acuses.filter(({ n, antes }) => antes > meta.getTime() + 1_000 && there.has(n))
  expect([lost, early]).toEqual([[], []])
  expect(found.hay.length).toBeLessThan(acuses.length)
  expect(found.ultima && found.ultima <= meta).toBe(true)
  expect(found.libros.diferencia).toBeNull()

  const all = await restaurada(copia, 'todo', 'todo')
  expect(all.hay).toEqual(acuses.map(({ n }) => n).toSorted((a, b) => a - b))
  expect((await restaurada(copia, 'sola', 'copia')).hay).toEqual([])
})

test('until there is a copy nothing can be brought back, and nobody is told otherwise', async () => {
  hacerDestino(at('aparte'))
  const respaldo = { destino: at('aparte'), ajeno: false, datos: at('casa') }
  const stop = startRegistro(
    { afuera: { clave: casa.clave, anclas: casa.root, respaldo }, env: casa.entorno },
    () => {},
    20,
  )
  try {
    await expect.poll(() => pideDesde(respaldo)).not.toBeNull()
    expect(hastaDe(respaldo)).toBeNull()
    await casa.copiar(at('aparte'))
    await expect.poll(() => hastaDe(respaldo)).not.toBeNull()
    expect(pideDesde(respaldo)).toBeNull()
  } finally {
    await stop()
  }
})

test('an instant after the last write is the house at its end; one after the log is refused in words', async () => {
  const turn = archivar()
  const copia = await copiar()
  await query(casa.house.url, 'DELETE FROM prueba.acuses')
  await escribir(1)
  await turn()
  const quiet = new Date((await turn())?.hasta ?? 0)
  expect((await restaurada(copia, 'calma', quiet)).hay).toEqual([1])
  const later = new Date(quiet.getTime() + 60_000)
  const refusal = /El registro no llega hasta el .* solo hasta el .* quite --hasta/
  await expect(restaurada(copia, 'luego', later)).rejects.toThrow(refusal)
  expect(existsSync(at('luego/postgres'))).toBe(false)
  rmSync(copia.carpeta, { recursive: true })
})

test('a quiet house makes no segments, and its log reaches further all the same', async () => {
  const turn = archivar()
  const first = await turn()
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    casa.house.url,
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  )
  const kept = () => segmentosDe(carpetaDe(destino(), id)).length
  const before = kept()
  const second = await turn()
  expect(second && first && second.hasta > first.hasta).toBe(true)
  expect(kept()).toBe(before)
  await escribir(2)
  await turn()
  expect(kept()).toBe(before + 1)
})

test('where a segment is missing, the log ends before it, and what comes after is refused', async () => {
  const turn = archivar()
  const copia = await copiar()
  for (const n of [10, 11, 12]) {
    await escribir(n)
    await turn()
  }
  const carpeta = carpetaDe(destino(), copia.manifiesto.identidad)
  const { segmentos } = tramoDe(carpeta, copia.manifiesto.segmentos[1], casa.llaves.privada)
  const gone = segmentos.at(-1)
  rmSync(gone?.path ?? '')
  const all = await restaurada(copia, 'corta', 'todo')
  expect(all.hay).toContain(11)
  expect(all.hay).not.toContain(12)
  await expect(restaurada(copia, 'hueco', new Date())).rejects.toThrow('El registro no llega hasta')
  // One that was changed ends the log as well, and does not take away what comes before it.
  const bad = segmentos.at(-2)?.path ?? ''
  writeFileSync(bad, 'nada')
  const rest = await restaurada(copia, 'alterada', 'todo')
  expect(rest.danado).toBe(bad)
  expect(rest.hay).toContain(10)
  expect(rest.hay).not.toContain(11)
})

test('a restored house has a timeline of its own, and both lives keep their log in one folder', async () => {
  const turn = archivar()
  const copia = await copiar()
  await escribir(20)
  await turn()
  await restaurada(copia, 'nueva', 'todo')
  const again = await abierta('nueva')
  try {
    await query(again.url, 'INSERT INTO prueba.acuses VALUES (21)')
    await archivar('nueva')()
    await escribir(22)
    await turn()
    const lines = segmentosDe(carpetaDe(destino(), copia.manifiesto.identidad)).map(({ nombre }) =>
      nombre.slice(0, 8),
    )
    expect(new Set(lines)).toEqual(new Set(['00000001', '00000002']))
    // A second life that was begun before the first one kept its history takes the same number, and is refused.
    const place = findPlace(at('tercera'))
    const nothing = { segmentos: [], historias: [], hasta: null }
    await traer(copia.carpeta, casa.llaves.privada, place)
    await recuperar(place, casa.llaves.privada, nothing, 'copia')
    const third = await abierta('tercera')
    try {
      await query(third.url, 'INSERT INTO prueba.acuses VALUES (23)')
      await expect(archivar('tercera')()).rejects.toThrow('otra vida de esta casa')
    } finally {
      await third.stop()
    }
  } finally {
    await again.stop()
  }
})

test('what PostgreSQL could not hold any longer is a gap: the log goes on after it, and asks for a copy', async () => {
  const small = { max_slot_wal_keep_size: '16MB', min_wal_size: '32MB', max_wal_size: '32MB' }
  const other = await startPostgres({ carpeta: at('llena'), durable: false, settings: small })
  const a = at('otras')
  try {
    const turn = archivar('llena', a)
    await turn()
    const place = findPlace(at('llena'))
    await query(other.url, 'CREATE TABLE relleno (n integer, t text)')
    const lost = async () => {
      await comoRol(place, SUPERUSER, async (client) => {
        await client.query(
          "INSERT INTO relleno SELECT n, repeat('x', 500) FROM generate_series(1, 60000) n",
        )
        await client.query('CHECKPOINT')
      })
      const rows = await query<{ wal_status: string }>(
        other.url,
        'SELECT wal_status FROM pg_replication_slots',
      )
      return rows[0]?.wal_status
    }
    await expect.poll(lost).toBe('lost')
    expect(await turn()).toMatchObject({ suelto: true })
    await query(other.url, 'INSERT INTO relleno VALUES (0)')
    expect(await turn()).toMatchObject({ suelto: true })
  } finally {
    await other.stop()
  }
})

test('a disk that is not there is written down, and taken back once it is; without one the log is let go', async () => {
  const db = connect({ url: casa.house.url })
  const errors: string[] = []
  const fallas = () =>
    query(casa.house.url, 'SELECT trabajo, motivo FROM trabajos WHERE fallas > 0')
  const slots = () =>
    query(casa.house.url, 'SELECT slot_name FROM pg_replication_slots WHERE NOT temporary')
  const start = (a: string | null) => {
    const respaldo = { destino: a, ajeno: false, datos: at('casa') }
    const afuera = { clave: casa.clave, anclas: casa.root, respaldo }
    const marchas = marchasDe(db, (error) => errors.push(String(error)))
    const watch = marchas.de('registro', 'registro continuo')
    return { respaldo, stop: startRegistro({ afuera, env: casa.entorno }, watch, 20) }
  }
  try {
    writeFileSync(at('archivo'), '')
    const wrong = start(at('archivo'))
    await expect
      .poll(fallas)
      .toEqual([{ trabajo: 'registro', motivo: expect.stringContaining('conecte su disco') }])
    await wrong.stop()
    expect(hastaDe(wrong.respaldo)).toBeNull()
    const good = start(destino())
    await expect.poll(() => hastaDe(good.respaldo)).not.toBeNull()
    await expect.poll(fallas).toEqual([])
    // What was written last is kept when the program ends.
    await escribir(30)
    await good.stop()
    expect(await slots()).toEqual([{ slot_name: RANURA }])
    await start(null).stop()
    expect(await slots()).toEqual([])
    expect(new Set(errors.map((text) => /conecte su disco/.test(text)))).toEqual(new Set([true]))
  } finally {
    await db.destroy()
  }
})
