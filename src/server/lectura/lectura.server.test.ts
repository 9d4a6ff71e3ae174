import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { abrirCasa, type Local } from '../../../test/jaula/casa.ts'
import { operacion } from '../../../test/jaula/historia.ts'
import { comoRol } from '../../../test/support/servidor/url.ts'
import { type Pareja, pareja } from '../../../test/support/servidores/pareja.ts'
import { endpoint } from '../../core/contract.ts'
import { type App, areas, buildApp } from '../../main.app.ts'
import { connect } from '../db/db.ts'
import { readConfig } from '../proceso/config.ts'
import { avisoDeLectura, comoServidor, exigirLectura, lecturaDe } from './lectura.ts'

/* Reports of a replica (R-424). */

let dos: Pareja
let casa: Local
let app: App
const apps: App[] = []
const azar = azarDe(SEMILLA)

const abrir = async (url: string, tope?: number) => {
  const made = await buildApp({
    url: dos.principal.servidor,
    lectura: { url, ...(tope !== undefined && { tope }) },
    juzga: true,
    onBug: (error) => expect.unreachable(String(error)),
  })
  apps.push(made)
  return made
}

beforeAll(async () => {
  dos = await pareja(async (url) => {
    casa = await abrirCasa(url, 2, 1)
    await casa.db.destroy()
  })
  app = await abrir(dos.replica.servidor)
})
afterAll(async () => {
  for (const one of apps) await one.close()
  await dos.cerrar()
})

async function pedir(
  of: App,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  more?: Record<string, string>,
) {
  const { statusCode, headers, body } = await of.http.inject({
    method,
    url,
    headers: { 'x-token': casa.tokens[0], 'idempotency-key': randomUUID(), ...more },
    ...(payload && { payload }),
  })
  return { status: statusCode, hace: headers['x-datos-hace'], body: JSON.parse(body) }
}
const vender = async () => {
  const answer = await pedir(
    app,
    'POST',
    '/api/compras-ventas',
    operacion(azar, casa, { posible: true }),
  )
  expect(answer.status).toBe(201)
}
/** How many operations a report has, and what it says of its age. */
async function reporte(of: App) {
  const { status, hace, body } = await pedir(
    of,
    'GET',
    '/api/reportes/volumen/documentos?periodo=hoy',
  )
  expect(status).toBe(200)
  return { operaciones: body.items.length as number, hace, datos_hace: body.datos_hace }
}
const deAhora = (operaciones: number) => ({ operaciones, hace: undefined, datos_hace: undefined })
const lecturas = async () => {
  const [row] = await dos.replica.como<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'cambista'`,
  )
  return row?.n ?? 0
}

test('the calls that may be read from a replica are these, and none of them writes or is decided by', () => {
  const marked = areas.flatMap(({ contrato }) =>
    Object.values(contrato).filter((one) => one.replica),
  )
  expect(
    marked
      .map(
        ({ method, path, replica }) => `${method} ${path}${replica === true ? '' : ` ${replica}`}`,
      )
      .toSorted(),
  ).toEqual([
    'GET /auditoria archivo',
    'GET /compras-ventas archivo',
    'GET /libro/asientos al-dia',
    'GET /libro/diario archivo',
    'GET /ordenes archivo',
    'GET /reportes/arqueos',
    'GET /reportes/clientes',
    'GET /reportes/comisiones archivo',
    'GET /reportes/excepciones',
    'GET /reportes/ganancia',
    'GET /reportes/ganancia/movimientos',
    'GET /reportes/ro',
    'GET /reportes/volumen',
    'GET /reportes/volumen/documentos',
  ])
  const pagar = {
    path: '/x',
    acceso: 'ingreso',
    resumen: 'x',
    response: z.object({}),
    replica: true,
  } as const
  expect(() => exigirLectura(endpoint({ ...pagar, method: 'POST' }))).toThrow('not for a replica')
  expect(() => exigirLectura(endpoint({ ...pagar, method: 'GET', dinero: true }))).toThrow()
})

test('no other call asks the replica; a report does, and has what was registered just before', async () => {
  await vender()
  for (const url of [
    '/api/posiciones',
    '/api/cuentas',
    '/api/compras-ventas',
    '/api/dashboard',
    '/api/reportes/posicion?periodo=hoy',
  ])
    expect([url, (await pedir(app, 'GET', url)).status]).toEqual([url, 200])
  expect(await lecturas()).toBe(0)
  expect(await reporte(app)).toEqual(deAhora(1))
  expect(await lecturas()).toBeGreaterThan(0)
})

test('a replica that is behind says by how much; further behind than allowed it is not read', async () => {
  await dos.alDia()
  await dos.replica.como('SELECT pg_wal_replay_pause()')
  await vender()
  const old = await reporte(app)
  expect(old).toEqual({
    operaciones: 1,
    hace: String(old.datos_hace),
    datos_hace: expect.any(Number),
  })
  expect(old.datos_hace).toBeGreaterThan(0)
  // What money is decided by is of now.
  expect((await pedir(app, 'GET', '/api/compras-ventas')).body.items).toHaveLength(2)
  expect(await reporte(await abrir(dos.replica.servidor, 0))).toEqual(deAhora(2))
  await dos.replica.como('SELECT pg_wal_replay_resume()')
  expect(await reporte(app)).toEqual(deAhora(2))
})

test('a list is read from the replica for a file alone, and says how old it is', async () => {
  const listas = areas.flatMap(({ contrato }) =>
    Object.values(contrato).filter(({ replica }) => replica === 'archivo'),
  )
  await dos.alDia()
  await dos.replica.como('SELECT pg_wal_replay_pause()')
  await vender()
  for (const { path } of listas) {
    const de = (headers?: Record<string, string>) =>
      pedir(app, 'GET', `/api${path}?limite=1`, undefined, headers)
    const [pagina, archivo] = [await de(), await de({ 'x-para-archivo': '1' })]
    expect([path, pagina.status, archivo.status]).toEqual([path, 200, 200])
    expect([path, pagina.hace, pagina.body.datos_hace]).toEqual([path, undefined, undefined])
    expect([path, archivo.hace]).toEqual([path, String(archivo.body.datos_hace)])
    expect(archivo.body.datos_hace).toBeGreaterThan(0)
  }
  await dos.replica.como('SELECT pg_wal_replay_resume()')
})

test('a file for another program is read from a replica that has all of it, or not there', async () => {
  const libro = async () => {
    const start = await pedir(app, 'POST', '/api/libro/exportar', { formato: 'hledger' })
    const { ultimo } = start.body
    const url = `/api/libro/asientos?formato=hledger&despues=0&ultimo=${ultimo}`
    return { ...(await pedir(app, 'GET', url)), ultimo }
  }
  const mira = 'pg_last_wal_replay_lsn'
  /** What the replica was asked last: how far it is, or the file itself. */
  const ultima = async () => {
    const [row] = await dos.replica.como<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE application_name = 'cambista' ORDER BY query_start DESC LIMIT 1`,
    )
    return row?.query
  }
  await dos.replica.como('SELECT pg_wal_replay_pause()')
  await vender()
  const behind = await libro()
  expect(await ultima()).toContain(mira)
  await dos.replica.como('SELECT pg_wal_replay_resume()')
  await dos.alDia()
  expect(behind).toMatchObject({ status: 200, hace: undefined })
  expect(behind.body.datos_hace).toBeUndefined()
  // Whoever asks before it has followed is answered by the primary.
  await expect
    .poll(async () => {
      expect(behind).toEqual(await libro())
      return ultima()
    })
    .toMatch(/^(?!.*pg_last_wal_replay_lsn).*asientos/s)
})

