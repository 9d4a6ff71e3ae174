/** Below the folder of the secrets. */
export const CARPETA = 'certificado'
export const ARCHIVOS = {
  /** Certificate and key of the authority: whoever has it can speak for the house on its network. */
  autoridad: 'autoridad.llave',
  /** What the tills install; no secret. */
  publico: 'autoridad-cambista.crt',
  cert: 'servidor.crt',
  key: 'servidor.llave',
  leame: 'LEAME.txt',
} as const

export interface Hecho {
  carpeta: string
  nombres: string[]
  vence: Date
  /** Whether the tills have to install it: it was made now. */
  nueva: boolean
  /** SHA-256 of the authority's certificate, to compare on a till. */
  huella: string
}
