import { afterAll, expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { huella } from '../../../../../test/support/servidor/entradas.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato, type Registro } from '../../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra } = mostrador(casa)
await comoDueno(app.url, `UPDATE monedas SET billetes = '100 50 20 10 5 1' WHERE id = ${USD}`)
await comoDueno(
  app.url,
  `UPDATE monedas SET billetes = '200 100 50 20 10', metalicas = '5 2 1 0.50 0.20 0.10' WHERE id = ${PEN}`,
)
type Conteo = NonNullable<NonNullable<Registro['recibimos'][number]['denominaciones']>>

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const b = (valor: string, cantidad: number) => ({ clase: 'billete' as const, valor, cantidad })
const m = (valor: string, cantidad: number) => ({ clase: 'moneda' as const, valor, cantidad })
/** Ten dollars for 35.20 soles, with the counted notes and coins. */
const contada = (usd: Conteo | null, pen: Conteo | null = null, way = pagos.efectivo): Registro =>
  compra('10.00', '35.20', {
    confirmo_duplicado: true,
    recibimos: [
      {
        tipo_pago_id: pagos.efectivo,
        cuenta_id: cuentas.cajaUsd,
        monto: '10.00',
        denominaciones: usd,
      },
    ],
    entregamos: [
      {
        tipo_pago_id: way,
        cuenta_id: way === pagos.efectivo ? cuentas.cajaPen : cuentas.bcpPen,
        monto: '35.20',
        denominaciones: pen,
      },
    ],
  })
const registrar = (body: Registro) => adm.call(contrato.crear, { body })

test('the counted notes and coins are stored with their payment', async () => {
  const usd = [b('5', 2)]
  const pen = [b('20', 1), b('10', 1), m('5', 1), m('0.20', 1)]
  const made = await registrar(contada(usd, pen))
  expect(made.status).toBe(201)
  const { body } = await adm.call(contrato.obtener, { params: { id: made.body.id } })
  expect(body.pagos.map(({ lado, denominaciones }) => [lado, denominaciones])).toEqual([
    ['recibimos', usd],
    ['entregamos', pen],
  ])
})

test('the counter receives the existing notes and coins', async () => {
  const { denominaciones } = (await adm.call(contrato.opciones)).body
  expect(
    denominaciones.filter(({ moneda_id }) => moneda_id === PEN).map(({ valor }) => valor),
  ).toEqual(['200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10'])
  expect(denominaciones.find(({ valor }) => valor === '0.20')).toEqual({
    moneda_id: PEN,
    clase: 'moneda',
    valor: '0.20',
  })
})

test.each<[string, Registro, string]>([
  [
    'has another sum than the payment',
    contada([b('5', 1)]),
    'El conteo suma US$ 5.00 y el pago es de US$ 10.00.',
  ],
  [
    'has notes that do not exist',
    contada([b('2', 5)]),
    'El conteo de Caja dólares tiene una denominación que no existe.',
  ],
  [
    'has a note as a coin',
    contada([m('5', 2)]),
    'El conteo de Caja dólares tiene una denominación que no existe.',
  ],
  [
    'is for a payment that is not cash',
    contada(null, [b('20', 1)], pagos.yape),
    'yape no es efectivo: no lleva conteo.',
  ],
  ['is empty', contada([]), 'El conteo está vacío.'],
  ['has zero of a denomination', contada([b('10', 1), b('5', 0)]), 'Debe ser al menos 1.'],
  ['has half a note', contada([b('10', 0.5), b('5', 1)]), '«Cantidad»: escriba un número entero.'],
])('a count that %s is refused', async (_, body, message) => {
  const before = await huella(app)
  const { status, error } = await registrar(body)
  expect([status, error.message]).toEqual([400, message])
  expect(await huella(app)).toBe(before)
})

test.each([
  ['another sum than the payment', '[{"clase":"billete","valor":"5","cantidad":1}]'],
  [
    'minus',
    '[{"clase":"billete","valor":"20","cantidad":1},{"clase":"billete","valor":"10","cantidad":-1}]',
  ],
  ['nothing', '[]'],
])('the owner of the database cannot store a count with %s', async (_, count) => {
  const text = `INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, estado,
      fecha_negocio, denominaciones)
    SELECT compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, estado, fecha_negocio, '${count}'
    FROM compras_ventas_pagos LIMIT 1`
  await expect(comoDueno(app.url, text)).rejects.toThrow(/check constraint/)
})
