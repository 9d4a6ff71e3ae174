import { expect, test } from 'vitest'
import { foto } from '../../../../test/support/foto.ts'
import { type Answer, type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import type { contrato } from '../contract.ts'

const app = await startTestApp()
const subir = (quien: Client, body: Buffer) =>
  quien.raw('POST', '/api/compras-ventas/comprobantes?nombre=pago.png', body, {
    'content-type': 'image/png',
  }) as Promise<Answer<typeof contrato.subirComprobante>>

/** Creates that many unused files of a user. */
const llenar = (quien: Client, cuantos: number) =>
  comoDueno(
    app.url,
    `INSERT INTO adjuntos (nombre, contenido, usuario_id)
     SELECT 'x', '\\x89504e470d0a1a0a'::bytea || convert_to(n::text, 'UTF8'), $1 FROM generate_series(1, $2) n`,
    [quien.usuario_id, cuantos],
  )

test('a user may have at most a hundred unused files; other users are not affected', async () => {
  const adm = await app.signedIn('adm')
  await llenar(adm, 99)
  const last = foto()
  const taken = await subir(adm, last)
  expect(taken.status).toBe(201)
  const refused = await subir(adm, foto())
  expect([refused.status, refused.error.codigo]).toEqual([400, 'VALIDACION'])
  expect(refused.error.errors?.[0]?.msg).toContain('100 comprobantes')
  // Uploading an existing file again returns it.
  expect((await subir(adm, last)).body.id).toBe(taken.body.id)
  expect((await subir(await app.signedIn('adm'), foto())).status).toBe(201)
  // A used file does not count.
  await comoDueno(app.url, `INSERT INTO adjuntos_usos VALUES ($1, 'x', 1, 1, ${adm.usuario_id})`, [
    taken.body.id,
  ])
  expect((await subir(adm, foto())).status).toBe(201)
})

test('uploads of one user are serialized: one takes the last place, and the same file is stored once', async () => {
  const adm = await app.signedIn('adm')
  await llenar(adm, 99)
  const body = foto()
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  const { rows } = await other.query('SELECT id FROM adjuntos_guardar($1, $2, $3, $4)', [
    JSON.stringify({ usuario_id: adm.usuario_id }),
    'image/png',
    'pago.png',
    body,
  ])
  const both = Promise.all([subir(adm, body), subir(adm, foto())])
  await esperaAlguien(app.url)
  await other.query('COMMIT')
  await other.end()
  const [same, late] = await both
  expect([same.status, String(same.body.id)]).toEqual([201, String(rows[0].id)])
  expect(late.status).toBe(400)
})
