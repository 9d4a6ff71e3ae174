import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { formatMonto } from '../../../src/core/formato.ts'
import type { App } from '../../../src/main.app.ts'
import { type Llamar, tolerant } from '../llamada.ts'
import { AZUL } from '../mostrador/pruebas.ts'
import { quienes } from './cierres.ts'
import { dibujarComprobante } from './comprobante.ts'

/** The most that one page of a list holds. */
const PAGINA = '200'
const NO_PAGO = 'Venció sin que el cliente pagara'

/**
 * Confirms the payments of the counter that still wait when a day is over: a second person does, who looks at the voucher
 * of each.
 */
export async function confirmarPendientes(app: App, hasta: string): Promise<void> {
  const [, supervisora] = await quienes(app)
  const query = { estado: 'pendiente', hasta, limite: PAGINA } as never
  const { items } = await supervisora(comprasVentas.listar, { query })
  // The oldest first: what came in on a day pays what left on it.
  for (const { id } of items.toReversed()) await tolerant(() => confirmar(supervisora, id))
}

/** A second person confirms the payments of one operation that wait, after looking at the voucher of each. */
export async function confirmar(supervisora: Llamar, id: number): Promise<void> {
  const operacion = await supervisora(comprasVentas.obtener, { params: { id } })
  const { numero, divisa, contramoneda, pagos } = operacion
  for (const { id: pago_id, estado, comprobantes, moneda_id, monto, referencia } of pagos) {
    if (estado !== 'por_verificar') continue
    const params = { id, pago_id }
    if (comprobantes.length === 0) {
      const importe = formatMonto(monto, moneda_id === divisa.id ? divisa : contramoneda)
      const lineas = ['Cambios Andino Demo', numero, referencia ?? '']
      const nombre = `transferencia-${numero}-${pago_id}.png`
      const body = dibujarComprobante('BCP', importe, lineas, AZUL)
      await supervisora(comprasVentas.adjuntarComprobante, { params, query: { nombre }, body })
    }
    await supervisora(comprasVentas.verificar, { params: { id }, body: { pago_id } })
  }
}

/** Annuls the orders until a day that expired and that nobody paid. */
export async function anularVencidas(app: App, hasta: string): Promise<void> {
  const [cajera] = await quienes(app)
  const query = { estado: 'vencida', hasta, limite: PAGINA } as never
  const { items } = await cajera(ordenes.listar, { query })
  for (const { id } of items) {
    const body = { motivo: NO_PAGO }
    await tolerant(() => cajera(ordenes.anular, { params: { id }, body }))
  }
}
