import { z } from 'zod'
import { decimalText, instante } from '../contract.ts'

const importe = z.object({
  monto: decimalText,
  iso: z.string(),
  simbolo: z.string(),
  decimales: z.int(),
})
export type ImportePapel = z.infer<typeof importe>

/** An amount and what it is. */
export const importeNombrado = importe.extend({ nombre: z.string() })

/** What changes hands by a paper. */
export const figuras = z.object({ entrega: z.array(importe), recibe: z.array(importe) })
export type Figuras = z.infer<typeof figuras>

/** What a printed document says to anybody who holds it: never who the client or the beneficiary is. */
export const papel = z.object({
  numero: z.string(),
  /** `Compra de moneda extranjera`, `Orden de envío de dinero`. */
  documento: z.string(),
  fecha: instante,
  /** What the client hands over and what he, or his beneficiary, receives. */
  entrega: z.array(importe),
  recibe: z.array(importe),
  /** Why these amounts are not the agreed ones: the fee and the rounding, where there are any. */
  aparte: z.array(importeNombrado),
})
export type Papel = z.infer<typeof papel>

/**
 * What became of what the client hands over: the house has it, waits for it, did not get it in time or in full, or the
 * document was annulled.
 */
export const COBRO_PAPEL = ['recibido', 'espera', 'falto', 'anulado'] as const
export type CobroPapel = (typeof COBRO_PAPEL)[number]

/** Crockford's base 32: no letter that is mistaken for a digit. */
const LETRAS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 16 letters of 5 bits: 80 bits, which nobody guesses. */
const LARGO = 16

/** The first 80 bits of a digest as a code of 16 letters. `bytes`: at least ten. */
export function codigoDeBytes(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte)
  return Array.from(
    { length: LARGO },
    (_, i) => LETRAS[Number((bits >> BigInt(5 * (LARGO - 1 - i))) & 31n)],
  ).join('')
}

/** What somebody typed as a code: without spaces and hyphens, in capitals, O as 0, I and L as 1. */
export const codigoEscrito = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s–-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** A code as people read it aloud: four groups of four. */
export const codigoLegible = (codigo: string): string => codigo.replace(/(.{4})(?=.)/g, '$1-')

/** Whether a text, as typed, has the form of a code. */
export const esCodigo = (text: string): boolean =>
  new RegExp(`^[${LETRAS}]{${LARGO}}$`).test(codigoEscrito(text))

/** The page that checks a paper, below the house's address. */
export const VERIFICAR = '/verificar'

/** The page on which a client follows his remittance. */
export const SEGUIMIENTO = '/seguimiento'

/** The address that a paper's QR code holds. What follows `#` is sent to no server. `casa`: without a slash at its end. */
export const enlacePapel = (
  casa: string,
  numero: string,
  codigo: string,
  pagina: string = VERIFICAR,
): string => `${casa}${pagina}#${numero}.${codigo}`

interface DeUnPapel {
  numero: string
  codigo: string
}

/**
 * The number and the code in the fragment of that address (`#CV-2026-000001.…`, the code with hyphens or without); null
 * when it does not hold both.
 */
export function papelDelEnlace(fragmento: string): DeUnPapel | null {
  const [, numero = '', codigo = ''] =
    /^#?([A-Z0-9-]{3,30})\.([A-Z0-9-]{16,22})$/i.exec(fragmento) ?? []
  return esCodigo(codigo) ? { numero: numero.toUpperCase(), codigo: codigoEscrito(codigo) } : null
}

/** What an address that does not hold both has of them, as somebody would go on typing it; empty for nothing. */
export function parteDelEnlace(fragmento: string): DeUnPapel {
  const said = fragmento.replace(/^#/, '')
  if (esCodigo(said)) return { numero: '', codigo: codigoLegible(codigoEscrito(said)) }
  const [, numero = '', codigo = ''] =
    /^([A-Z]{1,6}-[A-Z0-9-]{1,23})(?:\.([A-Z0-9-]{0,30}))?$/i.exec(said) ?? []
  return { numero: numero.toUpperCase(), codigo: codigo.toUpperCase() }
}
