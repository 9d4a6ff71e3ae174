import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type {
  Borrador,
  Opciones,
} from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { Llamar } from '../llamada.ts'
import { declarando } from './declarar.ts'

/** A client who brings dollars and takes euros, in one ticket: in a house that has a price for both. */
export async function juntarDivisas(
  cajera: Llamar,
  opciones: Opciones,
  cliente: Borrador['cliente'] | undefined,
): Promise<void> {
  const euros = opciones.tasas.find((t) => t.tipo === 'venta' && t.divisa.iso === 'EUR')
  if (!cliente || !euros) return
  const { divisa, contramoneda } = euros
  const lineas = [
    { ...empezar(opciones, 'compra'), valor: '60', cliente },
    {
      ...empezar(opciones, 'venta', { divisa_id: divisa.id, contramoneda_id: contramoneda.id }),
      valor: '20',
      cliente,
    },
  ].map((borrador) => ({ borrador, calculo: calcular(opciones, borrador) }))
  if (lineas.some(({ calculo }) => calculo.problema)) return
  const items = lineas.map(({ borrador, calculo }) => {
    const { cliente_id: _, ...item } = registroDe(borrador, calculo)
    return item
  })
  const body = { cliente_id: cliente.id, items }
  await declarando((more) => cajera(comprasVentas.crearTicket, { body: { ...body, ...more } }))
}
