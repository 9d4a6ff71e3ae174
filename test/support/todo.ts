import { randomUUID } from 'node:crypto'
import { contrato as ajustes } from '../../src/areas/ajustes-saldo/contract.ts'
import { contrato as comisiones } from '../../src/areas/comisiones/contract.ts'
import { contrato as compras } from '../../src/areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../src/areas/gastos/contract.ts'
import { contrato as ordenes } from '../../src/areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../src/areas/transferencias/contract.ts'
import { cajera } from './areas/caja.ts'
import { cuenta, PEN } from './areas/casa.ts'
import { conRegla } from './areas/comisiones.ts'
import { mostrador } from './areas/mostrador.ts'
import { montarOrdenes } from './areas/ordenes.ts'
import type { Answer, TestApp } from './servidor/app.ts'
import { comoDueno } from './servidor/dueno.ts'
import { en, hecho } from './servidor/respuesta.ts'

export const HOY = '2025-11-20'

/**
 * The house of the worked example with data of every area: a cashier with the tills in soles and dollars, a second
 * administrator who approves, a vault, and a commission of three soles per sale. Confirmations are off.
 */
export async function montarTodo(app: TestApp) {
  app.setClock(`${HOY}T15:00:00Z`)
  const casa = await montarOrdenes(app)
  const { adm, caj, cuentas } = casa
  // While nobody else administers: later it would take his yes.
  await conRegla(adm, { base: 'fijo', valor: '3' })
  const jefe = await app.signedIn('adm')
  const till = await cajera(app, casa, caj)
  const { compra, venta } = mostrador(casa)
  const owner = <T extends Record<string, unknown>>(text: string) => comoDueno<T>(app.url, text)
  await owner("UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")
  await owner("UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
  /** The acting user, for SQL functions that a test calls directly. */
  const quien = `'${JSON.stringify({ usuario_id: adm.usuario_id, ajenas: true })}'`
  const boveda = await cuenta(app, adm, 'Bóveda', PEN, '1000.00', undefined, 'boveda')
  const motivo = 'Error de digitación'

  const vender = (more = {}) =>
    adm.call(compras.crear, {
      body: venta('10.00', '35.60', { confirmo_duplicado: true, ...more }),
    })
  const ajuste = (monto: string, more = {}) =>
    adm.call(ajustes.crear, {
      body: {
        cuenta_id: cuentas.cajaPen,
        motivo: 'sobrante',
        monto,
        observacion: 'Contado dos veces.',
        ...more,
      },
    })
  const gasto = (monto: string, more = {}) =>
    adm.call(gastos.crear, {
      body: {
        ...{ fecha: HOY, categoria_id: 1, descripcion: 'Alquiler', comprobante: 'sin' },
        ...{ cuenta_id: cuentas.cajaPen, monto, ...more },
      },
    })
  const envio = (more = {}) =>
    adm.call(transferencias.crear, {
      body: {
        ...{ tipo: 'interna', origen_id: boveda, destino_id: cuentas.cajaPen, monto: '5.00' },
        ...{ confirmo_duplicado: true, ...more },
      },
    })
  async function liquidacion(): Promise<number> {
    await hecho(vender())
    const { items } = await hecho(adm.call(comisiones.listar, { query: { estado: 'devengada' } }))
    const ids = items.map(({ id }) => id)
    return (await hecho(adm.call(comisiones.liquidar, { body: { ids } }))).id
  }

  /** Every call that changes the till's balance in soles, each ready to be sent. */
  async function movimientos(): Promise<Record<string, () => Promise<Answer>>> {
    const vendida = (await hecho(vender())).id
    const pagada = (await hecho(gasto('2.00'))).id
    const pedido = (await hecho(ajuste('900.00'))).id
    const aplicado = (await hecho(ajuste('1.00'))).id
    const pedida = (await hecho(gasto('1200.00'))).id
    const enviada = (await hecho(envio())).id
    const otra = (await hecho(envio())).id
    const rechazable = (
      await hecho(
        envio({ origen_id: cuentas.cajaPen, destino_id: cuentas.bcpPen, referencia: randomUUID() }),
      )
    ).id
    const porPagar = await liquidacion()
    const abierta = await casa.en('pendiente')
    const cobrada = await casa.en('pagada')
    return {
      'a purchase': () =>
        adm.call(compras.crear, { body: compra('5.00', '17.60', { confirmo_duplicado: true }) }),
      'an annulment': () => adm.call(compras.anular, { ...en(vendida), body: { motivo } }),
      'an order paid in cash': () =>
        adm.call(ordenes.registrarCobro, { ...en(abierta), body: casa.efectivo('500.00') }),
      'an order given back': () =>
        adm.call(ordenes.anular, {
          ...en(cobrada),
          body: { motivo, cuenta_devolucion_id: cuentas.cajaPen },
        }),
      'an expense': () => gasto('1.00'),
      'an expense approved': () =>
        jefe.call(gastos.aprobar, { ...en(pedida), body: { nota: null } }),
      'an expense annulled': () => adm.call(gastos.anular, { ...en(pagada), body: { motivo } }),
      'an adjustment': () => ajuste('1.00'),
      'an adjustment approved': () =>
        jefe.call(ajustes.aprobar, { ...en(pedido), body: { nota: null } }),
      'an adjustment taken back': () =>
        adm.call(ajustes.revertir, {
          ...en(aplicado),
          body: { observacion: 'No era un sobrante.' },
        }),
      'a transfer': () =>
        adm.call(transferencias.crear, {
          body: {
            tipo: 'interna',
            origen_id: cuentas.cajaPen,
            destino_id: boveda,
            monto: '1.00',
            confirmo_duplicado: true,
          },
        }),
      'a transfer received': () =>
        jefe.call(transferencias.recibir, { ...en(enviada), body: { contado: '5.00' } }),
      'a transfer received with a difference': () =>
        jefe.call(transferencias.recibir, {
          ...en(otra),
          body: { contado: '4.00', nota: 'Falta un sol' },
        }),
      'a transfer annulled': () =>
        adm.call(transferencias.anular, { ...en(rechazable), body: { motivo } }),
      'commissions paid': () =>
        adm.call(comisiones.pagar, { ...en(porPagar), body: { cuenta_id: cuentas.cajaPen } }),
    }
  }

  const all = { jefe, till, owner, quien, boveda, motivo, compra, vender, ajuste, gasto, envio }
  return { ...casa, ...all, liquidacion, movimientos }
}
