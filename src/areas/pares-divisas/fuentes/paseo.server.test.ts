import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { arriba } from '../../../main.app.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { vigilar } from '../../telegram/envio/emisor.ts'
import { contratoFuentes } from '../contract/fuentes.ts'
import { contrato } from '../contract.ts'
import { leerDebidas } from './fuentes.ts'

/* nobody walks a price, neither a source in small steps nor a person with one flag. */

const afuera = { anclas: null, clave: Buffer.alloc(32), fuentesLocales: true }
const app = await startTestApp({ afuera })
const { adm, par } = await montarTasas(app)
const id = par('pe 3 2')
const lector = { db: app.db, arriba, locales: true }

let text = '{}'
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(text)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let now = Date.now()
async function pasan(minutes: number): Promise<void> {
  now += minutes * 60_000
  app.setClock(new Date(now).toISOString())
  await comoDueno(app.url, 'UPDATE sesiones SET usada_en = $1, vence_en = $2', [
    new Date(now).toISOString(),
    new Date(now + 86_400_000).toISOString(),
  ])
}
const precio = async () => {
  const { compra, venta } = (await adm.call(contrato.obtener, { params: { id } })).body
  return [compra, venta] as const
}
const veces = (price: string, factor: string) => texto(decimal(price).times(factor).round(3), 3)

/** The source says its price times `factor`, and is read. */
async function sube(factor: string): Promise<boolean> {
  const [compra, venta] = await precio()
  text = JSON.stringify({ c: veces(compra, factor), v: veces(venta, factor) })
  await comoDueno(app.url, 'UPDATE pares_fuentes SET proxima_en = ahora()')
  await leerDebidas(lector)
  return (await precio())[0] !== compra
}
const publicar = (compra: string, venta: string) =>
  adm.call(contrato.precio, {
    params: { id },
    body: { compra, venta, confirmar: true, motivo: 'Prueba' },
  })

const [compra0] = await precio()
await pasan(0)
const fuente = {
  ...{ nombre: 'Mercado', url, ruta_compra: 'c', ruta_venta: 'v', factor_compra: '1' },
  ...{ factor_venta: '1', minutos: 1, salto_pct: '1.9', modo: 'publica', activa: true },
}
const guardada = await adm.call(contratoFuentes.guardar, { params: { id }, body: fuente })

test('steps of 1.8 % under a limit of 1.9 % do not add up to 17 %', async () => {
  expect(guardada.status).toBe(200)
  const moved: boolean[] = []
  for (let i = 0; i < 9; i += 1) {
    moved.push(await sube('1.018'))
    await pasan(1)
  }
  expect(moved).toEqual([true, ...Array<boolean>(8).fill(false)])
  const row = (await adm.call(contratoFuentes.listar)).body.find(({ par_id }) => par_id === id)
  expect(row).toMatchObject({
    error: expect.stringMatching(/último precio que una persona confirmó/),
    propuesta: { salto: true },
  })
})

test('hour after hour it stays within what it may go from a person’s price, and half of that rings', async () => {
  for (let hour = 0; hour < 8; hour += 1) {
    await pasan(61)
    await sube('1.018')
  }
  const away = (Number((await precio())[0]) / Number(compra0) - 1) * 100
  expect(away).toBeGreaterThan(2.5)
  expect(away).toBeLessThanOrEqual(5)
  const bell = (await adm.call(notificaciones.listar)).body
  expect(bell.find(({ clave }) => clave === 'fuente-lejos')?.cuantos).toBe(1)
  await vigilar(app.db)
  const { rows } = await sql`SELECT FROM telegram_salida WHERE evento = 'fuente_lejos'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
})

test('the database refuses it whoever computes it, and a person’s look starts anew', async () => {
  const [compra, venta] = await precio()
  const alone = sql`SELECT pares_divisas_publicar(${id}, ${veces(compra, '1.04')}::numeric, ${veces(venta, '1.04')}::numeric, NULL, 'Fuente')`
  await expect(alone.execute(app.db)).rejects.toThrow(/FUENTE_LEJOS/)
  // No other writer goes round it: not the owner of the tables, not by moving what a person confirmed.
  const write = (set: string) =>
    comoDueno(app.url, `UPDATE pares_divisas SET ${set} WHERE id = $1`, [id])
  await expect(
    write(
      'compra = round(compra * 1.04, 3), venta = round(venta * 1.04, 3), actualizado_por = NULL',
    ),
  ).rejects.toThrow(/FUENTE_LEJOS/)
  await expect(write('persona_compra = compra * 2, actualizado_por = NULL')).rejects.toThrow(
    /what a person confirmed/,
  )
  await expect(
    comoDueno(
      app.url,
      `INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia)
       SELECT par_id, compra * 2, venta * 2, tstzrange(lower(vigencia) - interval '9 years', lower(vigencia) - interval '8 years')
       FROM pares_divisas_historico WHERE par_id = $1 ORDER BY id LIMIT 1`,
      [id],
    ),
  ).rejects.toThrow(/not the price of its pair/)
  expect((await publicar(compra, venta)).status).toBe(200)
  expect(await sube('1.018')).toBe(true)
  expect(await sube('1.018')).toBe(false)
})

test('a jump beyond the alert takes the password, and another administrator; the flag alone is refused', async () => {
  const [compra, venta] = await precio()
  const [c, v] = [veces(compra, '1.4'), veces(venta, '1.4')]
  await comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
  const path = `/api${contrato.precio.path.replace(':id', String(id))}`
  const body = { compra: c, venta: v, confirmar: true, motivo: null }
  const raw = await adm.raw(contrato.precio.method, path, body)
  expect([raw.status, raw.error.codigo]).toEqual([409, 'CONFIRME'])
  const otro = await app.signedIn('adm')
  expect((await publicar(c, v)).error.codigo).toBe('VISTO_FALTA')
  expect((await precio())[0]).toBe(compra)
  await darVistos(otro)
  expect((await publicar(c, v)).status).toBe(200)
  const { filas } = (await adm.call(reportes.excepciones, { query: { clase: 'precio' } })).body
  expect(filas[0]).toMatchObject({ aprobado_por: 'Ana Quispe', solo: false })
})

test('a person’s steps below the alert do not add up to a jump, and no other way of writing asks less', async () => {
  await pasan(120)
  const alone = await app.signedIn('adm')
  const sinConfirmar = () => comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
  const path = `/api${contrato.precio.path.replace(':id', String(id))}`
  const paso = async (factor: string) => {
    const [compra, venta] = await precio()
    const body = {
      compra: veces(compra, factor),
      venta: veces(venta, factor),
      confirmar: true,
      motivo: null,
    }
    await sinConfirmar()
    return alone.raw(contrato.precio.method, path, body)
  }
  expect((await paso('1.02')).status).toBe(200)
  const second = await paso('1.02')
  expect([second.status, second.error.codigo]).toEqual([409, 'CONFIRME'])
  // The function itself, in a person's name, without anybody who proved to be him.
  const [compra, venta] = await precio()
  const direct = sql`SELECT pares_divisas_publicar(${id}, ${veces(compra, '1.4')}::numeric, ${veces(venta, '1.4')}::numeric,
    ${adm.usuario_id}, 'Directo')`
  await expect(direct.execute(app.db)).rejects.toThrow(/nobody answers for/)
  await pasan(61)
  expect((await paso('1.02')).status).toBe(200)
})
