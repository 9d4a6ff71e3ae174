import { formatDecimal } from '../../../../core/formato.ts'
import { crearPdf, type Documento, type Lienzo, mm } from '../../../pdf/documento.ts'
import { type Fuentes, lineasDe } from '../../../pdf/fuente.ts'
import type { Columna } from '../../lista/tabla.tsx'
import { exportables, valorDe } from '../exportar.ts'
import { porTurnos } from '../pausa.ts'
import { anchosDe, type Celda, RELLENO } from './anchos.ts'

/** What stands above and below the rows. */
export interface Encabezado {
  titulo: string
  /** The house's name and tax number. */
  casa: string
  /** Period, filters and search, in words. */
  filtros: readonly string[]
  /** Totals above the table, by currency. */
  totales: readonly string[]
  /** The table's last rows: a cell for each column, or one cell alone for the whole row. */
  pie: readonly (readonly string[])[]
  /** Who exports, and when. */
  autor: string
}

/** A4, in points. */
const CORTO = mm(210)
const LARGO = mm(297)
const MARGEN = mm(10)
/** Above this number of columns the sheet is landscape. */
const DE_PIE = 7
const INTERLINEA = 1.3
/** Points above and below the text of a cell. */
const SOBRE = 2.5
/** Lines of one cell; the rest of an endless text is cut with `…`. */
const MAX_LINEAS = 20

/** The text of a cell on paper: numbers as es-PE writes them, the rest unchanged. */
export function textoDe<T>(columna: Columna<T>, fila: T): string {
  const { texto, numero } = valorDe(columna, fila)
  if (!numero) return texto
  return columna.escrito?.(fila) ?? formatDecimal(texto, texto.split('.')[1]?.length ?? 0)
}

/**
 * The list on A4 sheets, landscape when it has many columns, with the titles of the columns on every page. Written in
 * slices, so that the page stays responsive; throws the signal's reason when it aborts.
 */
export async function toPdf<T>(
  fuentes: Fuentes,
  encabezado: Encabezado,
  columnas: readonly Columna<T>[],
  filas: readonly T[],
  signal: AbortSignal,
  onProgress: (count: number, total: number) => void,
): Promise<Blob> {
  const written = exportables(columnas)
  const pdf = crearPdf(fuentes, encabezado.titulo, encabezado.casa, new Date())
  const turno = porTurnos(signal, onProgress)
  const cells: string[][] = []
  for (const [at, fila] of filas.entries()) {
    cells.push(written.map((columna) => textoDe(columna, fila)))
    await turno(at, filas.length)
  }
  const heads = written.map(({ titulo, alinear }) => ({ texto: titulo, alinear }))
  const foot = encabezado.pie.filter((row) => row.length === written.length)
  const measured = [...cells, ...foot]
  const upright = anchosDe(pdf, heads, measured, CORTO - 2 * MARGEN)
  const wide = written.length > DE_PIE || !upright.cabe
  const { anchos, cuerpo } = wide ? anchosDe(pdf, heads, measured, LARGO - 2 * MARGEN) : upright
  const hoja: Hoja = { pdf, heads, anchos, cuerpo, ...(wide ? HORIZONTAL : VERTICAL) }
  let pluma = cabecera(hoja, encabezado)
  titulos(hoja, pluma)
  for (const [at, row] of cells.entries()) {
    pluma = fila(hoja, pluma, row)
    await turno(at + 1, filas.length)
  }
  for (const row of encabezado.pie) {
    pluma =
      row.length === written.length
        ? fila(hoja, pluma, row, true)
        : parrafo(hoja, pluma, row.join(' '), cuerpo, { fuerte: true })
  }
  if (filas.length === 0) parrafo(hoja, pluma, 'No hay filas con estos filtros.', 9)
  pdf.alPie((lienzo, pagina, paginas) => {
    const y = hoja.alto - mm(6)
    lienzo.texto(MARGEN, y, 7, `${encabezado.casa} · ${encabezado.titulo}`, { gris: 0.35 })
    const count = `Página ${pagina} de ${paginas}`
    lienzo.texto(hoja.ancho - MARGEN, y, 7, count, { gris: 0.35, alinear: 'right' })
  })
  return pdf.cerrar(async () => {
    await turno(filas.length, filas.length)
  })
}

interface Hoja {
  pdf: Documento
  heads: readonly Celda[]
  anchos: readonly number[]
  cuerpo: number
  ancho: number
  alto: number
}

