/** The currency of the books (moneda funcional), in which every cost and every result is kept. */
export interface MonedaFuncional {
  id: number
  iso: string
  /** Its name in the house's catalogue: `Sol`. */
  nombre: string
  simbolo: string
  /** Always 2: the database lets no other be chosen. */
  decimales: number
  /** The country whose market the counter trades in. */
  pais: string
  pais_nombre: string
}

/** The one that a house has which chose none. */
export const SOL: MonedaFuncional = {
  ...{ id: 2, iso: 'PEN', nombre: 'Sol', simbolo: 'S/', decimales: 2, pais: 'pe' },
  pais_nombre: 'Perú',
}

/** The header in which every answer of the API says which it is; without it, the sol. */
export const MONEDA_CABECERA = 'x-moneda-funcional'

/** As unit of a field: the symbol of the currency of the books, whichever it is when the field is drawn. */
export const DE_LOS_LIBROS = '¤'

let moneda = SOL

/** The currency of the books of this house. */
export const monedaFuncional = (): MonedaFuncional => moneda

/** Sets it for this program: in the server from the database, in a browser from what an answer of the server says. */
export function ponerMoneda(nueva: MonedaFuncional): void {
  moneda = nueva
}

/** What the header says of a currency; null of the one that is meant without it. */
export function cabeceraDe(de: MonedaFuncional): string | null {
  const keys = Object.keys(SOL) as (keyof MonedaFuncional)[]
  const said = keys.map((key) => [key, de[key]] as const)
  if (said.every(([key, value]) => value === SOL[key])) return null
  return encodeURIComponent(JSON.stringify(Object.fromEntries(said)))
}

/** The header in which a browser's write says in which currency of the books its page was drawn: its id. */
export const MONEDA_SUPUESTA = 'x-moneda-supuesta'

let leida = ''
let dicha = false

/** The id that a write of this browser names; null before the first answer said any. */
export const monedaSupuesta = (): string | null => (dicha ? String(moneda.id) : null)

/** Sets it to what the header says. */
export function tomarCabecera(cabecera: string | null): void {
  const said = cabecera ?? ''
  dicha = true
  if (said !== leida) ponerMoneda(said ? JSON.parse(decodeURIComponent(said)) : SOL)
  leida = said
}

/** `S/` for the mark of the currency of the books, any other unit as it is. */
export const unidadDicha = (unidad: string): string =>
  unidad === DE_LOS_LIBROS ? moneda.simbolo : unidad

/** The plural of its name in lower case, as in «en soles»: `soles`, `dólares`, `pesos colombianos`. */
export function enPlural(nombre = moneda.nombre): string {
  return nombre.toLowerCase().split(' ').map(pluralDe).join(' ')
}

/** Of Spanish nouns and adjectives: `sol` → `soles`, `peso` → `pesos`, `colón` → `colones`. */
function pluralDe(palabra: string): string {
  if (/[aeiouáéíóú]$/.test(palabra)) return `${palabra}s`
  if (palabra.endsWith('s')) return palabra
  return `${palabra.replace(/[óáéí](?=n$)/, (v) => ({ ó: 'o', á: 'a', é: 'e', í: 'i' })[v] ?? v).replace(/z$/, 'c')}es`
}
