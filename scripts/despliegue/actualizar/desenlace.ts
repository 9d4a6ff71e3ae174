/*
 * How an upgrade ended, as its exit code: whoever runs it unattended need not read its words (docs/despliegue.md). They
 * are none that Node ends with by itself.
 */

/** Exit codes by what serves now. */
export const CODIGO = {
  /** The new version serves, and its books are clean. */
  nueva: 0,
  /** The house was not touched: what served before goes on. */
  igual: 1,
  /** The new version did not serve: the one before does, with the house as it was. */
  vuelta: 20,
  /** No version is known to serve: somebody looks, and the same command goes on. */
  ninguna: 21,
  /** The new version serves, and somebody has to look at its books. */
  revisar: 22,
} as const

const QUE: Record<number, string> = {
  [CODIGO.nueva]: 'atiende la versión nueva',
  [CODIGO.igual]: 'la casa no se tocó y sigue la versión de antes',
  [CODIGO.vuelta]: 'la versión nueva no atendió y atiende la de antes',
  [CODIGO.ninguna]: 'no atiende ninguna versión, o no se sabe cuál: alguien debe mirar',
  [CODIGO.revisar]: 'atiende la versión nueva y alguien debe mirar lo que se dice arriba',
}

/** The last line that an upgrade says. */
export const ultimaLinea = (code: number) => `Código ${code}: ${QUE[code]}.\n`

/** An end that is none of the good ones: a sentence in Spanish, and its code. */
export class Desenlace extends Error {
  readonly codigo: number

  constructor(codigo: number, frase: string) {
    super(frase)
    this.codigo = codigo
  }
}