const VERTICAL = { ancho: CORTO, alto: LARGO }
const HORIZONTAL = { ancho: LARGO, alto: CORTO }

/** The page that is written on, and how far down. */
interface Pluma {
  lienzo: Lienzo
  y: number
}

function cabecera(hoja: Hoja, { titulo, casa, filtros, totales, autor }: Encabezado): Pluma {
  let pluma: Pluma = { lienzo: hoja.pdf.pagina(hoja.ancho, hoja.alto), y: MARGEN }
  pluma = parrafo(hoja, pluma, casa, 9, { fuerte: true })
  pluma = parrafo(hoja, pluma, titulo, 14, { fuerte: true })
  for (const line of filtros) pluma = parrafo(hoja, pluma, line, 8)
  pluma = parrafo(hoja, pluma, autor, 8, { gris: 0.35 })
  if (totales.length > 0) {
    pluma.y += 4
    for (const line of totales) pluma = parrafo(hoja, pluma, line, 8)
  }
  pluma.y += 6
  return pluma
}

function parrafo(
  hoja: Hoja,
  pluma: Pluma,
  texto: string,
  cuerpo: number,
  trazo: { fuerte?: boolean; gris?: number } = {},
): Pluma {
  const tipo = trazo.fuerte ? hoja.pdf.fuerte : hoja.pdf.normal
  let at = pluma
  for (const line of lineasDe(texto, hoja.ancho - 2 * MARGEN, cuerpo, tipo)) {
    if (at.y + cuerpo * INTERLINEA > hoja.alto - mm(12)) at = otra(hoja, false)
    at.lienzo.texto(MARGEN, at.y + cuerpo, cuerpo, line, trazo)
    at.y += cuerpo * INTERLINEA
  }
  return at
}

function otra(hoja: Hoja, conTitulos: boolean): Pluma {
  const next = { lienzo: hoja.pdf.pagina(hoja.ancho, hoja.alto), y: MARGEN }
  if (conTitulos) titulos(hoja, next)
  return next
}

/** The titles of the columns. */
function titulos(hoja: Hoja, pluma: Pluma): void {
  const lines = partir(
    hoja,
    hoja.heads.map(({ texto }) => texto),
    true,
  )
  const height = altoDe(hoja, lines)
  pluma.lienzo.caja(MARGEN, pluma.y, hoja.ancho - 2 * MARGEN, height, 0.92)
  dibujar(hoja, pluma, lines, true)
  pluma.y += height
}

function fila(hoja: Hoja, pluma: Pluma, celdas: readonly string[], fuerte = false): Pluma {
  const lines = partir(hoja, celdas, fuerte)
  const height = altoDe(hoja, lines)
  const at = pluma.y + height > hoja.alto - mm(12) ? otra(hoja, true) : pluma
  dibujar(hoja, at, lines, fuerte)
  at.y += height
  at.lienzo.linea(MARGEN, at.y, hoja.ancho - MARGEN, at.y, 0.4, 0.75)
  return at
}

const partir = (hoja: Hoja, celdas: readonly string[], fuerte: boolean): string[][] =>
  celdas.map((texto, at) => {
    const width = (hoja.anchos[at] ?? 0) - 2 * RELLENO
    return lineasDe(
      texto,
      width,
      hoja.cuerpo,
      fuerte ? hoja.pdf.fuerte : hoja.pdf.normal,
      MAX_LINEAS,
    )
  })

const altoDe = ({ cuerpo }: Hoja, lines: readonly string[][]): number =>
  Math.max(1, ...lines.map(({ length }) => length)) * cuerpo * INTERLINEA + 2 * SOBRE

function dibujar(hoja: Hoja, { lienzo, y }: Pluma, lines: readonly string[][], fuerte: boolean) {
  let x = MARGEN
  for (const [at, cell] of lines.entries()) {
    const width = hoja.anchos[at] ?? 0
    const alinear = hoja.heads[at]?.alinear ?? 'left'
    const from = alinear === 'left' ? RELLENO : alinear === 'right' ? width - RELLENO : width / 2
    for (const [row, line] of cell.entries()) {
      const base = y + SOBRE + hoja.cuerpo * (0.95 + row * INTERLINEA)
      lienzo.texto(x + from, base, hoja.cuerpo, line, { fuerte, alinear })
    }
    x += width
  }
}
