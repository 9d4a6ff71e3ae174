import { chmodSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saidSince } from '../../src/server/embedded/log.ts'
import { azarDe, SEMILLA } from '../jaula/azar.ts'
import type { Local } from '../jaula/casa.ts'
import { Conexion } from '../jaula/cliente.ts'
import { cuenta, historiaNueva, operacion, trabajar } from '../jaula/historia.ts'
import type { Servidor } from '../jaula/servidor.ts'
import { unaConexion } from '../support/servidor/dueno.ts'
import { type Disco, discoEn, sinDisco } from './disco.ts'
import { borrar, carpetaDePruebas, casaEn, expectTodas, programaEn, urlDe } from './programa.ts'

/* the disk of the data is full, to the last byte, under the whole program. */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)
const LLENO = 'el disco de la base de datos está lleno; hay que liberar espacio'
const SIN_ESPACIO = /No queda espacio en el disco de la carpeta de datos .*: libere espacio, sin/g

describe.skipIf(sinDisco('memoria', raiz))('a full disk', () => {
  const historia = historiaNueva()
  const azar = azarDe(SEMILLA)
  let casa: Local
  let disco: Disco
  let api: Servidor
  let work: ReturnType<typeof trabajar>
  const cliente = new Conexion(() => api.puerto)
  const pedir = async (path: string) => {
    const answer = await cliente.pedir({ path, token: casa.tokens[0] })
    return [answer?.status, answer?.body.codigo]
  }
  /** The writers go on by themselves. */
  async function siguen() {
    const before = cuenta(historia).ok
    await expect.poll(() => cuenta(historia).ok).toBeGreaterThan(before + 20)
  }
  /** Asks with the disk filled anew: PostgreSQL itself gives back what it needs no more. */
  const lleno =
    <T>(ask: () => Promise<T>) =>
    async () => {
      await disco.llenar()
      return ask()
    }
  /** How often the program said something. */
  const veces = (what: RegExp | string) => (api.salida + api.dicho).split(what).length - 1

  beforeAll(async () => {
    casa = await casaEn(join(raiz, 'molde'))
    disco = await discoEn(join(raiz, 'datos'), { megas: 200, de: join(raiz, 'molde') })
  })
  afterAll(async () => {
    historia.abandonada = true
    await work?.parar()
    cliente.cerrar()
    api?.senal('SIGTERM')
    await api?.fin()
    await disco?.soltar()
    borrar(raiz)
  })

  test('a program that starts on it says what to do, and starts once there is room', async () => {
    // Not even for the line by which PostgreSQL says why it ends, most times.
    const log = join(disco.desde, 'postgres.log')
    truncateSync(log)
    expect(saidSince(log, 0)).toBe('')
    await disco.llenar()
    expect(saidSince(log, 0)).toContain('No space left on device')
    await expect(programaEn(disco, raiz)).rejects.toThrow(SIN_ESPACIO)
    await disco.vaciar()
    api = await programaEn(disco, raiz)
    // what waits there for a disk of backups fits into it.
    const dueno = unaConexion(urlDe(disco))
    const espera = "SELECT pg_size_bytes(current_setting('max_slot_wal_keep_size'))::int AS bytes"
    expect((await dueno.query(espera)).rows[0].bytes).toBeLessThan(200 * 2 ** 20)
    await dueno.end()
    work = trabajar({ casa, clientes: 3, azar, puerto: () => api.puerto, historia })
    await siguen()
  })

  test('what is written is refused with the reason, what is read goes on, and so does the program', async () => {
    await disco.llenar()
    const otra = { path: '/api/compras-ventas', token: casa.tokens[0] as string }
    // There may be room for one more in what PostgreSQL has taken already; then it is asked for another one.
    let pedido = { ...otra, clave: azar.uuid(), body: operacion(azar, casa, { posible: true }) }
    const acusada = ({ clave, body }: typeof pedido, respuesta: Record<string, unknown>) =>
      historia.sucesos.push({ ...otra, clave, cuerpo: body, fin: 'ok', respuesta, veces: 1 })
    const registrar = async () => {
      const answer = await cliente.pedir({ method: 'POST', ...pedido })
      if (answer?.status === 201) {
        acusada(pedido, answer.body)
        pedido = { ...otra, clave: azar.uuid(), body: operacion(azar, casa, { posible: true }) }
      }
      return [answer?.status, answer?.body.codigo, answer?.body.message]
    }
    const motivo = `Se puede consultar, pero ahora no se registra nada: ${LLENO}.`
    await expect.poll(lleno(registrar)).toEqual([503, 'NO_ESCRIBE', motivo])
    expect(await pedir('/api/compras-ventas')).toEqual([200, undefined])
    await expect.poll(lleno(() => pedir('/api/listo'))).toEqual([503, 'NO_ESCRIBE'])
    expect(await pedir('/api/salud')).toEqual([200, undefined])
    await expect.poll(() => veces(motivo)).toBeGreaterThan(0)
    await disco.vaciar()
    await siguen()
    const { status, body: respuesta = {} } =
      (await cliente.pedir({ method: 'POST', ...pedido })) ?? {}
    expect(status).toBe(201)
    acusada(pedido, respuesta)
    await expect.poll(() => pedir('/api/listo')).toEqual([200, undefined])
    await expect.poll(() => veces('Se registra de nuevo.')).toBeGreaterThan(0)
  })

  test('a PostgreSQL that ends of it is started again and again, which is said once', async () => {
    // What a house writes in a day, until no further file fits.
    const dia = `SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000)) FROM generate_series(1, 50)`
    const escribir = async () => {
      const dueno = unaConexion(urlDe(disco))
      // Refused, or cut off by the end of PostgreSQL.
      await dueno.query(dia).catch(() => {})
      await dueno.end()
    }
    // One that ends gives back the file that it could not complete: with that room it may start once more.
    const terminada = lleno(async () => {
      await escribir()
      return veces(SIN_ESPACIO)
    })
    await expect.poll(terminada).toBeGreaterThan(0)
    expect(await pedir('/api/salud')).toEqual([200, undefined])
    await expect.poll(lleno(() => pedir('/api/listo'))).toEqual([503, 'NO_DISPONIBLE'])
    // Each start tries to leave its mark there. Its log is of no use for that: there is no room for a line.
    const data = join(disco.desde, 'postgres')
    const tries = new Set<number>()
    const tried = lleno(async () => tries.add(statSync(data).mtimeMs).size)
    await expect.poll(tried).toBeGreaterThan(3)
    const { pid } = api
    await disco.vaciar()
    await siguen()
    const again = veces('PostgreSQL atiende de nuevo.')
    expect(again).toBeGreaterThan(0)
    expect(veces(SIN_ESPACIO)).toBeLessThanOrEqual(again)
    expect(api.pid).toBe(pid)
  })

  test('nothing that was acknowledged is lost, and the log goes on', async () => {
    await work.parar()
    await expectTodas(disco, historia, api.puerto)
    const log = () => readFileSync(join(disco.desde, 'cambista.log'), 'utf8')
    await expect.poll(log).toContain('PostgreSQL atiende de nuevo.')
    for (const line of log().trim().split('\n')) JSON.parse(line)
    expect(api.dicho).not.toMatch(/Unhandled|Uncaught| {4}at /)
  })
})
