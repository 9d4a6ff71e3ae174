import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarPapeles } from '../../../../test/support/clientes/papeles.ts'
import { foto, subirFoto } from '../../../../test/support/foto.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  sesionesSinFin,
} from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { contrato as aprobaciones } from '../../aprobaciones/contract.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contratoDocumentos } from '../contract/documentos.ts'
import { contrato as clientes } from '../contract.ts'

/* Who may read which file of a client's papers, what becomes one, and how many. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const [adm, caj, cum] = await Promise.all([
  app.signedIn('adm'),
  app.signedIn('caj'),
  app.signedIn('cum'),
])
const { nuevo, subir, guardar, ver, uno, bajar, miradas, llenar } = montarPapeles(app, { adm, cum })

test('who does not serve clients reads that a paper is there, and no file; ids of other files lead nowhere', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'domicilio')
  const { adjunto } = await uno(id)
  for (const role of ['pag', 'con'] as const) {
    const quien = await app.signedIn(role)
    expect(await ver(id, quien)).toMatchObject([{ tipo: 'domicilio', legible: false }])
    expect((await bajar(quien, adjunto.id)).status).toBe(403)
    await expect(subir(quien)).rejects.toThrow(/rol no permite/)
    expect((await guardar(quien, id, 'poderes', { adjunto_id: 1 })).status).toBe(403)
  }
  expect(await miradas((await uno(id)).id)).toEqual([])
  const voucher = await subirFoto(caj, comprasVentas.subirComprobante)
  await comoDueno(app.url, `INSERT INTO adjuntos_usos VALUES (${voucher}, 'gastos', 1, 1, 1)`)
  const loose = await subir(caj)
  for (const otro of [voucher, loose, 999_999]) expect((await bajar(cum, otro)).status).toBe(404)
  const path = `/api/compras-ventas/comprobantes/${adjunto.id}`
  expect((await adm.raw('GET', path)).status).toBe(404)
})

test('R-346: his picture is told to whom may look at it, while it is in force, and none where it is no picture', async () => {
  const id = await nuevo()
  const de = async (quien = caj) =>
    (await quien.call(clientes.obtener, { params: { id } })).body.foto
  expect(await de()).toBeNull()
  await guardar(caj, id, 'domicilio')
  expect(await de()).toBeNull()
  await guardar(caj, id, 'identidad-anverso')
  const papel = await uno(id)
  expect(await de()).toBe(papel.adjunto.id)
  // That there is one is no look: only its file is.
  expect(await miradas(papel.id)).toEqual([])
  for (const role of ['pag', 'con'] as const) expect(await de(await app.signedIn(role))).toBeNull()
  await cum.call(contratoDocumentos.rechazar, {
    params: { id: papel.id },
    body: { motivo: 'No es su rostro' },
  })
  expect(await de()).toBeNull()
  // A PDF is a paper, and no picture.
  const path = `/api${contratoDocumentos.subirAdjunto.path}?nombre=dni.pdf`
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
  const { body } = await caj.raw('POST', path, pdf, { 'content-type': 'application/pdf' })
  const { status } = await guardar(caj, id, 'identidad-anverso', {
    adjunto_id: (body as { id: number }).id,
  })
  expect([status, await de()]).toEqual([201, null])
})

test('only one’s own file that proves nothing else becomes a paper', async () => {
  const id = await nuevo()
  const ajeno = await guardar(caj, id, 'domicilio', { adjunto_id: await subir(cum) })
  expect(ajeno.error.errors?.[0]?.campo).toBe('adjunto_id')
  const adjunto_id = await subir(caj)
  expect((await guardar(caj, id, 'domicilio', { adjunto_id })).status).toBe(201)
  const again = await guardar(caj, id, 'poderes', { adjunto_id })
  expect([again.status, again.error.codigo]).toEqual([409, 'DUPLICADO'])
  expect(await ver(id)).toHaveLength(1)
})

test.each([
  ['an SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a page', 'text/html', '<script>alert(1)</script>'],
  ['a page that claims to be a picture', 'image/png', '<script>alert(1)</script>'],
  ['a script inside a PDF', 'application/pdf', '%PDF-1.7\n<< /S /JavaScript /JS (x) >>\n%%EOF'],
])('%s is not taken', async (_, type, text) => {
  const { status } = await caj.raw(
    'POST',
    '/api/clientes/documentos/adjuntos?nombre=a.png',
    Buffer.from(text),
    { 'content-type': type },
  )
  expect([400, 415]).toContain(status)
})

test('the same picture under another client needs another person’s yes, who reads whose it is', async () => {
  const [id, otro] = [await nuevo('Marta'), await nuevo('Carla')]
  const bytes = foto()
  await guardar(caj, id, 'identidad-anverso', { adjunto_id: await subir(caj, bytes) })
  // Of the same client it is what it was.
  expect(
    (await guardar(caj, id, 'otro', { titulo: 'La misma', adjunto_id: await subir(caj, bytes) }))
      .status,
  ).toBe(201)
  const adjunto_id = await subir(caj, bytes)
  const call = () => guardar(caj, otro, 'identidad-anverso', { adjunto_id })
  expect((await call()).error.codigo).toBe('VISTO_FALTA')
  expect(await ver(otro)).toEqual([])
  const waits = (await adm.call(aprobaciones.listar)).body.find(({ tipo }) => tipo === 'visto')
  expect(waits?.titulo).toContain('que ya está en los documentos de Marta Rojas')
  await darVistos(adm)
  expect((await call()).status).toBe(201)
})

test('a client has a hundred papers, and a person hands in two hundred on a day', async () => {
  const ella = await app.signedIn('caj')
  const ids = [await nuevo(), await nuevo(), await nuevo()]
  const [first = 0, second = 0, third = 0] = ids
  await llenar(ella, first, 99)
  expect((await guardar(ella, first, 'poderes')).status).toBe(201)
  const full = await guardar(ella, first, 'origen-fondos')
  expect(full.error.errors?.[0]).toMatchObject({ campo: 'adjunto_id', msg: /100 documentos/ })
  await llenar(ella, second, 99)
  expect((await guardar(ella, third, 'poderes')).status).toBe(201)
  const many = await guardar(ella, third, 'domicilio')
  expect(many.error.errors?.[0]?.msg).toMatch(/200 documentos en un día/)
  expect((await guardar(caj, third, 'domicilio')).status).toBe(201)
  await sesionesSinFin(app.url)
  app.setClock('2025-11-21T15:00:01Z')
  expect((await guardar(ella, third, 'origen-fondos')).status).toBe(201)
  app.setClock('2025-11-20T15:00:00Z')
})

test('of one person’s papers handed in at once, each counts the others', async () => {
  const ella = await app.signedIn('caj')
  const id = await nuevo()
  const adjunto_id = await subir(ella)
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  await other.query('SELECT clientes_documentos_caben($1, $2)', [ella.usuario_id, await nuevo()])
  const waits = guardar(ella, id, 'domicilio', { adjunto_id })
  await esperaAlguien(app.url)
  expect(await ver(id)).toEqual([])
  await other.query('COMMIT')
  await other.end()
  expect((await waits).status).toBe(201)
})

test('even the owner of the database changes no paper and deletes none; the server’s role writes none', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'domicilio')
  const papel = (await uno(id)).id
  const change = (what: string) => `UPDATE clientes_documentos SET ${what} WHERE id = ${papel}`
  const gone = `cambiado_por = 1, cambiado_en = ahora(), motivo = 'No se lee'`
  const all: [string, RegExp][] = [
    [change(`cliente_id = ${await nuevo()}`), /vigente vigente is not allowed/],
    [change("vence = '2099-01-01'"), /vigente vigente is not allowed/],
    [
      change(
        `estado = 'rechazado', subido_por = CASE subido_por WHEN 1 THEN 2 ELSE 1 END, ${gone}`,
      ),
      /vigente rechazado is not allowed/,
    ],
    [`DELETE FROM clientes_documentos WHERE id = ${papel}`, /not allowed/],
    ['TRUNCATE clientes_documentos', /TRUNCATE/],
    [change("estado = 'rechazado'"), /clientes_documentos_cambio/],
  ]
  for (const [text, message] of all) await expect(comoDueno(app.url, text)).rejects.toThrow(message)
  await comoDueno(app.url, change(`estado = 'reemplazado', ${gone}`))
  await expect(
    comoDueno(
      app.url,
      change('estado = $$vigente$$, cambiado_por = NULL, cambiado_en = NULL, motivo = NULL'),
    ),
  ).rejects.toThrow(/reemplazado vigente is not allowed/)
  for (const text of [
    `INSERT INTO clientes_documentos (cliente_id, tipo, adjunto_id, subido_por) VALUES (1, 'domicilio', 1, 1)`,
    change('motivo = motivo'),
    'DELETE FROM clientes_documentos',
  ])
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow('permission denied')
})
