import { expect, test } from 'vitest'
import type { Ticket } from '../contract/tickets.ts'
import { juntoDe, manosDeTotales, papelDeTicket } from './papel.ts'

/* What the paper of a ticket says of its operations. */

type Operacion = Ticket['operaciones'][number]
const soles = { id: 2, iso: 'PEN', simbolo: 'S/', decimales: 2 }
const usd = { id: 3, iso: 'USD', simbolo: 'US$', decimales: 2 }
const zelle = { id: 12, iso: 'ZEL', simbolo: 'US$', decimales: 2 }

const operacion = (estado: Operacion['estado']) =>
  ({
    ...{ id: 1, numero: 'CV-2026-000001', tipo: 'compra', estado, monto: '10.00', tasa: '3.520' },
    ...{ precision: 3, contravalor: '35.20', divisa: usd, contramoneda: soles },
    ...{ servicio: '0.00', tarifa: '0.00', redondeo: '0.00', efectivo: true },
  }) as unknown as Operacion
const ticket = (estado: Ticket['estado'], ...estados: Operacion['estado'][]) =>
  ({
    ...{ id: 1, numero: 'TK-2026-000001', fecha: '2026-11-20T15:00:00Z', estado, impresiones: 0 },
    ...{ cliente: 'Ana', cliente_documento: null, cajero: 'Rosa', codigo: '0'.repeat(16) },
    ...{ totales: [], operaciones: estados.map(operacion), empresa: { web: '' } },
  }) as unknown as Ticket
const marcas = (one: Ticket) => papelDeTicket(one, 'http://aqui').marcas

test('it says that a part of it was annulled or waits for its payment, and of all of it only that it was annulled', () => {
  expect(marcas(ticket('completada', 'completada', 'completada'))).toEqual([])
  expect(marcas(ticket('completada', 'completada', 'anulada'))).toEqual([
    'CON OPERACIONES ANULADAS',
  ])
  expect(marcas(ticket('pendiente', 'completada', 'pendiente'))).toEqual([
    'CON PAGOS POR CONFIRMAR',
  ])
  expect(marcas(ticket('anulada', 'anulada', 'anulada'))).toEqual(['ANULADA'])
})

test('what changes hands in dollars and by Zelle is told apart', () => {
  const totales = [
    { moneda: usd, entrega: '20.00', recibe: '0.00' },
    { moneda: zelle, entrega: '5.00', recibe: '0.00' },
    { moneda: soles, entrega: '0.00', recibe: '87.00' },
  ]
  expect(manosDeTotales(totales, 'entrega')).toBe('USD 20.00 y ZEL 5.00')
  expect(manosDeTotales(totales, 'recibe')).toBe('S/ 87.00')
})

test('the service of a ticket is that of the operations that stand', () => {
  const operaciones = (['completada', 'pendiente', 'anulada'] as const).map((estado, n) => ({
    ...operacion(estado),
    servicio: `${n + 1}.50`,
  }))
  expect(juntoDe({ operaciones }, 'servicio')).toBe('4.00')
})
