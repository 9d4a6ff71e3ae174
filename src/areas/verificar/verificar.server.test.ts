import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { POR_SESION } from '../../server/http/guardia/limites.ts'
import { contrato as operaciones } from '../compras-ventas/contract.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'

/* what a paper says can be checked by anybody, and by its code alone. */

const app = await startTestApp({ limites: { porSesion: POR_SESION } })
const casa = await montarOrdenes(app)
const { adm } = casa
const tienda = await startTestApp()

/** Each call comes from an address of its own, so that only the test of the limit meets it. */
const addresses = Array.from({ length: 99 }, (_, n) => `203.0.113.${n + 1}`)
async function verificar(
  numero: string,
  codigo: string,
  remoteAddress = addresses.pop() ?? '',
  { http } = app,
) {
  const payload = { numero, codigo }
  const answer = await http.inject({
    method: 'POST',
    url: '/api/verificar',
    remoteAddress,
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

const orden = async () => {
  const id = await casa.en('pagada')
  return (await adm.call(ordenes.obtener, { params: { id } })).body
}

test('without a session, a paper’s number and code tell its amounts and state, and no name', async () => {
  const o = await orden()
  const { status, body, text } = await verificar(o.numero, o.codigo)
  expect([status, body]).toEqual([
    200,
    {
      numero: o.numero,
      documento: 'Orden de envío de dinero',
      fecha: o.fecha,
      entrega: [{ monto: o.envia, iso: 'PEN', simbolo: 'S/', decimales: 2 }],
      recibe: [{ monto: o.recibe, iso: 'VES', simbolo: o.recibe_moneda.simbolo, decimales: 2 }],
      aparte: [],
      casa: 'Mi casa de cambio',
      estado: 'Recibida, por entregar',
      anulada: false,
      cobro: 'recibido',
      aviso: null,
      cuenta: [],
      antes: null,
      pasos: [
        { paso: 'Pendiente de pago', en: expect.any(String) },
        { paso: 'Recibida, por entregar', en: expect.any(String) },
      ],
      sigue: true,
    },
  ])
  for (const name of [o.cliente, o.beneficiario, o.cajero, ...o.cliente.split(' ')])
    expect(text).not.toContain(name)
})

test('a code is taken as people copy it', async () => {
  const o = await orden()
  const typed = o.codigo
    .toLowerCase()
    .replace(/(.{4})/g, '$1-')
    .slice(0, -1)
  expect((await verificar(o.numero.toLowerCase(), ` ${typed} `)).status).toBe(200)
})

test('a wrong code, a code of another document and a number that does not exist get the same answer', async () => {
  const [one, other] = [await orden(), await orden()]
  const wrong = `${one.codigo.startsWith('0') ? '1' : '0'}${one.codigo.slice(1)}`
  const answers = [
    await verificar(one.numero, wrong),
    await verificar(one.numero, other.codigo),
    await verificar('OR-1999-000001', one.codigo),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, { ...answers[0]?.body, codigo: 'PAPEL_AJENO' }])
})

test('a row whose amount was altered no longer fits its paper', async () => {
  const o = await orden()
  const poner = (sum: string) =>
    comoDueno(
      app.url,
      `SET session_replication_role = replica;
       UPDATE ordenes SET recibe = recibe ${sum} WHERE id = ${o.id}`,
    )
  await poner('+ 1')
  expect((await verificar(o.numero, o.codigo)).status).toBe(404)
  await poner('- 1')
  expect((await verificar(o.numero, o.codigo)).status).toBe(200)
})

test('an annulled operation says so, with the code of its first paper', async () => {
  const casa = await montarCasa(tienda)
  const { compra } = mostrador(casa)
  const made = await casa.adm.call(operaciones.crear, { body: compra('100.00', '352.00') })
  const params = { id: made.body.id }
  const { body: o } = await casa.adm.call(operaciones.obtener, { params })
  const said = async () => (await verificar(o.numero, o.codigo, '127.0.0.1', tienda)).body
  expect(await said()).toMatchObject({
    documento: 'Compra de moneda extranjera',
    entrega: [{ monto: '100.00', simbolo: 'US$' }],
    recibe: [{ monto: '352.00', simbolo: 'S/' }],
    anulada: false,
  })
  await casa.adm.call(operaciones.anular, { params, body: { motivo: 'Error de digitación' } })
  expect(await said()).toMatchObject({
    estado: 'Anulada',
    anulada: true,
  })
})

test('one address asks ten times at once, and then once a second', async () => {
  const asked = await Promise.all(
    Array.from({ length: 40 }, () => verificar('CV-2026-000001', '0'.repeat(16), '198.51.100.9')),
  )
  const refused = asked.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(20)
  expect((await verificar('CV-2026-000001', '0'.repeat(16), '198.51.100.10')).status).toBe(404)
})
