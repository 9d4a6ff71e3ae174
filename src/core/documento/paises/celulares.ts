/** How mobiles are written within a country. */
interface Celular {
  prefijo: string
  patron: RegExp
  /** As people there write one. */
  ejemplo: string
}

/** A first 0 is dialled within some countries, and is no part of the number. */
const CELULARES: Readonly<Record<string, Celular>> = {
  ar: { prefijo: '+549', patron: /^9?([1-9]\d{9})$/, ejemplo: '11 2345 6789' },
  bo: { prefijo: '+591', patron: /^([67]\d{7})$/, ejemplo: '7123 4567' },
  br: { prefijo: '+55', patron: /^([1-9]\d9\d{8})$/, ejemplo: '11 91234 5678' },
  cl: { prefijo: '+56', patron: /^(9\d{8})$/, ejemplo: '9 8765 4321' },
  co: { prefijo: '+57', patron: /^(3\d{9})$/, ejemplo: '300 123 4567' },
  ec: { prefijo: '+593', patron: /^0?(9\d{8})$/, ejemplo: '099 123 4567' },
  es: { prefijo: '+34', patron: /^([67]\d{8})$/, ejemplo: '612 345 678' },
  mx: { prefijo: '+52', patron: /^([1-9]\d{9})$/, ejemplo: '55 1234 5678' },
  pa: { prefijo: '+507', patron: /^(6\d{7})$/, ejemplo: '6123 4567' },
  pe: { prefijo: '+51', patron: /^(9\d{8})$/, ejemplo: '987 654 321' },
  us: { prefijo: '+1', patron: /^([2-9]\d{2}[2-9]\d{6})$/, ejemplo: '212 555 0123' },
  ve: { prefijo: '+58', patron: /^0?(4\d{9})$/, ejemplo: '0412 123 4567' },
}

/** A mobile as it is written within `pais`, digits alone, in E.164; null when it is none of that country. */
export function celularNacional(pais: string, digitos: string): string | null {
  const { prefijo, patron } = CELULARES[pais] ?? {}
  const own = patron?.exec(digitos)?.[1]
  return own ? `${prefijo}${own}` : null
}

/** A mobile as people of `pais` write one, for help and refusals; with the country's code where none is known. */
export const ejemploDeCelular = (pais: string): string =>
  CELULARES[pais]?.ejemplo ?? '+58 412 1234567'
