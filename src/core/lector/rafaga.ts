/*
 * Scanners and bill counters write as a keyboard does, far faster than a person: what they write is told from what is
 * typed by the time between its keys.
 */

/** Two keys of one device are at most this far apart, in milliseconds; those of a person who types fast are not. */
const ENTRE_TECLAS = 50
/** After the end of a line a device may take longer. */
const ENTRE_LINEAS = 200

/** What came at a device's speed so far, its lines ended by `\n`, and when its last key did. */
export interface Rafaga {
  texto: string
  ultima: number
}

export const SIN_RAFAGA: Rafaga = { texto: '', ultima: Number.NEGATIVE_INFINITY }

/** The burst with one more key: a sign or `Enter`. Too late a key begins another one. */
export function conTecla({ texto, ultima }: Rafaga, key: string, en: number): Rafaga {
  const limit = texto.endsWith('\n') ? ENTRE_LINEAS : ENTRE_TECLAS
  const before = en - ultima <= limit ? texto : ''
  return { texto: before + (key === 'Enter' ? '\n' : key), ultima: en }
}

/** The lines of a burst that has just ended one. */
export const lineasDe = ({ texto }: Rafaga): string[] =>
  texto
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
