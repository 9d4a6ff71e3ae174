import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../main.app.ts'
import { escapar, libre } from '../../server/noticia.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { contrato } from './contract.ts'
import { raizDe } from './envio/cliente.ts'
import { redactarOmitidos } from './envio/emisor.ts'
import { redactar } from './envio/redactar.ts'

const app = await startTestApp()
const { db, url } = app
const { adm, cuentas } = await montarCasa(app)
const caj = await app.signedIn('caj')

test('the switch answers bare booleans; every session reads it, and a permission turns it', async () => {
  const path = '/api/telegram'
  expect(await caj.raw('GET', path)).toMatchObject({ status: 200, body: false })
  expect((await caj.raw('POST', path, {})).status).toBe(403)
  expect(await adm.raw('POST', path, {})).toMatchObject({ status: 200, body: true })
  expect(await caj.raw('GET', path)).toMatchObject({ body: true })
  expect(await adm.raw('POST', path, {})).toMatchObject({ body: false })
})

test('a retry with the same key turns it once and replays the answer, also when it is false', async () => {
  const press = (clave: string) =>
    adm.raw('POST', '/api/telegram', {}, { 'idempotency-key': clave })
  const [one, two] = [randomUUID(), randomUUID()]
  expect((await press(one)).body).toBe(true)
  expect((await press(one)).body).toBe(true)
  expect((await press(two)).body).toBe(false)
  const again = await press(two)
  expect(again.body).toBe(false)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect((await adm.call(contrato.estado)).body).toBe(false)
})

test('ten concurrent presses turn it ten times', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => adm.call(contrato.alternar)))
  expect(answers.filter(({ body }) => body)).toHaveLength(5)
  expect((await adm.call(contrato.estado)).body).toBe(false)
})

const chat = (nombre: string, chat_id: string, gerencia: boolean) =>
  adm.call(contrato.crearChat, { body: { nombre, chat_id, gerencia } })
const operadores = (await chat('Operadores', '-100200', false)).body.id
const gerencia = (await chat('Gerencia', '@gerencia_casa', true)).body.id
const destinos = (evento: string, chats: number[]) =>
  adm.call(contrato.destinos, { params: { evento }, body: { activo: true, chats } })

test('events with cost or profit cannot be sent to the operators, from either side', async () => {
  const refused = await destinos('tasa_bajo_costo', [gerencia, operadores])
  expect(refused.status).toBe(400)
  expect(refused.error.errors?.[0]?.msg).toMatch(/«Operadores» no es de la gerencia/)
  expect((await destinos('tasa_bajo_costo', [gerencia])).status).toBe(200)
  const body = {
    nombre: 'Gerencia',
    chat_id: '@gerencia_casa',
    gerencia: false,
    estatus: true,
    version: 1,
  }
  const turned = await adm.call(contrato.editarChat, { params: { id: gerencia }, body })
  expect(turned.error.errors?.[0]).toMatchObject({ campo: 'gerencia' })
  await expect(
    comoDueno(url, `UPDATE telegram_chats SET gerencia = false WHERE id = ${gerencia}`),
  ).rejects.toThrow(/telegram_reservado_a_gerencia/)
  await expect(
    comoDueno(
      url,
      `INSERT INTO telegram_destinos VALUES ('tasa_bajo_costo', true, ${operadores}, false)`,
    ),
  ).rejects.toThrow(/telegram_reservado_a_gerencia/)
  await expect(
    comoDueno(
      url,
      `INSERT INTO telegram_destinos VALUES ('tasa_bajo_costo', false, ${operadores}, false)`,
    ),
  ).rejects.toThrow(/foreign key/)
})

test('chats refuse a repeated name, an edit of an old version and an invalid id', async () => {
  expect((await chat('Operadores', '-1', false)).error.errors?.[0]?.campo).toBe('nombre')
  expect((await chat('Otro', '-100200', false)).error.errors?.[0]?.campo).toBe('chat_id')
  expect((await chat('Otro', 'https://t.me/x', false)).status).toBe(400)
  const body = { nombre: 'X', chat_id: '-100200', gerencia: false, estatus: true, version: 9 }
  const old = await adm.call(contrato.editarChat, { params: { id: operadores }, body })
  expect(old.error.codigo).toBe('VERSION')
  expect((await destinos('saldo_bajo', [999])).status).toBe(404)
  expect((await destinos('prueba', [operadores])).status).toBe(404)
})

