import { beforeEach, expect, test } from 'vitest'
import { foto, jpeg, segmento } from '../../../test/support/foto.ts'
import { type Client, PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { clean } from '../../server/proceso/jobs.ts'
import { contrato as sesion } from '../sesion/contract.ts'
import { contrato } from './contract.ts'

/* a phone without a session hands over one file to the screen that showed it the code, and reads nothing. */

const app = await startTestApp()
const caj = await app.signedIn('adm')
const MINUTO = 60_000
const CELULAR = '192.0.2.7'
beforeEach(() => app.setClock(null))

const abrir = async (quien: Client = caj) => (await quien.call(contrato.abrir)).body
const estado = async (id: number, quien: Client = caj) =>
  (await quien.call(contrato.estado, { params: { id } })).body.estado
const enviar = (llave: string, body: Buffer = foto(), tipo = 'image/png') =>
  app.http.inject({
    method: 'POST',
    url: '/api/telefono/archivo?nombre=IMG_2041.png',
    remoteAddress: CELULAR,
    headers: { 'x-token': llave, 'content-type': tipo },
    payload: body,
  })
const saluda = (llave: string) =>
  app.http.inject({ url: '/api/telefono/abierto', headers: { 'x-token': llave } })
const archivo = (id: number, quien: Client = caj) =>
  app.http.inject({
    url: `/api/telefono/enlaces/${id}/archivo`,
    headers: { 'x-token': quien.token },
  })
const guardados = async () =>
  (
    await comoDueno<{ n: number }>(
      app.url,
      'SELECT count(*)::int AS n FROM telefono_enlaces WHERE contenido IS NOT NULL',
    )
  )[0]?.n
const cerrado = (answer: { statusCode: number; json(): { codigo?: string } }) =>
  expect([answer.statusCode, answer.json().codigo]).toEqual([410, 'TELEFONO_CERRADO'])

test('a photo comes from the phone to the screen that waits for it, cleaned, and is gone once it was taken', async () => {
  const { id, llave, vence_en } = await abrir()
  expect(await estado(id)).toBe('espera')
  expect((await archivo(id)).statusCode).toBe(404)
  expect((await saluda(llave)).json()).toEqual({ casa: expect.any(String), vence_en })
  const sent = await enviar(
    llave,
    jpeg([1, 1], [segmento(0xe1, Buffer.from('Exif\0\0GPS -12.0464'))]),
    'image/jpeg',
  )
  expect([sent.statusCode, sent.json().message]).toEqual([201, 'Listo: ya está en la pantalla.'])
  expect(await estado(id)).toBe('llego')
  const taken = await archivo(id)
  expect(taken.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  expect(taken.rawPayload.includes('GPS')).toBe(false)
  expect((await caj.call(contrato.cerrar, { params: { id } })).status).toBe(200)
  expect([await estado(id), (await archivo(id)).statusCode, await guardados()]).toEqual([
    'cerrado',
    404,
    0,
  ])
})

test('a link takes one file: of two phones at once one is refused, and so is the next', async () => {
  const { id, llave } = await abrir()
  const both = await Promise.all([enviar(llave), enviar(llave)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 410])
  cerrado(await enviar(llave))
  cerrado(await saluda(llave))
  expect(await estado(id)).toBe('llego')
})

test('it is of one session: nobody else sees, takes or ends it, nor its user elsewhere', async () => {
  const { id, llave } = await abrir()
  expect((await enviar(llave)).statusCode).toBe(201)
  for (const other of [await app.signedIn('mgr'), await app.signedIn('adm')]) {
    expect(await estado(id, other)).toBe('cerrado')
    expect((await archivo(id, other)).statusCode).toBe(404)
    expect((await other.call(contrato.cerrar, { params: { id } })).status).toBe(404)
  }
  const rows = await comoDueno<{ usuario: string }>(
    app.url,
    `SELECT usuario FROM usuarios WHERE id = ${caj.usuario_id}`,
  )
  const login = { usuario: rows[0]?.usuario, password: PASSWORD }
  const { token } = (await caj.raw('POST', '/api/auth/login', login)).body as { token: string }
  const elsewhere = await app.http.inject({
    url: `/api/telefono/enlaces/${id}`,
    headers: { 'x-token': token },
  })
  expect(elsewhere.json().estado).toBe('cerrado')
  expect(await estado(id)).toBe('llego')
})

test('the key opens nothing else, a session no link, and only its digest is kept', async () => {
  const { llave } = await abrir()
  for (const url of ['/api/telefono/enlaces/1', '/api/auth/check', '/api/pizarra/publica']) {
    const { statusCode } = await app.http.inject({ url, headers: { 'x-token': llave } })
    expect([url, statusCode >= 401 && statusCode <= 404]).toEqual([url, true])
  }
  cerrado(await enviar(caj.token))
  cerrado(await enviar(''))
  cerrado(await saluda('A'.repeat(43)))
  const rows = await comoDueno<{ todo: string }>(
    app.url,
    "SELECT string_agg(t::text, '') || (SELECT string_agg(a::text, '') FROM auditoria a) AS todo FROM telefono_enlaces t",
  )
  expect(rows[0]?.todo.includes(llave)).toBe(false)
})

test('it ends after ten minutes, with its session, and when its user opens a fourth one', async () => {
  const old = await abrir()
  app.setClock(new Date(Date.now() + 10 * MINUTO + 1000).toISOString())
  cerrado(await enviar(old.llave))
  expect(await estado(old.id)).toBe('cerrado')
  app.setClock(null)

  const four = [await abrir(), await abrir(), await abrir(), await abrir()]
  const answers = await Promise.all(four.map(({ llave }) => saluda(llave)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 200, 200, 200])

  const leaves = await app.signedIn('mgr')
  const { llave } = await abrir(leaves)
  expect((await leaves.call(sesion.salir)).status).toBe(200)
  cerrado(await enviar(llave))
})

test('what was not taken is deleted, by the next link and by the hourly work', async () => {
  const { llave } = await abrir()
  expect((await enviar(llave)).statusCode).toBe(201)
  app.setClock(new Date(Date.now() + 10 * MINUTO + 1000).toISOString())
  expect(await guardados()).toBe(1)
  expect(await clean(app.db)).toBeGreaterThan(0)
  expect(await guardados()).toBe(0)
})

test('only a picture or a PDF of at most 2 MB comes through, and a refused one leaves the link open', async () => {
  const { llave } = await abrir()
  const refused = async (body: Buffer, tipo: string) => (await enviar(llave, body, tipo)).statusCode
  expect(await refused(Buffer.from('<script>alert(1)</script>'), 'image/png')).toBe(400)
  expect(await refused(Buffer.from('<script>alert(1)</script>'), 'text/html')).toBe(415)
  expect(await refused(Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png')).toBe(413)
  expect(await refused(foto(), 'image/jpeg')).toBe(400)
  expect((await enviar(llave)).statusCode).toBe(201)
})

test('the audit names the user whose link it is, and the phone’s address', async () => {
  const { id, llave } = await abrir()
  await enviar(llave)
  const rows = await comoDueno<{ accion: string; usuario_id: number; ip: string }>(
    app.url,
    `SELECT accion, usuario_id, ip FROM auditoria WHERE entidad = 'telefono' AND entidad_id = '${id}' ORDER BY id`,
  )
  expect(rows).toEqual([
    { accion: 'abrir-telefono', usuario_id: caj.usuario_id, ip: expect.any(String) },
    { accion: 'recibir-telefono', usuario_id: caj.usuario_id, ip: CELULAR },
  ])
})
