import { encodeQR } from 'qr'

/** A QR code drawn in the browser, as one path: the text is sent nowhere. `className` gives its size. */
export function Qr({
  texto,
  titulo,
  className,
}: {
  texto: string
  titulo: string
  className: string | undefined
}) {
  const cells = encodeQR(texto, 'raw', { ecc: 'medium', border: 4 })
  const path = cells.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  const size = cells.length
  return (
    <svg
      className={className}
      role="img"
      aria-label={titulo}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
