import { fiscalDe, registroDe } from '../../../core/documento/fiscal.ts'
import type { Hoja, TablaHoja } from '../../../core/documento/hoja.ts'
import type { Filas } from '../../../core/documento/ticket.ts'
import { crearPdf, type Documento, type Lienzo, mm } from '../../pdf/documento.ts'
import { type Fuentes, lineasDe, type Tipo } from '../../pdf/fuente.ts'

/** A5, in points. */
const ANCHO = mm(148)
const ALTO = mm(210)
const MARGEN = mm(10)
const UTIL = ANCHO - 2 * MARGEN
const INTERLINEA = 1.3
/** Where the values of a sheet begin. */
const NOMBRES = mm(42)

/** Writes down one sheet after another. */
interface Pluma {
  pdf: Documento
  lienzo: Lienzo
  y: number
}

/** The sheet that `HojaPapel` prints, as a PDF; `qr`: the cells of its code, row by row. */
export function escribirHoja(fuentes: Fuentes, hoja: Hoja, qr: boolean[][]): Promise<Blob> {
  const { empresa, titulo, numero, marcas } = hoja
  const pdf = crearPdf(fuentes, `${titulo} ${numero}`, empresa.razon_social, new Date())
  const pluma: Pluma = { pdf, lienzo: pdf.pagina(ANCHO, ALTO), y: MARGEN }
  membrete(pluma, hoja)
  if (marcas.length > 0) marca(pluma, marcas.join(' · '))
  parrafo(pluma, titulo, 12, { fuerte: true, centrado: true })
  pluma.y += 6
  pares(pluma, hoja.manos, 14)
  pluma.y += 4
  pares(pluma, hoja.filas, 9.5)
  if (hoja.tabla) tabla(pluma, hoja.tabla)
  firmas(pluma, hoja.firmas)
  parrafo(pluma, hoja.pie, 8)
  sello(pluma, hoja, qr)
  pdf.alPie((lienzo, pagina, paginas) => {
    if (paginas === 1) return
    const words = `${numero} · Página ${pagina} de ${paginas}`
    lienzo.texto(ANCHO - MARGEN, ALTO - mm(5), 7, words, { alinear: 'right', gris: 0.35 })
  })
  return pdf.cerrar()
}

/** Begins another sheet when this one has no room left for `alto` points. */
function lugar(pluma: Pluma, alto: number): void {
  if (pluma.y + alto <= ALTO - MARGEN) return
  pluma.lienzo = pluma.pdf.pagina(ANCHO, ALTO)
  pluma.y = MARGEN
}

function membrete(pluma: Pluma, { empresa, numero, fecha }: Hoja): void {
  const { fuerte, normal } = pluma.pdf
  const right = Math.max(fuerte.medir(numero, 11), normal.medir(fecha, 8))
  const width = UTIL - right - mm(6)
  const top = pluma.y
  pluma.lienzo.texto(ANCHO - MARGEN, top + 11, 11, numero, { fuerte: true, alinear: 'right' })
  pluma.lienzo.texto(ANCHO - MARGEN, top + 22, 8, fecha, { alinear: 'right' })
  lineas(pluma, empresa.razon_social, 11, width, fuerte)
  const facts = [fiscalDe(empresa.ruc), registroDe(empresa.registro_sbs), empresa.direccion]
  lineas(pluma, facts.filter(Boolean).join(' · '), 8, width, normal)
  pluma.y = Math.max(pluma.y, top + 24) + 4
  pluma.lienzo.linea(MARGEN, pluma.y, ANCHO - MARGEN, pluma.y, 1.5)
  pluma.y += 5
}

/** Lines at the left margin. */
function lineas(pluma: Pluma, texto: string, cuerpo: number, ancho: number, tipo: Tipo): void {
  for (const line of lineasDe(texto, ancho, cuerpo, tipo)) {
    lugar(pluma, cuerpo * INTERLINEA)
    const fuerte = tipo === pluma.pdf.fuerte
    pluma.lienzo.texto(MARGEN, pluma.y + cuerpo, cuerpo, line, { fuerte })
    pluma.y += cuerpo * INTERLINEA
  }
}

function marca(pluma: Pluma, texto: string): void {
  const [left, right] = [MARGEN, ANCHO - MARGEN]
  const [top, bottom] = [pluma.y, pluma.y + 15]
  for (const y of [top, bottom]) pluma.lienzo.linea(left, y, right, y, 1)
  for (const x of [left, right]) pluma.lienzo.linea(x, top, x, bottom, 1)
  pluma.lienzo.texto(ANCHO / 2, top + 11, 10, texto, { fuerte: true, alinear: 'center' })
  pluma.y = bottom + 4
}

function parrafo(
  pluma: Pluma,
  texto: string,
  cuerpo: number,
  { fuerte = false, centrado = false } = {},
): void {
  const tipo = fuerte ? pluma.pdf.fuerte : pluma.pdf.normal
  for (const line of lineasDe(texto, UTIL, cuerpo, tipo)) {
    lugar(pluma, cuerpo * INTERLINEA)
    const [x, alinear] = centrado ? ([ANCHO / 2, 'center'] as const) : ([MARGEN, 'left'] as const)
    pluma.lienzo.texto(x, pluma.y + cuerpo, cuerpo, line, { fuerte, alinear })
    pluma.y += cuerpo * INTERLINEA
  }
}

