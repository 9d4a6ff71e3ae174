import type { Control } from '../../core/fields.ts'
import { llano } from '../beneficiarios/rules/pegado/texto.ts'

/** How a file writes decimals. */
export type Decimales = 'punto' | 'coma'

/** A cell as the API takes it, or what is wrong with it. */
export type Leida = { valor: unknown } | { msg: string }

const SIGNO = { punto: '.', coma: ',' } as const
const OTRO = { '.': ',', ',': '.' } as const

/** An amount without what people write around it: `S/ 1,200.00`, `US$ 50`, `30 %`. */
function desnudo(text: string): string {
  return text
    .replaceAll(/[\s'’]/g, '')
    .replace(/^(?:S\/\.?|[A-Z]{1,3}\$?|\$|€)(?=-?\d)/i, '')
    .replace(/%$/, '')
}

interface Partes {
  /** The sign that ends the whole part; null when the number has none or its only sign may be either. */
  decimal: '.' | ',' | null
  dudoso: boolean
}

/** Reads what the signs of a number can mean; null when it is no number. */
function partesDe(text: string): Partes | null {
  if (/^-?\d+$/.test(text)) return { decimal: null, dudoso: false }
  for (const decimal of ['.', ','] as const) {
    const miles = OTRO[decimal].replace('.', '\\.')
    const coma = decimal.replace('.', '\\.')
    // Both signs, each in its place; or thousands alone, more than once.
    if (new RegExp(`^-?\\d{1,3}(?:${miles}\\d{3})+${coma}\\d+$`).test(text)) {
      return { decimal, dudoso: false }
    }
    if (new RegExp(`^-?\\d{1,3}(?:${miles}\\d{3}){2,}$`).test(text)) {
      return { decimal, dudoso: false }
    }
  }
  const one = /^-?(\d*)([.,])(\d+)$/.exec(text)
  if (!one) return null
  const [, whole = '', sign, rest = ''] = one
  const dudoso = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return { decimal: sign as '.' | ',', dudoso }
}

/** How a file writes decimals, from the numbers that can mean one thing only; null when they say nothing or both. */
export function decimalesDe(numeros: Iterable<string>): Decimales | null {
  const seen = new Set<Decimales>()
  for (const text of numeros) {
    const parts = partesDe(desnudo(text))
    if (parts?.decimal && !parts.dudoso) seen.add(parts.decimal === '.' ? 'punto' : 'coma')
  }
  const [only] = seen
  return seen.size === 1 && only ? only : null
}

/** A number of a file as decimal text. One that may be read in two ways is not guessed. */
export function leerNumero(typed: string, decimales: Decimales | null): Leida {
  const text = desnudo(typed)
  const parts = partesDe(text)
  if (!parts) return { valor: typed }
  if (parts.dudoso && !decimales) {
    const [con, sin] = [text.replace(/[.,]/, '.'), text.replace(/[.,]/, '')]
    return {
      msg: `No se sabe si «${typed}» es ${con} o ${sin}: diga cómo se escriben los decimales.`,
    }
  }
  const sign = parts.dudoso && decimales ? SIGNO[decimales] : parts.decimal
  if (!sign) return { valor: text }
  return {
    valor: text
      .replaceAll(OTRO[sign], '')
      .replace(sign, '.')
      .replace(/^(-?)\./, '$10.'),
  }
}

/** A date as ISO has it; what is not read as one stays as it is, for the field to refuse. */
export function leerFecha(typed: string): string {
  const text = typed.replace(/[T ]\d{1,2}:\d{2}.*$/, '')
  const two = (part = '') => part.padStart(2, '0')
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (local) return `${local[3]}-${two(local[2])}-${two(local[1])}`
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text)
  return iso ? `${iso[1]}-${two(iso[2])}-${two(iso[3])}` : typed
}

const SI = new Set(['si', 's', 'x', '1', 'verdadero', 'true', 'v', 'yes'])
const NO = new Set(['no', 'n', '0', 'falso', 'false', 'f'])

/** Words of other programs for a choice: what is written → what the field calls it. */
const SINONIMOS: Readonly<Record<string, string>> = {
  'persona natural': 'natural',
  pn: 'natural',
  n: 'natural',
  'persona juridica': 'juridica',
  empresa: 'juridica',
  pj: 'juridica',
  j: 'juridica',
  'carnet de extranjeria': 'CE',
  'carne extranjeria': 'CE',
  minorista: 'publico',
}

function leerOpcion(typed: string, control: Extract<Control, { tipo: 'seleccion' }>): string {
  const word = llano(typed)
  const meant = SINONIMOS[word] ?? typed
  const found = control.opciones.find(
    ({ valor, etiqueta }) => llano(valor) === llano(meant) || llano(etiqueta) === word,
  )
  return found?.valor ?? typed
}

/** A cell as its field takes it. References are looked up by whoever knows the house. */
export function leerCelda(control: Control, typed: string, decimales: Decimales | null): Leida {
  switch (control.tipo) {
    case 'decimal':
      return leerNumero(typed, decimales)
    case 'fecha':
      return { valor: leerFecha(typed) }
    case 'booleano': {
      const word = llano(typed)
      return { valor: SI.has(word) ? true : NO.has(word) ? false : typed }
    }
    case 'seleccion':
      return { valor: leerOpcion(typed, control) }
    case 'etiquetas':
      return {
        valor: typed
          .split(/[|,;]/)
          .map((word) => word.trim())
          .filter(Boolean),
      }
    default:
      return { valor: typed }
  }
}

/** Puts a value at its path: `a.0.b` is in the first of the list `a`. */
export function poner(body: Record<string, unknown>, ruta: string, valor: unknown): void {
  const [last, ...before] = ruta.split('.').reverse() as [string, ...string[]]
  let place = body
  const steps = before.reverse()
  steps.forEach((step, n) => {
    const next = steps[n + 1] ?? last
    place[step] ??= /^\d+$/.test(next) ? [] : {}
    place = place[step] as Record<string, unknown>
  })
  place[last] = valor
}

/** The value at a path; undefined where there is none. */
export function valorEn(body: unknown, ruta: string): unknown {
  let place = body
  for (const step of ruta.split('.')) place = (place as Record<string, unknown> | null)?.[step]
  return place
}

/** Are two values the same to a person? Amounts are, whatever zeros they are written with. */
export function iguales(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => {
    if (value === undefined || value === null || value === '') return null
    if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) return value.replace(/\.?0+$/, '')
    return value
  }
  const [x, y] = [plain(a), plain(b)]
  return typeof x === 'object' && x !== null ? JSON.stringify(x) === JSON.stringify(y) : x === y
}
