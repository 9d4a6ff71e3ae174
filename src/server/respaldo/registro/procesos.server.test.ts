import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Pide } from '../../../../test/support/respaldo/archiva.ts'
import {
  type CasaPropia,
  casaPropia,
  FRASE,
  query,
} from '../../../../test/support/respaldo/casa.ts'
import { connect } from '../../db/db.ts'
import { findPlace } from '../../embedded/folder.ts'
import { BACKUP, SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { serveHealth } from '../../http/health.ts'
import { crearLlaves } from '../llaves.ts'
import { carpetaDe, guardadoDe, guardar, segmentosDe } from './almacen.ts'
import { archivador, RANURA } from './archivar.ts'
import { type Estado, hastaDe, leerEstado } from './estado.ts'
import { finDe, numeroDe, siguiente } from './segmento.ts'

/* several processes of one house archive its log once, and all show the same. */

const MINUTO = 60_000
let casa: CasaPropia
let carpeta: string
const place = () => findPlace(casa.at('casa'))
const respaldo = () => ({ destino: casa.at('copias'), ajeno: false, datos: casa.at('casa') })
const guardados = () => segmentosDe(carpeta).length
let n = 0
const escribir = () => query(casa.house.url, `INSERT INTO prueba.acuses VALUES (${n++})`)

/** What PostgreSQL writes into its log by itself: nobody was answered by it. */
const rumor = () =>
  comoRol(place(), SUPERUSER, (client) => client.query('SELECT pg_log_standby_snapshot()'))

/** A process that archives, as one of several of the program does. */
function proceso() {
  const child = fork(resolve('test/support/respaldo/archiva.ts'), {
    env: {
      ...process.env,
      CAMBISTA_DATOS: casa.at('casa'),
      CAMBISTA_SECRETOS: casa.root,
      CAMBISTA_RESPALDO: casa.at('copias'),
      CAMBISTA_CLAVE: casa.clave.toString('hex'),
    },
  })
  hijos.push(child)
  const pide = (que: Pide) =>
    new Promise<unknown>((done, fail) => {
      child.once('message', done)
      child.once('exit', fail)
      child.send(que)
    })
  return { child, pide, turno: (cada = 0) => pide({ turno: cada }) }
}
const hijos: ChildProcess[] = []

beforeAll(async () => {
  casa = await casaPropia()
  await query(casa.house.url, 'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer)')
  const { manifiesto } = await casa.copiar(casa.at('copias'))
  carpeta = carpetaDe(casa.at('copias'), manifiesto.identidad)
})
afterEach(async () => {
  for (const child of hijos.splice(0)) child.kill('SIGKILL')
  const locks = () => query(casa.house.url, "SELECT FROM pg_locks WHERE locktype = 'advisory'")
  await expect.poll(locks).toEqual([])
})
afterAll(() => casa.cerrar())

test('a minute in which something was acknowledged ends one segment, whichever process has its turn, and a quiet one none', async () => {
  const [a, b] = [proceso(), proceso()]
  await a.turno()
  await b.turno()
  const before = guardados()
  for (const [one, other] of [
    [a, b],
    [b, a],
    [a, b],
    [b, a],
  ] as const) {
    await escribir()
    const shown = [await one.turno()]
    await rumor()
    shown.push(await other.turno())
    // The other one had nothing to end, and knows that all is kept until its own turn.
    expect(Date.parse(String(shown[1]))).toBeGreaterThan(Date.parse(String(shown[0])))
    expect(await one.pide({ muestra: true })).toBe(shown[1])
    expect(hastaDe(respaldo())).toBe(shown[1])
  }
  expect(guardados()).toBe(before + 4)
  for (const one of [a, b, a, b]) {
    await rumor()
    await one.turno()
  }
  expect(guardados()).toBe(before + 4)
})

test('whoever asks whether the program is ready ends no segment, however often (R-447)', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  const db = connect({ url: casa.house.servidor, max: 2 })
  // Each question makes a trial of its own: one server believes its last one for a second.
  const listo = async () => {
    const http = fastify()
    serveHealth(http, db)
    const { statusCode } = await http.inject('/api/listo')
    await http.close()
    return statusCode
  }
  try {
    await turn()
    const before = guardados()
    for (const minute of [1, 2, 3]) {
      for (let each = 0; each < 10; each++) expect([minute, await listo()]).toEqual([minute, 200])
      const { hasta } = (await turn()) as Estado
      expect(hastaDe(respaldo())).toBe(hasta)
      expect(guardados()).toBe(before)
    }
    await escribir()
    expect(await listo()).toBe(200)
    await turn()
    expect(guardados()).toBe(before + 1)
  } finally {
    await db.destroy()
  }
})

test('a turn is one process’s: another one within its minute leaves all as it is, and shows the same', async () => {
  const [a, b] = [proceso(), proceso()]
  await a.turno()
  const before = guardados()
  await escribir()
  const shown = await a.turno()
  await escribir()
  expect(await b.turno(MINUTO)).toBe(shown)
  expect(guardados()).toBe(before + 1)
  // A clock that was set back makes nobody wait until it has caught up.
  const known = leerEstado(casa.at('casa')) as Estado
  const later = new Date(Date.parse(known.hasta) + 3_600_000).toISOString()
  writeFileSync(join(casa.at('casa'), 'registro.json'), JSON.stringify({ ...known, hasta: later }))
  expect(await b.turno(MINUTO)).not.toBe(later)
  expect(guardados()).toBe(before + 2)
})

