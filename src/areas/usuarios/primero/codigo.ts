import { timingSafeEqual } from 'node:crypto'
import { type ClaveCasa, resumen } from '../../../server/acceso/clave.ts'

/** Crockford's base 32: no letter that is taken for a digit or for another letter. */
const LETRAS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LARGO = 12

/**
 * The code with which the first administrator of a house proves that he started its program: twelve letters and digits
 * (60 bits) derived from the house's secret, so every process of the house and every start says the same one. It is
 * worth nothing once the house has a user.
 */
export function codigoDeCasa(clave: ClaveCasa): string {
  const bytes = resumen(clave, 'primer-usuario', '').subarray(0, LARGO)
  const text = [...bytes].map((byte) => LETRAS[byte % LETRAS.length]).join('')
  return text.replace(/.{4}(?=.)/g, '$&-')
}

/** Whether this is the code, however it was typed: letter case, hyphens and spaces do not count, O is 0, I and L are 1. */
export function esCodigoDeCasa(clave: ClaveCasa, typed: string): boolean {
  const given = Buffer.from(limpio(typed))
  const right = Buffer.from(limpio(codigoDeCasa(clave)))
  return given.length === right.length && timingSafeEqual(given, right)
}

const limpio = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
