import { contrato } from '../../src/areas/competencia/contract.ts'
import { competidores } from '../../src/areas/competidores/contract.ts'
import { contrato as pares } from '../../src/areas/pares-divisas/contract.ts'
import { azar } from './azar.ts'
import type { Llamar } from './llamada.ts'

/** Fictitious competitors: the name, where each publishes, and how far from ours it buys and sells, in thousandths. */
const COMPETIDORES = [
  ['Cambios El Puente', 'Su pizarra, a dos cuadras', -6, 4],
  ['Casa Santa Rosa', 'Su pizarra, en la galería', 4, 9],
  ['CambioYa en línea', 'Su página', -2, -5],
] as const

/** How long ago each was seen the first time, in minutes: now, yesterday and the day before. */
const ANTES = [3100, 1600, 35]

/** Notes what three competitors publish of the house's pairs; the first time also what they did on the days before. */
export async function anotarCompetencia(admin: Llamar): Promise<void> {
  const [there, own] = [await admin(contrato.competidores, {}), await admin(pares.listar, {})]
  const dice = azar(own.length)
  for (const [nombre, publica, buys, sells] of COMPETIDORES) {
    const known = there.find((each) => each.nombre === nombre)
    const competidor_id =
      known?.id ?? (await admin(competidores.contrato.crear, { body: { nombre, publica } })).id
    for (const { id, compra, venta } of own.filter(({ pais }) => pais === 'pe')) {
      for (const hace_minutos of known ? ANTES.slice(-1) : ANTES) {
        const shift = dice.hasta(5) - 2
        const body = {
          ...{ competidor_id, par_id: id, hace_minutos },
          compra: moved(compra, buys + shift),
          venta: moved(venta, sells + shift),
        }
        await admin(contrato.anotar, { body })
      }
    }
  }
}

/** Adds thousandths to a price such as `3.520`. */
export function moved(price: string, thousandths: number): string {
  const units = Math.round(Number(price.replace('.', ''))) + thousandths
  return `${Math.floor(units / 1000)}.${String(units % 1000).padStart(3, '0')}`
}
