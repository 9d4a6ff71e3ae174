import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { contrato as reportes } from '../reportes/contract.ts'
import { contrato, type Webhook } from './contract.ts'

/* who outside hears of the house is what two people agreed to, and no secret is shown twice. */

const app = await startTestApp()
const { db, url } = app
const adm = await app.signedIn('adm')
const otro = await app.signedIn('adm')
const mgr = await app.signedIn('mgr')
const caj = await app.signedIn('caj')
const acompanada = (yes: boolean) =>
  comoDueno(url, 'UPDATE usuarios SET estatus = $1 WHERE id = $2', [yes, otro.usuario_id])
const sinConfirmar = () => comoDueno(url, 'UPDATE sesiones SET confirmada_hasta = NULL')

const CASA = {
  nombre: 'Contabilidad',
  url: 'https://receptor.example/eventos',
  eventos: ['operacion', 'cierre_dia'],
}
const crear = (change: object = {}) => adm.call(contrato.crear, { body: { ...CASA, ...change } })
const uno = async () => {
  const { webhooks } = (await adm.call(contrato.configuracion)).body
  return webhooks.find(({ nombre }) => nombre === 'Contabilidad') as Webhook
}
const editar = async (change: object) => {
  const { id, nombre, url: u, eventos, activo, version } = await uno()
  const body = { nombre, url: u, eventos, activo, version, ...change }
  return adm.call(contrato.editar, { params: { id }, body })
}

test('who may not administer neither sees nor makes one', async () => {
  for (const quien of [caj, mgr]) {
    expect((await quien.call(contrato.configuracion)).status).toBe(403)
    expect((await quien.raw('POST', '/api/webhooks', CASA)).status).toBe(403)
    expect((await quien.raw('GET', '/api/webhooks/envios')).status).toBe(403)
  }
})

test('an address inside the house, without https, with a key in it or of another kind is refused on its field', async () => {
  for (const [bad, why] of [
    ['http://receptor.example/', /https/],
    ['http://127.0.0.1:9/', /https/],
    ['https://127.0.0.1/', /red interna/],
    ['https://169.254.169.254/latest/meta-data', /red interna/],
    ['https://[::ffff:10.0.0.1]/', /red interna/],
    ['https://yo:clave@receptor.example/', /usuario ni clave/],
    ['file:///etc/passwd', /https/],
    ['https://', /completa/],
  ] as const) {
    const { status, error } = await crear({ url: bad })
    expect([bad, status, error.errors?.[0]?.campo]).toEqual([bad, 400, 'url'])
    expect(error.errors?.[0]?.msg).toMatch(why)
  }
  for (const eventos of [[], ['mi_clave'], ['prueba'], ['no_existe']])
    expect((await crear({ eventos })).status).toBe(400)
  expect((await adm.call(contrato.configuracion)).body.webhooks).toEqual([])
})

test('a receiver takes the password and another administrator, who reads where to and of what', async () => {
  await sinConfirmar()
  const asked = await adm.raw('POST', '/api/webhooks', CASA)
  expect([asked.status, asked.error.codigo]).toEqual([409, 'CONFIRME'])
  const alone = await crear()
  expect([alone.status, alone.error.codigo]).toEqual([409, 'VISTO_FALTA'])
  expect((await adm.call(contrato.configuracion)).body.webhooks).toEqual([])
  const made = await conVisto(otro, () => crear())
  expect(made.status).toBe(201)
  expect(made.body.secreto).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { filas } = (await adm.call(reportes.excepciones, { query: {} })).body
  expect(filas[0]).toMatchObject({
    clase: 'control',
    frase:
      'Que «Contabilidad» (https://receptor.example/eventos) reciba fuera de la casa: «Compra o venta registrada», «Cierre del día»',
  })
})