test('rates published together are one message, ready to be forwarded', async () => {
  await destinos('tasas_publicadas', [operadores])
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM pares_divisas WHERE base_id = ${USD}`.execute(db)
  const par_origen_id = rows[0]?.id as number
  await sql`UPDATE tipos_cambios SET tasa_manual = false, par_origen_id = ${par_origen_id}
            WHERE base_id = ${USD} AND cotizacion_id = 2`.execute(db)
  const answer = await adm.call(pares.precio, {
    params: { id: par_origen_id },
    body: { compra: '3.530', venta: '3.570', motivo: 'Apertura' },
  } as never)
  expect(answer.status).toBe(200)
  await redactarOmitidos(db, plantillas)
  const { body } = await adm.call(contrato.envios, { query: { evento: 'tasas_publicadas' } })
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({ chat: 'Operadores', estado: 'omitido' })
  expect(body.items[0]?.texto).toMatch(
    /^<b>Tasas publicadas<\/b> · .*<b>Perú<\/b>\nUSD → PEN {2}3\.53/s,
  )
})

test('a rate that is switched off, and on again, is told', async () => {
  await destinos('tasa_estado', [operadores])
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM tipos_cambios WHERE base_id = ${USD} AND cotizacion_id = 2`.execute(db)
  const params = { id: rows[0]?.id as number }
  expect((await adm.call(tipos.estatus, { params })).body.estatus).toBe(false)
  expect((await adm.call(tipos.estatus, { params })).body.estatus).toBe(true)
  await redactarOmitidos(db, plantillas)
  const { body } = await adm.call(contrato.envios, { query: { evento: 'tasa_estado' } })
  expect(body.items.map(({ texto }) => texto)).toEqual([
    expect.stringMatching(/\nPerú: USD → PEN se cotiza otra vez\.$/),
    expect.stringMatching(/\nPerú: USD → PEN ya no se cotiza\.$/),
  ])
})

test('markup in names is escaped, and long numbers keep four digits', () => {
  expect(escapar('<b>&')).toBe('&lt;b&gt;&amp;')
  expect(libre('  <a href="x">Ana</a>\n DNI 12345678 ')).toBe(
    '&lt;a href="x"&gt;Ana&lt;/a&gt; DNI ••••5678',
  )
  expect(libre('cta 191-12345678-0-12 y RUC 20123456789')).toBe('cta ••••8012 y RUC ••••6789')
  expect(libre('S/ 5,340.00 y CV-2026-000123')).toBe('S/ 5,340.00 y CV-2026-000123')
  expect([...libre('x'.repeat(500))]).toHaveLength(120)
})

const DOC = '87654321'
const CUENTA = '19198765432101'

/** A house in which every typed text contains a document, an account number and markup. */
async function hostil() {
  const malo = `<b>${DOC}</b> & ${CUENTA}`
  await sql`UPDATE usuarios SET nombres = ${`<i>${DOC}`}, apellidos = ${CUENTA} WHERE id = ${adm.usuario_id}`.execute(
    db,
  )
  await sql`UPDATE cuentas SET nombre = ${malo}, numero = ${CUENTA}, titular = ${malo} WHERE id = ${cuentas.bcpPen}`.execute(
    db,
  )
  await sql`UPDATE clientes SET num_doc = ${DOC}, nombres = ${malo} WHERE num_doc = '10000001'`.execute(
    db,
  )
  const { rows } = await comoDueno<{ id: number }>(
    url,
    'SELECT min(id)::int AS id FROM tipos_cambios',
  ).then((r) => ({ rows: r }))
  return { malo, tipo: rows[0]?.id ?? 0 }
}