test('the one that archives is killed, and the other goes on', async () => {
  const [a, b] = [proceso(), proceso()]
  for (const one of [a, b]) await one.pide({ cada: 40 })
  const sigue = async () => {
    await escribir()
    const then = Date.now()
    await expect.poll(() => Date.parse(hastaDe(respaldo()) ?? '')).toBeGreaterThan(then)
  }
  await sigue()
  a.child.kill('SIGKILL')
  await sigue()
  await sigue()
  expect(await b.pide({ muestra: true })).not.toBeNull()
})

test('while another process is at it, one waits; it says so where that one does not end', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  const known = await turn()
  await comoRol(place(), BACKUP, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('cambista:registro'))")
    await escribir()
    expect(await turn()).toEqual(known)
    const clock = vi.spyOn(performance, 'now')
    try {
      const at = performance.now()
      const minutes = (n: number) => clock.mockReturnValue(at + n * MINUTO)
      minutes(9)
      expect(await turn()).toEqual(known)
      // A turn ended meanwhile: this is another one, which began later.
      const later = { ...known, hasta: new Date().toISOString() }
      writeFileSync(join(casa.at('casa'), 'registro.json'), JSON.stringify(later))
      minutes(11)
      expect(await turn()).toEqual(later)
      minutes(22)
      await expect(turn()).rejects.toThrow('Otro proceso guarda el registro')
      // Nothing was ever written down: the first turn of all hangs.
      rmSync(join(casa.at('casa'), 'registro.json'))
      expect(await turn()).toBeNull()
      minutes(33)
      await expect(turn()).rejects.toThrow('Otro proceso guarda el registro')
    } finally {
      clock.mockRestore()
    }
  })
  expect(await turn()).toMatchObject({ suelto: false })
})

test('a data disk that is full is not told as that of the copies, and is tried again', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  await escribir()
  symlinkSync('/dev/full', join(casa.at('casa'), 'registro.json.parcial'))
  await expect(turn()).rejects.toThrow(/guardado, pero .* carpeta de datos .* \(ENOSPC\)/)
  expect(await turn()).toMatchObject({ suelto: false })
})

test('what was kept and not written down, or written down by half, is looked at anew', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  const before = (await turn()) as Estado
  writeFileSync(join(casa.at('casa'), 'registro.json'), '{"de":')
  expect(hastaDe(respaldo())).toBeNull()
  expect(await turn()).toMatchObject({ suelto: false })
  // Somebody let a segment go that was not kept here, as a turn on another disk does: the log has a gap.
  const last = (leerEstado(casa.at('casa')) as Estado).segmento
  await comoRol(place(), SUPERUSER, async (client) => {
    await client.query('CREATE TABLE hueco (); SELECT pg_switch_wal(); DROP TABLE hueco')
    await client.query('SELECT pg_replication_slot_advance($1, $2::pg_lsn)', [
      RANURA,
      finDe(siguiente(last)),
    ])
  })
  expect(await turn()).toMatchObject({ suelto: true })
  expect(guardadoDe(carpeta, before.segmento)).not.toBeNull()
  expect(hastaDe(respaldo())).toBeNull()
  await casa.copiar(casa.at('copias'))
  expect(await turn()).toMatchObject({ suelto: false })
})

test('a turn that keeps nothing ends one segment, and those that follow it none more (R-468)', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  const { segmento } = (await turn()) as Estado
  // What lies where the next one goes is of another life of the house.
  await guardar(carpeta, siguiente(segmento), Buffer.from('otra'), casa.llaves)
  const ends = async () => {
    const [row] = await query<{ at: string }>(
      casa.house.url,
      'SELECT pg_walfile_name(pg_current_wal_lsn()) AS at',
    )
    return Number(numeroDe(row?.at ?? '') - numeroDe(segmento))
  }
  for (const minute of [1, 2, 3, 4]) {
    await escribir()
    await expect(turn()).rejects.toThrow('otra vida')
    await escribir()
    expect([minute, await ends()]).toEqual([minute, 2])
  }
  rmSync(guardadoDe(carpeta, siguiente(segmento))?.path ?? '')
  expect(await turn()).toMatchObject({ suelto: false })
})

test('a file of the log that is of other keys stays beside, and the log goes on', async () => {
  const turn = archivador({
    ...{ place: place(), destino: casa.at('copias'), llaves: casa.llaves },
    cabezas: casa.at('cabezas.jsonl'),
  })
  const { segmento } = (await turn()) as Estado
  const name = siguiente(segmento)
  mkdirSync(casa.at('otras-llaves'))
  const otras = await crearLlaves(casa.at('otras-llaves'), randomBytes(32), FRASE, 4)
  await guardar(carpeta, name, Buffer.from('de otra casa'), otras)
  const theirs = guardadoDe(carpeta, name)?.path ?? ''
  await escribir()
  expect(await turn()).toMatchObject({ segmento: name, suelto: false })
  expect(existsSync(`${theirs}.ajeno`)).toBe(true)
  expect(guardadoDe(carpeta, name)?.path).not.toBe(theirs)
})

test('of another folder of copies, or of a house before this one, nothing is shown', async () => {
  expect(hastaDe(respaldo())).not.toBeNull()
  expect(hastaDe({ ...respaldo(), destino: casa.at('otras') })).toBeNull()
  expect(hastaDe({ ...respaldo(), destino: null })).toBeNull()
  expect(JSON.parse(readFileSync(join(casa.at('casa'), 'registro.json'), 'utf8')).de).toContain(
    '/00000001',
  )
})
