/** The code of a country by the plan of the ITU: one digit, two, or otherwise three. */
const CODIGO = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,})$/

/** A telephone as it is read aloud: `+51 941 000 009`, `+58 414 123 4567`; another text as it is. */
export function formatTelefono(numero: string): string {
  const [, pais, resto] = CODIGO.exec(numero) ?? []
  if (!pais || !resto) return numero
  // Three by three, the last four together where one would be left over; eight are two fours.
  const groups = resto.length % 3 === 2 ? /\d{4}|\d+/g : /\d{4}$|\d{3}(?!\d$)|\d+/g
  return `+${pais} ${(resto.match(groups) ?? [resto]).join(' ')}`
}
