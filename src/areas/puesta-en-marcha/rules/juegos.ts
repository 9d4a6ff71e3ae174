import type { Juego } from './juego.ts'
import { COLOMBIA } from './juegos/co.ts'
import { ECUADOR, PANAMA } from './juegos/dolar.ts'
import { ESPANA, ESTADOS_UNIDOS, MEXICO } from './juegos/norte.ts'
import { PERU } from './juegos/pe.ts'
import { ARGENTINA, BOLIVIA, BRASIL, CHILE } from './juegos/sur.ts'
import { VENEZUELA } from './juegos/ve.ts'
import { DOLAR } from './precios.ts'

/** The starter sets of the countries. */
export const JUEGOS: readonly [Juego, ...Juego[]] = [
  PERU,
  VENEZUELA,
  COLOMBIA,
  CHILE,
  ECUADOR,
  BOLIVIA,
  ARGENTINA,
  BRASIL,
  MEXICO,
  ESPANA,
  ESTADOS_UNIDOS,
  PANAMA,
]

/** The countries of the sets that a house does not begin with and has not, as they are added. */
export const nuevosDe = (tiene: readonly string[]) =>
  JUEGOS.flatMap(({ pais: id, nombre, nuevo }) =>
    nuevo && !tiene.includes(id) ? [{ id, nombre, ...nuevo }] : [],
  )

/** What a house of any country uses, of the Peruvian set: cash, dollars and euros, dollars of the internet. */
const COMUN: Juego = {
  ...PERU,
  entidades: PERU.entidades.filter(({ pais }) => pais === 'usd'),
  pagos: PERU.pagos.filter(({ pais }) => pais === null),
  piezas: PERU.piezas.filter(({ moneda_id }) => moneda_id !== 2),
}

type Pago = Juego['pagos'][number]

/** A way to pay of a country for a house of another one, to which it only pays; null: it only collects. */
const soloPaga = (pago: Pago): Pago | null =>
  pago.sentido === 'entra' ? null : { ...pago, sentido: pago.pais ? 'sale' : pago.sentido }

/** A way to pay of the house's own country, where it collects too. */
const enCasa = (pago: Pago): Pago =>
  pago.pais && pago.sentido === 'sale' ? { ...pago, sentido: 'ambos' } : pago

/** Where people pay in dollars it has coins too, which a house elsewhere does not take. */
const EN_DOLARES = ['ec', 'pa', 'us']
const MONEDAS_DE_DOLAR = '1 0.50 0.25 0.10 0.05 0.01'
const conCentavos = (juego: Juego, casa: string): Juego =>
  !EN_DOLARES.includes(casa)
    ? juego
    : {
        ...juego,
        piezas: juego.piezas.map((piezas) =>
          piezas.moneda_id === DOLAR ? { ...piezas, metalicas: MONEDAS_DE_DOLAR } : piezas,
        ),
      }

/** The sets of the chosen countries for a house of `casa`, and what every house uses. */
export function juegosDe(casa: string, elegidos: readonly string[]): Juego[] {
  const chosen = JUEGOS.filter(({ pais }) => elegidos.includes(pais)).map((juego) => {
    if (juego.pais === casa) return { ...juego, pagos: juego.pagos.map(enCasa) }
    // Peru's set alone says how a house collects.
    return juego.pais === 'pe'
      ? { ...juego, pagos: juego.pagos.flatMap((pago) => soloPaga(pago) ?? []) }
      : juego
  })
  const all = elegidos.includes('pe') ? chosen : [COMUN, ...chosen]
  return all.map((juego) => conCentavos(juego, casa))
}

/** What of a set a house uses: a counter alone pays nobody abroad, and remittances alone handle cash of the house's own. */
export function segunNegocio(
  juego: Juego,
  negocio: 'ambos' | 'mostrador' | 'envios',
  funcional: number,
): Juego {
  if (negocio === 'mostrador')
    return { ...juego, pagos: juego.pagos.filter(({ sentido }) => sentido !== 'sale') }
  if (negocio === 'ambos') return juego
  return { ...juego, piezas: juego.piezas.filter(({ moneda_id }) => moneda_id === funcional) }
}
