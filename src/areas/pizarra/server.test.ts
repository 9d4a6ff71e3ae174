import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarTasas } from '../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { llamadas, rutaDe } from '../../../test/support/servidor/entradas.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { contrato, type Pizarra } from './contract.ts'

const app = await startTestApp()
const { adm, par, tipo } = await montarTasas(app)
const caj = await app.signedIn('caj')
let names = 0

async function enlace(given?: string) {
  names += 1
  const nombre = given ?? `Televisor ${names}`
  const { status, body } = await adm.call(contrato.crearEnlace, { body: { nombre } })
  expect(status).toBe(201)
  return body
}

const publica = async (clave: string) => {
  const answer = await app.http.inject({
    url: '/api/pizarra/publica',
    headers: { 'x-token': clave },
  })
  return { status: answer.statusCode, body: answer.json() as Pizarra & { codigo?: string } }
}

test('by default the board shows the pairs that a counter of the market would', async () => {
  const { status, body } = await caj.call(contrato.ver)
  expect(status).toBe(200)
  expect(body.divisas.map(({ base, compra, venta }) => [base.iso, compra, venta])).toEqual([
    ['USD', '3.520', '3.560'],
    ['EUR', '4.040', '4.160'],
    ['USDT', '3.540', '3.600'],
  ])
  expect(body.corredores.map(({ cotizacion, tasa }) => [cotizacion.iso, tasa])).toEqual([
    ['VES', '52.412'],
    ['COP', '1046.29'],
    ['CLP', '250.30'],
    ['BRL', '1.4303'],
    ['ARS', '380.26'],
    ['MXN', '4.8567'],
    ['BOB', '2.5617'],
  ])
  expect(body).toMatchObject({ mercado: 'Perú', casa: 'Mi casa de cambio', tema: 'sistema' })
})

test('a link sees the board and nothing else: no cost, no margin', async () => {
  const { clave } = await enlace()
  const { status, body } = await publica(clave)
  expect(status).toBe(200)
  const { body: own } = await adm.call(contrato.ver)
  expect({ ...body, ahora: '' }).toEqual({ ...own, ahora: '' })
  const keys = new Set(JSON.stringify(body).match(/"\w+"(?=:)/g))
  expect([...keys].sort().join(' ').replaceAll('"', '')).toBe(
    'actualizado_en ahora base casa compra corredores cotizacion decimales desde divisas id imagen iso mensaje mercado ' +
      'metodo_calculo nombre precision simbolo tasa tema venta vigente_desde',
  )
})

test("a link's key opens no other call, and a session's token opens no board", async () => {
  const { clave } = await enlace()
  const open: string[] = []
  for (const [call, endpoint] of llamadas) {
    if (endpoint.acceso === 'publico') continue
    const body = endpoint.method === 'GET' ? undefined : {}
    const { status } = await adm.raw(endpoint.method, rutaDe(endpoint), body, { 'x-token': clave })
    if (status !== 401) open.push(`${call}: ${status}`)
  }
  expect(open).toEqual([])
  const stream = await app.http.inject({ url: '/api/eventos', headers: { 'x-token': clave } })
  expect(stream.statusCode).toBe(401)
  for (const bad of ['', adm.token, clave.slice(1), `${clave}A`, 'A'.repeat(43)]) {
    expect(await publica(bad)).toMatchObject({ status: 401, body: { codigo: 'ENLACE_INACTIVO' } })
    const live = await app.http.inject({
      url: '/api/pizarra/eventos',
      headers: { 'x-token': bad },
    })
    expect(live.statusCode).toBe(401)
  }
})

test('the key is answered once and stored nowhere, not even with the answers for idempotent replay', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const { body } = await adm.raw('POST', '/api/pizarra/enlaces', { nombre: 'Con clave' }, key)
  const { clave } = body as unknown as { clave: string }
  expect(clave).toMatch(/^[\w-]{43}$/)
  const { rows } = await sql<{ tabla: string }>`
    SELECT tablename AS tabla FROM pg_tables WHERE schemaname = 'public'`.execute(app.db)
  for (const { tabla } of rows) {
    const { rows: found } = await sql`
      SELECT FROM ${sql.table(tabla)} t WHERE t::text LIKE ${`%${clave}%`}`.execute(app.db)
    expect([tabla, found.length]).toEqual([tabla, 0])
  }
  const { body: list } = await adm.call(contrato.enlaces)
  expect(JSON.stringify(list)).not.toContain(clave)
})

test('the list shows when a link was last used, and who revoked it', async () => {
  const { id, clave } = await enlace('Vitrina')
  const mine = async () => (await adm.call(contrato.enlaces)).body.find((row) => row.id === id)
  expect(await mine()).toMatchObject({ nombre: 'Vitrina', usado_en: null, revocado_en: null })
  await publica(clave)
  expect((await mine())?.usado_en).toMatch(/^20/)
  const { status } = await adm.call(contrato.revocar, { params: { id } })
  expect(status).toBe(200)
  expect(await mine()).toMatchObject({ revocado_por: expect.stringMatching(/^Ana Quispe/) })
  expect((await publica(clave)).status).toBe(401)
  const again = await adm.call(contrato.revocar, { params: { id } })
  expect([again.status, again.error.codigo]).toEqual([404, 'NO_EXISTE'])
})

test('two active links cannot share a name; a revoked one releases it', async () => {
  const { id } = await enlace('Lima Centro')
  const body = { nombre: 'LIMA centro' }
  const taken = await adm.call(contrato.crearEnlace, { body })
  expect([taken.status, taken.error.codigo]).toEqual([409, 'DUPLICADO'])
  await adm.call(contrato.revocar, { params: { id } })
  expect((await adm.call(contrato.crearEnlace, { body })).status).toBe(201)
})

