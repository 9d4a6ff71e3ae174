import { expect } from 'vitest'
import { contrato, type Registro } from '../../../src/areas/compras-ventas/contract.ts'
import { verificar } from '../../../src/main.libros.ts'
import type { TestApp } from '../servidor/app.ts'
import { type Casa, saldos, USD } from './casa.ts'

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

/** Operations as the administrator registers and reads them, and what they moved. */
export function registros(app: TestApp, { adm }: Pick<Casa, 'adm'>) {
  return {
    crear: (body: Registro) =>
      adm.call(contrato.crear, { body: { ...body, confirmo_duplicado: true } }),
    anular: (id: number) =>
      adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } }),
    detalle: async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body,
    /** A quote of an operation of which each side is paid by one way. */
    cotizar: ({ recibimos: _, entregamos: __, ...terms }: Registro, ways: object) =>
      adm.call(contrato.cotizar, { body: { ...terms, ...ways } as never }),
    limpio: async () => expect((await verificar(app.db)).diferencia).toBeNull(),
    /** The balances that changed since these were read, by account. */
    cambio: async (before: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(await saldos(app)).filter(
          ([code, saldo]) => (before[code] ?? '0.00') !== saldo,
        ),
      ),
  }
}
