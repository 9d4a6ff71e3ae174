import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { EUR, montarCasa, saldos } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, enTurno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import type { TicketPedido } from '../contract/tickets.ts'
import { contrato, type Registro } from '../contract.ts'

/* What a ticket keeps or leaves when it is registered in a set with others, and the order of its locks. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos, tasas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)
const otro = await app.signedIn('adm')

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

type Linea = TicketPedido['items'][number]
const linea = ({ cliente_id: _, ...rest }: Registro): Linea => rest
const dolares = (monto: string, contravalor: string, more: Partial<Registro> = {}) =>
  linea(compra(monto, contravalor, more))
const euros = (monto: string, contravalor: string) =>
  linea({
    ...venta(monto, contravalor),
    divisa_id: EUR,
    historico_id: tasas.ventaEur,
    tasa: '4.160',
    entregamos: cash(cuentas.cajaEur, monto),
  })
const porBanco = (monto: string): Registro['recibimos'] => [
  {
    ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.zelle, monto },
    referencia: `OP-${randomUUID().slice(0, 18)}`,
  },
]
/** A request as the server hands it to SQL. */
const pedido = (
  usuario_id: number,
  items: Linea[],
  { cliente_id = clientes.ana as number | null, clave = randomUUID() as string } = {},
) => ({
  ...{ ruta: 'compras-ventas', clave, huella: '00' },
  quien: { usuario_id, desvio_pct: '1', vencida: true, ajenas: true, limite_usd: null },
  p: { cliente_id, items, declaracion: null, confirmo_duplicado: true },
})
type Dicho = {
  respuesta?: { numero: string }
  repetida?: boolean
  rechazo?: { codigo: string; datos: object }
}
const conjunto = async (...pedidos: object[]) =>
  (
    await comoDueno<{ r: Dicho[] }>(
      app.url,
      'SELECT compras_ventas_tickets_registrar($1::jsonb) AS r',
      [JSON.stringify(pedidos)],
    )
  )[0]?.r ?? []
const cuantas = async () =>
  (
    await comoDueno(
      app.url,
      `SELECT (SELECT count(*) FROM compras_ventas) AS operaciones, (SELECT count(*) FROM idempotencia) AS claves,
         (SELECT count(*) FROM compras_ventas_tickets) AS tickets, (SELECT count(*) FROM asientos) AS asientos`,
    )
  )[0]

test('in a set, a ticket with one bad line leaves nothing, and the other one is kept whole', async () => {
  const [before, money] = [await cuantas(), await saldos(app)]
  const bad = pedido(otro.usuario_id, [
    dolares('10.00', '35.20'),
    dolares('20.00', '70.40', { tasa: '9.999' }),
  ])
  const [good, refused] = await conjunto(
    pedido(adm.usuario_id, [dolares('30.00', '105.60'), euros('50.00', '208.00')], {
      cliente_id: null,
    }),
    bad,
  )
  expect(good?.respuesta?.numero).toMatch(/^TK-/)
  expect(refused?.rechazo).toMatchObject({ codigo: 'TASA_FUERA_DE_RANGO', datos: { linea: '2' } })
  const after = await cuantas()
  expect(after).toEqual({
    operaciones: `${Number(before?.operaciones) + 2}`,
    tickets: `${Number(before?.tickets) + 1}`,
    asientos: `${Number(before?.asientos) + 2}`,
    claves: `${Number(before?.claves) + 1}`,
  })
  const now = await saldos(app)
  expect(now).not.toEqual(money)
  // What was refused may be asked again, under its key, and in a set of its own it leaves nothing either.
  await expect(conjunto(bad)).rejects.toThrow(/TASA_FUERA_DE_RANGO/)
  expect([await cuantas(), await saldos(app)]).toEqual([after, now])
})

