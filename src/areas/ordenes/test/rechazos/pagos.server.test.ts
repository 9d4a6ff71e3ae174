import { beforeEach, describe, expect, test } from 'vitest'
import { cuenta } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { rechazos } from '../../../../../test/support/servidor/rechazos.ts'
import { conVisto } from '../../../../../test/support/vistos.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato, type RegistroOrden } from '../../contract.ts'

const AHORA = '2025-11-20T15:00:00Z'
const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, ves, cuentas, ana } = casa
const caj2 = await app.signedIn('caj')

beforeEach(() => app.setClock(AHORA))

const crear = (more: Partial<RegistroOrden> = {}) =>
  caj.call(contrato.crear, { body: casa.orden(more) })
const owner = (text: string) => comoDueno(app.url, text)
const ajuste = (clave: string, valor: string) =>
  comoDueno(app.url, 'UPDATE ajustes SET valor = $2::jsonb WHERE clave = $1', [clave, valor])

const refused = rechazos(app)

describe('a payout is refused', () => {
  const pay = (id: number, more: object = {}) =>
    pag.call(contrato.pagar, {
      params: { id },
      body: { cuenta_id: ves.banesco, monto: '100.00', referencia: casa.referencia(), ...more },
    })
  const taken = () => casa.en('en_proceso', { historico_id: casa.historico })

  test('to a user who is not the payer, for an observed order, or for a blocked client', async () => {
    const id = await taken()
    const body = { cuenta_id: ves.banesco, monto: '100.00', referencia: 'X' }
    await refused(
      () => otro.call(contrato.pagar, { params: { id }, body }),
      'ORDEN_TOMADA',
      /la tiene Ana/,
    )
    await refused(
      () => otro.call(contrato.soltar, { params: { id }, body: { nota: null } }),
      'ORDEN_TOMADA',
    )
    await pag.call(contrato.observar, {
      params: { id },
      body: { motivo: 'banco_caido', nota: null },
    })
    await refused(() => pay(id), 'ORDEN_OBSERVADA')
    await pag.call(contrato.resolver, { params: { id }, body: { nota: null } })
    await owner(`UPDATE clientes SET estado = 'bloqueado' WHERE id = ${ana}`)
    await refused(() => pay(id), 'CLIENTE_BLOQUEADO')
    await owner(`UPDATE clientes SET estado = 'activo' WHERE id = ${ana}`)
  })
  test('from an unsuitable account, above the rest, with too many decimals, with a used reference', async () => {
    const id = await taken()
    await refused(() => pay(id, { cuenta_id: cuentas.bcpPen }), 'VALIDACION', /otra moneda/)
    await refused(() => pay(id, { cuenta_id: 999_999 }), 'VALIDACION', /no existe/)
    await refused(() => pay(id, { monto: '26206.01' }), 'VALIDACION', /Falta pagar Bs 26,206.00/)
    await refused(() => pay(id, { monto: '1.001' }), 'VALIDACION', /decimales/)
    await refused(() => pay(id, { comision: '0.001' }), 'VALIDACION', /decimales/)
    await refused(() => pay(id, { cuenta_id: ves.mercantil }), 'SALDO_INSUFICIENTE', /Mercantil/)
    await owner(`UPDATE cuentas SET limite_op = 5000 WHERE id = ${ves.banesco}`)
    await refused(
      () => pay(id, { monto: '5000.01' }),
      'VALIDACION',
      /hasta Bs 5,000.00 por operación/,
    )
    await owner(`UPDATE cuentas SET limite_op = NULL, limite_dia = 5000 WHERE id = ${ves.banesco}`)
    await refused(() => pay(id, { monto: '5000.01' }), 'LIMITE_EXCEDIDO', /diario/)
    await owner(`UPDATE cuentas SET limite_dia = NULL, estatus = false WHERE id = ${ves.banesco}`)
    await refused(() => pay(id), 'VALIDACION', /inactiva/)
    await owner(`UPDATE cuentas SET estatus = true WHERE id = ${ves.banesco}`)
    expect((await pay(id, { referencia: 'VE-1' })).status).toBe(201)
    await refused(
      () => pay(id, { referencia: 've-1' }),
      'VALIDACION',
      /otro pago de esta operación/,
    )
    await refused(
      () => pag.call(contrato.soltar, { params: { id }, body: { nota: null } }),
      'ORDEN_CON_PAGOS',
    )
  })
  test('above the limit to the user who verified the client’s payment', async () => {
    await ajuste('orden_doble_control_usd', '142.05')
    const exact = await casa.en('pagada', { historico_id: casa.historico })
    const above = await casa.en('pagada', {
      ...{ historico_id: casa.historico, envia: '500.10' },
      cobros: [casa.efectivo('500.10')],
    })
    await owner("INSERT INTO roles_permisos VALUES ('caj', 'ordenes:pagar') ON CONFLICT DO NOTHING")
    await refused(
      () => caj.call(contrato.tomar, { params: { id: above } }),
      'DOBLE_CONTROL',
      /US\$ 142.05.*otra persona \(Ana/,
    )
    expect((await caj.call(contrato.tomar, { params: { id: exact } })).status).toBe(200)
    expect((await caj2.call(contrato.tomar, { params: { id: above } })).status).toBe(200)
    // The limit is lowered while he is the payer: he may not pay it out either.
    await ajuste('orden_doble_control_usd', '100')
    const body = { cuenta_id: ves.banesco, monto: '1.00', referencia: casa.referencia() }
    await refused(() => caj.call(contrato.pagar, { params: { id: exact }, body }), 'DOBLE_CONTROL')
    await ajuste('orden_doble_control_usd', '200')
    await owner("DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso = 'ordenes:pagar'")
  })
  test('with a charge that is far above what the account says, without another person’s yes', async () => {
    const id = await taken()
    const comision = '2000000.00'
    const bare = await pay(id, { comision: '1000.00' })
    expect([bare.error.codigo, bare.error.message]).toEqual([
      'VISTO_FALTA',
      expect.stringMatching(/la comisión bancaria de Bs 1,000.00 en Banesco VES/),
    ])
    expect((await pay(id, { comision })).status).toBe(409)
    expect((await conVisto(adm, () => pay(id, { comision: '1000.00' }))).status).toBe(201)
  })
  test('to a new beneficiary during payment, except by a user who may return money', async () => {
    const id = await taken()
    const body = { beneficiario_id: casa.beneficiario_id, motivo: 'Datos corregidos' }
    await refused(
      () => caj.call(contrato.cambiarBeneficiario, { params: { id }, body }),
      'SIN_PERMISO',
    )
    expect((await adm.call(contrato.cambiarBeneficiario, { params: { id }, body })).status).toBe(
      200,
    )
  })
  test('when it bounced before', async () => {
    const id = await taken()
    const { pago_id } = (await pay(id)).body
    const body = { pago_id, motivo: 'Cuenta cerrada' }
    expect((await adm.call(contrato.rebotar, { params: { id }, body })).status).toBe(200)
    await refused(() => adm.call(contrato.rebotar, { params: { id }, body }), 'YA_ANULADA')
  })
})

describe('annulling is refused', () => {
  test('without the right, for another user’s or a paid order; without an account; from an unsuitable one; with payouts', async () => {
    const mine = (await crear({ historico_id: casa.historico })).body.id
    const motivo = 'Se arrepintió'
    await refused(
      () => caj2.call(contrato.anular, { params: { id: mine }, body: { motivo } }),
      'SIN_PERMISO',
    )
    const id = await casa.en('pagada', { historico_id: casa.historico })
    const by = (body: object) => () =>
      adm.call(contrato.anular, { params: { id }, body: { motivo, ...body } })
    await refused(
      () =>
        caj.call(contrato.anular, {
          params: { id },
          body: { motivo, cuenta_devolucion_id: cuentas.bcpPen },
        }),
      'SIN_PERMISO',
    )
    await refused(by({}), 'VALIDACION', /Elija la cuenta/)
    await refused(by({ cuenta_devolucion_id: cuentas.cajaUsd }), 'VALIDACION', /otra moneda/)
    await refused(by({ cuenta_devolucion_id: 999_999 }), 'VALIDACION', /no existe/)
    await owner(`UPDATE cuentas SET estatus = false WHERE id = ${cuentas.bcpPen}`)
    await refused(by({ cuenta_devolucion_id: cuentas.bcpPen }), 'VALIDACION', /inactiva/)
    await owner(`UPDATE cuentas SET estatus = true WHERE id = ${cuentas.bcpPen}`)
    const vacia = await cuenta(app, adm, 'Vacía', 2, '0')
    await refused(by({ cuenta_devolucion_id: vacia }), 'SALDO_INSUFICIENTE', /Vacía/)
    await pag.call(contrato.tomar, { params: { id } })
    const pago = { cuenta_id: ves.banesco, monto: '1.00', referencia: casa.referencia() }
    await pag.call(contrato.pagar, { params: { id }, body: pago })
    await refused(by({ cuenta_devolucion_id: cuentas.bcpPen }), 'ORDEN_CON_PAGOS')
  })
})

test('on a closed day no money moves', async () => {
  const id = await casa.en('en_proceso', { historico_id: casa.historico })
  await owner(`INSERT INTO cierres (fecha, usuario_id) VALUES ('2025-11-20', ${adm.usuario_id})`)
  await refused(
    () => crear({ historico_id: casa.historico, cobros: [casa.efectivo('500.00')] }),
    'DIA_CERRADO',
  )
  const body = { cuenta_id: ves.banesco, monto: '1.00', referencia: casa.referencia() }
  await refused(() => pag.call(contrato.pagar, { params: { id }, body }), 'DIA_CERRADO')
  await refused(
    () =>
      adm.call(contrato.anular, {
        params: { id },
        body: { motivo: 'Se arrepintió', cuenta_devolucion_id: cuentas.bcpPen },
      }),
    'DIA_CERRADO',
  )
  await owner("DELETE FROM cierres WHERE fecha = '2025-11-20'")
})

test('afterwards the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})
