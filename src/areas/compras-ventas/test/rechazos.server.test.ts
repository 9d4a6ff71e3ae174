import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { EUR, montarCasa, PEN, saldos, tipoPago } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos, tasas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)
const soloEntra = await tipoPago(app, 'SOLO_ENTRA', { efectivo: true })
const soloSale = await tipoPago(app, 'SOLO_SALE', { efectivo: true })
await comoDueno(app.url, `UPDATE tipos_pagos SET sentido = 'entra' WHERE id = ${soloEntra}`)
await comoDueno(app.url, `UPDATE tipos_pagos SET sentido = 'sale' WHERE id = ${soloSale}`)
const before = await saldos(app)

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const dueno = (text: string) => comoDueno(app.url, text)
/** The refusal of a request under the state that `change` creates; checks that nothing is posted. */
async function refusal(body: Registro, change?: string, back?: string) {
  if (change) await dueno(change)
  const { status, error } = await adm.call(contrato.crear, { body })
  if (back) await dueno(back)
  expect(await saldos(app)).toEqual(before)
  return [status, error.codigo, error.message]
}

const pay = (tipo_pago_id: number, cuenta_id: number, monto: string): Registro['recibimos'] => [
  { tipo_pago_id, cuenta_id, monto },
]
const tope = (column: string, table: string, id: number) =>
  [
    `UPDATE ${table} SET ${column} = 30 WHERE id = ${id}`,
    `UPDATE ${table} SET ${column} = NULL WHERE id = ${id}`,
  ] as const
const off = (table: string, id: number) =>
  [
    `UPDATE ${table} SET estatus = false WHERE id = ${id}`,
    `UPDATE ${table} SET estatus = true WHERE id = ${id}`,
  ] as const

const tipo = `(SELECT tipo_cambio_id FROM tipos_cambios_historico WHERE id = ${tasas.compraUsd})`
const mercado = (pais: string) => `UPDATE tipos_cambios SET pais = '${pais}' WHERE id = ${tipo}`
const otro = [mercado('ve'), mercado('pe')] as const

const PAGOS: Record<string, [body: Registro, said: RegExp, change?: readonly [string, string]]> = {
  'a way of paying that does not exist': [
    compra('10.00', '35.20', { recibimos: pay(999, cuentas.cajaUsd, '10.00') }),
    /El tipo de pago no existe/,
  ],
  'an account that does not exist': [
    compra('10.00', '35.20', { recibimos: pay(pagos.efectivo, 999, '10.00') }),
    /La cuenta no existe/,
  ],
  'an inactive way of paying': [
    compra('10.00', '35.20'),
    /efectivo está inactivo/,
    off('tipos_pagos', pagos.efectivo),
  ],
  'an inactive account': [
    compra('10.00', '35.20'),
    /Caja dólares está inactiva/,
    off('cuentas', cuentas.cajaUsd),
  ],
  'a way of paying that only collects, for a payment out': [
    compra('10.00', '35.20', { entregamos: pay(soloEntra, cuentas.cajaPen, '35.20') }),
    /solo sirve para recibir/,
  ],
  'a way of paying that only pays out, for a payment in': [
    compra('10.00', '35.20', { recibimos: pay(soloSale, cuentas.cajaUsd, '10.00') }),
    /solo sirve para entregar/,
  ],
  'cash into a bank': [
    compra('10.00', '35.20', { entregamos: pay(pagos.efectivo, cuentas.bcpPen, '35.20') }),
    /efectivo no corresponde a BCP Soles/,
  ],
  'a transfer into a till': [
    compra('10.00', '35.20', { entregamos: pay(pagos.yape, cuentas.cajaPen, '35.20') }),
    /yape no corresponde a Caja soles/,
  ],
  'a missing reference': [
    compra('10.00', '35.20', { entregamos: pay(pagos.transferencia, cuentas.bcpPen, '35.20') }),
    /pide una referencia/,
  ],
  'more decimals than the account’s currency': [
    compra('10.00', '35.20', { entregamos: cash(cuentas.cajaPen, '35.201') }),
    /Caja soles admite hasta 2 decimales/,
  ],
  'more than the way of paying takes at once': [
    compra('10.00', '35.20'),
    /admite hasta .*30.* por operación/,
    tope('tope_op', 'tipos_pagos', pagos.efectivo),
  ],
  'more than the account takes at once': [
    compra('10.00', '35.20'),
    /admite hasta .*30.* por operación/,
    tope('limite_op', 'cuentas', cuentas.cajaPen),
  ],
  'an account of another currency': [
    compra('10.00', '35.20', {
      entregamos: [...cash(cuentas.cajaPen, '35.20'), ...cash(cuentas.cajaEur, '5.00')],
    }),
    /en otra moneda que la del pago/,
  ],
  'more decimals than the currency bought': [
    compra('10.001', '35.21', { recibimos: cash(cuentas.cajaUsd, '10.00') }),
    /Admite hasta 2 decimales/,
  ],
  'a fee with three decimals': [
    compra('10.00', '34.20', { servicio: '1.001' }),
    /Admite hasta 2 decimales/,
  ],
  'an amount too small for the rate': [
    compra('0.001', '35.20', { recibimos: cash(cuentas.cajaUsd, '0.01') }),
    /demasiado pequeño/,
  ],
  'another currency than that of the rate': [
    compra('10.00', '35.20', { divisa_id: EUR }),
    /La tasa no corresponde/,
  ],
  'a rate of another market': [compra('10.00', '35.20'), /La tasa no corresponde/, otro],
  'a canje at the rate of a purchase': [
    { ...compra('10.00', '35.20'), tipo: 'canje' },
    /La tasa no corresponde/,
  ],
  'a sale at the rate of a purchase': [
    { ...venta('10.00', '35.60'), historico_id: tasas.compraUsd, divisa_id: PEN },
    /La tasa no corresponde/,
  ],
}

