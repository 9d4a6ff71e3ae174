import { contrato as pares } from '../../src/areas/pares-divisas/contract.ts'
import { contrato as tiposCambio } from '../../src/areas/tipos-cambios/contract.ts'
import type { App } from '../../src/main.app.ts'
import { azar } from './azar.ts'
import { PARES } from './casa/datos.ts'
import { anotarCompetencia, moved } from './competencia.ts'
import { entrar, type Llamar } from './llamada.ts'

const DAY = 86_400_000

/** Publishes a day's prices for the counter's pairs, near those of `PARES`; with `day` null, exactly those. */
export async function publicarPrecios(app: App, day: number | null): Promise<void> {
  const admin = await entrar(app, 'admin')
  const dice = azar(day === null ? 0 : day / DAY + 7)
  const known = await admin(pares.listar, {})
  const items = PARES.flatMap(([pais, base, quote, compra, venta]) => {
    const par = known.find(
      (p) => p.pais === pais && p.base_id === base && p.cotizacion_id === quote,
    )
    if (!par) return []
    // Prices of other markets are confirmed unchanged, because an order needs prices that were confirmed recently.
    if (pais !== 'pe') return [{ id: par.id, compra, venta }]
    const shift = day === null ? 0 : dice.hasta(31) - 15
    return [{ id: par.id, compra: moved(compra, shift), venta: moved(venta, shift) }]
  })
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios del día' } })
  await confirmarManuales(admin)
}

/** Publishes the current prices again unchanged, as the house does every morning. */
export async function confirmarPrecios(app: App): Promise<void> {
  const admin = await entrar(app, 'admin')
  const now = await admin(pares.listar, {})
  const items = now.map(({ id, compra, venta }) => ({ id, compra, venta }))
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios confirmados' } })
  await confirmarManuales(admin)
  await anotarCompetencia(admin)
}

/** Confirms the manual rates: they depend on no pair, so each must be published again by hand. */
async function confirmarManuales(admin: Llamar): Promise<void> {
  const motivo = 'Tasa confirmada'
  for (const { id, tasa, tasa_manual } of await admin(tiposCambio.listar, {})) {
    if (tasa_manual) await admin(tiposCambio.tasa, { params: { id }, body: { tasa, motivo } })
  }
}
