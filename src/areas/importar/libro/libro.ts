import { strFromU8, unzipSync } from 'fflate'
import { CsvError, type Tabla } from '../../../core/texto/csv.ts'
import { estilosDeFecha, fechaDe, numeroDe } from './valores.ts'
import { elementos, textoDeCadena, textoXml } from './xml.ts'

/** What a workbook may hold once it is unpacked: a small file may be made to unpack into a huge one. */
const MAXIMO = 64 * 1024 * 1024

const roto = () =>
  new CsvError(
    'No se pudo leer el libro de Excel. Ábralo y guárdelo de nuevo como .xlsx, o como CSV.',
  )

/** The parts that are read, each unpacked only when all together are small enough. @throws CsvError */
function partes(bytes: Uint8Array): (path: string) => string {
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(?:workbook|styles|sharedStrings|worksheets\/|_rels\/)/.test(name)) return false
        total += originalSize
        if (total > MAXIMO)
          throw new CsvError('El libro es demasiado grande. Guárdelo como CSV o pártalo.')
        return true
      },
    })
    return (path) => (files[path] ? strFromU8(files[path]) : '')
  } catch (cause) {
    throw cause instanceof CsvError ? cause : roto()
  }
}

/** The path of the first sheet that is not hidden. */
function primera(parte: (path: string) => string): string {
  const sheets = [...parte('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(
    ([tag]) => tag,
  )
  const shown = sheets.find((tag) => !/state\s*=\s*["'](?:hidden|veryHidden)/.test(tag)) ?? ''
  const id = /\w+:id\s*=\s*["']([^"']+)["']/.exec(shown)?.[1]
  const links = [...elementos(parte('xl/_rels/workbook.xml.rels'), 'Relationship')]
  const target = links.find(([{ Id }]) => Id === id)?.[0].Target ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** `C12` → 2. */
function columnaDe(celda: string): number {
  let n = 0
  for (const letter of celda.replace(/\d.*$/, '')) n = n * 26 + (letter.charCodeAt(0) - 64)
  return n - 1
}

/** The first visible sheet of a workbook: the first row with something has the titles. @throws CsvError */
export function leerLibro(bytes: Uint8Array, limites: { filas: number; columnas: number }): Tabla {
  const parte = partes(bytes)
  const hoja = parte(primera(parte))
  if (!hoja) throw roto()
  const strings = [...elementos(parte('xl/sharedStrings.xml'), 'si')].map(([, xml]) =>
    textoDeCadena(xml),
  )
  const dates = estilosDeFecha(parte('xl/styles.xml'))
  const de1904 = /date1904\s*=\s*["'](?:1|true)/.test(parte('xl/workbook.xml'))
  const valorDe = ({ t = 'n', s = '0' }: Record<string, string>, xml: string): string => {
    if (t === 'inlineStr') return textoDeCadena(xml)
    const [[, raw] = [{}, '']] = elementos(xml, 'v')
    const plain = textoXml(raw)
    if (t === 's') return strings[Number(plain)] ?? ''
    if (t === 'b') return plain === '1' ? 'Sí' : 'No'
    if (t !== 'n' || plain === '') return plain
    return dates[Number(s)] ? fechaDe(plain, de1904) : numeroDe(plain)
  }
  const rows: Tabla['filas'] = []
  for (const [{ r }, inside] of elementos(hoja, 'row')) {
    const celdas: string[] = []
    for (const [attributes, xml] of elementos(inside, 'c')) {
      const at = attributes.r ? columnaDe(attributes.r) : celdas.length
      const value = valorDe(attributes, xml).trim()
      if (value === '') continue
      if (at >= limites.columnas)
        throw new CsvError(
          `El archivo tiene más de ${limites.columnas} columnas. Deje solo las que necesita.`,
        )
      while (celdas.length < at) celdas.push('')
      celdas[at] = value
    }
    if (celdas.length > 0) rows.push({ linea: Number(r ?? rows.length + 1), celdas })
    if (rows.length > limites.filas + 1)
      throw new CsvError(`El archivo tiene más de ${limites.filas} filas. Pártalo en varios.`)
  }
  const [first, ...filas] = rows
  if (!first) throw new CsvError('La primera hoja del libro está vacía.')
  return { encabezado: first.celdas, filas }
}
