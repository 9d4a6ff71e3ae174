import { createHash } from 'node:crypto'
import { campoDe, type Eslabon } from './cadena.ts'

type Fila = [tabla: string, clave: string, huella: string | null]

/** The digest of a batch, hexadecimal: of its rows in the order of their bytes. Twin of SQL `sellos_huella`. */
export function huellaDeLote(filas: readonly Fila[]): string {
  const hash = createHash('sha256')
  const bytes = (text: string) => Buffer.from(text, 'utf8')
  const ordered = filas.toSorted(
    ([t, c], [u, d]) => bytes(t).compare(bytes(u)) || bytes(c).compare(bytes(d)),
  )
  for (const fila of ordered) for (const campo of fila) hash.update(campoDe(campo))
  return hash.digest('hex')
}

/** The digests of batches that an export of the audit holds, by batch. */
function sellados(eslabones: Iterable<Eslabon>): Map<string, string> {
  const found = new Map<string, string>()
  for (const { entidad, accion, entidad_id, despues } of eslabones) {
    if (entidad !== 'sellos' || accion !== 'sellar') continue
    const { huella } = JSON.parse(despues ?? '{}') as { huella?: string }
    found.set(entidad_id ?? '', huella ?? '')
  }
  return found
}

/**
 * Checks an export of the ledger (`libro:exportar -- verificable`) line by line against an export of the audit that was
 * found whole: every batch is the one that was chained, and every entry, legs included, is as it was sealed last.
 */
export async function revisarLibro(
  lineas: AsyncIterable<string> | Iterable<string>,
  eslabones: Iterable<Eslabon>,
): Promise<{ asientos: number; fallas: string[] }> {
  const lotes = sellados(eslabones)
  const ultimas = new Map<string, string | null>()
  const fallas: string[] = []
  let asientos = 0
  for await (const linea of lineas) {
    const dicho = leer(linea)
    if (!dicho) fallas.push('Una línea del libro no se entiende.')
    else if (dicho.filas) {
      const chained = lotes.get(String(dicho.lote))
      lotes.delete(String(dicho.lote))
      if (chained !== huellaDeLote(dicho.filas))
        fallas.push(`Lote ${dicho.lote}: no es el que entró en la cadena.`)
      for (const [tabla, clave, huella] of dicho.filas)
        if (tabla === 'asientos') ultimas.set(clave, huella)
    } else {
      const { asiento = '', texto = '' } = dicho
      asientos += 1
      if (ultimas.get(asiento) !== createHash('sha256').update(texto).digest('hex'))
        fallas.push(`Asiento ${asiento}: no es como se selló, él o uno de sus apuntes.`)
      ultimas.delete(asiento)
    }
  }
  for (const [asiento, huella] of ultimas)
    if (huella !== null) fallas.push(`Asiento ${asiento}: se selló y falta.`)
  for (const lote of lotes.keys()) fallas.push(`Lote ${lote}: falta.`)
  return { asientos, fallas: fallas.slice(0, 20) }
}

interface Linea {
  lote?: number
  filas?: Fila[]
  asiento?: string
  texto?: string
}

function leer(linea: string): Linea | null {
  try {
    return JSON.parse(linea) as Linea
  } catch {
    return null
  }
}
