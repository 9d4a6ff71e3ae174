import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type ClaveCasa, parDeFirma } from '../../../server/acceso/clave.ts'

/** The head of the chain at a moment, said outside the database: what was before it cannot be rebuilt unseen. */
export interface Ancla {
  pos: number
  hash: string
  /** ISO instant, the business's clock. */
  fecha: string
  motivo: 'periodo' | 'cierre'
  /** The last business day that had ended by then. */
  dia: string
  /** SHA-256 of the line before, so that no line can be taken out of the middle. */
  previa: string
}

export interface AnclaFirmada extends Ancla {
  /** Raw Ed25519 public key and signature over the line without it, base64. */
  clave: string
  firma: string
}

const USO = 'auditoria'
/** DER of an Ed25519 public key, up to its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

export const archivoDeAnclas = (datos: string) => join(datos, 'auditoria', 'cabezas.jsonl')

const resumen = (linea: string) => createHash('sha256').update(linea).digest('hex')

/** What signs for a house: anchors and exports. */
export interface Firmante {
  /** Raw public key, base64: what somebody outside keeps to check with. */
  publica: string
  firmar(texto: string): string
}

export function firmanteDe(clave: ClaveCasa): Firmante {
  const { privada, publica } = parDeFirma(clave, USO)
  return {
    publica: publica
      .export({ format: 'der', type: 'spki' })
      .subarray(SPKI.length)
      .toString('base64'),
    firmar: (texto) => sign(null, Buffer.from(texto), privada).toString('base64'),
  }
}

/** Whether `firma` over `texto` is of the raw public key; a key or signature that is none is simply false. */
export function firmaValida(publica: string, texto: string, firma: string): boolean {
  try {
    const raw = Buffer.from(publica, 'base64')
    const key: KeyObject = createPublicKey({
      key: Buffer.concat([SPKI, raw]),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(texto), key, Buffer.from(firma, 'base64'))
  } catch {
    return false
  }
}

/** The text that is signed: the fields in their order. */
function porFirmar({ pos, hash, fecha, motivo, dia, previa, clave }: Omit<AnclaFirmada, 'firma'>) {
  return JSON.stringify({ pos, hash, fecha, motivo, dia, previa, clave })
}

/** The whole lines of the file: one that a crash cut was never said. */
export function leerLineas(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The last head this folder has said; null when none. */
export function ultimaAncla(datos: string): AnclaFirmada | null {
  const linea = leerLineas(archivoDeAnclas(datos)).at(-1)
  return linea ? (JSON.parse(linea) as AnclaFirmada) : null
}

/** Appends a signed head and waits until the disk has it. */
export function anclar(
  datos: string,
  firmante: Firmante,
  cabeza: Omit<Ancla, 'previa'>,
): AnclaFirmada {
  const path = archivoDeAnclas(datos)
  mkdirSync(dirname(path), { recursive: true })
  const lineas = leerLineas(path)
  const previa = resumen(lineas.at(-1) ?? '')
  const sin = { ...cabeza, previa, clave: firmante.publica }
  const ancla = { ...sin, firma: firmante.firmar(porFirmar(sin)) }
  const file = openSync(path, 'a', 0o644)
  try {
    truncateSync(
      path,
      lineas.reduce((sum, linea) => sum + Buffer.byteLength(linea) + 1, 0),
    )
    writeSync(file, `${JSON.stringify(ancla)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return ancla
}

/**
 * Reads the lines of an anchor file and says what is wrong with them: a signature that is not of `clave` (the
 * first line's own when none is given), a line changed, one missing in between.
 */
export function revisarAnclas(
  lineas: readonly string[],
  clave?: string,
): { anclas: AnclaFirmada[]; fallas: string[] } {
  const anclas: AnclaFirmada[] = []
  const fallas: string[] = []
  let previa = resumen('')
  for (const [i, linea] of lineas.entries()) {
    const ancla = leer(linea)
    const at = `Ancla ${i + 1}`
    if (!ancla) {
      fallas.push(`${at}: la línea no se entiende.`)
      break
    }
    const { firma, ...sin } = ancla
    if (ancla.clave !== (clave ?? anclas[0]?.clave ?? ancla.clave))
      fallas.push(`${at}: no está firmada con la clave de la casa.`)
    else if (!firmaValida(ancla.clave, porFirmar(sin), firma))
      fallas.push(`${at}: la firma no corresponde, la línea fue cambiada.`)
    if (ancla.previa !== previa) fallas.push(`${at}: falta o cambió la línea anterior.`)
    previa = resumen(linea)
    anclas.push(ancla)
  }
  return { anclas, fallas }
}

function leer(linea: string): AnclaFirmada | null {
  try {
    return JSON.parse(linea) as AnclaFirmada
  } catch {
    return null
  }
}
