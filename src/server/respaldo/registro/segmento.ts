/*
 * How PostgreSQL names the segments of its write-ahead log: 8 hexadecimal digits of the timeline, then 16 of the number,
 * of which the last 8 go from 00 to FF only, since 256 segments of 16 MB are one of its older "log files".
 */

/** Bytes of a segment: that of every cluster that the program makes. */
export const SEGMENTO = 16 * 1024 * 1024
const POR_ARCHIVO = 0x100000000n / BigInt(SEGMENTO)

export const esSegmento = (nombre: string) => /^[0-9A-F]{24}$/.test(nombre)
/** Where a timeline left another: PostgreSQL needs it to take a number that no other life of the house has. */
export const esHistoria = (nombre: string) => /^[0-9A-F]{8}\.history$/.test(nombre)

/** The timeline of a segment, as its name has it. */
export const lineaDe = (nombre: string) => nombre.slice(0, 8)

/** The number of a segment on whatever timeline. */
export const numeroDe = (nombre: string) =>
  BigInt(`0x${nombre.slice(8, 16)}`) * POR_ARCHIVO + BigInt(`0x${nombre.slice(16)}`)

const hex8 = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')

/** The name of a segment by its timeline (`lineaDe`) and number. */
export const nombreDe = (linea: string, numero: bigint) =>
  `${linea}${hex8(numero / POR_ARCHIVO)}${hex8(numero % POR_ARCHIVO)}`

/** The segment that follows on the same timeline. */
export const siguiente = (nombre: string) => nombreDe(lineaDe(nombre), numeroDe(nombre) + 1n)

/** A place in the log, `H/L` as PostgreSQL writes it, as a count of bytes. */
export function bytesDe(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return BigInt(`0x${high}`) * 0x100000000n + BigInt(`0x${low}`)
}

/** The place at which a segment ends. */
export function finDe(nombre: string): string {
  const end = (numeroDe(nombre) + 1n) * BigInt(SEGMENTO)
  return `${(end / 0x100000000n).toString(16)}/${(end % 0x100000000n).toString(16)}`.toUpperCase()
}
