import { formatTasa } from '../../../core/formato.ts'
import type { Pizarra } from '../contract.ts'
import { desdeEnPalabras, ejemplo } from '../rules.ts'

/** A picture for a phone's chat: one width, as high as its rows. */
const ANCHO = 1080
const BORDE = 64
const FILA = 96
const COLORES = {
  fondo: '#ffffff',
  tinta: '#0d1518',
  suave: '#4a5860',
  acento: '#084e5d',
  linea: '#d5dee2',
}
const FUENTE = '"Inter Variable", Arial, sans-serif'

interface Fila {
  nombre: string
  detalle: string
  cifras: readonly string[]
}

interface Bloque {
  titulo: string
  columnas: readonly string[]
  filas: readonly Fila[]
}

const precio = (text: string | null, precision: number) =>
  text === null ? 'Consulte' : formatTasa(text, precision)

function bloquesDe({ divisas, corredores, mercado }: Pizarra): Bloque[] {
  const prices = divisas.map(({ base, cotizacion, compra, venta, precision }) => ({
    nombre: base.nombre,
    detalle: `${base.iso} en ${cotizacion.simbolo}`,
    cifras: [precio(compra, precision), precio(venta, precision)],
  }))
  const sends = corredores.map((corredor) => ({
    nombre: `${corredor.base.iso} a ${corredor.cotizacion.nombre}${desdeEnPalabras(corredor)}`,
    detalle: ejemplo(corredor) ?? '',
    cifras: [precio(corredor.tasa, corredor.precision)],
  }))
  return [
    { titulo: 'Cambio de divisas', columnas: ['Compra', 'Venta'], filas: prices },
    { titulo: `Envíos desde ${mercado}`, columnas: ['Tasa'], filas: sends },
  ].filter(({ filas }) => filas.length > 0)
}

/** The day's rates as a PNG with the house's name. @throws Error when the browser cannot draw. */
export async function imagenDelDia(pizarra: Pizarra, momento: string): Promise<Blob> {
  await document.fonts.load(`700 40px ${FUENTE}`)
  const bloques = bloquesDe(pizarra)
  const rows = bloques.reduce((sum, { filas }) => sum + filas.length * FILA + 130, 0)
  const canvas = document.createElement('canvas')
  canvas.width = ANCHO
  canvas.height = 210 + rows + (pizarra.mensaje ? 150 : 100)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = COLORES.fondo
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'alphabetic'
  const write = writer(pen)
  write(pizarra.casa, { x: BORDE, y: 110, size: 54, weight: 750, color: COLORES.acento })
  write(momento, { x: BORDE, y: 160, size: 30 })
  let y = 210
  for (const bloque of bloques) y = dibujar(pen, bloque, y)
  if (pizarra.mensaje) {
    write(pizarra.mensaje, { x: BORDE, y: y + 50, size: 30, weight: 650, color: COLORES.tinta })
  }
  write('Tasas referenciales: se confirman al momento de la operación.', {
    x: BORDE,
    y: canvas.height - 44,
    size: 26,
  })
  return toBlob(canvas)
}

interface Trazo {
  x: number
  y: number
  size: number
  weight?: number
  color?: string
  /** Written up to `x`, not from it. */
  derecha?: boolean
  max?: number
}

const writer = (pen: CanvasRenderingContext2D) => (text: string, t: Trazo) => {
  pen.font = `${t.weight ?? 450} ${t.size}px ${FUENTE}`
  pen.fillStyle = t.color ?? COLORES.suave
  pen.textAlign = t.derecha ? 'right' : 'left'
  // Long words are narrowed rather than written over their neighbours.
  pen.fillText(text, t.x, t.y, t.max ?? ANCHO - 2 * BORDE)
}

/** One table; answers where the next thing begins. */
function dibujar(
  pen: CanvasRenderingContext2D,
  { titulo, columnas, filas }: Bloque,
  top: number,
): number {
  const write = writer(pen)
  const right = (column: number) => ANCHO - BORDE - (columnas.length - 1 - column) * 250
  const head = { y: top + 62, size: 30, weight: 650, color: COLORES.acento }
  write(titulo, { ...head, x: BORDE })
  columnas.forEach((text, column) => {
    write(text, { ...head, x: right(column), derecha: true })
  })
  pen.fillStyle = COLORES.acento
  pen.fillRect(BORDE, top + 82, ANCHO - 2 * BORDE, 3)
  filas.forEach(({ nombre, detalle, cifras }, index) => {
    const y = top + 86 + index * FILA
    const name = { x: BORDE, max: 440 }
    write(nombre, { ...name, y: y + 44, size: 36, weight: 650, color: COLORES.tinta })
    write(detalle, { ...name, y: y + 78, size: 25 })
    cifras.forEach((text, column) => {
      const big = { size: text === 'Consulte' ? 34 : 52, weight: 750, color: COLORES.tinta }
      write(text, { ...big, x: right(column), y: y + 64, derecha: true, max: 230 })
    })
    pen.fillStyle = COLORES.linea
    pen.fillRect(BORDE, y + FILA - 2, ANCHO - 2 * BORDE, 2)
  })
  return top + 130 + filas.length * FILA
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
