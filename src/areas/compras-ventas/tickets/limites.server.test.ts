import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { EUR, montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import type { TicketPedido } from '../contract/tickets.ts'
import { contrato, type Registro } from '../contract.ts'

/* What somebody could take by doing an operation in parts, and what two tickets do to each other. */

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
const euros = (monto: string, contravalor: string): Linea =>
  linea({
    ...venta(monto, contravalor),
    divisa_id: EUR,
    historico_id: tasas.ventaEur,
    tasa: '4.160',
    entregamos: cash(cuentas.cajaEur, monto),
  })
const crear = (items: Linea[], more: Partial<TicketPedido> = {}, quien = adm) =>
  quien.call(contrato.crearTicket, {
    body: { cliente_id: clientes.ana, items, confirmo_duplicado: true, ...more },
  })
const ajustar = (clave: string, valor: number) =>
  comoDueno(app.url, 'UPDATE ajustes SET valor = to_jsonb($2::numeric) WHERE clave = $1', [
    clave,
    valor,
  ])

test('without a client one yes is asked for the whole ticket, of what all of it is worth', async () => {
  await ajustar('sin_cliente_dia_usd', 150)
  const items = [linea(compra('100.00', '352.00')), linea(venta('90.00', '320.40'))]
  const body = { cliente_id: null }
  const asked = await crear(items, body)
  expect([asked.error.codigo, asked.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringContaining('US$ 190.00'),
  ])
  const made = await conVisto(otro, () => crear(items, body))
  expect(made.status).toBe(201)
  // It is used up, and for nothing else.
  expect((await crear(items, body)).error.codigo).toBe('VISTO_FALTA')
  await ajustar('sin_cliente_dia_usd', 100000)
})

test('payments of one ticket above the limit of two people: the bank’s wait, and its cashier confirms none', async () => {
  await ajustar('orden_doble_control_usd', 1000)
  const por = (monto: string, referencia: string): Registro['recibimos'] => [
    { tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto, referencia },
  ]
  const parts = [
    linea(venta('600.00', '2136.00', { recibimos: por('2136.00', 'OP-777001') })),
    linea(venta('500.00', '1780.00', { recibimos: por('1780.00', 'OP-777002') })),
  ]
  const { body, status } = await crear(parts)
  expect([status, body.operaciones.map(({ estado }) => estado)]).toEqual([
    201,
    ['pendiente', 'pendiente'],
  ])
  const params = { id: body.operaciones[0]?.id ?? 0 }
  const { body: one } = await adm.call(contrato.obtener, { params })
  const pago_id = one.pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
  const call = { params, body: { pago_id } }
  expect((await adm.call(contrato.verificar, call)).error.codigo).toBe('DOS_PERSONAS')
  expect((await otro.call(contrato.verificar, call)).status).toBe(200)
  await ajustar('orden_doble_control_usd', 100000)
})

test('a limit of a way of paying counts the lines before it', async () => {
  await comoDueno(app.url, 'UPDATE tipos_pagos SET tope_dia = 500 WHERE id = $1', [pagos.yape])
  const yape = (monto: string): Registro['recibimos'] => [
    { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto },
  ]
  const parts = [
    linea(venta('100.00', '356.00', { recibimos: yape('356.00') })),
    linea(venta('50.00', '178.00', { recibimos: yape('178.00') })),
  ]
  expect((await crear(parts)).error.codigo).toBe('LIMITE_EXCEDIDO')
  await comoDueno(app.url, 'UPDATE tipos_pagos SET tope_dia = NULL WHERE id = $1', [pagos.yape])
  expect((await crear(parts)).status).toBe(201)
})

test('a permission for a rate is for one line', async () => {
  const caj = await app.signedIn('caj')
  await comoDueno(app.url, 'UPDATE cuentas SET responsable_id = $1 WHERE id = ANY ($2)', [
    caj.usuario_id,
    [cuentas.cajaPen, cuentas.cajaUsd],
  ])
  const pedido = {
    ...{ tipo: 'compra', cliente_id: clientes.ana, divisa_id: 3, monto: '100.00' },
    ...{ historico_id: tasas.compraUsd, tasa: '3.60', motivo: 'Cliente de todos los meses.' },
  } as const
  const { id } = (await caj.call(contrato.pedirTasa, { body: pedido })).body
  expect((await otro.call(contrato.aprobarTasa, { params: { id } })).status).toBe(200)
  const better = linea(compra('100.00', '360.00', { tasa: '3.60', autorizacion_id: id }))
  const twice = await crear([better, better], {}, caj)
  expect([twice.error.codigo, twice.error.message]).toEqual([
    'AUTORIZACION_USADA',
    expect.stringMatching(/^Línea 2: /),
  ])
  const once = await crear([better, linea(compra('100.00', '352.00'))], {}, caj)
  expect(once.status).toBe(201)
  await comoDueno(app.url, 'UPDATE cuentas SET responsable_id = $1 WHERE id = ANY ($2)', [
    adm.usuario_id,
    [cuentas.cajaPen, cuentas.cajaUsd],
  ])
})

test('two tickets with their lines in opposite order wait for each other and do not deadlock', async () => {
  const rows = await comoDueno<{ id: string }>(
    app.url,
    `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
     SELECT 'natural', 'DNI', (30000000 + n)::text, 'Rosa', 'Flores ' || n, '1990-05-10', '+51987654321'
     FROM generate_series(1, 2) n RETURNING id`,
  )
  const ids = rows.map(({ id }) => Number(id))
  // Each line locks one way of paying, and the other one in the other ticket first.
  const por = (cuenta_id: number, monto: string) => [
    {
      ...{ tipo_pago_id: pagos.transferencia, cuenta_id, monto },
      referencia: `OP-${randomUUID().slice(0, 18)}`,
    },
  ]
  const porBanco = () =>
    linea(
      compra('10.00', '35.20', {
        recibimos: por(cuentas.zelle, '10.00'),
        entregamos: por(cuentas.bcpPen, '35.20'),
      }),
    )
  const enNotas = euros('10.00', '41.60')
  const pedido = (n: number, usuario_id: number, items: Linea[]) =>
    JSON.stringify([
      {
        ruta: 'compras-ventas',
        quien: { usuario_id, desvio_pct: '1', vencida: true, ajenas: true },
        clave: randomUUID(),
        huella: '00',
        p: { cliente_id: ids[n % 2], items, declaracion: null, confirmo_duplicado: true },
      },
    ])
  await comoDueno(app.url, 'UPDATE tipos_pagos SET tope_dia = 1000000 WHERE id = ANY ($1)', [
    [pagos.efectivo, pagos.transferencia],
  ])
  const [a, b] = [await conectarDueno(app.url), await conectarDueno(app.url)]
  const hacer = (client: typeof a, n: number, usuario: number, items: Linea[]) =>
    client.query('SELECT compras_ventas_tickets_registrar($1::jsonb) AS r', [
      pedido(n, usuario, items),
    ])
  try {
    for (let n = 0; n < 15; n++) {
      await Promise.all([
        hacer(a, n, adm.usuario_id, [porBanco(), enNotas]),
        hacer(b, n + 1, otro.usuario_id, [enNotas, porBanco()]),
      ])
    }
  } finally {
    await Promise.all([a.end(), b.end()])
  }
})

test('a ticket and one operation that pay in the same two ways, one of them limited, do not deadlock', async () => {
  // The limited way is the later of the two: whoever locked the other one as well would lock it after this one.
  expect(pagos.efectivo).toBeLessThan(pagos.transferencia)
  await comoDueno(
    app.url,
    'UPDATE tipos_pagos SET tope_dia = CASE id WHEN $1 THEN 1000000 END WHERE id = ANY ($2)',
    [pagos.transferencia, [pagos.efectivo, pagos.transferencia]],
  )
  const mixta = () =>
    linea(
      compra('10.00', '35.20', {
        entregamos: [
          {
            ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto: '35.20' },
            referencia: `OP-${randomUUID().slice(0, 18)}`,
          },
        ],
      }),
    )
  const pedido = (usuario_id: number, p: object) =>
    JSON.stringify([
      {
        ...{ ruta: 'compras-ventas', clave: randomUUID(), huella: '00' },
        quien: { usuario_id, desvio_pct: '1', vencida: true, ajenas: true },
        p: { declaracion: null, confirmo_duplicado: true, ...p },
      },
    ])
  const [a, b] = [await conectarDueno(app.url), await conectarDueno(app.url)]
  try {
    for (let n = 0; n < 15; n++) {
      await Promise.all([
        a.query('SELECT compras_ventas_tickets_registrar($1::jsonb)', [
          pedido(adm.usuario_id, {
            cliente_id: clientes.ana,
            items: [mixta(), mixta()],
          }),
        ]),
        b.query('SELECT compras_ventas_registrar_lote($1::jsonb)', [
          pedido(otro.usuario_id, { cliente_id: null, ...mixta() }),
        ]),
      ])
    }
  } finally {
    await Promise.all([a.end(), b.end()])
  }
})

