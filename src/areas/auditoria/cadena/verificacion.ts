import { type AnclaFirmada, firmaValida, revisarAnclas } from './anclas.ts'
import { type Eslabon, huella, ORIGEN } from './cadena.ts'

/** First line of a verifiable export; it is signed. */
export interface Cabecera {
  cambista: 'auditoria'
  version: 1
  desde: number
  hasta: number
  /** The link before the first row. */
  previo: string
  /** The link of the last row. */
  cabeza: string
  exportado_en: string
  clave: string
  firma: string
}

export interface Revision {
  filas: number
  cabecera: Cabecera | null
  /** How many anchors cover these rows. */
  anclas: number
  /** Evidence of tampering, as Spanish sentences; empty when there is none. */
  fallas: string[]
  /** What could not be verified, as Spanish sentences. */
  avisos: string[]
}

/** The text that the server signs for an export. */
export function porFirmar({
  desde,
  hasta,
  previo,
  cabeza,
  exportado_en,
  clave,
}: Pick<Cabecera, 'desde' | 'hasta' | 'previo' | 'cabeza' | 'exportado_en' | 'clave'>) {
  return JSON.stringify({ desde, hasta, previo, cabeza, exportado_en, clave })
}

const MAX_FALLAS = 20

/**
 * Verifies an export using only its own lines and, optionally, the lines of an anchor file and the house's public key
 * (raw, base64). Without an anchor a cut tail or a rebuilt chain can go unnoticed; the result then warns of it.
 */
export function verificarExportacion(
  lineas: readonly string[],
  { anclas = null, clave }: { anclas?: readonly string[] | null; clave?: string | undefined } = {},
): Revision {
  const [primera = '', ...resto] = lineas
  const cabecera = leer<Cabecera>(primera)
  if (cabecera?.cambista !== 'auditoria' || cabecera.version !== 1) {
    const fallas = ['La primera línea no es la cabecera de una exportación verificable.']
    return { filas: 0, cabecera: null, anclas: 0, fallas, avisos: [] }
  }
  const filas = resto.map((linea) => leer<Eslabon>(linea))
  const revisadas = revisarAnclas(anclas ?? [], clave)
  const contra = anclas ? revisarContraAnclas(cabecera, filas, revisadas.anclas) : null
  const fallas = [
    ...revisarCabecera(cabecera, clave ?? revisadas.anclas[0]?.clave),
    ...revisarFilas(cabecera, filas),
    ...revisadas.fallas,
    ...(contra?.fallas ?? []),
  ]
  return {
    filas: filas.length,
    cabecera,
    anclas: contra?.dicen ?? 0,
    fallas: fallas.slice(0, MAX_FALLAS),
    avisos: avisosDe(cabecera, contra?.dicen ?? 0, clave),
  }
}

function avisosDe(cabecera: Cabecera, dicen: number, clave?: string): string[] {
  const avisos: string[] = []
  if (dicen === 0)
    avisos.push(
      'Ningún ancla habla de estas filas: no se puede saber si se cortó el final o se rehízo toda la cadena.',
    )
  if (!clave) avisos.push(`Compare la clave pública con la que guardó la casa: ${cabecera.clave}`)
  return avisos
}

function revisarCabecera(cabecera: Cabecera, clave?: string): string[] {
  const fallas: string[] = []
  if (clave && cabecera.clave !== clave)
    fallas.push('La exportación no está firmada con la clave de la casa.')
  if (!firmaValida(cabecera.clave, porFirmar(cabecera), cabecera.firma))
    fallas.push('La firma de la exportación no corresponde: la cabecera fue cambiada.')
  if (cabecera.desde === 1 && cabecera.previo !== ORIGEN)
    fallas.push('La primera fila no parte del origen de la cadena.')
  return fallas
}

/** Checks that every row continues the previous one; a fault does not hide later ones. */
function revisarFilas(cabecera: Cabecera, filas: readonly (Eslabon | null)[]): string[] {
  const fallas: string[] = []
  let previo = cabecera.previo
  let pos = cabecera.desde
  for (const [i, fila] of filas.entries()) {
    if (!fila || typeof fila.hash !== 'string') {
      fallas.push(`Línea ${i + 2}: no se entiende.`)
      continue
    }
    const nombre = `Fila ${fila.pos} (registro ${fila.id}, ${fila.fecha})`
    const lacks = fila.pos - pos
    if (lacks > 0)
      fallas.push(
        `${nombre}: ${lacks === 1 ? 'falta 1 fila' : `faltan ${lacks} filas`} antes de ella.`,
      )
    else if (lacks < 0) fallas.push(`${nombre}: está repetida, insertada o fuera de su lugar.`)
    else if (huella(fila, previo) !== fila.hash)
      fallas.push(`${nombre}: su contenido, su fecha o la fila anterior fueron cambiados.`)
    previo = fila.hash
    pos = fila.pos + 1
  }
  if (pos !== cabecera.hasta + 1)
    fallas.push(
      `La exportación promete hasta la fila ${cabecera.hasta} y termina en la ${pos - 1}.`,
    )
  else if (previo !== cabecera.cabeza)
    fallas.push('La última fila no es la que promete la cabecera: las filas fueron rehechas.')
  return fallas
}

function revisarContraAnclas(
  cabecera: Cabecera,
  filas: readonly (Eslabon | null)[],
  anclas: readonly AnclaFirmada[],
): { dicen: number; fallas: string[] } {
  const porPos = new Map(filas.map((fila) => [fila?.pos, fila?.hash]))
  porPos.set(cabecera.desde - 1, cabecera.previo)
  const fallas: string[] = []
  let dicen = 0
  for (const { pos, hash, fecha } of anclas) {
    if (pos > cabecera.hasta) {
      // An anchor published after the export covers rows that the export cannot contain.
      if (Date.parse(fecha) > Date.parse(cabecera.exportado_en)) continue
      dicen += 1
      fallas.push(
        `El ancla del ${fecha} llega a la fila ${pos} y la exportación, posterior, termina en la ${cabecera.hasta}: falta el final.`,
      )
    } else if (pos >= cabecera.desde - 1) {
      dicen += 1
      const visto = porPos.get(pos)
      if (visto !== undefined && visto !== hash)
        fallas.push(`El ancla del ${fecha} no coincide con la fila ${pos}: la cadena fue rehecha.`)
    }
  }
  return { dicen, fallas }
}

function leer<T>(linea: string): T | null {
  try {
    const value: unknown = JSON.parse(linea)
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}
