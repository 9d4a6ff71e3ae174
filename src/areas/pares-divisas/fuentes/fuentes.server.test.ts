import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import { arriba } from '../../../main.app.ts'
import { contrato as tipos } from '../../tipos-cambios/contract.ts'
import { contratoFuentes } from '../contract/fuentes.ts'
import { contrato } from '../contract.ts'
import { leerDebidas } from './fuentes.ts'

const afuera = { anclas: null, clave: Buffer.alloc(32), fuentesLocales: true }
const app = await startTestApp({ afuera })
const { adm, par, tipo } = await montarTasas(app)
const USD_PEN = par('pe 3 2')
const lector = { db: app.db, arriba, locales: true }

let answer: RequestListener = () => {}
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const dice = (text: string, status = 200, headers = {}): void => {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text)
  }
}
const precios = (compra: string, venta: string) =>
  dice(`{"data":[{"compra":${compra},"venta":${venta}}]}`)

const FUENTE = {
  nombre: 'Mercado',
  url: `${origin}/tasas`,
  ruta_compra: 'data[0].compra',
  ruta_venta: 'data[0].venta',
  ...{
    factor_compra: '1',
    factor_venta: '1',
    minutos: 5,
    salto_pct: '1',
    modo: 'propone',
    activa: true,
  },
}

async function leida() {
  const { body } = await adm.call(contratoFuentes.listar)
  const found = body.find((each) => each.par_id === USD_PEN)
  if (!found) throw new Error('no source')
  return found
}

/** Sets the pair's source and reads it once. */
async function leer(cambio: object = {}) {
  const version = (await adm.call(contratoFuentes.listar)).body.find(
    (f) => f.par_id === USD_PEN,
  )?.version
  const body = { ...FUENTE, ...cambio, ...(version && { version }) }
  const { status } = await adm.call(contratoFuentes.guardar, { params: { id: USD_PEN }, body })
  expect(status).toBe(200)
  expect(await leerDebidas(lector)).toBe(1)
  return leida()
}

const estado = async () => {
  const { body } = await adm.call(contrato.obtener, { params: { id: USD_PEN } })
  const { compra, venta, version, actualizado_por } = body
  return { compra, venta, version, actualizado_por }
}

beforeEach(async () => {
  const body = { compra: '3.520', venta: '3.560', motivo: null, confirmar: true }
  await adm.call(contrato.precio, { params: { id: USD_PEN }, body })
  await sql`UPDATE pares_propuestas SET estado = 'reemplazada', resuelta_en = ahora() WHERE estado = 'pendiente'`.execute(
    app.db,
  )
})

test('a source in proposal mode changes nothing until a person accepts', async () => {
  precios('3.5259', '3.5641')
  const before = await estado()
  const fuente = await leer()
  expect(fuente).toMatchObject({ error: null, fallos: 0, compra: '3.525', venta: '3.565' })
  expect(fuente.propuesta).toMatchObject({ compra: '3.525', venta: '3.565', salto: false })
  expect(await estado()).toEqual(before)

  const id = fuente.propuesta?.id as number
  const con = await app.signedIn('con')
  expect((await con.call(contratoFuentes.aceptar, { params: { id }, body: {} })).status).toBe(403)
  const { status, body } = await adm.call(contratoFuentes.aceptar, { params: { id }, body: {} })
  expect([status, body.recalculados.length > 5]).toEqual([200, true])
  expect(await estado()).toMatchObject({ compra: '3.525', venta: '3.565' })
  const again = await adm.call(contratoFuentes.aceptar, { params: { id }, body: {} })
  expect([again.status, again.error.codigo]).toEqual([404, 'NO_EXISTE'])
  expect((await leida()).propuesta).toBeNull()
})

test('a proposal can be discarded, and a newer reading replaces it', async () => {
  precios('3.521', '3.561')
  const first = (await leer()).propuesta?.id as number
  expect((await leer()).propuesta?.id).toBe(first)
  precios('3.522', '3.562')
  const second = (await leer()).propuesta?.id as number
  expect(second).not.toBe(first)
  const gone = await adm.call(contratoFuentes.aceptar, { params: { id: first }, body: {} })
  expect(gone.status).toBe(404)
  expect((await adm.call(contratoFuentes.descartar, { params: { id: second } })).status).toBe(200)
  expect((await leida()).propuesta).toBeNull()
  // The source agrees with the prices in force, so there is nothing to propose.
  precios('3.520', '3.560')
  expect((await leer()).propuesta).toBeNull()
})

