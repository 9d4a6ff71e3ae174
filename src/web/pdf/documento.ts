import { zlibSync } from 'fflate'
import { type Fuente, type Fuentes, type Tipo, tipoDe } from './fuente.ts'

/** A PDF 1.7 (ISO 32000-1) of text, lines and filled boxes. Lengths are points, from the upper left corner. */

/** Millimetres in points. */
export const mm = (n: number): number => (n * 72) / 25.4

export interface Trazo {
  fuerte?: boolean
  /** 0 is black, 1 is white. */
  gris?: number
  alinear?: 'left' | 'right' | 'center'
}

/** A page that is being drawn. `y` of a text is its baseline; `x`, its start, its end or its middle. */
export interface Lienzo {
  texto(x: number, y: number, cuerpo: number, texto: string, trazo?: Trazo): void
  linea(x1: number, y1: number, x2: number, y2: number, grosor: number, gris?: number): void
  /** A filled path of squares of this size, such as a QR code's. */
  cuadros(puntos: readonly (readonly [x: number, y: number])[], lado: number): void
  caja(x: number, y: number, ancho: number, alto: number, gris: number): void
}

interface Pagina {
  ancho: number
  alto: number
  partes: string[]
}

export interface Documento {
  normal: Tipo
  fuerte: Tipo
  pagina(ancho: number, alto: number): Lienzo
  /** Draws on every page once their number is known. */
  alPie(dibujar: (lienzo: Lienzo, pagina: number, paginas: number) => void): void
  /** Compresses the pages one by one; `paso` is awaited before each and stops the work by throwing. */
  cerrar(paso?: (hecho: number, total: number) => Promise<void>): Promise<Blob>
}

/** Fixed numbers of the objects that are there once; the pages follow. */
const CATALOG = 1
const PAGES = 2
const INFO = 3
const FONTS = { normal: 4, fuerte: 9 } as const
const FIRST_PAGE = 14

const num = (n: number): string => String(Math.round(n * 1000) / 1000)