test('another address, another event and coming back take it too, and so do less and nothing more', async () => {
  const changes = [
    { url: 'https://otro.example/' },
    { eventos: [...CASA.eventos, 'orden_nueva'] },
    { eventos: ['operacion'] },
    { eventos: ['operacion', 'orden_nueva'] },
    { activo: false },
  ]
  for (const change of changes) expect((await editar(change)).error.codigo).toBe('VISTO_FALTA')
  await sinConfirmar()
  const { id, nombre, url: a, eventos, version } = await uno()
  const off = { nombre, url: a, eventos, activo: false, version }
  const asked = await adm.raw('PUT', `/api/webhooks/${id}/editar`, off)
  expect([asked.status, asked.error.codigo]).toEqual([409, 'CONFIRME'])
  expect(await uno()).toMatchObject({ activo: true, url: CASA.url, version })
  expect((await uno()).eventos.toSorted()).toEqual(CASA.eventos.toSorted())
  expect((await editar({ nombre: 'Contabilidad' })).status).toBe(200)
  expect((await conVisto(otro, () => editar({ eventos: ['operacion'] }))).status).toBe(200)
  expect((await conVisto(otro, () => editar({ activo: false }))).status).toBe(200)
  const { filas } = (await adm.call(reportes.excepciones, { query: { clase: 'aviso' } })).body
  expect(filas.map(({ frase }) => frase)).toEqual([
    'Que «Contabilidad», fuera de la casa: no reciba nada más',
    'Que «Contabilidad», fuera de la casa: deje de recibir «Cierre del día»',
  ])
  expect((await editar({ activo: true })).error.codigo).toBe('VISTO_FALTA')
  expect((await conVisto(otro, () => editar({ activo: true }))).status).toBe(200)
  expect((await editar({ nombre: 'X', version: 1 })).error.codigo).toBe('VERSION')
  // Whatever call it came by: the tables ask too.
  const quien = JSON.stringify({ usuario_id: adm.usuario_id })
  for (const text of [
    `UPDATE webhooks SET url = 'https://ladron.example/'`,
    "INSERT INTO webhooks_eventos SELECT id, 'orden_pagada' FROM webhooks",
    'UPDATE webhooks SET activo = false',
    'DELETE FROM webhooks_eventos',
    `INSERT INTO webhooks (nombre, url, secreto_cifrado) VALUES ('Z', 'https://ladron.example/', 'x')`,
  ])
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`SELECT actuar_como(${quien}::jsonb)`.execute(tx)
        await sql.raw(text).execute(tx)
      }),
    ).rejects.toThrow(/CONFIRME|confirme/)
})

test('a name is of one receiver; twenty are on at most', async () => {
  await acompanada(false)
  const twice = await crear()
  expect([twice.status, twice.error.errors?.[0]?.campo]).toEqual([409, 'nombre'])
  for (let n = 2; n <= 20; n += 1) expect((await crear({ nombre: `Otro ${n}` })).status).toBe(201)
  expect((await crear({ nombre: 'Uno de más' })).error.codigo).toBe('WEBHOOKS_DEMASIADOS')
  expect((await editar({ activo: false })).status).toBe(200)
  expect((await crear({ nombre: 'Uno de más' })).status).toBe(201)
  expect((await editar({ activo: true })).error.codigo).toBe('WEBHOOKS_DEMASIADOS')
  await comoDueno(url, `UPDATE webhooks SET activo = false WHERE nombre <> 'Contabilidad'`)
  expect((await editar({ activo: true })).status).toBe(200)
})

