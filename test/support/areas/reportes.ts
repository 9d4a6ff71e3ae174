import {
  contrato as comprasVentas,
  type Registro,
} from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import type { Endpoint } from '../../../src/core/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { EUR } from './casa.ts'
import { conRegla } from './comisiones.ts'
import { mostrador } from './mostrador.ts'
import { montarOrdenes } from './ordenes.ts'

/**
 * Three days of a house, the 18th to the 20th: sales, purchases, a canje, a fee, a bank charge, commissions; a sale and
 * a paid order that are annulled on a later day, and an order that is never paid.
 */
export async function montarReportes(app: TestApp) {
  app.setClock('2025-11-18T15:00:00Z')
  const casa = await montarOrdenes(app)
  const { adm, pag, cuentas, tasas } = casa
  const { compra, venta, cash } = mostrador(casa)
  await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
  await conRegla(adm, { base: 'ganancia', valor: '10', desde: '2025-11-18' })

  /** Moves the clock to another instant and keeps the sessions. */
  async function reloj(instant: string) {
    app.setClock(instant)
    await comoDueno(app.url, 'UPDATE sesiones SET usada_en = $1, vence_en = $2', [
      instant,
      '2025-12-01T00:00:00Z',
    ])
  }
  async function did<E extends Endpoint>(
    who: Client,
    endpoint: E,
    call: { body: unknown; params?: { id: number } },
  ) {
    const { status, body, error } = await who.call(endpoint, call)
    if (status >= 300) throw new Error(`${endpoint.path}: ${JSON.stringify(error)}`)
    return body
  }
  const cv = (body: Registro) => did(adm, comprasVentas.crear, { body })

  const primera = await cv(venta('1000.00', '3560.00'))
  const recibimos = cash(cuentas.cajaPen, '717.00')
  await cv(venta('200.00', '712.00', { servicio: '5.00', recibimos }))
  const devuelta = await casa.en('pagada', { envia: '300.00' })
  await casa.en('pendiente')

  await reloj('2025-11-19T20:00:00Z')
  await cv(compra('300.00', '1056.00'))
  await cv(venta('100.00', '356.00'))
  await cv({
    ...{ tipo: 'canje', cliente_id: casa.clientes.ana, divisa_id: 3, monto: '100.00' },
    ...{ historico_id: tasas.canjeUsdEur, tasa: '0.8460', contravalor: null },
    recibimos: cash(cuentas.cajaUsd, '100.00'),
    entregamos: cash(cuentas.cajaEur, '84.60'),
  })
  const params = { id: await casa.en('en_proceso') }
  const pago = {
    ...{ cuenta_id: casa.ves.banesco, monto: '26206.00' },
    ...{ comision: '78.62', referencia: 'VE-1' },
  }
  await did(pag, ordenes.pagar, { params, body: pago })

  await reloj('2025-11-20T15:00:00Z')
  await cv(venta('50.00', '178.00'))
  const motivo = 'El cliente se arrepintió'
  await did(adm, comprasVentas.anular, { params: { id: primera.id }, body: { motivo } })
  await did(adm, ordenes.anular, {
    params: { id: devuelta },
    body: { motivo, cuenta_devolucion_id: cuentas.bcpPen },
  })
  return { ...casa, reloj, primera, euro: EUR }
}