/** Names and values; the values in `cuerpo`. */
function pares(pluma: Pluma, filas: Filas, cuerpo: number): void {
  const { normal, fuerte } = pluma.pdf
  for (const [name, value] of filas) {
    const names = lineasDe(name, NOMBRES - mm(3), 9.5, normal)
    const values = lineasDe(value, UTIL - NOMBRES, cuerpo, fuerte)
    const height = Math.max(names.length * 9.5, values.length * cuerpo) * INTERLINEA + 4
    lugar(pluma, height)
    // The first lines share their baseline.
    const base = pluma.y + 2 + cuerpo
    names.forEach((line, at) => {
      pluma.lienzo.texto(MARGEN, base + at * 9.5 * INTERLINEA, 9.5, line)
    })
    values.forEach((line, at) => {
      const y = base + at * cuerpo * INTERLINEA
      pluma.lienzo.texto(MARGEN + NOMBRES, y, cuerpo, line, { fuerte: true })
    })
    pluma.y += height
    pluma.lienzo.linea(MARGEN, pluma.y, ANCHO - MARGEN, pluma.y, 0.4, 0.65)
  }
}

/** Parts of the sheet's width: side, way, reference, amount. */
const PARTES = [0.16, 0.36, 0.22, 0.26]

function tabla(pluma: Pluma, { titulos, filas }: TablaHoja): void {
  pluma.y += 6
  const rows = [{ celdas: titulos, aparte: [] as readonly string[] }, ...filas]
  for (const [index, { celdas, aparte }] of rows.entries()) {
    const fuerte = index === 0
    const tipo = fuerte ? pluma.pdf.fuerte : pluma.pdf.normal
    const cells = celdas.map((celda, at) =>
      lineasDe(celda, UTIL * (PARTES[at] ?? 0) - 6, 9, tipo).map((line) => ({ line, cuerpo: 9 })),
    )
    const small = aparte.flatMap((line) =>
      lineasDe(line, UTIL * (PARTES[1] ?? 0) - 6, 7.5, pluma.pdf.normal),
    )
    cells[1]?.push(...small.map((line) => ({ line, cuerpo: 7.5 })))
    const height = Math.max(...cells.map(({ length }) => length)) * 9 * INTERLINEA + 5
    lugar(pluma, height)
    let x = MARGEN
    cells.forEach((cell, at) => {
      const width = UTIL * (PARTES[at] ?? 0)
      const last = at === cells.length - 1
      cell.forEach(({ line, cuerpo }, row) => {
        const y = pluma.y + 2 + 9 * (0.95 + row * INTERLINEA)
        const from = last ? x + width : x
        pluma.lienzo.texto(from, y, cuerpo, line, { fuerte, alinear: last ? 'right' : 'left' })
      })
      x += width
    })
    pluma.y += height
    pluma.lienzo.linea(MARGEN, pluma.y, ANCHO - MARGEN, pluma.y, 0.6)
  }
}

function firmas(pluma: Pluma, who: Filas): void {
  lugar(pluma, mm(26))
  pluma.y += mm(14)
  const gap = mm(12)
  const width = (UTIL - gap * (who.length - 1)) / who.length
  who.forEach(([nombre, detalle], at) => {
    const left = MARGEN + at * (width + gap)
    pluma.lienzo.linea(left, pluma.y, left + width, pluma.y, 0.7)
    const lines = lineasDe(nombre, width, 9, pluma.pdf.normal, 2)
    lines.forEach((line, row) => {
      const y = pluma.y + 11 + row * 9 * INTERLINEA
      pluma.lienzo.texto(left + width / 2, y, 9, line, { alinear: 'center' })
    })
    const below = pluma.y + 11 + lines.length * 9 * INTERLINEA
    pluma.lienzo.texto(left + width / 2, below, 7.5, detalle, { alinear: 'center' })
  })
  pluma.y += mm(14)
}

/** The code by which the paper is checked, and where. */
function sello(pluma: Pluma, { sello: { codigo, donde } }: Hoja, qr: boolean[][]): void {
  const side = mm(25)
  lugar(pluma, side)
  const cell = side / qr.length
  // The white border of the code stands in the margin.
  const left = MARGEN - 4 * cell
  const dark = qr.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [[left + x * cell, pluma.y + y * cell] as const] : [])),
  )
  pluma.lienzo.cuadros(dark, cell)
  const x = left + side + mm(1)
  pluma.lienzo.texto(x, pluma.y + mm(9), 8, 'Código de verificación')
  pluma.lienzo.texto(x, pluma.y + mm(9) + 12, 9, codigo, { fuerte: true })
  lineasDe(donde, UTIL - side - mm(1), 8, pluma.pdf.normal).forEach((line, at) => {
    pluma.lienzo.texto(x, pluma.y + mm(9) + 23 + at * 8 * INTERLINEA, 8, line)
  })
  pluma.y += side
}
