import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { foto, jpeg, png, segmento, trozo, webp } from '../../../test/support/foto.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { LOGO } from '../../core/documento/logo.ts'
import { contrato as beneficiarios } from '../beneficiarios/contract.ts'
import { contrato as ventas } from '../compras-ventas/contract.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'
import { entidades } from './contract.ts'

/* an entity has a logo, judged as a voucher is, small, named by its digest and kept by the browser. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj } = casa
const RUTA = '/api/entidades-financieras/logos'

const subir = async (bytes: Buffer, tipo = 'image/png', who = adm) => {
  const { status, body, error } = await who.raw('POST', RUTA, bytes, { 'content-type': tipo })
  return { status, error, logo: (body as { logo?: string } | undefined)?.logo ?? '' }
}
const fila = async (id: number) =>
  (await adm.call(entidades.contrato.obtener, { params: { id } })).body
async function poner(id: number, logo: string | null) {
  const { id: _, estatus: __, cuentas: ___, ...body } = await fila(id)
  return adm.call(entidades.contrato.editar, { params: { id }, body: { ...body, logo } })
}
const deOrigen = (await adm.call(entidades.contrato.listar)).body
const bcp = deOrigen.find(({ codigo }) => codigo === '002')?.id as number
const mia = foto()

test('a picture is stored once, given to an entity, changed and taken away, and each is in the audit', async () => {
  const up = await subir(mia)
  expect([up.status, up.logo]).toEqual([201, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect((await subir(mia)).logo).toBe(up.logo)
  expect((await poner(bcp, up.logo)).status).toBe(200)
  expect((await fila(bcp)).logo).toBe(up.logo)
  expect((await poner(bcp, null)).status).toBe(200)
  expect((await fila(bcp)).logo).toBe(null)
  const { rows } = await sql<{ accion: string; antes: unknown; despues: unknown }>`
    SELECT accion, antes->'logo' AS antes, despues->'logo' AS despues FROM auditoria
    WHERE entidad = 'entidades-financieras' AND entidad_id = ${String(bcp)} AND accion = 'editar'
    ORDER BY id DESC LIMIT 2`.execute(app.db)
  expect(rows).toEqual([
    { accion: 'editar', antes: up.logo, despues: null },
    { accion: 'editar', antes: null, despues: up.logo },
  ])
})

test('whoever is signed in gets it as a picture and nothing else, once for ever; a stranger does not', async () => {
  const { logo } = await subir(mia)
  const get = (headers: Record<string, string>) =>
    app.http.inject({ url: `${RUTA}/${logo}`, headers })
  const answer = await get({ 'x-token': caj.token })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^attachment; filename="logo.png"/),
  })
  expect(answer.rawPayload.equals(mia)).toBe(true)
  const stranger = await get({})
  expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([401, 'no-store'])
  const none = await caj.raw('GET', `${RUTA}/${'0'.repeat(64)}`)
  expect(none.status).toBe(404)
})

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
test.each([
  ['an SVG', SVG, 'image/svg+xml', 415],
  ['an SVG that says it is a PNG', SVG, 'image/png', 400],
  ['a PDF', Buffer.from('%PDF-1.4'), 'application/pdf', 415],
  ['a JPEG that says it is a PNG', jpeg([2, 3], []), 'image/png', 400],
  ['65 KB', png(randomBytes(66_000)), 'image/png', 413],
  ['nothing', Buffer.alloc(0), 'image/png', 400],
  ['513 pixels wide', png(foto(), [LOGO.lado + 1, 1]), 'image/png', 400],
  ['513 pixels high', webp([1, LOGO.lado + 1]), 'image/webp', 400],
] as const)('%s is refused', async (_, bytes, tipo, status) => {
  expect((await subir(bytes, tipo)).status).toBe(status)
})

test('what a picture says besides its picture is not kept (R-155)', async () => {
  const place = Buffer.from('GPS -12.0464')
  for (const [bytes, tipo] of [
    [png(foto(), [2, 3], trozo('tEXt', place)), 'image/png'],
    [jpeg([2, 3], [segmento(0xfe, place)]), 'image/jpeg'],
  ] as const) {
    const { logo } = await subir(bytes, tipo)
    const { rows } = await sql<{ contenido: Buffer }>`
      SELECT contenido FROM logos WHERE sha256 = ${logo}`.execute(app.db)
    expect(rows[0]?.contenido.includes(place)).toBe(false)
  }
})

test('it takes the permission to edit entities, and 20 that nobody uses wait at most', async () => {
  expect((await subir(foto(), 'image/png', caj)).status).toBe(403)
  const otro = await app.signedIn('adm')
  for (let n = 0; n < 20; n += 1) {
    expect((await subir(foto(), 'image/png', otro)).status).toBe(201)
  }
  const { error } = await subir(foto(), 'image/png', otro)
  expect(error?.errors?.[0]?.msg).toMatch(/^Subió 20 imágenes/)
  // What waited for two days makes room.
  await comoDueno(app.url, "UPDATE logos SET creado_en = creado_en - interval '3 days'")
  expect((await subir(foto(), 'image/png', otro)).status).toBe(201)
  expect((await sql`SELECT 1 FROM logos`.execute(app.db)).rows).toHaveLength(1)
})

test('one that an entity has is not deleted, and one that is not there is not taken', async () => {
  const { logo } = await subir(foto())
  await poner(bcp, logo)
  await comoDueno(app.url, "UPDATE logos SET creado_en = creado_en - interval '3 days'")
  await subir(foto())
  expect((await caj.raw('GET', `${RUTA}/${logo}`)).status).toBe(200)
  const { error } = await poner(bcp, '0'.repeat(64))
  expect(error.errors?.[0]).toEqual({
    campo: 'logo',
    msg: 'Esa imagen ya no está: súbala de nuevo.',
  })
  expect((await poner(bcp, 'https://x/logo.png')).error.errors?.[0]?.campo).toBe('logo')
})

test('an old picture that is asked for again waits for its entity as long as a new one', async () => {
  const picture = foto()
  const { logo } = await subir(picture)
  await comoDueno(app.url, "UPDATE logos SET creado_en = creado_en - interval '3 days'")
  expect((await subir(picture)).logo).toBe(logo)
  await subir(foto())
  expect((await poner(bcp, logo)).status).toBe(200)
})

test('the database judges it again, whoever writes', async () => {
  const en = (bytes: Buffer) =>
    comoDueno(
      app.url,
      `INSERT INTO logos (contenido, usuario_id) SELECT '\\x${bytes.toString('hex')}', min(id) FROM usuarios`,
    )
  const called = (tipo: string) => {
    const quien = `jsonb_build_object('usuario_id', min(id))`
    const bytes = `'\\x${foto().toString('hex')}'::bytea`
    return comoDueno(app.url, `SELECT logos_guardar(${quien}, '${tipo}', ${bytes}) FROM usuarios`)
  }
  await expect(called('image/jpeg')).rejects.toThrow('ARCHIVO_DISTINTO')
  await expect(called('image/png')).resolves.toHaveLength(1)
  await expect(en(png(randomBytes(66_000)))).rejects.toThrow(/logos_contenido_check/)
  await expect(en(SVG)).rejects.toThrow(/"tipo"/)
  await expect(en(Buffer.from('%PDF-1.4\n'))).rejects.toThrow(/logos_tipo_check/)
})

test('it comes with the account or the beneficiary wherever one is chosen', async () => {
  const { logo } = await subir(foto())
  await poner(bcp, logo)
  await poner(casa.banesco, logo)
  const marca = { nombre: 'BCP', logo }
  const at = casa.cuentas.bcpPen
  const de = <T extends { id: number }>(all: readonly T[]) => all.find(({ id }) => id === at)
  expect(de((await adm.call(cuentas.listar)).body)).toMatchObject({ marca })
  expect(de((await caj.call(ventas.opciones)).body.cuentas)).toMatchObject({ marca })
  expect(de((await caj.call(ordenes.opciones)).body.cuentas)).toMatchObject({ marca })
  const cash = (await caj.call(ordenes.opciones)).body.cuentas.find(({ tipo }) => tipo === 'caja')
  expect(cash?.marca).toBe(null)
  const { entidades: some } = (await caj.call(beneficiarios.opciones)).body
  expect(some.find(({ id }) => id === casa.banesco)).toMatchObject({ logo })
  const agenda = await caj.call(beneficiarios.listar, { params: { id: casa.ana } })
  expect(agenda.body[0]?.entidad).toMatchObject({ logo })
})
