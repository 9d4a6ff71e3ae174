import { fiscalDe } from '../../../core/documento/fiscal.ts'
import { formatFechaHora, formatMonto, formatTasa } from '../../../core/formato.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { compartirImagen } from '../../../web/compartir.ts'
import { download } from '../../../web/crud/exportar/descargar.ts'
import type { DetalleOrden } from '../contract.ts'

const ANCHO = 1080
const MARGEN = 72

interface Linea {
  titulo: string
  valor: string
}

/** What the picture says of an order: what the message says, without document, phone or account. */
function lineasDe(o: DetalleOrden, estado: string): Linea[] {
  const paid = o.pagos.filter(({ estado }) => estado === 'pagado')
  return [
    { titulo: 'Envía', valor: formatMonto(o.envia, o.envia_moneda) },
    { titulo: 'Tasa', valor: formatTasa(o.tasa, o.precision) },
    { titulo: 'Beneficiario', valor: o.beneficiario },
    { titulo: 'Destino', valor: `${o.metodo}, ${o.pais_destino_nombre}` },
    { titulo: 'Estado', valor: estado },
    ...(o.completada_en ? [{ titulo: 'Pagada', valor: formatFechaHora(o.completada_en) }] : []),
    ...paid.map(({ referencia }) => ({ titulo: 'Operación', valor: referencia })),
  ]
}

/**
 * Hands the picture over: shared where the browser can, else copied, else downloaded. `estado`: its word for the client.
 */
export async function enviarImagen(o: DetalleOrden, estado: string, texto: string): Promise<void> {
  const picture = await imagenRecibo(o, estado)
  if (await compartirImagen(picture, texto)) return
  download(picture.name, picture)
  notify('success', 'Imagen descargada: adjúntela al mensaje.')
}

/** The receipt of an order as a PNG, drawn here: nothing is sent anywhere. */
async function imagenRecibo(o: DetalleOrden, estado: string): Promise<File> {
  const lineas = lineasDe(o, estado)
  const canvas = document.createElement('canvas')
  canvas.width = ANCHO
  canvas.height = 540 + lineas.length * 92
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('El navegador no puede dibujar la imagen.')
  draw(pen, o, lineas, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('El navegador no puede dibujar la imagen.')
  return new File([blob], `${o.numero}.png`, { type: 'image/png' })
}

function draw(pen: CanvasRenderingContext2D, o: DetalleOrden, lineas: Linea[], alto: number): void {
  const style = getComputedStyle(document.body)
  const font = (weight: number, size: number) => {
    pen.font = `${weight} ${size}px ${style.fontFamily}`
  }
  // A receipt is paper: the same in both themes.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, ANCHO, alto)
  pen.fillStyle = '#0c5a66'
  pen.fillRect(0, 0, ANCHO, 176)
  pen.fillStyle = '#ffffff'
  font(650, 48)
  text(pen, o.empresa.razon_social, MARGEN, 84)
  font(400, 30)
  text(pen, fiscalDe(o.empresa.ruc) ?? '', MARGEN, 134)
  pen.fillStyle = '#5b6b6e'
  font(450, 34)
  text(pen, `Orden ${o.numero} · ${formatFechaHora(o.fecha)}`, MARGEN, 258)
  font(450, 36)
  text(pen, 'Recibe', MARGEN, 346)
  pen.fillStyle = '#10292d'
  font(700, 92)
  text(pen, formatMonto(o.recibe, o.recibe_moneda), MARGEN, 446)
  lineas.forEach(({ titulo, valor }, index) => {
    const y = 560 + index * 92
    pen.fillStyle = '#dde5e6'
    pen.fillRect(MARGEN, y - 58, ANCHO - 2 * MARGEN, 2)
    pen.fillStyle = '#5b6b6e'
    font(450, 34)
    text(pen, titulo, MARGEN, y)
    pen.fillStyle = '#10292d'
    font(600, 36)
    pen.textAlign = 'right'
    text(pen, valor, ANCHO - MARGEN, y, 660)
    pen.textAlign = 'left'
  })
}

/** Writes a text, smaller where it is wider than its place. */
function text(
  pen: CanvasRenderingContext2D,
  what: string,
  x: number,
  y: number,
  most = ANCHO - 2 * MARGEN,
): void {
  pen.fillText(what, x, y, most)
}