test('another secret takes the password, and neither answer is kept to be repeated', async () => {
  const { id } = await uno()
  await sinConfirmar()
  const asked = await adm.raw('POST', `/api/webhooks/${id}/secreto`, {})
  expect(asked.error.codigo).toBe('CONFIRME')
  const { body } = await adm.call(contrato.rotar, { params: { id } })
  expect(body.secreto).toMatch(/^whsec_/)
  expect((await uno()).anterior_hasta).not.toBeNull()
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM idempotencia WHERE respuesta::text LIKE '%whsec_%'`.execute(db)
  expect(rows[0]?.n).toBe(0)
})

test('a second secret while the one before is good silences the receiver: it takes another administrator (R-455)', async () => {
  const { id } = await uno()
  await acompanada(true)
  const rotar = () => adm.call(contrato.rotar, { params: { id } })
  expect((await rotar()).error.codigo).toBe('VISTO_FALTA')
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`SELECT actuar_como(${JSON.stringify({ usuario_id: adm.usuario_id })}::jsonb)`.execute(
        tx,
      )
      await sql`UPDATE webhooks SET secreto_cifrado = secreto_cifrado || '\\x00' WHERE id = ${id}`.execute(
        tx,
      )
    }),
  ).rejects.toThrow(/VISTO_FALTA|CONFIRME/)
  await comoDueno(url, 'UPDATE webhooks SET anterior_cifrado = NULL, anterior_hasta = NULL')
  expect((await rotar()).status).toBe(200)
  await acompanada(false)
})

test('the log is filtered, searched and sorted; a test message waits in it', async () => {
  const { id } = await uno()
  const made = await adm.call(contrato.probar, { params: { id } })
  expect(made.status).toBe(200)
  const de = async (query: Record<string, string | number>) =>
    (await adm.call(contrato.envios, { query })).body.items.map((e) => e.evento)
  expect(await de({})).toEqual(['prueba'])
  expect(await de({ estado: 'pendiente', webhook_id: id, evento: 'prueba' })).toEqual(['prueba'])
  expect(await de({ buscar: 'contabilidád' })).toEqual(['prueba'])
  expect(await de({ buscar: 'nada' })).toEqual([])
  expect(await de({ estado: 'error' })).toEqual([])
  expect(await de({ orden: 'intentos' })).toEqual(['prueba'])
  const { body } = await adm.call(contrato.envio, { params: { id: made.body.id } })
  expect(body).toMatchObject({ lista: [], cuerpo: null, url: CASA.url })
  const waits = await adm.call(contrato.reenviar, { params: { id: made.body.id } })
  expect(waits.error.codigo).toBe('WEBHOOK_EN_COLA')
  expect((await adm.call(contrato.reenviar, { params: { id: 999_999 } })).status).toBe(404)
  expect((await adm.call(contrato.probar, { params: { id: 999_999 } })).status).toBe(404)
})

test('the server’s role neither makes a delivery, nor changes one that ended, its text or its attempts', async () => {
  await sql`UPDATE webhooks_salida SET cuerpo = '{}' WHERE cuerpo IS NULL`.execute(db)
  await expect(sql`UPDATE webhooks_salida SET cuerpo = 'otro'`.execute(db)).rejects.toThrow(
    /not allowed/,
  )
  const { rows } = await sql<{ id: number }>`SELECT id FROM webhooks_salida`.execute(db)
  const r = JSON.stringify({ inicio: '2026-11-28T12:00:00Z', ms: 1, codigo: 200 })
  await sql`SELECT webhooks_resolver(${rows[0]?.id}, 1, ${r}::jsonb)`.execute(db)
  await expect(sql`UPDATE webhooks_salida SET intentos = 9`.execute(db)).rejects.toThrow(
    /not allowed/,
  )
  await expect(comoDueno(url, 'UPDATE webhooks_intentos SET codigo = 500')).rejects.toThrow(
    /not allowed/,
  )
  for (const text of [
    'INSERT INTO webhooks_salida (webhook_id, noticia_id) SELECT webhook_id, noticia_id FROM webhooks_salida',
    "UPDATE webhooks_salida SET estado = 'pendiente'",
    'UPDATE webhooks_salida SET webhook_id = 1',
    'DELETE FROM webhooks_salida',
    'INSERT INTO webhooks_intentos VALUES (1, 9, now(), 1)',
    'DELETE FROM webhooks_intentos',
    "INSERT INTO noticias (evento, clave, datos) VALUES ('operacion', 'x', '[]')",
    'DELETE FROM webhooks',
    "SELECT webhooks_apagar(1, 'x')",
    "SELECT noticias_anotar('operacion', 'x', '[]')",
  ])
    await expect(sql.raw(text).execute(db), text).rejects.toThrow(/permission denied/)
})
