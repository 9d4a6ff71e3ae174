import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarPapeles } from '../../../../test/support/clientes/papeles.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contratoDocumentos } from '../contract/documentos.ts'
import { contrato } from '../contract.ts'

/* The papers of a client: none is lost, and who may put another in its place. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)
const caj = await app.signedIn('caj')
const cum = await app.signedIn('cum')
const { nuevo, guardar, ver, uno, bajar, miradas } = montarPapeles(app, { adm, cum })
const excepciones = async () =>
  (
    await comoDueno<{ frase: string; motivo: string; origen_id: string }>(
      app.url,
      "SELECT frase, motivo, origen_id FROM excepciones WHERE clase = 'documento'",
    )
  ).at(-1)
const motivo = 'La foto salió borrosa'

test('a paper is kept with who handed it in and when, and each look at it is written down', async () => {
  const id = await nuevo()
  const made = await guardar(caj, id, 'identidad-anverso', { vence: '2025-11-19' })
  expect([made.status, made.body.message]).toEqual([201, 'Documento guardado.'])
  const papel = await uno(id, caj)
  expect(papel).toMatchObject({
    tipo: 'identidad-anverso',
    ...{ titulo: null, vence: '2025-11-19', vencido: true, estado: 'vigente', legible: true },
    ...{ subido_por: 'Ana Quispe', subido_en: '2025-11-20T15:00:00.000Z', cambiado_por: null },
    adjunto: { nombre: 'foto.png', tipo: 'image/png' },
  })
  expect((await adm.call(contrato.obtener, { params: { id } })).body).toMatchObject({
    papeles: ['identidad-anverso'],
    historial: [{ accion: 'documento' }, { accion: 'crear' }],
  })
  const file = await bajar(caj, papel.adjunto.id)
  expect([file.status, file.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ])
  expect(file.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  await bajar(cum, papel.adjunto.id)
  expect(await miradas(papel.id)).toEqual([caj.usuario_id, cum.usuario_id])
  expect((await ver(999_999)) as unknown).toMatchObject({ codigo: 'NO_EXISTE' })
})

test('a look that cannot be written down is not given', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'domicilio')
  const { adjunto } = await uno(id)
  await comoDueno(
    app.url,
    'ALTER TABLE auditoria ADD CONSTRAINT nada CHECK (accion <> $$ver-documento$$) NOT VALID',
  )
  expect((await bajar(caj, adjunto.id)).status).toBeGreaterThanOrEqual(400)
  await comoDueno(app.url, 'ALTER TABLE auditoria DROP CONSTRAINT nada')
  expect((await bajar(caj, adjunto.id)).status).toBe(200)
})

test('a replaced paper stays: compliance reads it, nobody else; a reason is asked for', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'identidad-anverso')
  const first = await uno(id)
  const sin = await guardar(caj, id, 'identidad-anverso', { reemplaza_id: first.id })
  expect(sin.error.errors?.[0]).toMatchObject({ campo: 'motivo' })
  const done = await guardar(caj, id, 'identidad-anverso', { reemplaza_id: first.id, motivo })
  expect(done.status).toBe(201)
  expect(await ver(id)).toMatchObject([
    { estado: 'vigente', legible: true },
    { id: first.id, estado: 'reemplazado', motivo, cambiado_por: 'Ana Quispe', legible: true },
  ])
  expect((await ver(id, caj)).map(({ legible }) => legible)).toEqual([true, false])
  expect((await bajar(caj, first.adjunto.id)).error.codigo).toBe('SIN_PERMISO')
  expect((await bajar(cum, first.adjunto.id)).status).toBe(200)
  expect(await miradas(first.id)).toEqual([cum.usuario_id])
  // He never operated.
  expect(await excepciones()).toBeUndefined()
})

test('what he is said to have replaced is what is there', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'poderes')
  const first = await uno(id)
  for (const mas of [{}, { reemplaza_id: first.id + 1000, motivo }]) {
    expect((await guardar(caj, id, 'poderes', mas)).error.codigo).toBe('DOCUMENTO_CAMBIO')
  }
  const ajeno = await nuevo()
  expect(
    (await guardar(caj, ajeno, 'poderes', { reemplaza_id: first.id, motivo })).error.codigo,
  ).toBe('DOCUMENTO_CAMBIO')
  expect((await uno(id)).estado).toBe('vigente')
  const both = await Promise.all(
    [0, 1].map(() => guardar(caj, id, 'poderes', { reemplaza_id: first.id, motivo })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('there are several other papers, each replaced by its own', async () => {
  const id = await nuevo()
  for (const titulo of ['Contrato de alquiler', 'Boleta de pago'])
    expect((await guardar(caj, id, 'otro', { titulo })).status).toBe(201)
  const [boleta] = await ver(id)
  await guardar(caj, id, 'otro', {
    titulo: 'Boleta de pago',
    reemplaza_id: boleta?.id ?? 0,
    motivo,
  })
  expect((await ver(id)).map(({ titulo, estado }) => `${titulo} ${estado}`)).toEqual([
    'Boleta de pago vigente',
    'Boleta de pago reemplazado',
    'Contrato de alquiler vigente',
  ])
  expect((await guardar(caj, id, 'otro')).error.errors?.[0]?.campo).toBe('titulo')
  expect(
    (await guardar(caj, id, 'origen-fondos', { vence: '2026-01-01' })).error.errors?.[0]?.campo,
  ).toBe('vence')
})

test('the replacement of a paper that served, after its client operated, is an exception', async () => {
  const id = await nuevo('Rita')
  await guardar(caj, id, 'identidad-anverso', { vence: '2025-11-19' })
  const body = { ...compra('10.00', '35.20', { cliente_id: id }), confirmo_duplicado: true }
  expect((await adm.call(comprasVentas.crear, { body })).status).toBe(201)
  const replace = async (vence: string) => {
    const { id: reemplaza_id } = await uno(id)
    return guardar(caj, id, 'identidad-anverso', { reemplaza_id, motivo, vence })
  }
  // An expired one is renewed as anybody expects.
  expect((await replace('2030-01-01')).status).toBe(201)
  expect(await excepciones()).toBeUndefined()
  expect((await replace('2031-01-01')).status).toBe(201)
  expect(await excepciones()).toEqual({
    frase: 'Reemplazó de Rita Rojas, que ya operó: anverso del documento de identidad',
    motivo,
    origen_id: String(id),
  })
})

test.each(['observado', 'bloqueado'] as const)(
  'the papers of whoever is %s are replaced by compliance alone',
  async (estado) => {
    const id = await nuevo('Raúl')
    await guardar(caj, id, 'identidad-anverso')
    await adm.call(contrato.estado, { params: { id }, body: { estado, motivo: 'Foto dudosa' } })
    const { id: reemplaza_id } = await uno(id)
    const refused = await guardar(caj, id, 'identidad-anverso', { reemplaza_id, motivo })
    expect([refused.status, refused.error.codigo]).toEqual([403, 'DOCUMENTO_DE_OBSERVADO'])
    expect((await uno(id)).id).toBe(reemplaza_id)
    expect((await guardar(caj, id, 'domicilio')).status).toBe(201)
    expect((await guardar(cum, id, 'identidad-anverso', { reemplaza_id, motivo })).status).toBe(201)
  },
)

test('compliance refuses a paper, once, and another one is asked for', async () => {
  const id = await nuevo()
  await guardar(caj, id, 'origen-fondos')
  const papel = await uno(id)
  const call = (quien: Client) =>
    quien.call(contratoDocumentos.rechazar, { params: { id: papel.id }, body: { motivo } })
  expect((await call(caj)).status).toBe(403)
  expect((await call(cum)).status).toBe(200)
  expect(await uno(id)).toMatchObject({ estado: 'rechazado', motivo, legible: true })
  expect((await call(cum)).error.codigo).toBe('DOCUMENTO_CAMBIO')
  // Equal denials of a minute share a row of the audit.
  expect((await bajar(await app.signedIn('caj'), papel.adjunto.id)).status).toBe(403)
  expect((await guardar(caj, id, 'origen-fondos')).status).toBe(201)
  const asked = sql`SELECT clientes_documento_rechazar(jsonb_build_object('usuario_id', ${caj.usuario_id}::int), ${papel.id}, ${motivo})`
  await expect(asked.execute(app.db)).rejects.toThrow('SIN_PERMISO')
})
