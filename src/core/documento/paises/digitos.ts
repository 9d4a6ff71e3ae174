/* Check digits of identity documents and tax numbers outside Peru, each as its country publishes it. */

const suma = (text: string, weights: readonly number[]): number =>
  Array.from(text, Number).reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0)

const LETRAS_DNI = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** True for a Spanish DNI: 8 digits and the letter of their remainder by 23. */
export const esDniEs = (numero: string): boolean =>
  /^\d{8}[A-Z]$/.test(numero) && LETRAS_DNI[Number(numero.slice(0, 8)) % 23] === numero[8]

/** True for a Spanish NIE: X, Y or Z, which stand for 0, 1 and 2, 7 digits and the letter of a DNI. */
export const esNie = (numero: string): boolean =>
  /^[XYZ]\d{7}[A-Z]$/.test(numero) && esDniEs(`${'XYZ'.indexOf(numero[0] ?? '')}${numero.slice(1)}`)

/** True for the NIF of a Spanish entity: a letter of its kind, 7 digits, and a digit or a letter that checks them. */
export function esNifDeEntidad(numero: string): boolean {
  const [, kind, digits, check] = /^([ABCDEFGHJNPQRSUVW])(\d{7})([0-9A-J])$/.exec(numero) ?? []
  if (!kind || !digits || !check) return false
  const sum = Array.from(digits, Number).reduce((total, digit, i) => {
    const twice = digit * 2
    return total + (i % 2 === 0 ? Math.floor(twice / 10) + (twice % 10) : digit)
  }, 0)
  const control = (10 - (sum % 10)) % 10
  const letter = 'JABCDEFGHI'[control] === check
  if ('NPQRSW'.includes(kind)) return letter
  return check === String(control) || (!'ABEH'.includes(kind) && letter)
}

/** True for a Chilean RUT: up to 8 digits and a modulo-11 digit, of which 10 is written K. */
export function esRut(numero: string): boolean {
  if (!/^\d{7,8}[\dK]$/.test(numero)) return false
  const body = [...numero.slice(0, -1)].reverse().join('')
  const check = 11 - (suma(body, [2, 3, 4, 5, 6, 7, 2, 3]) % 11)
  return numero.endsWith(check === 11 ? '0' : check === 10 ? 'K' : String(check))
}

/** True for an Argentine CUIT or CUIL: 11 digits, the last by modulo 11; one whose digit would be 10 is not issued. */
export function esCuit(numero: string): boolean {
  if (!/^(2[03-7]|3[034])\d{9}$/.test(numero)) return false
  const check = (11 - (suma(numero.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return check === Number(numero[10])
}

/** True for a cédula of Ecuador: province, a third digit under 6, and a check digit by modulo 10. */
export function esCedulaEc(numero: string): boolean {
  if (!/^(0[1-9]|1\d|2[0-4]|30)[0-5]\d{7}$/.test(numero)) return false
  const sum = Array.from(numero.slice(0, 9), Number).reduce((total, digit, i) => {
    const product = digit * (i % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(numero[9])
}

/** True for a Colombian NIT with its check digit: 9 digits and one by modulo 11 (DIAN). */
export function esNit(numero: string): boolean {
  if (!/^\d{10}$/.test(numero)) return false
  const rest = suma(numero.slice(0, 9), [41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11
  return (rest < 2 ? rest : 11 - rest) === Number(numero[9])
}

/** True for a Venezuelan RIF: a letter that counts, 8 digits and one by modulo 11 (SENIAT). */
export function esRif(numero: string): boolean {
  if (!/^[VEJPG]\d{9}$/.test(numero)) return false
  const letter = 'VEJPG'.indexOf(numero[0] ?? '') + 1
  const sum = letter * 4 + suma(numero.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2])
  const check = 11 - (sum % 11)
  return (check > 9 ? 0 : check) === Number(numero[9])
}

/** The modulo-11 digit of the Brazilian registers: a remainder under 2 is 0. */
function digitoBr(values: readonly number[], weights: readonly number[]): number {
  const rest = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

/** True for a Brazilian CPF: 9 digits and two that check them; eleven times one digit is none. */
export function esCpf(numero: string): boolean {
  if (!/^\d{11}$/.test(numero) || /^(\d)\1+$/.test(numero)) return false
  const all = Array.from(numero, Number)
  const weights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
  return (
    digitoBr(all.slice(0, 9), weights.slice(1)) === all[9] &&
    digitoBr(all.slice(0, 10), weights) === all[10]
  )
}