test('a source in publication mode publishes as a person would, under its own name', async () => {
  precios('3.524', '3.570')
  const fuente = await leer({ modo: 'publica' })
  expect(fuente).toMatchObject({ error: null, propuesta: null, par_compra: '3.524' })
  expect(await estado()).toMatchObject({ compra: '3.524', actualizado_por: 'Fuente Mercado' })
  const { body } = await adm.call(contrato.historico, { params: { id: USD_PEN } })
  expect(body.items[0]).toMatchObject({ usuario: 'Fuente Mercado', motivo: 'Fuente Mercado' })
  const { body: tasas } = await adm.call(tipos.listar)
  expect(tasas.find(({ id }) => id === tipo('pe 2 1'))?.tasa).toBe('52.266')
  const { rows } = await sql<{ usuario_id: null; despues: { motivo: string } }>`
    SELECT usuario_id, despues FROM auditoria WHERE entidad = 'pares-divisas' ORDER BY id DESC LIMIT 1`.execute(
    app.db,
  )
  expect(rows[0]).toMatchObject({ usuario_id: null, despues: { motivo: 'Fuente Mercado' } })
})

test('a jump is proposed with an alert, and never published', async () => {
  const before = await estado()
  precios('3.556', '3.600')
  const fuente = await leer({ modo: 'publica' })
  expect(fuente.error).toMatch(/supera el salto máximo de 1 %/)
  expect(fuente).toMatchObject({ fallos: 1, propuesta: { salto: true, compra: '3.556' } })
  expect(await estado()).toEqual(before)
  // The pair's own alert applies too, and a person must type a number beyond it twice.
  precios('3.700', '3.760')
  const far = await leer({ modo: 'publica', salto_pct: '50' })
  expect(far.error).toMatch(/salto máximo de 3 %/)
  expect(await estado()).toEqual(before)
  const id = far.propuesta?.id as number
  const { status, error } = await adm.call(contratoFuentes.aceptar, { params: { id }, body: {} })
  expect([status, error.codigo]).toEqual([409, 'VARIACION_ALTA'])
  const yes = await adm.call(contratoFuentes.aceptar, { params: { id }, body: { confirmar: true } })
  expect(yes.status).toBe(200)
})

const cortado: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"data":')
  setTimeout(() => response.destroy(), 20)
}
const eterno: RequestListener = (_, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}

const faults: [string, () => void, RegExp][] = [
  ['text', () => dice('hola'), /no es JSON/],
  ['a page', () => dice('<html></html>', 200, { 'content-type': 'text/html' }), /no es JSON/],
  ['zero', () => precios('0', '3.56'), /mayor que cero/],
  ['negative', () => precios('-3.52', '3.56'), /no es un precio/],
  ['NaN', () => precios('NaN', '3.56'), /no es JSON/],
  ['huge', () => precios('1e30', '1e31'), /no es un precio/],
  ['the wrong way round', () => precios('3.56', '3.52'), /mayor que la venta/],
  ['nothing there', () => dice('{"data":[]}'), /no tiene/],
  ['status 500', () => dice('{}', 500), /estado 500/],
  ['status 404', () => dice('{}', 404), /estado 404/],
  ['a redirect', () => dice('', 302, { location: `${origin}/otra` }), /Redirige/],
  ['too much', () => dice(`{"x":"${'x'.repeat(70_000)}"}`), /64 kB/],
  ['compressed', () => dice('{}', 200, { 'content-encoding': 'gzip' }), /comprimido/],
  [
    'a cut connection',
    () => {
      answer = cortado
    },
    /cortó la conexión/,
  ],
  [
    'slowness',
    () => {
      answer = eterno
    },
    /No respondió en 5 segundos/,
  ],
]

