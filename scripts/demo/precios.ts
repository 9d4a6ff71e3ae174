import { contrato as pares } from '../../src/areas/pares-divisas/contract.ts'
import { contrato as tiposCambio } from '../../src/areas/tipos-cambios/contract.ts'
import type { App } from '../../src/main.app.ts'
import { azar } from './azar.ts'
import { PARES } from './casa/datos.ts'
import { entrar, type Llamar } from './llamada.ts'

const DAY = 86_400_000

/** A day's prices of the counter's pairs: near those of `PARES`, with which the demo ends (`day` null). */
export async function publicarPrecios(app: App, day: number | null): Promise<void> {
  const admin = await entrar(app, 'admin')
  const dice = azar(day === null ? 0 : day / DAY + 7)
  const known = await admin(pares.listar, {})
  const items = PARES.flatMap(([pais, base, quote, compra, venta]) => {
    const par = known.find(
      (p) => p.pais === pais && p.base_id === base && p.cotizacion_id === quote,
    )
    if (!par) return []
    // The others are confirmed as they are: an order is not made at a price that nobody looked at.
    if (pais !== 'pe') return [{ id: par.id, compra, venta }]
    const shift = day === null ? 0 : dice.hasta(31) - 15
    return [{ id: par.id, compra: moved(compra, shift), venta: moved(venta, shift) }]
  })
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios del día' } })
  await confirmarManuales(admin)
}

/** The prices as they stand, confirmed anew: what somebody does first in the morning. */
export async function confirmarPrecios(app: App): Promise<void> {
  const admin = await entrar(app, 'admin')
  const now = await admin(pares.listar, {})
  const items = now.map(({ id, compra, venta }) => ({ id, compra, venta }))
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios confirmados' } })
  await confirmarManuales(admin)
}

/** Manual rates stand on nothing but somebody's word, which is given anew. */
async function confirmarManuales(admin: Llamar): Promise<void> {
  const motivo = 'Tasa confirmada'
  for (const { id, tasa, tasa_manual } of await admin(tiposCambio.listar, {})) {
    if (tasa_manual) await admin(tiposCambio.tasa, { params: { id }, body: { tasa, motivo } })
  }
}

/** `3.520` moved by thousandths. */
function moved(price: string, thousandths: number): string {
  const units = Math.round(Number(price.replace('.', ''))) + thousandths
  return `${Math.floor(units / 1000)}.${String(units % 1000).padStart(3, '0')}`
}
