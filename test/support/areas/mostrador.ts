import type { Registro } from '../../../src/areas/compras-ventas/contract.ts'
import { type Casa, USD } from './casa.ts'

/** Requests of the counter in a test house: dollars, cash on both sides, to its known client. */
export function mostrador({ cuentas, pagos, tasas, clientes }: Casa) {
  const cash = (cuenta_id: number, monto: string): Registro['recibimos'] => [
    { tipo_pago_id: pagos.efectivo, cuenta_id, monto },
  ]
  const compra = (monto: string, contravalor: string, more: Partial<Registro> = {}): Registro => ({
    tipo: 'compra',
    cliente_id: clientes.ana,
    divisa_id: USD,
    monto,
    historico_id: tasas.compraUsd,
    tasa: '3.520',
    recibimos: cash(cuentas.cajaUsd, monto),
    entregamos: cash(cuentas.cajaPen, contravalor),
    ...more,
  })
  const venta = (monto: string, contravalor: string, more: Partial<Registro> = {}): Registro => ({
    tipo: 'venta',
    cliente_id: clientes.ana,
    divisa_id: USD,
    monto,
    historico_id: tasas.ventaUsd,
    tasa: '3.560',
    recibimos: cash(cuentas.cajaPen, contravalor),
    entregamos: cash(cuentas.cajaUsd, monto),
    ...more,
  })
  return { cash, compra, venta }
}