test.each(Object.entries(PAGOS))('refuses %s', async (_, [body, said, change]) => {
  const [status, codigo, message] = await refusal(body, ...(change ?? []))
  expect([status, codigo]).toEqual([400, 'VALIDACION'])
  expect(message).toMatch(said)
})

const age = (days: number) =>
  `UPDATE tipos_cambios SET actualizado_en = now() - interval '${days} days' WHERE id = ${tipo}`
const activo = (estatus: boolean) =>
  `UPDATE tipos_cambios SET estatus = ${estatus} WHERE id = ${tipo}`
const ana = (set: string) => `UPDATE clientes SET ${set} WHERE id = ${clientes.ana}`

const OTROS: Record<string, [body: Registro, codigo: string, change?: readonly [string, string]]> =
  {
    'an inactive rate': [compra('10.00', '35.20'), 'TASA_INACTIVA', [activo(false), activo(true)]],
    'a rate that is none': [compra('10.00', '35.20', { historico_id: 99_999 }), 'NO_EXISTE'],
    'a client that is none': [compra('10.00', '35.20', { cliente_id: 99_999 }), 'NO_EXISTE'],
    'an inactive client': [
      compra('10.00', '35.20'),
      'INACTIVO',
      [ana("estado = 'inactivo'"), ana("estado = 'activo'")],
    ],
    'more than his day': [
      compra('10.00', '35.20'),
      'LIMITE_EXCEDIDO',
      [ana('limite_dia = 9.99'), ana('limite_dia = NULL')],
    ],
    'more than his month': [
      compra('10.00', '35.20'),
      'LIMITE_EXCEDIDO',
      [ana('limite_mes = 9.99'), ana('limite_mes = NULL')],
    ],
    'a cent more in our favour': [
      compra('10.00', '35.20', {
        entregamos: [
          ...cash(cuentas.cajaPen, '30.00'),
          { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '5.19' },
        ],
      }),
      'PAGOS_NO_CUADRAN',
    ],
    'a coin more in our favour': [compra('10.00', '35.10'), 'PAGOS_NO_CUADRAN'],
    'a whole coin in his favour': [compra('10.00', '35.30'), 'PAGOS_NO_CUADRAN'],
    'cents in his favour without cash': [
      compra('10.00', '35.20', {
        entregamos: [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '35.21' }],
      }),
      'PAGOS_NO_CUADRAN',
    ],
    'cents more of the foreign currency': [
      venta('10.00', '35.60', { entregamos: cash(cuentas.cajaUsd, '10.01') }),
      'PAGOS_NO_CUADRAN',
    ],
    'more than the account may pay in a day': [
      compra('10.00', '35.20'),
      'LIMITE_EXCEDIDO',
      [
        `UPDATE cuentas SET limite_dia = 35.19, limite_mes = 99999999 WHERE id = ${cuentas.cajaPen}`,
        `UPDATE cuentas SET limite_dia = NULL, limite_mes = NULL WHERE id = ${cuentas.cajaPen}`,
      ],
    ],
  }

test.each(Object.entries(OTROS))('refuses %s', async (_, [body, codigo, change]) => {
  expect((await refusal(body, ...(change ?? [])))[1]).toBe(codigo)
})

test('a stale rate is only for users with the permission', async () => {
  await dueno(age(3))
  const caj = await app.signedIn('caj')
  const refused = await caj.call(contrato.crear, { body: compra('10.00', '35.20') })
  expect(refused.error).toMatchObject({ codigo: 'TASA_VENCIDA', detalle: { horas: 72 } })
  const { body, status } = await adm.call(contrato.crear, { body: compra('10.00', '35.20') })
  expect(status).toBe(201)
  await adm.call(contrato.anular, { params: { id: body.id }, body: { motivo: 'Prueba de vuelta' } })
  await dueno(age(0))
  expect(await saldos(app)).toEqual(before)
})