test('not even the owner takes an operation out of its ticket, and what changed with the triggers off is found', async () => {
  const { body } = await crear([linea(compra('40.00', '140.80')), euros('40.00', '166.40')])
  await expect(
    comoDueno(app.url, 'UPDATE compras_ventas SET ticket_id = NULL WHERE ticket_id = $1', [
      body.id,
    ]),
  ).rejects.toThrow(/not rewritten/)
  await expect(
    comoDueno(app.url, `UPDATE compras_ventas_tickets SET cliente_id = NULL WHERE id = ${body.id}`),
  ).rejects.toThrow(/not rewritten/)
  const suelta = (id: number | null) =>
    comoDueno(
      app.url,
      `ALTER TABLE compras_ventas DISABLE TRIGGER USER;
       UPDATE compras_ventas SET ticket_id = ${id} WHERE id = ${body.operaciones[0]?.id};
       ALTER TABLE compras_ventas ENABLE TRIGGER USER`,
    )
  await suelta(null)
  expect((await verificar(app.db)).diferencia?.detalle).toContain(body.numero)
  await suelta(body.id)
})

test('printing counts, and an annulled operation leaves the totals', async () => {
  const { body } = await crear([linea(compra('50.00', '176.00')), euros('50.00', '208.00')])
  const params = { id: body.id }
  expect((await adm.call(contrato.imprimirTicket, { params, body: {} })).body.impresiones).toBe(1)
  expect((await adm.call(contrato.imprimirTicket, { params, body: {} })).body.impresiones).toBe(2)
  const { body: before } = await adm.call(contrato.obtenerTicket, { params })
  await adm.call(contrato.anular, {
    params: { id: body.operaciones[1]?.id ?? 0 },
    body: { motivo: 'Error de digitación' },
  })
  const { body: after } = await adm.call(contrato.obtenerTicket, { params })
  expect(after.operaciones.map(({ estado }) => estado)).toEqual(['completada', 'anulada'])
  expect(after.totales.map(({ moneda, entrega, recibe }) => [moneda.iso, entrega, recibe])).toEqual(
    [
      ['PEN', '0.00', '176.00'],
      ['USD', '50.00', '0.00'],
    ],
  )
  // The code on the paper that the client took still fits.
  expect([after.codigo, after.estado]).toEqual([before.codigo, 'completada'])
})
