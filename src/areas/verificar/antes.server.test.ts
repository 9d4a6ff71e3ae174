import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { en } from '../../../test/support/servidor/respuesta.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { codigoDeBytes } from '../../core/documento/papel.ts'
import { resumen } from '../../server/acceso/clave.ts'
import { codigoDe } from '../../server/papel.ts'
import { contrato as operaciones } from '../compras-ventas/contract.ts'
import { ticketDe as ticketDeOperacion } from '../compras-ventas/papel/ticket.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'
import { hojaDe, ticketDe } from '../ordenes/papel/papel.ts'
import { armar } from '../ordenes/queries/papel.ts'
import { contrato } from './contract.ts'

/* a paper that was given out stays ours whatever was agreed since, and none says money came that did not. */

const clave = randomBytes(32)
const app = await startTestApp({ afuera: { anclas: null, clave } })
const casa = await montarOrdenes(app)
const { adm, caj } = casa
const tienda = await startTestApp()
await comoDueno(app.url, `UPDATE monedas SET redondeo_efectivo = 0.1 WHERE id = ${PEN}`)

const AQUI = 'http://casa.test'
let calls = 0
/** What the house answers to that number and code, each time to another address. */
async function decir(numero: string, codigo: string, { http } = app) {
  calls += 1
  const answer = await http.inject({
    method: 'POST',
    url: '/api/verificar',
    remoteAddress: `203.0.113.${calls}`,
    payload: { numero, codigo },
  })
  return answer.statusCode === 200 ? contrato.verificar.response.parse(answer.json()) : null
}
const of = async (id: number) => (await adm.call(ordenes.obtener, en(id))).body
const recotizar = (id: number, envia: string) =>
  adm.call(ordenes.recotizar, { ...en(id), body: { historico_id: casa.historico, envia } })
const cobrar = (id: number, cobro: object) =>
  caj.call(ordenes.registrarCobro, { ...en(id), body: cobro as never })

test('the codes of all quotes of an order follow it, and say what the paper said and until when', async () => {
  const id = await casa.en('pendiente')
  const first = await of(id)
  await recotizar(id, '400.00')
  const second = await of(id)
  await recotizar(id, '300.00')
  const third = await of(id)
  expect(new Set([first.codigo, second.codigo, third.codigo]).size).toBe(3)
  const said = (o: typeof first) => ({
    entrega: [{ monto: o.envia, iso: 'PEN', simbolo: 'S/', decimales: 2 }],
    recibe: [{ monto: o.recibe, iso: 'VES', simbolo: o.recibe_moneda.simbolo, decimales: 2 }],
  })
  for (const [o, until] of [
    [first, 1],
    [second, 2],
  ] as const) {
    const answer = await decir(o.numero, o.codigo)
    const paso = third.pasos.filter(({ accion }) => accion === 'recotizar')[until - 1]
    expect(answer).toMatchObject(said(third))
    expect(answer?.antes).toMatchObject({ ...said(o), cambio: 'Recotizada' })
    // The same instant; the order's page has it in thousandths.
    expect(new Date(answer?.antes?.en ?? 0)).toEqual(new Date(paso?.fecha ?? 1))
  }
  expect(await decir(third.numero, third.codigo)).toMatchObject({ ...said(third), antes: null })
})

test('the code of before a payment in cash, rounded to its coins, is that of the same order', async () => {
  const id = await casa.en('pendiente', { envia: '500.07' })
  const { numero, codigo } = await of(id)
  expect((await cobrar(id, casa.efectivo('500.00'))).status).toBe(201)
  const now = await of(id)
  expect([now.estado, now.codigo === codigo]).toEqual(['pagada', false])
  expect(await decir(numero, codigo)).toMatchObject({
    entrega: [{ monto: '500.00' }],
    antes: { entrega: [{ monto: '500.07' }], cambio: 'Redondeada a su favor' },
    cobro: 'recibido',
  })
})

