import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CasaPropia,
  casaPropia,
  libros,
  query,
} from '../../../../test/support/respaldo/casa.ts'
import { connect } from '../../db/db.ts'
import type { Disco } from '../../trabajos/disco.ts'
import { copiasDe } from '../copias.ts'
import { startDiario } from '../diario.ts'
import { escribir, leerManifiesto } from '../manifiesto.ts'
import { respaldar } from '../respaldar.ts'
import { ensayar } from '../traer.ts'
import { faltaEspacio, reservaDe } from './espacio.ts'

/* A backup leaves the room that people work in: what does not fit is refused before anything is written. */

let casa: CasaPropia
const at = (name: string) => casa.at(name)
const GB = 1e9

beforeAll(async () => {
  casa = await casaPropia()
})
afterAll(() => casa.cerrar())

/** What a disk answers that has so much left at the first look, the second, and so on; the last one from then on. */
function discoCon(...libres: number[]) {
  const seen: string[] = []
  const mirar = async (folder: string): Promise<Disco> => {
    seen.push(folder)
    return { libre: libres[Math.min(seen.length, libres.length) - 1] ?? 0, total: 100 * GB }
  }
  return { seen, mirar }
}
const ensayos = () => readdirSync(at('casa')).filter((name) => name.startsWith('ensayo-'))

test('what is asked of one disk is added up, with what people need beside it', async () => {
  mkdirSync(at('uno'))
  const pide = (carpeta: string, gigas: number, reserva: boolean) => ({
    ...{ carpeta: at(carpeta), bytes: gigas * GB, motivo: `No hay lugar en ${carpeta}.`, reserva },
  })
  const falta = (libre: number, reserva: boolean) =>
    faltaEspacio([pide('uno', 10, false), pide('casa', 55, reserva)], discoCon(libre * GB).mirar)
  expect(await falta(65, false)).toBeNull()
  expect(await falta(66, true)).toBeNull()
  expect(await falta(65.9, true)).toEqual({
    carpetas: [at('uno'), at('casa')],
    texto: 'No hay lugar en uno. Hacen falta 66.0 GB y quedan 65.9 GB.',
  })
  expect(await falta(0.0123, false)).toMatchObject({
    texto: expect.stringContaining('y quedan 13 MB.'),
  })
  expect(reservaDe({ total: 400e6 })).toBe(40e6)
  // Some of the network and some in user space answer so.
  const mudo = async () => ({ libre: 0, total: 0 })
  expect(await faltaEspacio([pide('uno', 10, true)], mudo)).toBeNull()
})

test('a disk of copies alone needs the copy, and a disk that says nothing of its size takes it', async () => {
  const datos = statSync(at('casa')).dev
  const otro = (folder: string) => statSync(folder).dev !== datos
  const aparte = ['/dev/shm', tmpdir(), resolve('.')].find(otro)
  for (const disco of [
    { libre: 0.9 * GB, total: 100 * GB },
    { libre: 0, total: 0 },
  ]) {
    if (!aparte) continue
    const destino = mkdtempSync(join(aparte, `cambista-test-${process.pid}-`))
    const mirar = async (folder: string) =>
      otro(folder) ? disco : { libre: 9 * GB, total: 100 * GB }
    try {
      const { carpeta } = await respaldar({ ...casa.encargo(destino), mirar })
      expect(existsSync(carpeta)).toBe(true)
    } finally {
      rmSync(destino, { recursive: true, force: true })
    }
  }
})

test('what a killed one left of a house beside the data is in nobody’s way', async () => {
  // More than any machine gives: nobody has this number.
  const left = join(at('casa'), `ensayo-${2 ** 22 + 1}-x`)
  mkdirSync(left)
  const mirar = async () => ({ libre: existsSync(left) ? 1 : 9 * GB, total: 100 * GB })
  const { carpeta } = await respaldar({ ...casa.encargo(at('barrida')), mirar })
  expect([existsSync(carpeta), ensayos()]).toEqual([true, []])
})

