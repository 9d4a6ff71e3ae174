import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CasaPropia, casaPropia, query } from '../../../../test/support/respaldo/casa.ts'
import type { EnvClave } from '../../acceso/clave.ts'
import { aMedias, apartadaEn, marcarAMedias } from '../../embedded/a-medias.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { ajusteDeMemoria } from '../../embedded/memoria.ts'
import { type MirarDisco, REGISTRO } from '../espacio/espacio.ts'
import { PAQUETE } from '../manifiesto.ts'
import { ensayar } from '../traer.ts'
import { carpetaDe } from './almacen.ts'
import { archivador } from './archivar.ts'
import { escribirEstado, leerEstado } from './estado.ts'
import { type Pedido, reponer } from './reponer.ts'

/* What `restaurar` does with the folder of the house. */

let casa: CasaPropia
let copia: Awaited<ReturnType<CasaPropia['copiar']>>
let said: string[]

const lugarEn = (name: string) => ({
  clave: casa.at(name),
  anclas: casa.at(name),
  aviso: null,
  datos: casa.at(name),
})

/** Restores into the data folder `en`, with the secrets beside it. */
const traida = (
  en: string,
  pedido: Partial<Pedido> = {},
  env: EnvClave = {},
  mirar?: MirarDisco,
) => {
  said = []
  const { carpeta, manifiesto } = copia
  const all = { ...{ copia: carpeta, manifiesto, destino: casa.at('copias') }, reemplazar: false }
  return reponer({ ...all, meta: 'todo', ...pedido }, casa.llaves.privada, {
    ...{ datos: casa.at(en), lugar: lugarEn(`${en}-secretos`), env, ahora: new Date() },
    say: (text) => said.push(text),
    ...(mirar && { mirar }),
  })
}

/** A house with nothing but its folder, as a cluster that was stopped lies there. */
function conCasa(en: string): ReturnType<typeof findPlace> {
  const place = findPlace(casa.at(en))
  mkdirSync(place.data, { recursive: true })
  writeFileSync(`${place.data}/la-de-antes`, '')
  writeFileSync(place.clave, 'secreta')
  return place
}

beforeAll(async () => {
  casa = await casaPropia()
  await query(casa.house.url, 'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer)')
  copia = await casa.copiar(casa.at('copias'))
  writeFileSync(casa.at('cabezas.jsonl'), 'una\n')
  await query(casa.house.url, 'INSERT INTO prueba.acuses VALUES (1)')
  const { at, llaves } = casa
  await archivador({
    ...{ place: findPlace(at('casa')), destino: at('copias'), llaves },
    cabezas: at('cabezas.jsonl'),
  })()
})
afterAll(() => casa.cerrar())

test('a house that runs is not touched, whatever was asked for', async () => {
  const { data } = findPlace(casa.at('casa'))
  await expect(traida('casa', { reemplazar: true })).rejects.toThrow('ya usa la carpeta')
  expect(existsSync(data)).toBe(true)
  expect(await query(casa.house.url, 'SELECT n FROM prueba.acuses')).toEqual([{ n: 1 }])
})

test('a house whose PostgreSQL cannot be seen, as in another container, is not put aside under it', async () => {
  const place = conCasa('lejana')
  mkdirSync(place.sockets, { recursive: true })
  const unseen = createServer((client) => client.destroy())
  await new Promise<void>((listens) => unseen.listen(join(place.sockets, '.s.PGSQL.5432'), listens))
  await expect(traida('lejana', { reemplazar: true })).rejects.toThrow(
    /^Otro programa trabaja con la carpeta de datos/,
  )
  expect(existsSync(join(place.data, 'la-de-antes'))).toBe(true)
  await new Promise((closed) => unseen.close(closed))
})

test('where the house was put aside and nothing came, no new one begins, and a restore goes on', async () => {
  const place = conCasa('cortada')
  renameSync(place.data, apartadaEn(place, '20260101T000000Z'))
  const start = () => startPostgres({ carpeta: casa.at('cortada'), durable: false })
  await expect(start()).rejects.toThrow(/la que se apartó para restaurar, «postgres\.antes-2026/)
  expect(existsSync(place.data)).toBe(false)
  await traida('cortada')
  expect(existsSync(place.data)).toBe(true)
})

test('nothing starts on the folder while it is brought', async () => {
  const place = findPlace(casa.at('cerrada'))
  const locked: boolean[] = []
  let going = true
  const look = () => {
    if (existsSync(place.data)) locked.push(existsSync(place.lock))
    if (going) setImmediate(look)
  }
  look()
  await traida('cerrada').finally(() => {
    going = false
  })
  // The first look finds it unpacking; PostgreSQL, which recovers it, holds the folder by itself.
  expect(locked[0]).toBe(true)
  // Whoever calls says when all of it is done: until then it starts as no house.
  expect(aMedias(place)).toBe(true)
  const start = () => startPostgres({ carpeta: casa.at('cerrada'), durable: false })
  await expect(start()).rejects.toThrow('restaurar')
  marcarAMedias(place.data, null)
  const postgres = await start()
  try {
    expect(await query(postgres.url, 'SELECT n FROM prueba.acuses')).toEqual([{ n: 1 }])
  } finally {
    await postgres.stop()
  }
})