test('no template shows a document or a whole account number, or leaves a tag open', async () => {
  const { malo, tipo } = await hostil()
  const { mostrador } = await import('../../../test/support/areas/mostrador.ts')
  const { contrato: compras } = await import('../compras-ventas/contract.ts')
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM clientes WHERE num_doc = ${DOC}`.execute(db)
  const { rows: tasas } = await sql<{ id: number }>`
    SELECT h.id FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE t.base_id = ${USD} AND t.cotizacion_id = 2 AND upper_inf(h.vigencia)`.execute(db)
  const casa = {
    cuentas,
    pagos: { efectivo: 1 },
    tasas: { compraUsd: tasas[0]?.id },
    clientes: { ana: rows[0]?.id },
  }
  const body = mostrador(casa as never).compra('10.00', '35.30', { tasa: '3.530' })
  const made = await adm.call(compras.crear, { body })
  expect(made.status).toBe(201)
  const id = made.body.id
  await adm.call(compras.anular, { params: { id }, body: { motivo: malo.slice(0, 100) } })
  const noticia = {
    id,
    usuario_id: adm.usuario_id,
    numero: malo,
    despues: { tasa: '3.5' },
    saldo: '1',
    minimo: '2',
    tasa: '3',
    costo: '2',
    dia: '2025-11-20',
    pos: 5,
    hash: 'ab',
  }
  const noticias: Record<string, Record<string, unknown>> = {
    saldo_bajo: { ...noticia, id: cuentas.bcpPen },
    tasas_publicadas: { ...noticia, id: tipo },
    tasa_estado: { ...noticia, id: tipo, despues: { estatus: false } },
    tasa_bajo_costo: { ...noticia, id: tipo },
  }
  for (const evento of [...Object.keys(plantillas), 'orden_nueva']) {
    for (const gerencia of [true, false]) {
      const pedido = {
        noticias: [noticias[evento] ?? noticia],
        fecha: '2025-11-20T15:00:00Z',
        gerencia,
        nombre: malo.replace(/\d/g, ''),
      }
      const text = await redactar(plantillas, db, evento, pedido)
      expect(text.length, evento).toBeGreaterThan(5)
      expect(text.replaceAll(/\D/g, ''), evento).not.toMatch(new RegExp(`${DOC}|${CUENTA}`))
      expect(text.replaceAll(/<\/?(b|code)>|&(lt|gt|amp);/g, ''), evento).not.toMatch(/[<>&]/)
      expect(text.match(/<b>/g)?.length ?? 0, evento).toBe(text.match(/<\/b>/g)?.length ?? 0)
      if (!gerencia) expect(text, evento).not.toMatch(/ganancia|utilidad|margen|cuesta/i)
    }
  }
})

test('a message stays below Telegram’s limit', async () => {
  const noticias = Array.from({ length: 400 }, () => ({ numero: 'x'.repeat(100) }))
  const text = await redactar(plantillas, db, 'otro', {
    noticias,
    fecha: '2025-11-20T15:00:00Z',
    gerencia: false,
    nombre: 'Otro',
  })
  expect(text.length).toBeLessThan(4000)
  expect(text.endsWith('…')).toBe(true)
})

test('the server’s role neither inserts into the outbox nor changes the text of a row', async () => {
  for (const text of [
    `INSERT INTO telegram_salida (evento, clave, datos, estado) VALUES ('prueba', 'x', '[]', 'omitido')`,
    `UPDATE telegram_salida SET datos = '[]'`,
    'DELETE FROM telegram_salida',
    'DELETE FROM telegram_chats',
  ])
    await expect(sql.raw(text).execute(db)).rejects.toThrow(/permission denied/)
})

test('the address of the Bot API is fixed, except for a test on this machine', () => {
  expect(raizDe(undefined)).toBe('https://api.telegram.org')
  expect(raizDe('http://127.0.0.1:99')).toBe('http://127.0.0.1:99')
  for (const bad of ['https://evil.example', 'http://127.0.0.1.evil.example', 'http://10.0.0.1'])
    expect(() => raizDe(bad)).toThrow('solo admite')
})

test('a rate below its cost is news while it is quoted, and none once it is switched off', async () => {
  const told = async () => {
    const { rows } = await sql<{ objeto: string }>`
      SELECT objeto::text AS objeto FROM telegram_condiciones WHERE evento = 'tasa_bajo_costo'`.execute(
      db,
    )
    return rows.length
  }
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM tipos_cambios WHERE base_id = ${USD} AND cotizacion_id = 2`.execute(db)
  const id = rows[0]?.id as number
  const publicar = (tasa: string) => {
    const p = { tasa, tasa_costo: '3.500', precision: 3, metodo_calculo: 'm', origen: 'manual' }
    return sql`SELECT tipos_cambios_publicar(${id}, ${JSON.stringify(p)}::jsonb, NULL)`.execute(db)
  }
  await publicar('3.600')
  expect(await told()).toBe(1)
  await adm.call(tipos.estatus, { params: { id } })
  expect(await told()).toBe(0)
})