test('a house that does not fit a second time is not copied, and nothing is left of it', async () => {
  const said: string[] = []
  // As large as 55 of 100 GB: what is left would hold the copy, and people could not go on.
  const { mirar } = discoCon(GB)
  const encargo = { ...casa.encargo(at('llena')), mirar, avance: (text: string) => said.push(text) }
  await expect(respaldar(encargo)).rejects.toThrow(
    /^No queda espacio en «.*llena»: hace falta lugar .* Hacen falta 1\.\d GB y quedan 1\.0 GB\.$/,
  )
  expect([said, readdirSync(at('llena')), ensayos()]).toEqual([[], ['LEAME.txt'], []])
})

test('room that goes while it is copied, or while it is looked at, ends it, and the house goes on', async () => {
  const lleno = /^No queda espacio en el disco de la carpeta de datos .*casa: libere espacio/
  for (const libres of [
    // Before it is restored; while it is unpacked.
    [9 * GB, 0.5 * GB],
    [9 * GB, 9 * GB, 0.4 * GB],
  ]) {
    const { seen, mirar } = discoCon(...libres)
    const encargo = { ...casa.encargo(at('mengua')), mirar }
    await expect(respaldar(encargo)).rejects.toThrow(lleno)
    expect(seen.length).toBeGreaterThanOrEqual(libres.length)
    expect([readdirSync(at('mengua')), ensayos()]).toEqual([['LEAME.txt'], []])
  }
  expect(await query(casa.house.url, 'SELECT count(*)::int AS n FROM respaldos')).toEqual([
    { n: 0 },
  ])
})

test('while the books are looked at, too', async () => {
  const { carpeta } = await casa.copiar(at('buenas'))
  let libre = 9 * GB
  let cortada = false
  const late = async (url: string) => {
    libre = 0.4 * GB
    const ended = () =>
      libros(url).then(
        () => false,
        () => true,
      )
    await expect.poll(ended).toBe(true)
    cortada = true
    return libros(url)
  }
  const mirar = async () => ({ libre, total: 100 * GB })
  await expect(ensayar(carpeta, casa.llaves.privada, late, at('casa'), mirar)).rejects.toThrow(
    'Quedan 400 MB.',
  )
  expect(cortada).toBe(true)
  expect(ensayos()).toEqual([])
})

test('a bad copy that is kept gives way to a good one, and that of another house does not (R-448)', async () => {
  const [good] = copiasDe(at('buenas'))
  const bad = (name: string) => join(at('buenas'), `respaldo-${name}.malo`)
  const [mine, theirs] = [bad('20251101T000000Z'), bad('20251102T000000Z')]
  for (const one of [mine, theirs])
    cpSync(join(at('buenas'), good?.nombre ?? ''), one, { recursive: true })
  const forged = escribir(leerManifiesto(theirs).manifiesto, 'AGE-SECRET-KEY-1X')
  writeFileSync(join(theirs, 'manifiesto.json'), forged)
  const mirar = async () => ({ libre: existsSync(mine) ? 1 : 9 * GB, total: 100 * GB })
  const { carpeta } = await respaldar({ ...casa.encargo(at('buenas')), mirar })
  expect([existsSync(carpeta), existsSync(mine), existsSync(theirs)]).toEqual([true, false, true])
})

test('a daily one that fails without a note is not begun anew each minute', async () => {
  const db = connect({ url: casa.house.url })
  const errors: unknown[] = []
  let turns = 0
  const watch = Object.assign((error: unknown) => errors.push(error), {
    every: () => {
      turns += 1
    },
  })
  const { DATABASE_URL: _, ...inherited } = process.env
  // The command finds no house, so it can write nothing down.
  const env = { ...inherited, CAMBISTA_DATOS: at('ninguna'), CAMBISTA_RESPALDO: at('buenas') }
  const respaldo = { destino: at('buenas'), ajeno: false, datos: at('casa') }
  const afuera = { clave: casa.clave, anclas: casa.root, respaldo }
  const stop = startDiario({ db, env, afuera }, watch, 10)
  try {
    await expect.poll(() => errors.length).toBe(1)
    const then = turns
    await expect.poll(() => turns).toBeGreaterThan(then + 20)
    expect(errors.map(String)).toEqual([expect.stringContaining('no hay una casa')])
    expect(await query(casa.house.url, 'SELECT FROM respaldos')).toEqual([])
  } finally {
    await stop()
    await db.destroy()
  }
})