test('the operations of a client’s month add up, annulled ones do not count', async () => {
  await dueno(`UPDATE ajustes SET valor = '100' WHERE clave LIKE 'umbral_%'`)
  const buy = async (monto: string, contravalor: string) =>
    adm.call(contrato.crear, { body: compra(monto, contravalor) })
  const one = await buy('60.00', '211.20')
  expect((await buy('40.00', '140.80')).error.codigo).toBe('IDENTIFICACION_REQUERIDA')
  const two = await buy('39.99', '140.80')
  expect(two.status).toBe(201)
  await dueno(ana('limite_dia = 100, limite_mes = 100'))
  expect((await buy('0.02', '0.10')).error.codigo).toBe('LIMITE_EXCEDIDO')
  for (const { body } of [one, two]) {
    await adm.call(contrato.anular, { params: { id: body.id }, body: { motivo: 'Otra vez' } })
  }
  const three = await buy('99.00', '348.50')
  expect(three.status).toBe(201)
  await adm.call(contrato.anular, { params: { id: three.body.id }, body: { motivo: 'Otra vez' } })
  await dueno(ana('limite_dia = NULL, limite_mes = NULL'))
  // Concurrent operations count each other: the client's row is locked.
  const both = await Promise.all([buy('55.00', '193.60'), buy('56.00', '197.20')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  for (const { body, status } of both) {
    if (status === 201) {
      await adm.call(contrato.anular, { params: { id: body.id }, body: { motivo: 'Otra vez' } })
    }
  }
  await dueno(`UPDATE ajustes SET valor = '5000' WHERE clave = 'umbral_declaracion_usd'`)
  await dueno(`UPDATE ajustes SET valor = '200' WHERE clave = 'umbral_identificacion_usd'`)
})

test('a payment is verified in its own operation, under its lock, within its account’s limits', async () => {
  const recibimos = pay(pagos.yape, cuentas.bcpPen, '35.60')
  const waiting = async (monto = '10.00') => {
    const body = venta(monto, '35.60', { recibimos, confirmo_duplicado: true })
    const made = await adm.call(contrato.crear, { body })
    const { body: d } = await adm.call(contrato.obtener, { params: { id: made.body.id } })
    return { id: made.body.id, pago_id: d.pagos.find((p) => p.lado === 'recibimos')?.id ?? 0 }
  }
  const [one, two] = [await waiting(), await waiting()]
  const verify = (id: number, pago_id: number) =>
    adm.call(contrato.verificar, { params: { id }, body: { pago_id }, clave: randomUUID() })
  expect((await verify(one.id, two.pago_id)).status).toBe(404)
  await dueno(
    `UPDATE cuentas SET limite_dia = 10, limite_mes = 99999999 WHERE id = ${cuentas.bcpPen}`,
  )
  expect((await verify(one.id, one.pago_id)).error.codigo).toBe('LIMITE_EXCEDIDO')
  await dueno(
    `UPDATE cuentas SET limite_dia = NULL, limite_mes = NULL WHERE id = ${cuentas.bcpPen}`,
  )
  // Five concurrent verifications, while another operation's payment is in the same receivables account.
  const five = await Promise.all(Array.from({ length: 5 }, () => verify(one.id, one.pago_id)))
  expect(five.map(({ error }) => error.codigo ?? 'hecho').sort()).toEqual([
    ...Array<string>(4).fill('ESTADO'),
    'hecho',
  ])
  // Concurrent annulment and verification: one of them succeeds.
  const motivo = 'Error de digitación'
  const race = await Promise.all([
    verify(two.id, two.pago_id),
    adm.call(contrato.anular, { params: { id: two.id }, body: { motivo } }),
  ])
  expect(race[1]?.status).toBe(200)
  expect([200, 409]).toContain(race[0]?.status)
  await adm.call(contrato.anular, { params: { id: one.id }, body: { motivo } })
  expect(await saldos(app)).toEqual(before)
})

test('an operation of an earlier day is annulled only with the permission', async () => {
  const { body } = await adm.call(contrato.crear, { body: compra('10.00', '35.20') })
  await sql`INSERT INTO roles_permisos VALUES ('mgr', 'compras-ventas:anular')`.execute(app.db)
  app.setClock(new Date(Date.now() + 86_400_000).toISOString())
  const mgr = await app.signedIn('mgr')
  const call = { params: { id: body.id }, body: { motivo: 'Error de digitación' } }
  expect((await mgr.call(contrato.anular, call)).error.codigo).toBe('DIA_ANTERIOR')
  const boss = await app.signedIn('adm')
  expect((await boss.call(contrato.anular, call)).status).toBe(200)
  expect((await boss.call(contrato.anular, call)).error).toMatchObject({
    codigo: 'YA_ANULADA',
    message: `La operación ${body.numero} ya está anulada.`,
  })
  app.setClock(null)
  expect(await saldos(app)).toEqual(before)
})