export function crearPdf(fuentes: Fuentes, titulo: string, autor: string, ahora: Date): Documento {
  const normal = tipoDe(fuentes.normal)
  const fuerte = tipoDe(fuentes.fuerte)
  const pages: Pagina[] = []
  const canvasOf = ({ alto, partes }: Pagina): Lienzo => ({
    texto(x, y, cuerpo, texto, { fuerte: bold = false, gris = 0, alinear = 'left' } = {}) {
      if (texto === '') return
      const tipo = bold ? fuerte : normal
      const width = alinear === 'left' ? 0 : tipo.medir(texto, cuerpo)
      const from = x - (alinear === 'center' ? width / 2 : width)
      partes.push(
        `${num(gris)} g BT /${bold ? 'F2' : 'F1'} ${num(cuerpo)} Tf ${num(from)} ${num(alto - y)} Td ${tipo.codificar(texto)} Tj ET`,
      )
    },
    linea(x1, y1, x2, y2, grosor, gris = 0) {
      partes.push(
        `${num(gris)} G ${num(grosor)} w ${num(x1)} ${num(alto - y1)} m ${num(x2)} ${num(alto - y2)} l S`,
      )
    },
    cuadros(puntos, lado) {
      const path = puntos.map(
        ([x, y]) => `${num(x)} ${num(alto - y - lado)} ${num(lado)} ${num(lado)} re`,
      )
      partes.push(`0 g ${path.join(' ')} f`)
    },
    caja(x, y, ancho, height, gris) {
      partes.push(
        `${num(gris)} g ${num(x)} ${num(alto - y - height)} ${num(ancho)} ${num(height)} re f`,
      )
    },
  })
  let foot: Parameters<Documento['alPie']>[0] = () => {}
  return {
    normal,
    fuerte,
    pagina(ancho, alto) {
      const page: Pagina = { ancho, alto, partes: [] }
      pages.push(page)
      return canvasOf(page)
    },
    alPie(dibujar) {
      foot = dibujar
    },
    async cerrar(paso = async () => {}) {
      const file = escritor()
      const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`)
      file.objeto(
        CATALOG,
        `<</Type/Catalog/Pages ${PAGES} 0 R/Lang(es-PE)/ViewerPreferences<</DisplayDocTitle true>>>>`,
      )
      file.objeto(PAGES, `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`)
      const when = ahora.toISOString().replace(/\D/g, '').slice(0, 14)
      file.objeto(
        INFO,
        `<</Title ${textString(titulo)}/Author ${textString(autor)}/Producer(Cambista)/CreationDate(D:${when}Z)>>`,
      )
      escribirFuente(file, FONTS.normal, 'AAAAAA+Inter-Regular', fuentes.normal, 80)
      escribirFuente(file, FONTS.fuerte, 'AAAAAB+Inter-Bold', fuentes.fuerte, 120)
      for (const [at, page] of pages.entries()) {
        await paso(at, pages.length)
        foot(canvasOf(page), at + 1, pages.length)
        const own = FIRST_PAGE + 2 * at
        file.objeto(
          own,
          `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 ${num(page.ancho)} ${num(page.alto)}]/Contents ${own + 1} 0 R/Resources<</Font<</F1 ${FONTS.normal} 0 R/F2 ${FONTS.fuerte} 0 R>>>>>>`,
        )
        file.flujo(own + 1, '', zlibSync(bytesOf(page.partes.join('\n'))))
      }
      return file.fin()
    },
  }
}

/** A text outside of the pages, in UTF-16 with its mark. */
function textString(texto: string): string {
  const units = Array.from({ length: texto.length }, (_, at) =>
    texto.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  return `<feff${units.join('')}>`
}

/** ASCII as bytes. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Writes the objects of a file and, at the end, where each begins. */
function escritor() {
  const parts: BlobPart[] = []
  const places = new Map<number, number>()
  let length = 0
  const push = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? bytesOf(part) : new Uint8Array(part)
    parts.push(bytes)
    length += bytes.length
  }
  // The second line tells transports that the file is binary.
  push('%PDF-1.7\n')
  push(new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  return {
    objeto(number: number, body: string) {
      places.set(number, length)
      push(`${number} 0 obj\n${body}\nendobj\n`)
    },
    /** A stream that is already compressed. */
    flujo(number: number, entries: string, data: Uint8Array) {
      places.set(number, length)
      push(`${number} 0 obj\n<</Length ${data.length}/Filter/FlateDecode${entries}>>\nstream\n`)
      push(data)
      push('\nendstream\nendobj\n')
    },
    fin(): Blob {
      const count = places.size + 1
      const start = length
      const rows = Array.from({ length: count - 1 }, (_, at) => {
        const place = String(places.get(at + 1) ?? 0)
        return `${place.padStart(10, '0')} 00000 n \n`
      })
      push(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`)
      push(
        `trailer\n<</Size ${count}/Root ${CATALOG} 0 R/Info ${INFO} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      )
      return new Blob(parts, { type: 'application/pdf' })
    },
  }
}

/** Five objects: the font, its description, its file, and which character each glyph is, for searching and copying. */
function escribirFuente(
  file: ReturnType<typeof escritor>,
  first: number,
  name: string,
  fuente: Fuente,
  grosor: number,
): void {
  const { letras, glifos, anchos, ascenso, descenso, caja, largo, datos } = fuente
  const widths = glifos.map((glifo, at) => `${glifo}[${anchos[at]}]`)
  file.objeto(
    first,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${first + 1} 0 R]/ToUnicode ${first + 4} 0 R>>`,
  )
  file.objeto(
    first + 1,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${first + 2} 0 R/CIDToGIDMap/Identity/W[${widths.join('')}]>>`,
  )
  file.objeto(
    first + 2,
    `<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[${caja.join(' ')}]/ItalicAngle 0/Ascent ${ascenso}/Descent ${descenso}/CapHeight ${Math.round(ascenso * 0.75)}/StemV ${grosor}/FontFile2 ${first + 3} 0 R>>`,
  )
  const ttf = Uint8Array.from(atob(datos), (char) => char.charCodeAt(0))
  file.flujo(first + 3, `/Length1 ${largo}`, ttf)
  file.flujo(first + 4, '', zlibSync(bytesOf(toUnicode(letras, glifos))))
}

/** The table from glyphs to characters; a section of it may hold 100 lines. */
function toUnicode(letras: string, glifos: readonly number[]): string {
  const hex = (n: number) => `<${n.toString(16).padStart(4, '0')}>`
  const seen = new Set<number>()
  const lines = [...letras].flatMap((letra, at) => {
    const glifo = glifos[at] ?? 0
    // A space and a no-break space share their glyph: it is read as a space.
    if (seen.has(glifo)) return []
    seen.add(glifo)
    return [`${hex(glifo)}${hex(letra.charCodeAt(0))}`]
  })
  const sections: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100)
    sections.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000><ffff> endcodespacerange
${sections.join('\n')}
endcmap CMapName currentdict/CMap defineresource pop end end`
}
