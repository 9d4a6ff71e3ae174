import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { montarCasa, tipoPago } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { foto, jpeg, webp } from '../../../../test/support/foto.ts'
import { type Answer, type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { huella } from '../../../../test/support/servidor/entradas.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { venta } = mostrador(casa)
const deposito = await tipoPago(app, 'DEPOSITO', { pide_comprobante: true })
const plin = await tipoPago(app, 'PLIN', { pide_comprobante: true, requiere_verificacion: true })
const SUBIR = '/api/compras-ventas/comprobantes?nombre=pago.png'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const subir = (quien: Client, body: unknown, type = 'image/png', path = SUBIR) =>
  quien.raw('POST', path, body, { 'content-type': type }) as Promise<
    Answer<typeof contrato.subirComprobante>
  >

/** A sale with a way of paying that requires a voucher. */
const pagada = (tipo_pago_id: number, comprobante_id: number | null, monto = '10.00'): Registro =>
  venta(monto, '35.60', {
    confirmo_duplicado: true,
    recibimos: [{ tipo_pago_id, cuenta_id: cuentas.bcpPen, monto: '35.60', comprobante_id }],
  })
const registrar = (body: Registro) => adm.call(contrato.crear, { body })
const obtener = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const recibido = async (id: number) => {
  const line = (await obtener(id)).pagos.find(({ lado }) => lado === 'recibimos')
  if (!line) throw new Error('no line')
  return line
}

beforeEach(() => app.setClock(null))
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a voucher is uploaded, attached to its payment, and downloaded unchanged', async () => {
  const body = foto()
  const up = await subir(adm, body)
  expect([up.status, up.body.repetido, up.body.tamano]).toEqual([201, null, body.length])
  const made = await registrar(pagada(deposito, up.body.id))
  expect([made.status, made.body.estado]).toEqual([201, 'completada'])
  const { comprobantes } = await recibido(made.body.id)
  expect(comprobantes).toMatchObject([
    { id: up.body.id, nombre: 'pago.png', tipo: 'image/png', tamano: body.length, repetidos: [] },
  ])
  const down = await app.http.inject({
    url: `/api/compras-ventas/comprobantes/${up.body.id}`,
    headers: { 'x-token': adm.token },
  })
  expect(down.rawPayload.equals(body)).toBe(true)
  expect(down.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename="pago.png"; filename*=UTF-8''pago.png`,
    'cache-control': 'no-store',
  })
  const { rows } = await sql<{ sha: string }>`
    SELECT encode(sha256, 'hex') AS sha FROM adjuntos WHERE id = ${up.body.id}`.execute(app.db)
  expect(rows[0]?.sha).toBe(createHash('sha256').update(body).digest('hex'))
})

test('a retried upload, even a concurrent one, makes one file', async () => {
  const body = foto()
  const all = await Promise.all(Array.from({ length: 8 }, () => subir(adm, body)))
  expect(new Set(all.map((a) => `${a.status} ${a.body.id}`)).size).toBe(1)
  // Another user's copy is a separate file, so that nobody learns who has it.
  const other = await app.signedIn('adm')
  expect((await subir(other, body)).body.id).not.toBe(all[0]?.body.id)
})

test('one key with two uploads makes one file, and is refused for a different file', async () => {
  const clave = randomUUID()
  const send = (body: Buffer, path = SUBIR) =>
    adm.raw('POST', path, body, { 'content-type': 'image/png', 'idempotency-key': clave })
  const body = foto()
  const first = await send(body)
  const again = await send(body)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect((await send(foto())).error.codigo).toBe('CLAVE_REUTILIZADA')
  expect((await send(body, SUBIR.replace('pago', 'otro'))).error.codigo).toBe('CLAVE_REUTILIZADA')
})

test('the type of a file is detected from its bytes', async () => {
  const kinds = {
    'image/jpeg': jpeg(),
    'image/webp': webp(),
    'application/pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20)]),
  }
  for (const [type, file] of Object.entries(kinds)) {
    const { status } = await subir(adm, file, type)
    expect([type, status]).toEqual([type, 201])
  }
})

const PAGINA = Buffer.from('<!doctype html><script>alert(1)</script>')
test.each([
  ['a page labelled as a picture', PAGINA, 'image/png', 400],
  ['a picture labelled as another type', foto(), 'image/jpeg', 400],
  ['a WAV, which starts like a WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'image/webp', 400],
  ['nothing', Buffer.alloc(0), 'image/png', 400],
  ['a page', PAGINA, 'text/html', 415],
  ['a drawing with scripts', Buffer.from('<svg/>'), 'image/svg+xml', 415],
  ['JSON', '{"a":1}', 'application/json', 415],
  ['a form', 'a=1', 'multipart/form-data; boundary=x', 415],
  ['a picture with a parameter', foto(), 'image/png; charset=utf-8', 415],
  ['3 MB', Buffer.concat([PNG, Buffer.alloc(3_000_000)]), 'image/png', 413],
  ['2 MB and a byte', Buffer.concat([PNG, Buffer.alloc(2_097_145)]), 'image/png', 413],
])('%s is refused and nothing is stored', async (_, body, type, status) => {
  const before = await huella(app)
  const answer = await subir(adm, body, type)
  expect(answer.status).toBe(status)
  expect(answer.error.message).toMatch(/[a-záéíóú] .*\.$/)
  expect(await huella(app)).toBe(before)
})

test('a content encoding, a missing name and a long name are refused', async () => {
  const path = '/api/compras-ventas/comprobantes'
  const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip' }
  expect((await adm.raw('POST', SUBIR, foto(), headers)).status).toBe(415)
  expect((await subir(adm, foto(), 'image/png', path)).status).toBe(400)
  const long = `${path}?nombre=${'x'.repeat(121)}`
  expect((await subir(adm, foto(), 'image/png', long)).status).toBe(400)
})

test('a hostile file name is escaped in the download header', async () => {
  const nombre = '"; filename=x.html\\ ñandú’s.png'
  const path = `/api/compras-ventas/comprobantes?nombre=${encodeURIComponent(nombre)}`
  const up = await subir(adm, foto(), 'image/png', path)
  await registrar(pagada(deposito, up.body.id))
  const down = await adm.raw('GET', `/api/compras-ventas/comprobantes/${up.body.id}`)
  expect(down.headers['content-disposition']).toBe(
    `attachment; filename="nandu_s.png"; filename*=UTF-8''${encodeURIComponent('ñandú_s.png')}`,
  )
})

test('without a voucher an immediate payment is refused', async () => {
  const before = await huella(app)
  const { status, error } = await registrar(pagada(deposito, null))
  expect([status, error.message, error.errors?.[0]?.campo]).toEqual([
    400,
    'deposito pide un comprobante: adjunte la imagen o el PDF.',
    'recibimos.0',
  ])
  expect(await huella(app)).toBe(before)
})

test('for a payment to be verified it is required at the verification', async () => {
  const made = await registrar(pagada(plin, null))
  expect([made.status, made.body.estado]).toEqual([201, 'pendiente'])
  const { id } = made.body
  const pago_id = (await recibido(id)).id
  const verify = () => adm.call(contrato.verificar, { params: { id }, body: { pago_id } })
  const refused = await verify()
  expect([refused.status, refused.error.message]).toEqual([
    400,
    'plin pide un comprobante: adjúntelo antes de confirmar el pago.',
  ])
  const path = `/api/compras-ventas/${id}/pagos/${pago_id}/comprobantes?nombre=plin.png`
  const body = foto()
  const twice = [
    await subir(adm, body, 'image/png', path),
    await subir(adm, body, 'image/png', path),
  ]
  expect(twice.map((a) => [a.status, a.body.id])).toEqual(Array(2).fill([201, twice[0]?.body.id]))
  expect((await verify()).body.estado).toBe('completada')
  expect((await recibido(id)).comprobantes).toHaveLength(1)
  expect((await obtener(id)).historial.map(({ accion }) => accion)).toContain('adjuntar')
})

test('a voucher that does not exist or belongs to another user or payment is refused', async () => {
  const other = await app.signedIn('adm')
  const foreign = (await subir(other, foto())).body.id
  const used = (await subir(adm, foto())).body.id
  expect((await registrar(pagada(deposito, used))).status).toBe(201)
  const before = await huella(app)
  const cases: [number, string][] = [
    [999_999, 'El comprobante no existe: adjúntelo de nuevo.'],
    [foreign, 'El comprobante no existe: adjúntelo de nuevo.'],
    [used, 'Ese comprobante ya pertenece a otro pago.'],
  ]
  for (const [id, message] of cases) {
    const { status, error } = await registrar(pagada(deposito, id))
    expect([status, error.message]).toEqual([400, message])
  }
  expect(await huella(app)).toBe(before)
  const fresh = (await subir(adm, foto())).body.id
  const line = { tipo_pago_id: deposito, cuenta_id: cuentas.bcpPen, comprobante_id: fresh }
  const both = pagada(deposito, fresh, '20.00')
  const recibimos = ['35.60', '35.60'].map((monto) => ({ ...line, monto }))
  const twice = await registrar({ ...both, recibimos })
  expect(twice.error.message).toBe('Ese comprobante ya pertenece a otro pago.')
})

test('of two concurrent operations only one can use a voucher', async () => {
  const { id } = (await subir(adm, foto())).body
  const both = await Promise.all([registrar(pagada(deposito, id)), registrar(pagada(deposito, id))])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
})

test('the same file in another operation is reported at once, and needs another’s yes', async () => {
  const bytes = foto()
  const first = await registrar(pagada(deposito, (await subir(adm, bytes)).body.id))
  const again = await subir(adm, bytes)
  expect(again.body.repetido).toEqual({ id: first.body.id, numero: first.body.numero })
  const otra = await app.signedIn('adm')
  const second = await conVisto(otra, () => registrar(pagada(deposito, again.body.id)))
  const [seen] = (await recibido(second.body.id)).comprobantes
  expect(seen?.repetidos).toEqual([again.body.repetido])
  // What an annulled operation handed in may prove the one that takes its place.
  const wrong = foto()
  const one = await registrar(pagada(deposito, (await subir(adm, wrong)).body.id))
  const params = { id: one.body.id }
  await adm.call(contrato.anular, { params, body: { motivo: 'Se digitó mal' } })
  const id = (await subir(adm, wrong)).body.id
  expect((await registrar(pagada(deposito, id))).status).toBe(201)
})

test('later vouchers: at most five, on payments of that operation, while it is valid', async () => {
  const { body: made } = await registrar(pagada(plin, null))
  const { body: other } = await registrar(pagada(plin, null))
  const [mine, theirs] = [(await recibido(made.id)).id, (await recibido(other.id)).id]
  const add = (id: number, pago: number) =>
    subir(adm, foto(), 'image/png', `/api/compras-ventas/${id}/pagos/${pago}/comprobantes?nombre=a`)
  expect((await add(made.id, theirs)).status).toBe(404)
  expect((await add(999_999, mine)).status).toBe(404)
  for (let i = 0; i < 5; i += 1) expect((await add(made.id, mine)).status).toBe(201)
  expect((await add(made.id, mine)).error.message).toBe('Este pago ya tiene 5 comprobantes.')
  const body = { motivo: 'Error de digitación' }
  await adm.call(contrato.anular, { params: { id: other.id }, body })
  expect((await add(other.id, theirs)).error.codigo).toBe('ESTADO')
})

test('a user who may not see operations sees no vouchers, and nobody sees unused files of others', async () => {
  const { id } = (await subir(adm, foto())).body
  const path = `/api/compras-ventas/comprobantes/${id}`
  expect((await adm.raw('GET', path)).status).toBe(404)
  await registrar(pagada(deposito, id))
  const pag = await app.signedIn('pag')
  expect((await pag.raw('GET', path)).status).toBe(403)
  expect((await subir(pag, foto())).status).toBe(403)
})

test('this area does not serve a file of another kind of document', async () => {
  const { id } = (await subir(adm, foto())).body
  await comoDueno(
    app.url,
    `INSERT INTO adjuntos_usos VALUES ($1, 'gastos', 1, 1, ${adm.usuario_id})`,
    [id],
  )
  expect((await adm.raw('GET', `/api/compras-ventas/comprobantes/${id}`)).status).toBe(404)
})

test('even the owner of the database changes no file and deletes none in use', async () => {
  const { id } = (await subir(adm, foto())).body
  await registrar(pagada(deposito, id))
  const all: [string, RegExp][] = [
    ["UPDATE adjuntos SET nombre = 'x'", /adjuntos: UPDATE/],
    [`DELETE FROM adjuntos WHERE id = ${id}`, /foreign key/],
    ['TRUNCATE adjuntos CASCADE', /TRUNCATE/],
    ['UPDATE adjuntos_usos SET detalle_id = 1', /adjuntos_usos: UPDATE/],
    ['DELETE FROM adjuntos_usos', /adjuntos_usos: DELETE/],
    ['TRUNCATE adjuntos_usos', /adjuntos_usos: TRUNCATE/],
    [
      `INSERT INTO adjuntos (nombre, contenido, usuario_id) VALUES ('x', 'x', ${adm.usuario_id})`,
      /null value/,
    ],
  ]
  for (const [text, message] of all) {
    await expect(comoDueno(app.url, text)).rejects.toThrow(message)
  }
})

test('unused files are deleted after two days', async () => {
  const kept = await subir(adm, foto())
  await registrar(pagada(deposito, kept.body.id))
  const loose = await subir(adm, foto())
  const count = async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM adjuntos WHERE id IN (${kept.body.id}, ${loose.body.id})`.execute(app.db)
    return rows.map(({ id }) => id)
  }
  const clean = () => sql`SELECT adjuntos_limpiar()`.execute(app.db)
  await clean()
  expect(await count()).toHaveLength(2)
  app.setClock(new Date(Date.now() + 49 * 3_600_000).toISOString())
  await clean()
  expect(await count()).toEqual([kept.body.id])
})