test.each(faults)(
  'a source that answers %s changes nothing and raises an alert',
  async (_, set, words) => {
    const before = await estado()
    set()
    const fuente = await leer({ modo: 'publica' })
    expect(fuente.error).toMatch(words)
    expect(fuente).toMatchObject({ fallos: 1, propuesta: null })
    expect(await estado()).toEqual(before)
  },
)

test('a source that is down is reported and retried later, and its failures are cleared when it answers', async () => {
  const down = await leer({ url: 'http://127.0.0.1:1/' })
  expect(down.error).toMatch(/no acepta conexiones/)
  expect(await leerDebidas(lector)).toBe(0)
  expect((await adm.call(contratoFuentes.leer, { params: { id: USD_PEN } })).status).toBe(200)
  expect(await leerDebidas(lector)).toBe(1)
  expect((await leida()).fallos).toBe(2)
  precios('3.520', '3.560')
  expect(await leer()).toMatchObject({ error: null, fallos: 0 })
})

test('a source is still read after the clock went back an hour', async () => {
  precios('3.520', '3.560')
  await leer()
  expect(await leerDebidas(lector)).toBe(0)
  await sql`UPDATE pares_fuentes SET proxima_en = ahora() + interval '1 hour' WHERE par_id = ${USD_PEN}`.execute(
    app.db,
  )
  expect(await leerDebidas(lector)).toBe(1)
  expect(await leerDebidas(lector)).toBe(0)
})

test('several processes read each source once', async () => {
  precios('3.520', '3.560')
  const ids = ['pe 6 2', 'pe 7 2', 'usd 3 1', 'usd 3 4', 'co 3 4'].map((key) => par(key))
  for (const id of ids) {
    await adm.call(contratoFuentes.guardar, { params: { id }, body: FUENTE })
  }
  asked = 0
  const read = await Promise.all([leerDebidas(lector), leerDebidas(lector), leerDebidas(lector)])
  expect([read.reduce((a, b) => a + b, 0), asked]).toEqual([ids.length, ids.length])
  await sql`UPDATE pares_fuentes SET activa = false WHERE par_id = ANY(${ids})`.execute(app.db)
})

test('a source switched off or changed during a reading has no effect', async () => {
  precios('3.525', '3.565')
  await leer({ activa: false }).catch(() => {})
  expect(await leerDebidas(lector)).toBe(0)
  const before = await estado()
  const { version } = await leida()
  await adm.call(contratoFuentes.guardar, {
    params: { id: USD_PEN },
    body: { ...FUENTE, modo: 'publica', version },
  })
  answer = (_, response) => {
    void sql`UPDATE pares_fuentes SET version = version + 1 WHERE par_id = ${USD_PEN}`
      .execute(app.db)
      .then(() => response.end('{"data":[{"compra":3.525,"venta":3.565}]}'))
  }
  expect(await leerDebidas(lector)).toBe(1)
  expect(await estado()).toEqual(before)
})

test('the limits of a source are enforced by the contract and by the database', async () => {
  const save = async (cambio: object) => {
    const { version } = await leida()
    const body = { ...FUENTE, version, ...cambio }
    const { status, error } = await adm.call(contratoFuentes.guardar, {
      params: { id: USD_PEN },
      body,
    })
    return [status, error.errors?.[0]?.campo ?? error.codigo]
  }
  expect(await save({ url: 'ftp://x/' })).toEqual([400, 'url'])
  expect(await save({ url: 'file:///etc/passwd' })).toEqual([400, 'url'])
  expect(await save({ ruta_compra: '$..*' })).toEqual([400, 'ruta_compra'])
  expect(await save({ minutos: 0 })).toEqual([400, 'minutos'])
  expect(await save({ version: 1 })).toEqual([409, 'VERSION'])
  const none = await adm.call(contratoFuentes.guardar, { params: { id: 999_999 }, body: FUENTE })
  expect(none.status).toBe(404)
  const owner = await conectarDueno(app.url)
  await expect(owner.query("UPDATE pares_fuentes SET url = 'file:///etc/passwd'")).rejects.toThrow(
    /check/,
  )
  await expect(owner.query('UPDATE pares_propuestas SET compra = 1')).rejects.toThrow(
    /not rewritten/,
  )
  await expect(owner.query('DELETE FROM pares_propuestas')).rejects.toThrow(/not rewritten/)
  await owner.end()
})