test('a paper with amounts that the order never had is refused, also with a key of another house', async () => {
  const id = await casa.en('pendiente')
  await recotizar(id, '400.00')
  const o = await of(id)
  const paper = (envia: string) =>
    armar({
      ...{ ...o, envia, recibido: '0', por_confirmar: '0', devuelto: '0', tarifa: '0' },
      ...{ sale: o.envia_moneda, llega: o.recibe_moneda },
    })
  // Nobody without the key makes a code: one of invented amounts is made with it here, and is refused all the same.
  expect(codigoDe(clave, paper('400.00'))).toBe(o.codigo)
  expect(await decir(o.numero, codigoDe(clave, paper('4000.00')))).toBeNull()
  expect(await decir(o.numero, codigoDe(randomBytes(32), paper('400.00')))).toBeNull()
  // The first amount with what the second one bought was never agreed.
  expect(await decir(o.numero, codigoDe(clave, paper('500.00')))).toBeNull()
})

test('the symbol of a currency may be written another way: the papers from before are ours', async () => {
  const id = await casa.en('pagada')
  const { numero, codigo } = await of(id)
  const escribir = (simbolo: string) =>
    comoDueno(app.url, `UPDATE monedas SET simbolo = '${simbolo}' WHERE id = ${PEN}`)
  await escribir('S/.')
  expect(await decir(numero, codigo)).toMatchObject({ entrega: [{ simbolo: 'S/.' }] })
  await escribir('S/')
  // Until now a code was made with the symbol.
  const o = await of(id)
  const said = [[o.envia, 'S/']]
  const got = [[o.recibe, o.recibe_moneda.simbolo]]
  const old = JSON.stringify([numero, 'Orden de envío de dinero', o.fecha, said, got])
  expect(await decir(numero, codigoDeBytes(resumen(clave, 'papel', old)))).not.toBeNull()
})

test('until it is paid, an order is said to be owed, with what came of it', async () => {
  const id = await casa.en('pendiente', { envia: '230.00' })
  const { numero, codigo } = await of(id)
  const debe = { cobro: 'espera', estado: 'Pendiente de pago', sigue: true }
  expect(await decir(numero, codigo)).toMatchObject({
    ...debe,
    aviso: 'Pendiente de pago: la casa aún no recibió el dinero.',
    cuenta: [],
  })
  await cobrar(id, casa.yape('100.00'))
  expect(await decir(numero, codigo)).toMatchObject({
    ...debe,
    aviso: 'Pendiente de pago: la casa aún no confirmó que el dinero llegó.',
    cuenta: [
      { nombre: 'Por confirmar', monto: '100.00' },
      { nombre: 'Falta', monto: '130.00' },
    ],
  })
  await casa.verificarTodo(id)
  expect(await decir(numero, codigo)).toMatchObject({
    ...debe,
    aviso: 'Pendiente de pago: la casa recibió solo S/ 100.00 de S/ 230.00.',
    cuenta: [
      { nombre: 'La casa recibió', monto: '100.00' },
      { nombre: 'Falta', monto: '130.00' },
    ],
  })
  await cobrar(id, casa.efectivo('130.00'))
  expect(await decir(numero, codigo)).toMatchObject({ cobro: 'recibido', aviso: null, cuenta: [] })
  await adm.call(ordenes.anular, {
    ...en(id),
    body: { motivo: 'Se arrepintió', cuenta_devolucion_id: casa.cuentas.cajaPen } as never,
  })
  expect(await decir(numero, codigo)).toMatchObject({
    ...{ anulada: true, cobro: 'anulado', sigue: false },
    cuenta: [{ nombre: 'Devuelto al cliente', monto: '230.00' }],
  })
})

test('an order that expired says so, and goes on', async () => {
  const id = await casa.en('pendiente')
  await comoDueno(
    app.url,
    `SET session_replication_role = replica;
     UPDATE ordenes SET estado = 'vencida' WHERE id = ${id}`,
  )
  const { numero, codigo } = await of(id)
  expect(await decir(numero, codigo)).toMatchObject({
    ...{ cobro: 'falto', estado: 'Venció sin pagarse', sigue: true, anulada: false },
    aviso: 'Venció sin pagarse: la casa no recibió el dinero.',
  })
})

