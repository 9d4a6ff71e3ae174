/** Why a request is answered by itself and never with others, in words that follow its name. */
export const APARTE = {
  tipo: 'se mira una por una',
  propia: 'es suya: pide su contraseña y su segundo factor',
  pantalla: 'hay que abrirlo y decidir ahí',
  aviso: 'tiene un aviso que leer',
} as const
export type Aparte = keyof typeof APARTE

/**
 * Why a request is left out of a set; null where it may be in one. `juntas`: its kind may be approved with others.
 * What asks for a choice, a note, a password or a second factor, and what looks odd, is answered where that is seen.
 */
export function aparteDe(
  e: { sola: boolean; confirma: object | null; aviso: string | null },
  juntas: boolean,
): Aparte | null {
  if (!juntas) return 'tipo'
  if (e.sola) return 'propia'
  if (e.confirma === null) return 'pantalla'
  return e.aviso === null ? null : 'aviso'
}

/** How a request is named where several are. */
export const nombreDe = ({ numero, titulo }: { numero: string | null; titulo: string }) =>
  numero ?? titulo

interface Importe {
  moneda_id: number
  monto: string
}

/**
 * What a set brings in and takes out, by currency: the two are never set off against each other, so that a large
 * amount does not hide behind another.
 */
export function sumasDe(esperas: readonly { importes: readonly Importe[] }[]): {
  entra: Importe[]
  sale: Importe[]
} {
  const all = esperas.flatMap(({ importes }) => importes)
  return {
    entra: all.filter(({ monto }) => !monto.startsWith('-')),
    sale: all
      .filter(({ monto }) => monto.startsWith('-'))
      .map(({ moneda_id, monto }) => ({ moneda_id, monto: monto.slice(1) })),
  }
}

/** The requests that still wait as they were when they were marked; one that changed meanwhile is another. */
export function siguenIgual<E>(marcadas: readonly E[], ahora: readonly E[]): E[] {
  const waiting = new Set(ahora.map((each) => JSON.stringify(each)))
  return marcadas.filter((each) => waiting.has(JSON.stringify(each)))
}