test('what is refused only once all lines are posted leaves nothing: the limit of an account, by its sum', async () => {
  await comoDueno(app.url, 'UPDATE cuentas SET limite_dia = 110 WHERE id = $1', [cuentas.zelle])
  const [sesenta, mas] = [
    dolares('60.00', '211.20', { recibimos: porBanco('60.00') }),
    dolares('55.00', '193.60', { recibimos: porBanco('55.00') }),
  ]
  const before = await cuantas()
  const body = { cliente_id: clientes.ana, confirmo_duplicado: true, items: [sesenta, mas] }
  const over = await adm.call(contrato.crearTicket, { body })
  expect([over.status, over.error.codigo, over.error.message]).toEqual([
    409,
    'LIMITE_EXCEDIDO',
    expect.stringContaining('BCP Dólares'),
  ])
  expect(await cuantas()).toEqual(before)
  // Up to the limit they are within it.
  body.items = [sesenta, dolares('50.00', '176.00', { recibimos: porBanco('50.00') })]
  expect((await adm.call(contrato.crearTicket, { body })).status).toBe(201)
  await comoDueno(app.url, 'UPDATE cuentas SET limite_dia = NULL WHERE id = $1', [cuentas.zelle])
})

test('the same ticket twice at once is one: the second waits for the first and gets its answer', async () => {
  const one = pedido(adm.usuario_id, [dolares('35.00', '123.20'), euros('25.00', '104.00')])
  const before = await cuantas()
  const [a, b] = await Promise.all([conjunto(one), conjunto(one)])
  expect(a?.[0]?.respuesta).toEqual(b?.[0]?.respuesta)
  expect([a?.[0]?.repetida, b?.[0]?.repetida].sort()).toEqual([false, true])
  const after = await cuantas()
  expect(Number(after?.tickets) - Number(before?.tickets)).toBe(1)
  expect(Number(after?.operaciones) - Number(before?.operaciones)).toBe(2)
})

test.each([
  ['of one client', clientes.ana],
  ['without a client', null],
])('of two equal tickets %s at once the second is asked about', async (_, cliente_id) => {
  const one = () => {
    const items = [dolares('45.00', '158.40'), euros('15.00', '62.40')]
    const { p, ...rest } = pedido(adm.usuario_id, items, { cliente_id })
    return { ...rest, p: { ...p, confirmo_duplicado: false } }
  }
  const first = `SELECT compras_ventas_tickets_registrar('${JSON.stringify([one()])}')`
  const late = () => conjunto(one()).then(() => ({ message: 'done' }))
  expect((await enTurno<{ message: string }>(app.url, first, late)).message).toBe('DOBLE_OPERACION')
})

test('a ticket that keeps a rate waits for the person’s quotes before it locks a way of paying', async () => {
  await comoDueno(app.url, 'UPDATE tipos_pagos SET tope_dia = 1000000 WHERE id = $1', [
    pagos.efectivo,
  ])
  const [a, b] = [await conectarDueno(app.url), await conectarDueno(app.url)]
  try {
    // One operation that keeps a rate holds the quotes and comes to the ways of paying.
    await a.query('BEGIN')
    await a.query('SELECT pg_advisory_xact_lock(53, $1)', [adm.usuario_id])
    const { rows } = await b.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const ticket = pedido(adm.usuario_id, [
      dolares('40.00', '140.80', { mantener_tasa: true }),
      euros('25.00', '104.00'),
    ])
    const waiting = b.query('SELECT compras_ventas_tickets_registrar($1::jsonb)', [
      JSON.stringify([ticket]),
    ])
    await expect
      .poll(async () => {
        const { rows: locks } = await a.query<{ classid: string }>(
          `SELECT classid::text FROM pg_locks WHERE pid = $1 AND locktype = 'advisory' AND NOT granted`,
          [rows[0]?.pid],
        )
        return locks.map(({ classid }) => classid)
      })
      .toEqual(['53'])
    const free = await a.query<{ ok: boolean }>('SELECT pg_try_advisory_xact_lock(10, $1) AS ok', [
      pagos.efectivo,
    ])
    expect(free.rows[0]?.ok).toBe(true)
    await a.query('ROLLBACK')
    await waiting
  } finally {
    await Promise.all([a.end(), b.end()])
  }
})