test('the paper of an order that is not paid says so in its largest letters, and that it proves no payment', async () => {
  const id = await casa.en('pendiente', { envia: '230.00' })
  const waits = await of(id)
  for (const { marcas, manos, pie } of [ticketDe(waits, AQUI), hojaDe(waits, AQUI)]) {
    expect(marcas).toEqual(['PENDIENTE DE PAGO'])
    expect(manos[0]).toEqual(['Usted debe entregar', 'S/ 230.00'])
    expect(String(pie)).toContain(
      'Pendiente de pago: la casa aún no recibió el dinero. Este papel no prueba ningún pago.',
    )
  }
  const late = ticketDe({ ...waits, estado: 'vencida', impresiones: 1 }, AQUI)
  expect(late.marcas).toEqual(['COPIA', 'VENCIDA SIN PAGO'])
  expect(late.manos[0]?.[0]).toBe('Usted debía entregar')
  expect(ticketDe({ ...waits, estado: 'anulada' }, AQUI).manos[0]?.[0]).toBe('Entrega acordada')
  await cobrar(id, casa.efectivo('230.00'))
  const paid = ticketDe(await of(id), AQUI)
  expect([paid.marcas, paid.manos[0]?.[0], paid.pie.length]).toEqual([[], 'Usted entrega', 1])
})

test('R-388: the paper of an order leads its client to his remittance where the house has an address, and else tells him where to ask', async () => {
  const o = await of(await casa.en('pagada'))
  const fuera = { ...o, empresa: { ...o.empresa, web: 'https://caja.andino.pe' } }
  const at = `#${o.numero}.${o.codigo}`
  for (const { pie, sello } of [ticketDe(fuera, AQUI), hojaDe(fuera, AQUI)]) {
    expect(String(pie)).toContain('Vea cómo va su envío en caja.andino.pe/seguimiento')
    expect(sello).toMatchObject({
      enlace: `https://caja.andino.pe/seguimiento${at}`,
      donde: 'caja.andino.pe/seguimiento',
    })
  }
  const dentro = { ...o, empresa: { ...o.empresa, web: '' } }
  for (const { pie, sello } of [ticketDe(dentro, AQUI), hojaDe(dentro, AQUI)]) {
    expect(String(pie)).toContain('en nuestro local le decimos cómo va su envío')
    expect(String(pie)).not.toContain('/seguimiento')
    expect(sello?.enlace).toBe(`${AQUI}/verificar${at}`)
  }
})

test('an operation whose payment is not confirmed, or never came, is not said to be paid', async () => {
  const mesa = await montarCasa(tienda)
  const otro = await tienda.signedIn('adm')
  const { venta } = mostrador(mesa)
  const yape = [{ tipo_pago_id: mesa.pagos.yape, cuenta_id: mesa.cuentas.bcpPen, monto: '356.00' }]
  const { body } = await mesa.adm.call(operaciones.crear, {
    body: venta('100.00', '0', { recibimos: yape }),
  })
  const ver = async () => (await mesa.adm.call(operaciones.obtener, en(body.id))).body
  const { numero, codigo, pagos, ...o } = await ver()
  expect(ticketDeOperacion({ numero, codigo, pagos, ...o }, AQUI).marcas).toEqual([
    'PAGO POR CONFIRMAR',
  ])
  expect(await decir(numero, codigo, tienda)).toMatchObject({
    cobro: 'espera',
    aviso: 'Pendiente de pago: la casa aún no confirmó que el dinero llegó.',
    cuenta: [{ nombre: 'Por confirmar', monto: '356.00', simbolo: 'S/' }],
  })
  const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id as number
  const lost = { pago_id, motivo: 'El banco devolvió la transferencia', cargo: 'casa' as const }
  const perder = () => otro.call(operaciones.perder, { ...en(body.id), body: lost })
  expect((await conVisto(await tienda.signedIn('adm'), perder)).status).toBe(200)
  expect(await decir(numero, codigo, tienda)).toMatchObject({
    cobro: 'falto',
    aviso: 'La casa no recibió todo este dinero.',
    cuenta: [{ nombre: 'No se recibió', monto: '356.00' }],
  })
})