test('the house that was there goes aside with its password, also over a restore that was cut short', async () => {
  const place = conCasa('otra')
  // What a killed backup left takes as much room as the house.
  const left = casa.at(`otra/ensayo-${2 ** 22 + 1}-x`)
  mkdirSync(left)
  await expect(traida('otra')).rejects.toThrow('--reemplazar')
  expect(existsSync(left)).toBe(false)
  expect(existsSync(`${place.data}/la-de-antes`)).toBe(true)
  const { antes } = await traida('otra', { reemplazar: true })
  expect(existsSync(`${antes}/la-de-antes`)).toBe(true)
  expect(readFileSync(`${antes}.clave`, 'utf8')).toBe('secreta')
  // The command was ended before it was done: the next one, without the option, knows the same house.
  expect((await traida('otra')).antes).toBe(antes)
  expect(existsSync(`${antes}/la-de-antes`)).toBe(true)
})

test('a restore asks for the room of the log that it lays open, too', async () => {
  conCasa('sin-lugar')
  // As much as the copy takes, and what PostgreSQL writes when it starts.
  const libre = copia.manifiesto.bytes + REGISTRO
  const mirar = async () => ({ libre, total: 1e12 })
  const pide = (meta: Pedido['meta']) => traida('sin-lugar', { meta, reemplazar: true }, {}, mirar)
  await expect(pide('todo')).rejects.toThrow(/^No queda espacio en el disco .* y quedan/)
  expect(existsSync(casa.at('sin-lugar/postgres/la-de-antes'))).toBe(true)
  expect(await pide('copia')).toMatchObject({ antes: expect.any(String) })
})

test('a restore that fails leaves the house that was there, with its password', async () => {
  const place = conCasa('fallida')
  const whole = readFileSync(`${copia.carpeta}/${PAQUETE}`)
  writeFileSync(`${copia.carpeta}/${PAQUETE}`, whole.subarray(0, whole.length / 2))
  await expect(traida('fallida', { reemplazar: true })).rejects.toThrow()
  writeFileSync(`${copia.carpeta}/${PAQUETE}`, whole)
  expect(existsSync(`${place.data}/la-de-antes`)).toBe(true)
  expect(readFileSync(place.clave, 'utf8')).toBe('secreta')
  expect(readdirSync(casa.at('fallida-secretos'))).toEqual([])
})

test('a house that would not start with the key that is given here is not brought, and nothing is touched (R-443)', async () => {
  const place = conCasa('con-otra-clave')
  const env = { CAMBISTA_CLAVE: '0'.repeat(64) }
  await expect(traida('con-otra-clave', { reemplazar: true }, env)).rejects.toThrow(
    /^La clave de «CAMBISTA_CLAVE» es de otra casa.*No se tocó nada.*sin CAMBISTA_CLAVE/,
  )
  expect(said).toEqual([])
  expect(readdirSync(place.data)).toEqual(['la-de-antes'])
  expect(existsSync(casa.at('con-otra-clave-secretos'))).toBe(false)
  // Its own is at hand: it is written down nowhere else.
  const suya = { CAMBISTA_CLAVE: casa.clave.toString('hex') }
  expect((await traida('con-otra-clave', { reemplazar: true }, suya)).clave).toBeNull()
  expect(readdirSync(casa.at('con-otra-clave-secretos'))).toEqual([])
})

test('where there is little memory a copy that is looked at has half the cache of the house (R-477)', async () => {
  const has = process.constrainedMemory
  process.constrainedMemory = () => 384 * 2 ** 20
  try {
    const { privada } = casa.llaves
    let cache: unknown
    await ensayar(
      copia.carpeta,
      privada,
      async (url) => {
        cache = await query(url, 'SHOW shared_buffers')
        return { asientos: 0, apuntes: 0, selladas: 0, diferencia: null }
      },
      casa.root,
    )
    expect(cache).toEqual([{ shared_buffers: '16MB' }])
    expect(ajusteDeMemoria().postgres).toMatchObject({ shared_buffers: '32MB' })
  } finally {
    process.constrainedMemory = has
  }
})

test('what is known of the archive goes with the house that it was of', async () => {
  conCasa('archivada')
  const known = { de: '/d/registro/7/00000001', hasta: '2026-11-28T15:00:00.000Z', segmento: '0' }
  escribirEstado(casa.at('archivada'), { ...known, hecho: null, suelto: false })
  await expect(traida('archivada')).rejects.toThrow('--reemplazar')
  expect(leerEstado(casa.at('archivada'))).not.toBeNull()
  await traida('archivada', { reemplazar: true })
  expect(leerEstado(casa.at('archivada'))).toBeNull()
})

test('heads come with the log; a file of them that was changed is named, and not used', async () => {
  expect((await traida('con-cabezas')).cabezas).toEqual([null, 'una\n'])
  expect(said).toEqual(['Restaurando…'])
  const carpeta = carpetaDe(casa.at('copias'), copia.manifiesto.identidad)
  const heads = readdirSync(carpeta).filter((name) => name.startsWith('cabezas-'))
  writeFileSync(`${carpeta}/${heads[0]}`, 'nada')
  expect((await traida('sin-cabezas')).cabezas).toEqual([null, null])
  expect(said[0]).toContain('está dañado, y no se usa')
})
