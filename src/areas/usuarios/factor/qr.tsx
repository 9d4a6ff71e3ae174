import { encodeQR } from 'qr'
import classes from '../usuarios.module.css'

/** A QR drawn here, as one path: nothing of it leaves the page. */
export function Qr({ texto, titulo }: { texto: string; titulo: string }) {
  const cells = encodeQR(texto, 'raw', { ecc: 'medium', border: 4 })
  const path = cells.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  const size = cells.length
  return (
    <svg
      className={classes.qr}
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