test("the database keeps a revoked link revoked, and a link's identity fixed", async () => {
  const { id } = await enlace()
  const owner = await conectarDueno(app.url)
  const change = (set: string) => owner.query(`UPDATE pizarra_enlaces SET ${set} WHERE id = ${id}`)
  await expect(change("nombre = 'Otro nombre'")).rejects.toThrow(/not rewritten/)
  await expect(change("token_hash = decode(repeat('ab', 32), 'hex')")).rejects.toThrow(
    /not rewritten/,
  )
  await adm.call(contrato.revocar, { params: { id } })
  await expect(change('revocado_en = NULL, revocado_por = NULL')).rejects.toThrow(/not rewritten/)
  await expect(owner.query(`DELETE FROM pizarra_enlaces WHERE id = ${id}`)).rejects.toThrow(
    /not rewritten/,
  )
  await expect(owner.query('TRUNCATE pizarra_enlaces')).rejects.toThrow()
  await owner.end()
  const app_role = sql`UPDATE pizarra_enlaces SET nombre = 'Otro' WHERE id = ${id}`
  await expect(app_role.execute(app.db)).rejects.toThrow(/permission denied/)
})

test('the board shows what was chosen, in that order, without inactive pairs', async () => {
  const { body: before } = await adm.call(contrato.ajustes)
  const choice = {
    mercado: 'pe',
    tema: 'oscuro',
    mensaje: 'Atendemos de 9 a 19 h',
    pares: [par('pe 6 2'), par('pe 3 2')],
    corredores: [tipo('pe 2 4'), tipo('pe 2 1')],
    version: before.version,
  }
  expect((await adm.call(contrato.editar, { body: choice })).status).toBe(200)
  const { body } = await adm.call(contrato.ver)
  expect(body.divisas.map(({ base }) => base.iso)).toEqual(['EUR', 'USD'])
  expect(body.corredores.map(({ cotizacion }) => cotizacion.iso)).toEqual(['COP', 'VES'])
  expect(body).toMatchObject({ tema: 'oscuro', mensaje: 'Atendemos de 9 a 19 h' })

  const stale = await adm.call(contrato.editar, { body: choice })
  expect([stale.status, stale.error.codigo]).toEqual([409, 'VERSION'])
  await adm.call(tipos.estatus, { params: { id: tipo('pe 2 4') } })
  const { body: off } = await adm.call(contrato.ver)
  expect(off.corredores.map(({ cotizacion }) => cotizacion.iso)).toEqual(['VES'])
  await adm.call(tipos.estatus, { params: { id: tipo('pe 2 4') } })
})

test('an item of another market and an unknown market are refused', async () => {
  const { body: now } = await adm.call(contrato.ajustes)
  const choice = { mercado: 'pe', tema: 'claro', mensaje: null, pares: [], corredores: [] }
  const refused = async (change: object, campo: string) => {
    const body = { ...choice, version: now.version, ...change }
    const { status, error } = await adm.call(contrato.editar, { body })
    expect([status, error.errors?.map((each) => each.campo)]).toEqual([400, [campo]])
  }
  await refused({ pares: [par('usd 3 1')] }, 'pares')
  await refused({ corredores: [tipo('co 4 1')] }, 'corredores')
  await refused({ mercado: 'zz' }, 'mercado')
  await refused({ pares: [par('pe 3 2'), par('pe 3 2')] }, 'pares')
})

test('a price unconfirmed for too long is not on the board', async () => {
  const { clave } = await enlace()
  const price = async () => (await publica(clave)).body.divisas.find((d) => d.base.iso === 'EUR')
  expect((await price())?.compra).toBe('4.040')
  const tasa = async () => (await publica(clave)).body.corredores[0]?.tasa
  expect(await tasa()).toBe('1046.29')
  app.setClock(new Date(Date.now() + 47 * 3_600_000).toISOString())
  expect((await price())?.compra).toBe('4.040')
  app.setClock(new Date(Date.now() + 49 * 3_600_000).toISOString())
  expect(await price()).toMatchObject({ compra: null, venta: null })
  expect(await tasa()).toBeNull()
  app.setClock(null)
})

/** Opens the event stream of a link. */
async function escuchar(clave: string) {
  const url = app.http.listeningOrigin
  const response = await fetch(`${url}/api/pizarra/eventos`, { headers: { 'x-token': clave } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const ended = (async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return Date.now()
      text += part.value
    }
  })()
  return { status: response.status, heard: () => text, ended }
}

test('a link receives an event when prices change, without details, and is closed within a second of being revoked', async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const [stays, goes] = [await enlace(), await enlace()]
  const [one, other] = [await escuchar(stays.clave), await escuchar(goes.clave)]
  // The stream repeats recent events, so the count starts from these.
  const prices = () => one.heard().split('event: pares-divisas').length
  await expect.poll(one.heard).toContain(': hola')
  const told = prices()
  const id = par('pe 3 2')
  const body = { compra: '3.521', venta: '3.561', motivo: null }
  expect((await adm.call(pares.precio, { params: { id }, body })).status).toBe(200)
  await expect.poll(other.heard).toContain('event: pares-divisas\ndata: {}\n\n')
  expect(other.heard()).not.toContain('"id"')
  // Two changes within a tenth of a second are told once.
  await expect.poll(prices).toBe(told + 1)

  const before = Date.now()
  await adm.call(contrato.revocar, { params: { id: goes.id } })
  expect((await other.ended) - before).toBeLessThan(1000)
  await adm.call(pares.precio, { params: { id }, body: { ...body, compra: '3.520' } })
  await expect.poll(prices).toBe(told + 2)
})