test('a primary that was made a replica meanwhile is no fault of the report', async () => {
  const degradado = connect({ url: dos.replica.servidor })
  const lectura = lecturaDe(degradado, { url: dos.replica.servidor })
  try {
    expect(await lectura.leer(app.db, null, async (db) => db === app.db)).toEqual({
      answer: true,
      hace: null,
    })
  } finally {
    await lectura.close()
    await degradado.destroy()
  }
})

test('its connections cannot write, and show who sees some branches alone nothing of others', async () => {
  const lectura = lecturaDe(app.db, { url: dos.replica.servidor })
  const mirar = (ve: number[] | null) =>
    lectura.leer(app.db, ve, async (db) => {
      const { rows } = await sql`
        SELECT pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only') AS lee,
               current_user AS papel, current_setting('cambista.sucursales', true) AS ve`.execute(
        db,
      )
      return rows[0]
    })
  try {
    const de = { replica: true, lee: 'on' }
    expect((await mirar(null)).answer).toMatchObject({ ...de, papel: 'cambista_app' })
    expect((await mirar([2, 1])).answer).toMatchObject({
      ...de,
      papel: 'cambista_sucursal',
      ve: '1,2',
    })
  } finally {
    await lectura.close()
  }
})

test('while it is away the primary answers', async () => {
  await dos.replica.parar()
  await vender()
  expect(await reporte(app)).toEqual(deAhora(5))
  await dos.replica.iniciar()
  await expect.poll(lecturas).toBe(0)
  await expect
    .poll(async () => {
      expect(await reporte(app)).toEqual(deAhora(5))
      return lecturas()
    })
    .toBeGreaterThan(0)
})

test('one that leads by now is not read', async () => {
  await dos.replica.como('SELECT pg_promote()')
  await vender()
  await expect.poll(() => reporte(app)).toEqual(deAhora(6))
})

test('the start refuses what is no replica of this PostgreSQL, and says when it does not answer', async () => {
  const { principal } = dos
  await expect(
    avisoDeLectura(comoRol(inject('postgres'), 'cambista_servidor'), principal.servidor),
  ).rejects.toThrow('no es una réplica de DATABASE_URL, sino otro PostgreSQL')
  expect(await avisoDeLectura(principal.servidor, principal.servidor)).toContain(
    'un servidor que escribe',
  )
  expect(await avisoDeLectura('postgres://127.0.0.1:1/x', principal.servidor)).toContain(
    'no responde',
  )
  expect(comoServidor('postgres://ana:x@otro:1/', 'postgres://b:c%40@uno:1,dos:2/libros')).toBe(
    'postgres://ana:x@otro:1/libros?user=b&password=c%40',
  )
  expect(() => readConfig({ DATABASE_URL_LECTURA: 'postgres://a/x' })).toThrow('falta DATABASE_URL')
  expect(() =>
    readConfig({ DATABASE_URL: 'postgres://a/x', DATABASE_URL_LECTURA: 'postgres://a,b/x' }),
  ).toThrow('nombra una sola réplica')
})
